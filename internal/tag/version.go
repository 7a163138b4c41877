package tag

import (
	"context"

	"github.com/maypok86/otter/v2"
	"github.com/merroir/merroir/internal/sqldb"
)

const versionBytes = 16 << 20

// knownVersion is the version of a page, as it was at a moment.
type knownVersion struct {
	text  string
	since uint64
}

func newVersions() *otter.Cache[string, knownVersion] {
	return otter.Must(&otter.Options[string, knownVersion]{
		MaximumWeight: versionBytes,
		Weigher:       func(id string, v knownVersion) uint32 { return uint32(160 + len(id) + len(v.text)) },
	})
}

// Version gives a text that changes whenever anything that Public shows does, at once
// where this process changed it, and within five seconds where another one did. It is
// an error where that cannot be known. Anyone may call it.
func (s *Service) Version(ctx context.Context, id string) (version string, err error) {
	if !IdForm.MatchString(id) {
		return "", ErrNoTag
	}
	now, err := s.watch.look(ctx)
	if err != nil {
		return "", err
	}
	if known, there := s.versions.GetIfPresent(id); there && known.since == now {
		return known.text, nil
	}
	version, known := s.Graph.Version(id)
	if !known {
		if err := s.know(ctx, id); err != nil {
			return "", err
		}
		version, _ = s.Graph.Version(id)
	}
	s.versions.Set(id, knownVersion{version, now}) // what is read now is no older
	return version, nil
}

// know has a tag in the graph, also one that another process has just made.
func (s *Service) know(ctx context.Context, id string) error {
	if s.Graph.Knows(id) {
		return nil
	}
	return s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := ByID(ctx, tx, id); err != nil {
			return err
		}
		if err := s.Graph.Sync(ctx, tx); err != nil || s.Graph.Knows(id) {
			return err
		}
		return s.Graph.Reload(ctx, tx) // nobody counted it
	})
}

// Recalled gives the party of the oldest recall that reaches each of the tags.
func (s *Service) Recalled(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string]string, error) {
	if err := s.Graph.Sync(ctx, tx); err != nil {
		return nil, err
	}
	return s.Graph.Standing(ids), nil
}
