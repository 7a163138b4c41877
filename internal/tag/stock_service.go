package tag

import (
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// StockService answers what the people of a firm ask of its tags.
type StockService struct {
	db   *sqldb.DB
	now  func() time.Time
	tags *Service
}

// NewStock makes the service.
func NewStock(db *sqldb.DB, now func() time.Time, tags *Service) *StockService {
	return &StockService{db, now, tags}
}
