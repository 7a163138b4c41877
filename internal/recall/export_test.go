package recall

import "context"

// OnReckoned has f called each time that something was reckoned, before it is written; n counts from 0.
func (s *Service) OnReckoned(f func(n int)) { s.reckoned = f }

// AtOnce sets how many rows are written with the statements of one.
func (s *Service) AtOnce(rows int) { s.atOnce = rows }

// Follow follows a recall, as its job does.
func (s *Service) Follow(ctx context.Context, id string) error {
	return s.follow(ctx, following{ID: id})
}

// Release follows a recall that was corrected, as its job does.
func (s *Service) Release(ctx context.Context, id string) error {
	return s.follow(ctx, following{ID: id, Release: true})
}

// TellEnd tells of the end of a recall, as its job does.
func (s *Service) TellEnd(ctx context.Context, id string) error {
	return s.tellEnd(ctx, ended{id})
}
