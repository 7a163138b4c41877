package tag

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/maypok86/otter/v2"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	versionBytes = 64 << 20
	maxSources   = 200 // tags and farms that a version is remembered by; one of more is asked for anew after any change
)

// writes counts what this process has written.
type writes struct{ n atomic.Uint64 }

func (w *writes) count()       { w.n.Add(1) }
func (w *writes) load() uint64 { return w.n.Load() }

// knownVersion is the version of a page, as it was at a moment.
type knownVersion struct {
	text    string
	since   uint64
	sources []string // tags and farms that decide it; none where they are too many
}

func newVersions() *otter.Cache[string, *knownVersion] {
	return otter.Must(&otter.Options[string, *knownVersion]{
		MaximumWeight: versionBytes,
		Weigher:       func(id string, v *knownVersion) uint32 { return uint32(160 + len(v.text) + 44*len(v.sources)) },
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
func versionOf(ctx context.Context, tx *sqldb.Tx, id string) (version string, sources []string, err error) {
	var tags, tagVersions, farms, farmVersions int64
	seen := map[string]bool{}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var tagID, farmID string
		var version int64
		var farmVersion *int64
		err := r.Scan(&tagID, &farmID, &version, &farmVersion)
		tags, tagVersions = tags+1, tagVersions+version
		if farmVersion != nil {
			farms, farmVersions = farms+1, farmVersions+*farmVersion
		}
		for _, source := range []string{tagID, farmID} {
			if !seen[source] {
				seen[source] = true
				sources = append(sources, source)
			}
		}
		return struct{}{}, err
	}, lineage+"SELECT t.id, t.farm_id, t.version, f.version FROM lineage l JOIN tags t ON t.id = l.id LEFT JOIN farms f ON f.id = t.farm_id", id)
	if err != nil {
		return "", nil, err
	}
	if tags == 0 {
		return "", nil, errNoTag
	}
	changed, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], lineage+`SELECT COALESCE(MAX(c.generation), 0) FROM recall_changes c WHERE c.recall_id = ''
		OR c.recall_id IN (SELECT x.recall_id FROM lineage l JOIN recall_tags x ON x.tag_id = l.id)`, id)
	if err != nil {
		return "", nil, err
	}
	party, err := standingRecall(ctx, tx, id) // which an earlier release changes without a word
	if err != nil {
		return "", nil, err
	}
	version = fmt.Sprintf("%d.%d.%d.%d.%d.%s", tags, tagVersions, farms, farmVersions, changed, or(party))
	if len(sources) > maxSources {
		sources = nil
	}
	return version, sources, nil
}
