package event

import (
	"time"

	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// EventService takes what firms do with their tags.
type Service struct {
	db   *sqldb.DB
	now  func() time.Time
	tags *tag.Service
}

// NewEvents makes the service.
func New(db *sqldb.DB, now func() time.Time, tags *tag.Service) *Service {
	return &Service{db, now, tags}
}
