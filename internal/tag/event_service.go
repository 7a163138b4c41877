package tag

import (
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// EventService takes what firms do with their tags.
type EventService struct {
	db   *sqldb.DB
	now  func() time.Time
	tags *Service
}

// NewEvents makes the service.
func NewEvents(db *sqldb.DB, now func() time.Time, tags *Service) *EventService {
	return &EventService{db, now, tags}
}
