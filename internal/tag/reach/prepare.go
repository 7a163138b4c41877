package reach

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

const atOnce = 5_000 // tags

// ErrOvertaken says that what was prepared does not hold any more: somebody else has changed
// what the recall names, or is about to. Who began begins again.
var ErrOvertaken = errors.New("the recall is being changed by somebody else")

const forever = math.MaxInt64 // the until of a tag that is named

// Preparation is which tags a recall is to name, being stored.
type Preparation struct {
	RecallID string
	Naming   int64
}

// Prepare stores in pieces which tags a recall is to name, of one that is to be declared or
// chosen anew. Until [Service.Declare] or [Service.Choose] is given what was reckoned, nothing
// is named by it. A process may end in between, so begun is called in the first transaction, to
// enqueue that [Service.Tidy] is called later.
func (s *Service) Prepare(ctx context.Context, db *sqldb.DB, recallID string, r *Reckoned, begun func(tx *sqldb.Tx, p Preparation) error) error {
	p := Preparation{RecallID: recallID}
	if err := db.Write(ctx, func(tx *sqldb.Tx) (err error) {
		if p.Naming, err = s.beginNaming(ctx, tx, recallID); err != nil {
			return err
		}
		return begun(tx, p)
	}); err != nil {
		return err
	}
	var d difference
	if err := db.Read(ctx, func(tx *sqldb.Tx) (err error) { d, err = differenceTo(ctx, tx, p, r.Roots); return err }); err != nil {
		return err
	}
	err := d.store(ctx, db, p)
	if fault.Is(err, fault.Conflict) { // a tag has come to be named in between
		return ErrOvertaken
	}
	if err == nil {
		r.prepared = p
	}
	return err
}

// Prepared is the recall that what was reckoned was prepared for, empty where none was.
func (r *Reckoned) Prepared() Preparation { return r.prepared }

// beginNaming begins to prepare what a recall names, which overtakes whoever did before. Of one
// that is to be declared it makes the row, which is nowhere in force.
func (s *Service) beginNaming(ctx context.Context, tx *sqldb.Tx, recallID string) (naming int64, err error) {
	n, err := tx.Exec(ctx, "UPDATE recalls SET naming = naming + 1 WHERE id = $1", recallID)
	if err != nil {
		return 0, err
	}
	if n == 0 {
		now := sqldb.Millis(s.now())
		_, err := tx.Exec(ctx, "INSERT INTO recalls (id, party, reason, created_at, created_by, lifted_at, named, naming) VALUES ($1, '', '', $2, $3, $2, 0, 1)", recallID, now, tag.CallerID(ctx))
		return 1, err
	}
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT naming FROM recalls WHERE id = $1", recallID)
}

// difference is what is to be done with the rows of a recall so that it names some tags.
type difference struct {
	fresh []string // tags without a row that counts
	drop  []string // of which there is a row that does not count
	keep  []string // that are named, and were to be let go by somebody
	leave []string // that are named, and are to be let go
}

// differenceTo compares the rows of a recall with the tags that it is to name, which are sorted.
func differenceTo(ctx context.Context, tx *sqldb.Tx, p Preparation, tags []string) (d difference, err error) {
	named, _, err := namings(ctx, tx, p.RecallID)
	if err != nil {
		return d, err
	}
	there := map[string]bool{}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		var since, until int64
		err := r.Scan(&id, &since, &until)
		_, wanted := slices.BinarySearch(tags, id)
		switch {
		case named < since || named >= until:
			d.drop = append(d.drop, id)
			return struct{}{}, err
		case wanted && until != forever:
			d.keep = append(d.keep, id)
		case !wanted && until != p.Naming:
			d.leave = append(d.leave, id)
		}
		there[id] = true
		return struct{}{}, err
	}, "SELECT tag_id, since, until FROM recall_tags WHERE recall_id = $1", p.RecallID)
	d.fresh = slices.DeleteFunc(slices.Clone(tags), func(id string) bool { return there[id] })
	return d, err
}

// store does it, piece by piece, for as long as nobody overtakes it.
func (d difference) store(ctx context.Context, db *sqldb.DB, p Preparation) error {
	for _, step := range []struct {
		tags []string
		do   func(tx *sqldb.Tx, tags []string) error
	}{
		{d.drop, func(tx *sqldb.Tx, tags []string) error { return dropRoots(ctx, tx, p.RecallID, tags) }},
		{d.fresh, func(tx *sqldb.Tx, tags []string) error { return insertRoots(ctx, tx, p.RecallID, p.Naming, tags) }},
		{d.keep, func(tx *sqldb.Tx, tags []string) error { return setUntil(ctx, tx, p.RecallID, forever, tags) }},
		{d.leave, func(tx *sqldb.Tx, tags []string) error { return setUntil(ctx, tx, p.RecallID, p.Naming, tags) }},
	} {
		if err := sqldb.EachPiece(ctx, db, step.tags, func(tx *sqldb.Tx, some []string) error {
			_, naming, err := namings(ctx, tx, p.RecallID)
			if err == nil && naming != p.Naming {
				err = ErrOvertaken
			}
			if err != nil {
				return err
			}
			return step.do(tx, some)
		}); err != nil {
			return err
		}
	}
	return nil
}

// namings gives which preparation of a recall counts, and which was begun last; overtaken where
// the recall is gone.
func namings(ctx context.Context, tx *sqldb.Tx, recallID string) (named, naming int64, err error) {
	both, err := sqldb.One(ctx, tx, func(r sqldb.Row) (n [2]int64, err error) { return n, r.Scan(&n[0], &n[1]) }, "SELECT named, naming FROM recalls WHERE id = $1", recallID)
	if fault.Is(err, fault.NotFound) {
		err = ErrOvertaken
	}
	return both[0], both[1], err
}

// Tidy removes in pieces what was prepared for a recall and never came to count, and what counts
// no more. A preparation that is still under way is overtaken by it; one that came to count, and
// after which another was begun, is left to that.
func (s *Service) Tidy(ctx context.Context, db *sqldb.DB, p Preparation) error {
	err := s.tidy(ctx, db, p)
	if errors.Is(err, ErrOvertaken) {
		return nil
	}
	return err
}

func (s *Service) tidy(ctx context.Context, db *sqldb.DB, p Preparation) error {
	never := false // came to be in force
	if err := db.Write(ctx, func(tx *sqldb.Tx) error {
		named, naming, err := namings(ctx, tx, p.RecallID)
		switch never = named == 0; {
		case err == nil && named >= p.Naming && naming != p.Naming:
			return ErrOvertaken
		case err == nil && named < p.Naming:
			p.Naming, err = s.beginNaming(ctx, tx, p.RecallID)
		}
		return err
	}); err != nil {
		return err
	}
	var d difference
	if err := db.Read(ctx, func(tx *sqldb.Tx) error {
		named, err := namedBy(ctx, tx, p.RecallID)
		if err == nil {
			d, err = differenceTo(ctx, tx, p, slices.Sorted(slices.Values(named)))
		}
		return err
	}); err != nil {
		return err
	}
	if err := d.store(ctx, db, p); err != nil || !never {
		return err
	}
	return db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM recalls WHERE id = $1 AND named = 0 AND naming = $2", p.RecallID, p.Naming)
		return err
	})
}
