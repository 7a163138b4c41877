package reach

import "context"

// BeginFollowing has the service follow the recalls in force until done is called.
func (s *Service) BeginFollowing() (done func(), err error) {
	f, err := s.reaches.begin()
	return func() { s.reaches.end(f, nil) }, err
}

// Walking has every walk do something first.
func (s *Service) Walking(do func(ctx context.Context) error) { s.walking = do }
