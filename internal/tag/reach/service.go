package reach

import (
	"context"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// Service keeps what recalls in force choose, and says what they reach.
type Service struct {
	// AtOnce is how many tags a write names or lets go by itself. More of them are prepared, as
	// everybody else's writes would wait for it. It is set before anything else.
	AtOnce int

	db      *sqldb.DB
	now     func() time.Time
	tags    *tag.Service
	reaches reaches
	walking func(ctx context.Context) error // in a test, what a walk does first
	living  context.Context                 // of the walks
	end     func()
	walks   sync.WaitGroup
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time, tags *tag.Service) *Service {
	s := &Service{AtOnce: atOnce, db: db, now: now, tags: tags}
	s.living, s.end = context.WithCancel(context.Background())
	return s
}

// Close ends a walk that is under way.
func (s *Service) Close() {
	s.end()
	s.walks.Wait()
}

// Held is about how many bytes the service keeps in memory, at most.
func (s *Service) Held() int64 { return s.reaches.bytes.Load() }

// Keeper tells package farm which recalls reach its tags.
func (s *Service) Keeper() farm.Keeper { return farm.Keeper{Recalls: s.OpenRecalls} }
