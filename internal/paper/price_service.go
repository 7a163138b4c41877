package paper

import (
	"context"
	"encoding/json"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/sqldb"
)

// Prices are a price list and its place in the history.
type Prices struct {
	ID        string `json:"_id" doc:"Empty for the list that is in force until somebody sets another"`
	From      string `json:"from" doc:"First day in UTC, YYYY-MM-DD; empty for the first list"`
	InForce   bool   `json:"inForce"`
	Username  string `json:"username" doc:"Who set it"`
	CreatedAt int64  `json:"createdAt" doc:"Unix milliseconds"`
	PriceList

	day int
}

// NewPrices are a price list that is to come into force.
type NewPrices struct {
	From    string `json:"from" format:"date" doc:"First day in UTC: today or later"`
	BasedOn string `json:"basedOn" maxLength:"64" doc:"Id of the list set last, as the editor saw it. When another was set since, nothing is changed and the answer is 409"`
	PriceList
}

// Prices gives every price list, the one that was set last first. Those who keep
// farm records and those who set prices may see them.
func (s *Service) Prices(ctx context.Context) (all []Prices, err error) {
	if err := actor.Require(ctx, actor.Pricing); err != nil {
		if err := actor.Require(ctx, actor.Companies); err != nil {
			return nil, err
		}
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		all, err = s.priceHistory(ctx, tx)
		return err
	})
	return all, err
}

// SetPrices lets a price list come into force on a day, today at the earliest.
// What was invoiced stays as it is. Only those with the permission for pricing may.
func (s *Service) SetPrices(ctx context.Context, n NewPrices) (set Prices, err error) {
	if err := actor.Require(ctx, actor.Pricing); err != nil {
		return set, err
	}
	day, err := s.comingDay(n.From)
	if err != nil {
		return set, err
	}
	if err := n.check(farm.Countries()); err != nil {
		return set, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		set, err = once.Do(ctx, tx, func() (Prices, error) { return s.setPrices(ctx, tx, n, day) })
		return err
	})
	return set, err
}

// comingDay reads a day that is not over yet.
func (s *Service) comingDay(text string) (int, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, fault.ForField("from", "Please give a day as YYYY-MM-DD")
	}
	switch today := farm.Day(s.now().UTC()); {
	case farm.Day(day) < today:
		return 0, fault.ForField("from", "Prices can change from today on, not before")
	case farm.Day(day) > today+5*366:
		return 0, fault.ForField("from", "That is more than five years ahead")
	}
	return farm.Day(day), nil
}

func (s *Service) setPrices(ctx context.Context, tx *sqldb.Tx, n NewPrices, day int) (Prices, error) {
	history, err := s.priceHistory(ctx, tx)
	if err != nil {
		return Prices{}, err
	}
	if newest := history[0].ID; newest != n.BasedOn {
		return Prices{}, fault.New(fault.Conflict, "Somebody else changed the prices meanwhile.")
	}
	caller, _ := actor.From(ctx)
	set := Prices{ID: sqldb.NewID(), Username: caller.Username, CreatedAt: sqldb.Millis(s.now()), PriceList: n.PriceList, From: n.From, day: day}
	stored, err := json.Marshal(n.PriceList)
	if err != nil {
		return Prices{}, err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO paper_prices (id, from_day, prices, username, created_at) VALUES ($1, $2, $3, $4, $5)",
		set.ID, day, string(stored), set.Username, set.CreatedAt); err != nil {
		return Prices{}, err
	}
	before, err := pricesOn(ctx, tx, day, set.ID)
	if err != nil {
		return Prices{}, err
	}
	changed, err := audit.Changes(before.PriceList, set.PriceList)
	if err != nil {
		return Prices{}, err
	}
	changed["from"] = n.From
	set.InForce = day <= farm.Day(s.now().UTC())
	return set, audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: "prices.set", Kind: "prices", ID: set.ID, Name: "Prices from " + n.From, Detail: changed})
}

const priceColumns = "id, from_day, prices, username, created_at"

func scanPrices(r sqldb.Row) (p Prices, err error) {
	var stored string
	if err := r.Scan(&p.ID, &p.day, &stored, &p.Username, &p.CreatedAt); err != nil {
		return p, err
	}
	p.From = time.Unix(int64(p.day)*86400, 0).UTC().Format(time.DateOnly)
	return p, json.Unmarshal([]byte(stored), &p.PriceList)
}

// priceHistory gives every list, the one that was set last first; the last is
// the one that needs no setting.
func (s *Service) priceHistory(ctx context.Context, tx *sqldb.Tx) ([]Prices, error) {
	all, err := sqldb.All(ctx, tx, scanPrices, "SELECT "+priceColumns+" FROM paper_prices ORDER BY id DESC")
	if err != nil {
		return nil, err
	}
	all = append(all, Prices{PriceList: defaultPrices()})
	now, err := s.pricesNow(ctx, tx)
	for i := range all {
		all[i].InForce = all[i].ID == now.ID
	}
	return all, err
}

// pricesNow gives the list that is in force.
func (s *Service) pricesNow(ctx context.Context, tx *sqldb.Tx) (Prices, error) {
	return pricesOn(ctx, tx, farm.Day(s.now().UTC()), "")
}

// pricesOn gives the list of a day, as if the one with the id had not been set.
func pricesOn(ctx context.Context, tx *sqldb.Tx, day int, without string) (Prices, error) {
	p, err := sqldb.One(ctx, tx, scanPrices, "SELECT "+priceColumns+
		" FROM paper_prices WHERE from_day <= $1 AND id <> $2 ORDER BY from_day DESC, id DESC LIMIT 1", day, without)
	if fault.Is(err, fault.NotFound) {
		return Prices{PriceList: defaultPrices()}, nil
	}
	return p, err
}
