package tag

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/lineage"
)

// Service holds the use cases of tags.
type Service struct {
	db      *sqldb.DB
	now     func() time.Time
	reaches reaches

	graph    *lineage.Graph
	watch    *watch
	versions *otter.Cache[string, knownVersion]
	firms    *otter.Cache[string, *knownFirm]
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service {
	graph := lineage.New()
	return &Service{db: db, now: now, graph: graph, watch: newWatch(db, graph), versions: newVersions(), firms: newFirms()}
}

// Held is about how many bytes the service keeps in memory of tags, at most.
func (s *Service) Held() int64 {
	return s.graph.Bytes() + s.reaches.bytes.Load() + versionBytes + firmBytes
}

// Ref names a stored version of a tag.
type Ref struct {
	ID      string
	Version int64
}

var errNoTag = fault.New(fault.NotFound, "No such tag.")

// Create makes a tag of a farm that the caller may work with. Parents may be
// tags of any farm. With an id that exists it does nothing if that tag is the
// same, and is a Conflict otherwise.
func (s *Service) Create(ctx context.Context, d Draft) (ref Ref, err error) {
	if err := d.check(); err != nil {
		return ref, err
	}
	if d.ID == "" {
		d.ID = sqldb.NewID()
	}
	t, err := d.row(d.ID, d.FarmID, d.Type, 1)
	if err != nil {
		return ref, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecord(ctx, tx, d.FarmID); err != nil {
			return err
		}
		ref = Ref{d.ID, t.version}
		exists, err := s.repeated(ctx, tx, t, d.Parents)
		if err != nil || exists {
			return err
		}
		now := sqldb.Millis(s.now())
		if err := insertTag(ctx, tx, t, now, callerID(ctx)); err != nil {
			return err
		}
		if err := indexTag(ctx, tx, t); err != nil {
			return err
		}
		if err := addParents(ctx, tx, d.ID, d.Parents); err != nil {
			return err
		}
		if err := recallChosen(ctx, tx, []string{d.ID}); err != nil {
			return err
		}
		return keepFarm(ctx, tx, d.FarmID, now)
	})
	return ref, err
}

// repeated reports whether the very tag exists; another one under its id is a
// Conflict.
func (s *Service) repeated(ctx context.Context, tx *sqldb.Tx, t row, parents []string) (bool, error) {
	stored, err := tagByID(ctx, tx, t.id)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	storedParents, err := parentsOf(ctx, tx, t.id)
	if err != nil {
		return false, err
	}
	if stored != t || !slices.Equal(storedParents, parents) {
		return false, fault.New(fault.Conflict, "Another tag has this id.")
	}
	return true, nil
}

// Update changes what a tag states, from the version that the caller saw; a
// newer one is a Conflict. Parents can be added only: a tag must not lose what
// a recall reaches it through. The caller may work with the tag's farm.
func (s *Service) Update(ctx context.Context, id string, version int64, c Content) (ref Ref, err error) {
	if err := c.check(); err != nil {
		return ref, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		stored, err := tagByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if _, err := farm.RequireRecord(ctx, tx, stored.farmID); fault.Is(err, fault.NotFound) {
			return errNoTag
		} else if err != nil {
			return err
		}
		before, err := stored.tag()
		if err != nil {
			return err
		}
		if before.TakenBack != "" {
			return fault.New(fault.Conflict, "This tag was taken back, and says nothing else any more.")
		}
		t, err := c.row(id, stored.farmID, stored.kind, version+1)
		if err != nil {
			return err
		}
		added, err := addedParents(ctx, tx, id, c.Parents)
		if err != nil {
			return err
		}
		if err := addParents(ctx, tx, id, added); err != nil {
			return err
		}
		// What recalls reach may be made of it, on any farm, and they may name its place.
		if err := countRecall(ctx, tx, anyRecall); err != nil {
			return err
		}
		ref = Ref{id, t.version}
		now := sqldb.Millis(s.now())
		if err := updateTag(ctx, tx, t, now, callerID(ctx)); err != nil {
			return err
		}
		if err := indexTag(ctx, tx, t); err != nil {
			return err
		}
		if err := recallChosen(ctx, tx, []string{id}); err != nil {
			return err
		}
		return keepFarm(ctx, tx, stored.farmID, now)
	})
	return ref, err
}

func addedParents(ctx context.Context, tx *sqldb.Tx, id string, wanted []string) (added []string, err error) {
	stored, err := parentsOf(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	for _, parent := range stored {
		if !slices.Contains(wanted, parent) {
			return nil, fault.ForField("parents", "What a tag was made from cannot be taken away")
		}
	}
	return slices.DeleteFunc(slices.Clone(wanted), func(p string) bool { return slices.Contains(stored, p) }), nil
}

func (c Content) row(id, farmID, kind string, version int64) (row, error) {
	doc, err := json.Marshal(document{Fields: c.Fields, Item: c.Item})
	return row{id: id, farmID: farmID, kind: kind, doc: string(doc), version: version}, err
}

// Public gives what the page of a tag shows. Anyone may call it. It is as fresh as
// [Service.Version] is, and no older than one that was given before.
func (s *Service) Public(ctx context.Context, id string) (page Page, err error) {
	if !idForm.MatchString(id) {
		return page, errNoTag
	}
	if _, err := s.watch.look(ctx); err != nil {
		return page, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := s.know(ctx, tx, id); err != nil {
			return err
		}
		if party, recalled := s.graph.Standing([]string{id})[id]; recalled {
			page.Recall = &party
		}
		rows, err := tagsByID(ctx, tx, append(s.graph.Parents(id), id))
		if err != nil {
			return err
		}
		i := slices.IndexFunc(rows, func(r row) bool { return r.id == id })
		if i < 0 {
			return errNoTag
		}
		stored := rows[i]
		if page.Tag, err = stored.tag(); err != nil {
			return err
		}
		if page.Farm, err = s.farmOfTag(ctx, tx, id, stored.farmID); err != nil {
			return err
		}
		page.RootTag, err = s.rootTag(ctx, tx, slices.Delete(rows, i, i+1))
		return err
	})
	return page, err
}

// farmOfTag gives the farm as the tag's page shows it: a distributor without
// growers of its own shows those of the lineage.
func (s *Service) farmOfTag(ctx context.Context, tx *sqldb.Tx, tagID, farmID string) (PublicFarm, error) {
	f, err := s.firm(ctx, tx, farmID)
	if err != nil || f.Type != farm.TypeDistributor || f.GrowerNames != "" {
		return f, err
	}
	f.GrowerNames, err = s.growersOf(ctx, tx, tagID)
	return f, err
}

func (s *Service) rootTag(ctx context.Context, tx *sqldb.Tx, parents []row) (*RootTag, error) {
	parent, farmID, err := earliest(parents)
	if err != nil || parent == nil {
		return nil, err
	}
	f, err := s.farmOfTag(ctx, tx, parent.ID, farmID)
	return &RootTag{*parent, f.GrowerNames}, err
}

// KeepFarm stores what the page shows of a farm, for when the farm is gone. Who
// deletes a farm calls it first, in the same transaction; it asks nobody's
// permission. A farm without tags is not kept.
func (s *Service) KeepFarm(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	tags, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM tags WHERE farm_id = $1 LIMIT 1", farmID)
	if err != nil || len(tags) == 0 {
		return err
	}
	return keepFarm(ctx, tx, farmID, sqldb.Millis(s.now()))
}

// callerID is the user behind the call, empty for the platform itself.
func callerID(ctx context.Context) string {
	caller, _ := actor.From(ctx)
	return caller.UserID
}
