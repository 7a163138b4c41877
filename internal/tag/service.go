package tag

import (
	"context"
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
	db     *sqldb.DB
	now    func() time.Time
	Graph  *lineage.Graph
	texts  texts
	filled chan struct{} // closed when fill is done
	watch  *watch
	firms  *otter.Cache[string, *knownFirm]
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service {
	graph := lineage.New()
	s := &Service{db: db, now: now, Graph: graph, filled: make(chan struct{}), firms: newFirms()}
	s.watch = newWatch(db, graph, s.fill)
	return s
}

// LimitMemory sets how much memory tags may take; a quarter of it is for what they
// say. It is called before the first look-up.
func (s *Service) LimitMemory(bytes int64) { s.Graph.LimitFacts(bytes / 4) }

// Held is about how many bytes the service keeps in memory of tags, at most.
func (s *Service) Held() int64 {
	return s.Graph.Bytes() + textBytes + firmBytes
}

var ErrNoTag = fault.New(fault.NotFound, "No such tag.")

// Public gives what the page of a tag shows. Anyone may call it. It is as fresh as
// [Service.Version] is, and no older than one that was given before.
func (s *Service) Public(ctx context.Context, id string) (page Page, err error) {
	id = CanonicalID(id)
	if !IsID(id) {
		return page, ErrNoTag
	}
	if err := s.watch.look(ctx); err != nil {
		return page, err
	}
	if err := s.know(ctx, id); err != nil {
		return page, err
	}
	if party, recalled := s.Graph.Standing([]string{id})[id]; recalled {
		page.Recall = &party
	}
	tags, err := s.tagsOf(ctx, append(s.Graph.Parents(id), id))
	if err != nil {
		return page, err
	}
	last := len(tags) - 1
	if last < 0 || tags[last].ID != id {
		return page, ErrNoTag
	}
	page.Tag = tags[last].Tag
	if page.Farm, err = s.farmOfTag(ctx, id, tags[last].farmID); err != nil {
		return page, err
	}
	page.RootTag, err = s.rootTag(ctx, tags[:last])
	return page, err
}

// farmOfTag gives the farm as the tag's page shows it: a distributor without
// growers of its own shows those of the lineage.
func (s *Service) farmOfTag(ctx context.Context, tagID, farmID string) (PublicFarm, error) {
	f, err := s.firm(ctx, farmID)
	if err != nil || f.Type != farm.TypeDistributor || f.GrowerNames != "" {
		return f, err
	}
	f.GrowerNames, err = s.growersOf(ctx, tagID)
	return f, err
}

func (s *Service) rootTag(ctx context.Context, parents []ofFirm) (*RootTag, error) {
	parent, err := earliest(parents)
	if err != nil || parent == nil {
		return nil, err
	}
	f, err := s.farmOfTag(ctx, parent.ID, parent.farmID)
	return &RootTag{parent.Tag, f.GrowerNames}, err
}

// KeepFarm stores what the page shows of a farm, for when the farm is gone. Who
// deletes a farm calls it first, in the same transaction; it asks nobody's
// permission. A farm without tags is not kept.
func (s *Service) KeepFarm(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	tags, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM tags WHERE farm_id = $1 LIMIT 1", farmID)
	if err != nil || len(tags) == 0 {
		return err
	}
	return KeepFarm(ctx, tx, farmID, sqldb.Millis(s.now()))
}

// CallerID is the user behind the call, empty for the platform itself.
func CallerID(ctx context.Context) string {
	caller, _ := actor.From(ctx)
	return caller.UserID
}
