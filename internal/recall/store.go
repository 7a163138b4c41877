package recall

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const bookColumns = "b.id, b.kind, b.farm_id, b.party, b.reason, b.class, b.choice, b.declared_at, b.declared_by, b.followed_at, b.ended_at, b.ended_by, b.end_reason, b.open_reason, b.result"

func scanBook(r sqldb.Row) (*book, error) {
	b := &book{}
	var choice, result string
	if err := r.Scan(&b.ID, &b.Kind, &b.FarmID, &b.Party, &b.Reason, &b.Class, &choice, &b.DeclaredAt, &b.DeclaredBy, &b.FollowedAt, &b.EndedAt, &b.EndedBy, &b.EndReason, &b.OpenReason, &result); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(choice), &b.Choice); err != nil {
		return nil, fmt.Errorf("choice of recall %s: %w", b.ID, err)
	}
	if result != "" {
		b.Result = &DrillResult{}
		return b, json.Unmarshal([]byte(result), b.Result)
	}
	return b, nil
}

func bookByID(ctx context.Context, tx *sqldb.Tx, id string) (*book, error) {
	b, err := sqldb.One(ctx, tx, scanBook, "SELECT "+bookColumns+" FROM recall_books b WHERE b.id = $1", id)
	if fault.Is(err, fault.NotFound) {
		return nil, errNoRecall
	}
	return b, err
}

func insertBook(ctx context.Context, tx *sqldb.Tx, b *book) error {
	choice, err := json.Marshal(b.Choice)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO recall_books (id, kind, farm_id, party, reason, class, choice, declared_at, declared_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, b.ID, string(b.Kind), b.FarmID, b.Party, b.Reason, b.Class, string(choice), b.DeclaredAt, b.DeclaredBy)
	return err
}

// updateBook stores what may change of a book.
func updateBook(ctx context.Context, tx *sqldb.Tx, b *book) error {
	choice, err := json.Marshal(b.Choice)
	if err != nil {
		return err
	}
	result := ""
	if b.Result != nil {
		encoded, err := json.Marshal(b.Result)
		if err != nil {
			return err
		}
		result = string(encoded)
	}
	_, err = tx.Exec(ctx, `UPDATE recall_books SET party = $2, reason = $3, class = $4, choice = $5, ended_at = $6, ended_by = $7, end_reason = $8, open_reason = $9, result = $10
		WHERE id = $1`, b.ID, b.Party, b.Reason, b.Class, string(choice), b.EndedAt, b.EndedBy, b.EndReason, b.OpenReason, result)
	return err
}

func insertHistory(ctx context.Context, tx *sqldb.Tx, id string, at int64, by, action string, doc map[string]any) error {
	encoded, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "INSERT INTO recall_history (recall_id, id, at, username, action, doc) VALUES ($1, $2, $3, $4, $5, $6)", id, sqldb.NewID(), at, by, action, string(encoded))
	return err
}

// RecallEvent is something that was done to a recall.
type RecallEvent struct {
	At     int64          `json:"at" doc:"Unix milliseconds"`
	By     string         `json:"by" doc:"Empty for Merroir itself"`
	Action string         `json:"action" doc:"declare, correct, end, reach, call, again or takeBack"`
	Detail map[string]any `json:"detail"`
}

func historyOf(ctx context.Context, tx *sqldb.Tx, id string) ([]RecallEvent, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (e RecallEvent, err error) {
		var doc string
		if err := r.Scan(&e.At, &e.By, &e.Action, &doc); err != nil {
			return e, err
		}
		return e, json.Unmarshal([]byte(doc), &e.Detail)
	}, "SELECT at, username, action, doc FROM recall_history WHERE recall_id = $1 ORDER BY id", id)
}

// reaches reports whether a firm is among those that a recall reaches or reached.
func reaches(ctx context.Context, tx *sqldb.Tx, id, farmID string) (bool, error) {
	n, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM recall_parties WHERE recall_id = $1 AND farm_id = $2", id, farmID)
	return n > 0, err
}

// among is the list of a query about some of a recall, for IN, and its parameters: the id of the recall, the first, and theirs.
// PostgreSQL looks for each by an index then, which it may not for what [sqldb.Tx.Among] lists.
func among(recallID string, ids []string) (list string, args []any) {
	return "(" + sqldb.In(2, len(ids)) + ")", append([]any{recallID}, sqldb.Args(ids)...)
}

const partyColumns = "p.id, p.kind, p.farm_id, p.farm_name, p.party_key, p.name, p.email, p.phone, p.address, p.cert, p.added_at, p.released_at, p.same_as"

func scanParty(r sqldb.Row) (p RecallParty, err error) {
	return p, r.Scan(&p.ID, &p.Kind, &p.FarmID, &p.Firm, &p.key, &p.Name, &p.Email, &p.Phone, &p.Address, &p.Cert, &p.AddedAt, &p.ReleasedAt, &p.sameAs)
}

var errNoParty = fault.New(fault.NotFound, "No such firm or consignee in this recall.")

// partiesBy returns the rows of the parties of a recall, the firms first.
func partiesBy(ctx context.Context, tx *sqldb.Tx, id string) ([]RecallParty, error) {
	return sqldb.All(ctx, tx, scanParty, "SELECT "+partyColumns+` FROM recall_parties p WHERE p.recall_id = $1
		ORDER BY CASE p.kind WHEN 'firm' THEN 0 ELSE 1 END, p.name, p.farm_name, p.id`, id)
}

// partiesLike returns the rows of the company that one party is, the firm first. It returns NotFound if
// the recall has no such party.
func partiesLike(ctx context.Context, tx *sqldb.Tx, id, partyID string) ([]RecallParty, error) {
	p, err := sqldb.One(ctx, tx, scanParty, "SELECT "+partyColumns+" FROM recall_parties p WHERE p.recall_id = $1 AND p.id = $2", id, partyID)
	if fault.Is(err, fault.NotFound) {
		return nil, errNoParty
	}
	if err != nil {
		return nil, err
	}

	return sqldb.All(ctx, tx, scanParty, "SELECT "+partyColumns+` FROM recall_parties p WHERE p.recall_id = $1 AND (p.id = $2 OR p.same_as = $2)
		ORDER BY CASE p.kind WHEN 'firm' THEN 0 ELSE 1 END, p.name, p.farm_name, p.id`, id, p.root())
}

// maxIn is the number of ids that a query names; of more, it reads all rows of the recall.
const maxIn = 100

// ofParties returns the condition on rows of some parties and its arguments. Nil parties are all.
func ofParties(recallID string, partyIDs []string) (where string, args []any) {
	if partyIDs == nil || len(partyIDs) > maxIn {
		return "recall_id = $1", []any{recallID}
	}
	list, args := among(recallID, partyIDs)
	return "recall_id = $1 AND party_id IN " + list, args
}

// linesOf returns what was delivered of which tag to parties; nil parties are all.
func linesOf(ctx context.Context, tx *sqldb.Tx, id string, partyIDs []string) ([]line, error) {
	where, args := ofParties(id, partyIDs)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (l line, err error) {
		return l, r.Scan(&l.partyID, &l.tagID, &l.unit, &l.received, &l.passed)
	}, "SELECT party_id, tag_id, unit, CAST(sum(shipped) AS BIGINT), CAST(sum(passed) AS BIGINT) FROM recall_lines WHERE "+where+
		" AND released_at IS NULL GROUP BY party_id, tag_id, unit ORDER BY party_id, tag_id", args...)
}

// outcomes is the sum of a party's entries about a tag.
type outcomes struct {
	partyID, tagID string
	outcome        Outcome
	amount         int64
}

// outcomesOf returns what became of deliveries by the entries of parties; nil parties are all.
func outcomesOf(ctx context.Context, tx *sqldb.Tx, id string, partyIDs []string) ([]outcomes, error) {
	where, args := ofParties(id, partyIDs)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (o outcomes, err error) {
		return o, r.Scan(&o.partyID, &o.tagID, &o.outcome, &o.amount)
	}, "SELECT party_id, tag_id, kind, CAST(sum(amount) AS BIGINT) FROM recall_accounts WHERE "+where+" GROUP BY party_id, tag_id, kind", args...)
}

// entry is one of the accounts.
type entry struct {
	ID       string
	partyID  string
	TagID    string
	Outcome  Outcome
	amount   int64
	Reverses *string
	Note     string
	At       int64
	By       string
}

const entryColumns = "id, party_id, tag_id, kind, amount, reverses, note, at, username"

func scanEntry(r sqldb.Row) (e entry, err error) {
	return e, r.Scan(&e.ID, &e.partyID, &e.TagID, &e.Outcome, &e.amount, &e.Reverses, &e.Note, &e.At, &e.By)
}

func insertEntry(ctx context.Context, tx *sqldb.Tx, id string, e entry) error {
	var reverses any
	if e.Reverses != nil {
		reverses = *e.Reverses
	}
	_, err := tx.Exec(ctx, "INSERT INTO recall_accounts (recall_id, "+entryColumns+") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
		id, e.ID, e.partyID, e.TagID, string(e.Outcome), e.amount, reverses, e.Note, e.At, e.By)
	return err
}

func entryByID(ctx context.Context, tx *sqldb.Tx, id, entryID string) (entry, error) {
	e, err := sqldb.One(ctx, tx, scanEntry, "SELECT "+entryColumns+" FROM recall_accounts WHERE recall_id = $1 AND id = $2", id, entryID)
	if fault.Is(err, fault.NotFound) {
		return e, fault.New(fault.NotFound, "No such entry in this recall.")
	}
	return e, err
}

// entriesOf returns the entries of parties by party, the earliest first; nil parties are all.
func entriesOf(ctx context.Context, tx *sqldb.Tx, id string, partyIDs []string) (map[string][]entry, error) {
	where, args := ofParties(id, partyIDs)
	all, err := sqldb.All(ctx, tx, scanEntry, "SELECT "+entryColumns+" FROM recall_accounts WHERE "+where+" ORDER BY id", args...)
	of := map[string][]entry{}
	for _, e := range all {
		of[e.partyID] = append(of[e.partyID], e)
	}
	return of, err
}
