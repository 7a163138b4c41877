package paper

import (
	"context"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// mailData is what the mails name.
type mailData struct {
	Farm, Link        string
	Paper             string // what it is about: "mobile paper"
	Reason            string
	Lines             []OrderLine
	Total             string
	Carrier, Tracking string
	Left, Rolls       int64
	Date              string
	Papers            []stockLine
	ToTeam            bool
	Address           []string
}

// stockLine is a type in a mail: what is left, and when a refill is shipped.
type stockLine struct {
	Paper          string
	Left, ShipAt   int64
	Refill, Amount string
}

func (s *Service) link(path string) string { return s.publicURL + path }

// farmLink is where the farm's people see its subscription, deskLink where staff do.
func (s *Service) farmLink(farmID string) string { return s.link("/manage/" + farmID + "?tab=tagging") }
func (s *Service) deskLink(farmID string) string { return s.link("/farms/" + farmID + "?tab=tagging") }

// tellFarm sends a mail to the farm; where it has no address the team is told,
// so that somebody is.
func (s *Service) tellFarm(ctx context.Context, tx *sqldb.Tx, f *account, template string, data mailData) error {
	if mail.IsAddress(f.email) {
		return s.tell(ctx, tx, f.email, f, template, data)
	}
	return s.tellTeam(ctx, tx, f, template, data)
}

// tellTeam sends a mail to those who ship, if there is an address for them.
func (s *Service) tellTeam(ctx context.Context, tx *sqldb.Tx, f *account, template string, data mailData) error {
	if s.team == "" {
		return nil
	}
	data.ToTeam = true
	return s.tell(ctx, tx, s.team, f, template, data)
}

func (s *Service) tell(ctx context.Context, tx *sqldb.Tx, to string, f *account, template string, data mailData) error {
	data.Farm = f.name
	return s.mail.Send(ctx, tx, mail.Message{To: to, Template: template, Data: data})
}

// tellOfStock tells of types that are reminded of, and of those that are not refilled.
func (s *Service) tellOfStock(ctx context.Context, tx *sqldb.Tx, f *account, all map[Type]*Stock, reminded, stopped []Type) error {
	if len(reminded) > 0 {
		lines, err := s.stockLines(ctx, tx, f, all, reminded)
		if err != nil {
			return err
		}
		if err := s.tellFarm(ctx, tx, f, "paperReminder", mailData{Papers: lines, Link: s.farmLink(f.id)}); err != nil {
			return err
		}
	}
	if len(stopped) == 0 {
		return nil
	}
	return s.tellStopped(ctx, tx, f, all, stopped, "")
}

func (s *Service) stockLines(ctx context.Context, tx *sqldb.Tx, f *account, all map[Type]*Stock, types []Type) (lines []stockLine, err error) {
	prices, err := s.pricesNow(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, t := range types {
		portion := f.settings.portion(t)
		line := stockLine{Paper: t.label(), Left: all[t].left(), ShipAt: all[t].NextFinalized}
		if kind, is := portion.Roll.kind(); is {
			line.Refill, line.Amount = rollsOf(portion.Rolls, kind.label), billing.Dollars(prices.nextCost(portion, f.discount))
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// tellStopped tells farm and team that types are not refilled: as Auto
// Replenishment is disabled, or why their refill was cancelled.
func (s *Service) tellStopped(ctx context.Context, tx *sqldb.Tx, f *account, all map[Type]*Stock, stopped []Type, cancelled string) error {
	lines, err := s.stockLines(ctx, tx, f, all, stopped)
	if err != nil {
		return err
	}
	data := mailData{Papers: lines, Reason: cancelled, Link: s.farmLink(f.id)}
	if mail.IsAddress(f.email) {
		if err := s.tell(ctx, tx, f.email, f, "paperStopped", data); err != nil {
			return err
		}
	}
	data.Link = s.deskLink(f.id)
	return s.tellTeam(ctx, tx, f, "paperStopped", data)
}

// tellToShip tells the team that an order is to be sent, where it wants to know.
func (s *Service) tellToShip(ctx context.Context, tx *sqldb.Tx, o *Order) error {
	if !o.tellTeam {
		return nil
	}
	f, err := load(ctx, tx, o.FarmID)
	if err != nil {
		return err
	}
	return s.tellTeam(ctx, tx, f, "paperToShip", mailData{Lines: contents(o.Lines), Address: addressLines(o), Link: s.link(o.path())})
}

// path is where staff see the order.
func (o *Order) path() string { return "/farms/fulfilment?order=" + o.ID }

// addressLines is the address as it stands on a parcel.
func addressLines(o *Order) (lines []string) {
	a := o.Address
	for _, line := range []string{a.Name, a.Business, a.Address1, a.Address2, a.City + ", " + a.State + " " + a.PostalCode, a.Country} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
