package sqldb

import (
	"slices"
	"strings"
	"sync"
)

// listeners are told of writes to tables.
type listeners struct {
	mu  sync.RWMutex
	all []listener
}

type listener struct {
	tables []string
	tell   func()
}

// Listen has tell called after every write of this process to any of the tables, and
// before the call of [DB.Write] that made it returns. It is told too often rather than
// too seldom: a write may have been rolled back. It must not use the database.
func (db *DB) Listen(tables []string, tell func()) {
	db.tell.mu.Lock()
	defer db.tell.mu.Unlock()
	db.tell.all = append(db.tell.all, listener{tables, tell})
}

func (db *DB) told(tables []string) {
	if len(tables) == 0 {
		return
	}
	db.tell.mu.RLock()
	defer db.tell.mu.RUnlock()
	for _, l := range db.tell.all {
		if slices.ContainsFunc(l.tables, func(table string) bool { return slices.Contains(tables, table) }) {
			l.tell()
		}
	}
}

// writes notes which table a statement writes to.
func (tx *Tx) writes(query string) {
	if query == "" || !strings.ContainsRune("IUD", rune(query[0])) { // nobody writes by WITH
		return
	}
	verb, rest, _ := strings.Cut(query, " ")
	for _, word := range []string{"INTO ", "FROM "} {
		rest = strings.TrimPrefix(rest, word)
	}
	if verb != "INSERT" && verb != "UPDATE" && verb != "DELETE" {
		return
	}
	table := rest[:max(0, strings.IndexAny(rest+" ", " (\n\t"))]
	if !slices.Contains(tx.tables, table) {
		tx.tables = append(tx.tables, table)
	}
}

// Settled is an error where others who share the transaction's commit have written to any
// of the tables: what they wrote is seen, and may yet be undone. Whoever keeps what is read
// beyond the transaction asks, and returns the error: the write is then made once more, alone.
func (tx *Tx) Settled(tables ...string) error {
	if slices.ContainsFunc(tx.beside, func(table string) bool { return slices.Contains(tables, table) }) {
		return errUndone
	}
	return nil
}

// Wrote says whether the transaction has written to any of the tables.
func (tx *Tx) Wrote(tables ...string) bool {
	return slices.ContainsFunc(tx.tables, func(table string) bool { return slices.Contains(tables, table) })
}
