package tag

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Row is a tag as it is stored.
type Row struct {
	ID, FarmID, Kind, Doc string
	Version               int64
}

const RowColumns = "t.id, t.farm_id, t.type, t.doc, t.version"

func ScanRow(r sqldb.Row) (t Row, err error) {
	return t, r.Scan(&t.ID, &t.FarmID, &t.Kind, &t.Doc, &t.Version)
}

// Tag reads the stored document.
func (r Row) Tag() (Tag, error) {
	var d Document
	if err := json.Unmarshal([]byte(r.Doc), &d); err != nil {
		return Tag{}, fmt.Errorf("tag %s: %w", r.ID, err)
	}
	return Tag{ID: r.ID, Type: r.Kind, Fields: d.Fields, Item: d.Item, TakenBack: d.TakenBack}, nil
}

func ByID(ctx context.Context, tx *sqldb.Tx, id string) (Row, error) {
	found, err := sqldb.One(ctx, tx, ScanRow, "SELECT "+RowColumns+" FROM tags t WHERE t.id = $1", id)
	if fault.Is(err, fault.NotFound) {
		return found, ErrNoTag
	}
	return found, err
}

// tagsByID gives those of the tags that are there, by their ids.
func tagsByID(ctx context.Context, tx *sqldb.Tx, ids []string) ([]Row, error) {
	return sqldb.All(ctx, tx, ScanRow, "SELECT "+RowColumns+" FROM tags t WHERE t.id IN ("+sqldb.In(1, len(ids))+") ORDER BY t.id", sqldb.Args(ids)...)
}

func InsertTag(ctx context.Context, tx *sqldb.Tx, t Row, now int64, by string) error {
	if _, err := tx.Exec(ctx, `INSERT INTO tags (id, farm_id, type, doc, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $6)`, t.ID, t.FarmID, t.Kind, t.Doc, t.Version, now); err != nil {
		return err
	}
	return insertVersion(ctx, tx, t, now, by)
}

// UpdateTag stores the next version unless somebody else did meanwhile.
func UpdateTag(ctx context.Context, tx *sqldb.Tx, t Row, now int64, by string) error {
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

func insertVersion(ctx context.Context, tx *sqldb.Tx, t Row, now int64, by string) error {
	_, err := tx.Exec(ctx, "INSERT INTO tag_versions (tag_id, version, doc, made_at, made_by) VALUES ($1, $2, $3, $4, $5)",
		t.ID, t.Version, t.Doc, now, by)
	return err
}

func ParentsOf(ctx context.Context, tx *sqldb.Tx, id string) ([]string, error) {
	return sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT parent_id FROM tag_parents WHERE tag_id = $1 ORDER BY parent_id", id)
}

// RequireTags gives an Invalid fault that names the first id that is not a tag's.
func RequireTags(ctx context.Context, tx *sqldb.Tx, field string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	there := map[string]bool{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		err := r.Scan(&id)
		there[id] = true
		return struct{}{}, err
	}, "SELECT id FROM tags WHERE id IN "+tx.Among(1), sqldb.List(ids))
	if err != nil {
		return err
	}
	for _, id := range ids {
		if !there[id] {
			return fault.ForField(field, fmt.Sprintf("There is no tag %.24q", id))
		}
	}
	return nil
}

// AddParents links the tag to what it was made from. A tag cannot be its own
// ancestor.
func AddParents(ctx context.Context, tx *sqldb.Tx, id string, parents []string) error {
	if len(parents) == 0 {
		return nil
	}
	if err := RequireTags(ctx, tx, "parents", slices.DeleteFunc(slices.Clone(parents), func(p string) bool { return p == id })); err != nil {
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

// FirstParent gives the parent that the page shows, nil when there is none.
func FirstParent(ctx context.Context, tx *sqldb.Tx, id string) (*Tag, string, error) {
	rows, err := sqldb.All(ctx, tx, ScanRow, "SELECT "+RowColumns+" FROM tag_parents p JOIN tags t ON t.id = p.parent_id WHERE p.tag_id = $1 ORDER BY t.id", id)
	if err != nil {
		return nil, "", err
	}
	return earliest(rows)
}

// earliest gives the parent that the page shows of all that there are, by their ids.
func earliest(parents []Row) (*Tag, string, error) {
	var first *Tag
	var farmID, firstDay string
	for _, r := range parents {
		t, err := r.Tag()
		if err != nil {
			return nil, "", err
		}
		shown, err := t.Item.over(t.Fields)
		if err != nil {
			return nil, "", fmt.Errorf("item of tag %s: %w", t.ID, err)
		}
		day := shown.HarvestDate
		if day == "" {
			day = shown.ProcessingDate
		}
		if first == nil || day != "" && (firstDay == "" || day < firstDay) {
			first, farmID, firstDay = &t, r.FarmID, day
		}
	}
	return first, farmID, nil
}

// growersOf names the growers at the beginning of the tag's lineage.
func (s *Service) growersOf(ctx context.Context, tx *sqldb.Tx, id string) (string, error) {
	var names []string
	for _, farmID := range s.Graph.Origins(id) {
		f, err := s.firm(ctx, tx, farmID)
		if err != nil {
			return "", err
		}
		if f.GrowerNames != "" {
			names = append(names, f.GrowerNames)
		} else if f.Name != "" {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", "), nil
}

// States gives what the tag states, with its item over its own fields.
func (r Row) States() (Fields, error) {
	t, err := r.Tag()
	if err != nil {
		return Fields{}, err
	}
	states, err := t.Item.over(t.Fields)
	if err != nil {
		err = fmt.Errorf("item of tag %s: %w", t.ID, err)
	}
	return states, err
}
