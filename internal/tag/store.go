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
func tagsByID(ctx context.Context, db *sqldb.DB, ids []string) ([]Row, error) {
	size := 1 // few sizes are few statements
	for size < len(ids) {
		size *= 2
	}
	args := slices.Grow(sqldb.Args(ids), size-len(ids))
	for len(args) < size {
		args = append(args, args[0])
	}
	return sqldb.Ask(ctx, db, ScanRow, "SELECT "+RowColumns+" FROM tags t WHERE t.id IN ("+sqldb.In(1, size)+") ORDER BY t.id", args...)
}

// StatesOf returns what the tags state, by their ids.
func StatesOf(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string]Fields, error) {
	states := map[string]Fields{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		t, err := ScanRow(r)
		if err != nil {
			return struct{}{}, err
		}
		states[t.ID], err = t.States()
		return struct{}{}, err
	}, "SELECT "+RowColumns+" FROM tags t WHERE t.id IN "+tx.Among(1), sqldb.List(ids))

	return states, err
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

// FirstParent gives the parent that the page shows, nil when there is none.
func FirstParent(ctx context.Context, tx *sqldb.Tx, id string) (*Tag, string, error) {
	rows, err := sqldb.All(ctx, tx, ScanRow, "SELECT "+RowColumns+" FROM tag_parents p JOIN tags t ON t.id = p.parent_id WHERE p.tag_id = $1 ORDER BY t.id", id)
	if err != nil {
		return nil, "", err
	}
	parents := make([]ofFirm, len(rows))
	for i, r := range rows {
		if parents[i].Tag, err = r.Tag(); err != nil {
			return nil, "", err
		}
		parents[i].farmID = r.FarmID
	}
	first, err := earliest(parents)
	if err != nil || first == nil {
		return nil, "", err
	}
	return &first.Tag, first.farmID, nil
}

// earliest gives the parent that the page shows of all that there are, by their ids.
func earliest(parents []ofFirm) (*ofFirm, error) {
	var first *ofFirm
	firstDay := ""
	for i := range parents {
		t := &parents[i]
		shown, err := t.Stated()
		if err != nil {
			return nil, fmt.Errorf("item of tag %s: %w", t.ID, err)
		}
		day := shown.HarvestDate
		if day == "" {
			day = shown.ProcessingDate
		}
		if first == nil || day != "" && (firstDay == "" || day < firstDay) {
			first, firstDay = t, day
		}
	}
	return first, nil
}

// growersOf names the growers at the beginning of the tag's lineage.
func (s *Service) growersOf(ctx context.Context, id string) (string, error) {
	var names []string
	for _, farmID := range s.Graph.Origins(id) {
		f, err := s.firm(ctx, farmID)
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
	states, err := t.Stated()
	if err != nil {
		err = fmt.Errorf("item of tag %s: %w", t.ID, err)
	}
	return states, err
}
