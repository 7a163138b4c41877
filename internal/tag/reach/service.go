package reach

import (
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/tag"
)

// ReachService keeps what recalls in force choose, and says what they reach.
type Service struct {
	// AtOnce is how many tags a write names or lets go by itself. More of them are prepared, as
	// everybody else's writes would wait for it. It is set before anything else.
	AtOnce int

	now     func() time.Time
	tags    *tag.Service
	reaches reaches
}

// NewReach makes the service.
func New(now func() time.Time, tags *tag.Service) *Service {
	return &Service{AtOnce: atOnce, now: now, tags: tags}
}

// Held is about how many bytes the service keeps in memory, at most.
func (s *Service) Held() int64 { return s.reaches.bytes.Load() }

// Keeper tells package farm which recalls reach its tags.
func (s *Service) Keeper() farm.Keeper { return farm.Keeper{Recalls: s.OpenRecalls} }
