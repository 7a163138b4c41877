package stock

import (
	"time"

	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// StockService answers what the people of a firm ask of its tags.
type Service struct {
	db   *sqldb.DB
	now  func() time.Time
	tags *tag.Service
}

// NewStock makes the service.
func New(db *sqldb.DB, now func() time.Time, tags *tag.Service) *Service {
	return &Service{db, now, tags}
}
