package paper

import (
	"time"

	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of the tagging subscription.
type Service struct {
	db        *sqldb.DB
	now       func() time.Time
	mail      *mail.Mailer
	publicURL string
}

// Options are what the service needs from the rest of the program.
type Options struct {
	Now       func() time.Time
	Mail      *mail.Mailer
	PublicURL string // where the links in mails lead
}

// New makes the service.
func New(db *sqldb.DB, o Options) *Service {
	return &Service{db: db, now: o.Now, mail: o.Mail, publicURL: o.PublicURL}
}
