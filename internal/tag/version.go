package tag

import (
	"context"
	"strconv"

	"github.com/merroir/merroir/internal/sqldb"
)

// Version gives a text that changes whenever anything that Public shows does, at once
// where this process changed it, and within five seconds where another one did. It is
// this process's own, and an error where that cannot be known. Anyone may call it.
func (s *Service) Version(ctx context.Context, id string) (string, error) {
	id = CanonicalID(id)
	if !IsID(id) {
		return "", ErrNoTag
	}
	if err := s.watch.look(ctx); err != nil {
		return "", err
	}
	version, known := s.Graph.Version(id)
	if !known {
		if err := s.know(ctx, id); err != nil {
			return "", err
		}
		version, _ = s.Graph.Version(id)
	}
	return strconv.FormatUint(version, 10), nil
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
