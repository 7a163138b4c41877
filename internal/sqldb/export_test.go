package sqldb

import "context"

// Turns is what lets writers through one at a time.
type Turns struct{ turns }

func (t *Turns) Take(ctx context.Context, key string) error { return t.take(ctx, key) }
func (t *Turns) Give(key string)                            { t.give(key) }
func (t *Turns) Busy(key string) bool                       { return t.busy(key) }

// Waiting is how many wait for their turn under the key.
func (t *Turns) Waiting(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting[key])
}

// SettingOfMigrations is a setting of the sessions in which migrations run.
func (db *DB) SettingOfMigrations(ctx context.Context, name string) (value string, err error) {
	return value, db.migrate.QueryRowContext(ctx, "SHOW "+name).Scan(&value)
}

// Journal sets how many pages the journal has before it is begun anew.
func Journal(pages int) Option { return func(o *opening) { o.journal = pages } }

// Checkpoint is what is done when one is due.
func (db *DB) Checkpoint(ctx context.Context) error {
	_, err := db.checkpoint(ctx, longestJournal)
	return err
}

// BeginJournal has the journal begin anew where it can, and gives its pages.
func (db *DB) BeginJournal(ctx context.Context) (pages int, err error) { return db.beginJournal(ctx) }

// MigrateBack takes steps of the schema back, down to the one with the number.
func (db *DB) MigrateBack(ctx context.Context, to int64) error {
	provider, err := db.migrationProvider()
	if err == nil {
		_, err = provider.DownTo(ctx, to)
	}
	return err
}

// Waiting is how many wait for SQLite's one writer.
func (db *DB) Waiting() int {
	db.turns.mu.Lock()
	defer db.turns.mu.Unlock()
	return len(db.turns.waiting[""])
}

// WaitingPieces is how many do not stand in that line, as another piece does.
func (db *DB) WaitingPieces() int {
	db.turns.mu.Lock()
	defer db.turns.mu.Unlock()
	return len(db.turns.waiting[pieces])
}
