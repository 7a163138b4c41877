package event

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
)

// Ref names a stored version of a tag.
type Ref struct {
	ID      string
	Version int64
}

// Create makes a tag of a farm that the caller may work with. Parents may be
// tags of any farm. With an id that exists it does nothing if that tag is the
// same, and is a Conflict otherwise.
func (s *Service) Create(ctx context.Context, d tag.Draft) (ref Ref, err error) {
	if err := d.Check(); err != nil {
		return ref, err
	}
	if d.ID == "" {
		d.ID = sqldb.NewID()
	}
	t, err := rowOf(d.Content, d.ID, d.FarmID, d.Type, 1)
	if err != nil {
		return ref, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.RequireRecord(ctx, tx, d.FarmID); err != nil {
			return err
		}
		ref = Ref{d.ID, t.Version}
		exists, err := s.repeated(ctx, tx, t, d.Parents)
		if err != nil || exists {
			return err
		}
		now := sqldb.Millis(s.now())
		if err := insertTag(ctx, tx, t, now, tag.CallerID(ctx)); err != nil {
			return err
		}
		if err := indexTag(ctx, tx, t); err != nil {
			return err
		}
		if err := addParents(ctx, tx, d.ID, d.Parents); err != nil {
			return err
		}
		if err := reach.RecallChosen(ctx, tx, []string{d.ID}); err != nil {
			return err
		}
		return tag.KeepFarm(ctx, tx, d.FarmID, now)
	})
	return ref, err
}

// repeated reports whether the very tag exists; another one under its id is a
// Conflict.
func (s *Service) repeated(ctx context.Context, tx *sqldb.Tx, t tag.Row, parents []string) (bool, error) {
	stored, err := tag.ByID(ctx, tx, t.ID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	storedParents, err := tag.ParentsOf(ctx, tx, t.ID)
	if err != nil {
		return false, err
	}
	if stored.Doc, err = encodedNow(stored.Doc); err != nil {
		return false, fmt.Errorf("read tag %s: %w", t.ID, err)
	}
	if stored != t || !slices.Equal(storedParents, parents) {
		return false, fault.New(fault.Conflict, "Another tag has this id.")
	}
	return true, nil
}

// encodedNow returns a stored document as it is written now: older ones lack newer fields.
func encodedNow(stored string) (string, error) {
	var d tag.Document
	if err := json.Unmarshal([]byte(stored), &d); err != nil {
		return "", err
	}
	doc, err := json.Marshal(d)
	return string(doc), err
}

func rowOf(c tag.Content, id, farmID, kind string, version int64) (tag.Row, error) {
	doc, err := json.Marshal(tag.Document{Fields: c.Fields, Item: c.Item})
	return tag.Row{ID: id, FarmID: farmID, Kind: kind, Doc: string(doc), Version: version}, err
}

func insertTag(ctx context.Context, tx *sqldb.Tx, t tag.Row, now int64, by string) error {
	if _, err := tx.Exec(ctx, `INSERT INTO tags (id, farm_id, type, doc, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $6)`, t.ID, t.FarmID, t.Kind, t.Doc, t.Version, now); err != nil {
		return err
	}
	return insertVersion(ctx, tx, t, now, by)
}

// updateTag stores the next version unless somebody else did meanwhile.
func updateTag(ctx context.Context, tx *sqldb.Tx, t tag.Row, now int64, by string) error {
	n, err := tx.Exec(ctx, "UPDATE tags SET doc = $2, version = $3, updated_at = $4 WHERE id = $1 AND version = $3 - 1",
		t.ID, t.Doc, t.Version, now)
	if err != nil {
		return err
	}
	if n == 0 {
		return fault.New(fault.Conflict, "Somebody else has changed this tag. Please look at it again.")
	}
	return insertVersion(ctx, tx, t, now, by)
}

func insertVersion(ctx context.Context, tx *sqldb.Tx, t tag.Row, now int64, by string) error {
	_, err := tx.Exec(ctx, "INSERT INTO tag_versions (tag_id, version, doc, made_at, made_by) VALUES ($1, $2, $3, $4, $5)",
		t.ID, t.Version, t.Doc, now, by)
	return err
}

// addParents links the tag to what it was made from. A tag cannot be its own
// ancestor.
func addParents(ctx context.Context, tx *sqldb.Tx, id string, parents []string) error {
	if len(parents) == 0 {
		return nil
	}
	if err := tag.RequireTags(ctx, tx, "parents", slices.DeleteFunc(slices.Clone(parents), func(p string) bool { return p == id })); err != nil {
		return err
	}
	circles, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], `WITH RECURSIVE lineage (id) AS (
			SELECT t.id FROM tags t WHERE t.id IN (`+sqldb.In(2, len(parents))+`)
			UNION SELECT p.parent_id FROM tag_parents p JOIN lineage l ON p.tag_id = l.id
		) SELECT count(*) FROM lineage WHERE id = $1`, append([]any{id}, sqldb.Args(parents)...)...)
	if err != nil {
		return err
	}
	if circles > 0 || slices.Contains(parents, id) {
		return fault.ForField("parents", "A tag cannot be made from itself")
	}
	rows := make([][]any, len(parents))
	for i, parent := range parents {
		rows[i] = []any{id, parent}
	}
	return tx.InsertRows(ctx, "tag_parents", []string{"tag_id", "parent_id"}, rows)
}
