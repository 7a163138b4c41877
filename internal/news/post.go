package news

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// mailFor is how late a mail of news may come.
const mailFor = 3 * 24 * time.Hour

// letter is what the mail of news says.
type letter struct {
	Farm    string
	Heading string // what it is about, without a full stop
	Items   []item
	About   string // the kind, in words
	Notices string // link to the page
	Stop    string
}

// item is a sentence, and where that is dealt with.
type item struct{ Words, Link string }

// mailAll mails what people of a farm were just told, in the transaction that notes it: one
// mail per person and kind, to those who have not switched it off.
func (s *Service) mailAll(ctx context.Context, tx *sqldb.Tx, farmID string, fresh []News) error {
	all, order := map[stop][]News{}, []stop{}
	for _, n := range fresh {
		of := stop{farmID, n.userID, n.Kind}
		if all[of] == nil {
			order = append(order, of)
		}
		all[of] = append(all[of], n)
	}
	for _, of := range order {
		if err := s.mailOne(ctx, tx, of, all[of]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) mailOne(ctx context.Context, tx *sqldb.Tx, of stop, all []News) error {
	wants, err := switchOf(ctx, tx, of.farmID, of.userID, of.kind)
	if err != nil || !wants.Mail {
		return err
	}
	ref, person, err := addressee(ctx, tx, of.farmID, of.userID)
	if err != nil || !mail.IsAddress(person.Email) {
		return err
	}
	l := letter{Farm: ref.Name, Heading: heading(all), About: about[of.kind], Notices: s.page(ref, "/notices")}
	if l.Stop, err = s.newStop(ctx, tx, of); err != nil {
		return err
	}
	for _, n := range all {
		l.Items = append(l.Items, item{n.sentence(), s.page(ref, n.path())})
	}
	return s.mail.Send(ctx, tx, mail.Message{To: person.Email, Template: "news", Data: l, Stop: l.Stop, ExpiresAt: s.now().Add(mailFor)})
}

// page is the address of a page of a farm.
func (s *Service) page(ref farm.Ref, path string) string {
	return s.public + "/manage/" + ref.ID + path
}
