package tag

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/maypok86/otter/v2"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	versionBytes = 64 << 20
	maxSources   = 2000 // tags and farms that a version is remembered by; one of more is asked for anew after any change
)

// writes counts what this process has written.
type writes struct{ n atomic.Uint64 }

func (w *writes) count()       { w.n.Add(1) }
func (w *writes) load() uint64 { return w.n.Load() }

// knownVersion is the version of a page, as it was at a moment.
type knownVersion struct {
	text    string
	since   uint64
	sources []source // tags and farms that decide it; none where they are too many
}

func newVersions() *otter.Cache[string, *knownVersion] {
	return otter.Must(&otter.Options[string, *knownVersion]{
		MaximumWeight: versionBytes,
		Weigher:       func(id string, v *knownVersion) uint32 { return uint32(160 + len(v.text) + 8*len(v.sources)) },
	})
}

// Version gives a text that changes whenever anything that Public shows does, at once
// where this process changed it, and within five seconds where another one did. It is
// an error where that cannot be known. Anyone may call it.
func (s *Service) Version(ctx context.Context, id string) (version string, err error) {
	if !idForm.MatchString(id) {
		return "", errNoTag
	}
	now, err := s.watch.look(ctx)
	if err != nil {
		return "", err
	}
	if known, there := s.versions.GetIfPresent(id); there && (known.since == now || len(known.sources) > 0 && s.watch.still(known.since, known.sources)) {
		return known.text, nil
	}
	read := &knownVersion{since: now} // what is read now is no older
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		read.text, read.sources, err = versionOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return "", err
	}
	s.versions.Set(id, read)
	return read.text, nil
}

// versionOf sums up what the page of the tag is made of, and gives of which tags and
// farms. The sums only grow: versions count up, and parents are not taken away; a farm
// that goes is seen in the number of farms. No version comes back: what was read under
// it may have been newer.
func versionOf(ctx context.Context, tx *sqldb.Tx, id string) (version string, sources []source, err error) {
	var farms, versions int64
	var tags []string
	seen := map[source]bool{}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var tagID, farmID string
		var version int64
		var farmVersion *int64
		err := r.Scan(&tagID, &farmID, &version, &farmVersion)
		tags, versions = append(tags, tagID), versions+version
		if farmVersion != nil {
			farms, versions = farms+1, versions+*farmVersion
		}
		seen[sourceOf(tagID)], seen[sourceOf(farmID)] = true, true
		return struct{}{}, err
	}, lineage+"SELECT t.id, t.farm_id, t.version, f.version FROM lineage l JOIN tags t ON t.id = l.id LEFT JOIN farms f ON f.id = t.farm_id", id)
	if err != nil {
		return "", nil, err
	}
	if len(tags) == 0 {
		return "", nil, errNoTag
	}
	if len(seen) <= maxSources {
		sources = slices.Collect(maps.Keys(seen))
	}
	var changed int64
	party := "" // which an earlier release changes without a word
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var generation int64
		var standing *string
		err := r.Scan(&generation, &standing)
		changed = max(changed, generation)
		if party == "" {
			party = or(standing)
		}
		return struct{}{}, err
	}, `SELECT MAX(c.generation), NULL FROM recall_changes c WHERE c.recall_id = '' HAVING MAX(c.generation) > 0
		UNION ALL SELECT * FROM (SELECT COALESCE((SELECT MAX(c.generation) FROM recall_changes c WHERE c.recall_id = r.id), 0),
			CASE WHEN r.lifted_at IS NULL THEN r.party END FROM recalls r
		WHERE r.id IN (SELECT x.recall_id FROM recall_tags x WHERE x.tag_id IN `+tx.Among(1)+`) ORDER BY r.created_at, r.id) AS naming`, sqldb.List(tags))
	return fmt.Sprintf("%d.%d.%d.%d.%s", len(tags), farms, versions, changed, party), sources, err
}
