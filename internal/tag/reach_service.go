package tag

import (
	"time"

	"github.com/merroir/merroir/internal/farm"
)

// ReachService keeps what recalls in force choose, and says what they reach.
type ReachService struct {
	now     func() time.Time
	tags    *Service
	reaches reaches
}

// NewReach makes the service.
func NewReach(now func() time.Time, tags *Service) *ReachService {
	return &ReachService{now: now, tags: tags}
}

// Held is about how many bytes the service keeps in memory, at most.
func (s *ReachService) Held() int64 { return s.reaches.bytes.Load() }

// Keeper tells package farm which recalls reach its tags.
func (s *ReachService) Keeper() farm.Keeper { return farm.Keeper{Recalls: s.OpenRecalls} }
