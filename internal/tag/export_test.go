package tag

import "time"

// LookBy has the service tell the time between its looks at the database by the clock.
func (s *Service) LookBy(clock func() time.Time) { s.watch.clock = clock }
