package reach

// BeginFollowing has the service follow the recalls in force until done is called.
func (s *Service) BeginFollowing() (done func(), err error) { return s.reaches.begin() }
