package sales

import (
	"cmp"
	"context"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// Figure names one number: the harvests that make it.
type Figure struct {
	Query
	Buyer    *string `json:"buyer,omitempty" required:"false" maxLength:"400" doc:"Of this buyer, empty for the harvests that name none; absent for all"`
	Currency *string `json:"currency,omitempty" required:"false" enum:",USD,CAD,MXN,AUD" doc:"Worth something in this currency, empty for those whose worth is not known; absent for all"`
	Before   int64   `json:"before" required:"false" minimum:"0" doc:"Go on after this entry: next of the page before; 0 for the first page"`
	Limit    int     `json:"limit" required:"false" minimum:"0" maximum:"500" doc:"Most harvests to give; 50 where it is 0"`
}

// Explanation is how a number of the sales came about.
type Explanation struct {
	Sold
	Entries []Harvest `json:"entries" doc:"A page of them, the latest day first"`
	Next    int64     `json:"next" doc:"Before of the next page; 0 where there is none"`
}

// Harvest is one that was sold, or what takes one back: then its animals, its quantity
// and its worth are negative.
type Harvest struct {
	Entry      int64   `json:"entry" doc:"Its number in the farm's ledger"`
	Number     int64   `json:"number" doc:"Of its activity"`
	Date       string  `json:"date" doc:"YYYY-MM-DD"`
	LeaseID    string  `json:"leaseId"`
	Area       string  `json:"area"`
	LotID      string  `json:"lotId"`
	Lot        string  `json:"lot" doc:"In words"`
	Animals    int64   `json:"animals"`
	Buyer      string  `json:"buyer"`
	Order      string  `json:"order"`
	Quantity   float64 `json:"quantity" doc:"In the unit; 0 where it is not known"`
	Unit       string  `json:"unit"`
	PriceCents int64   `json:"priceCents" doc:"Of one unit; 0 where it is not known"`
	Currency   string  `json:"currency"`
	Cents      *int64  `json:"cents" doc:"What it was sold for; null where that is not known"`
	RecordedAt int64   `json:"recordedAt" doc:"Unix milliseconds"`
	By         string  `json:"by" doc:"Who recorded it; empty for the platform itself"`
	Note       string  `json:"note"`
	Reverses   *int64  `json:"reverses" doc:"Number of the activity that this correction undoes"`
}

const usualPage = 50

// Explain gives the harvests that make a number of the sales, whose sum is the number.
// Whoever may ask for the sales may ask; anyone else gets NotFound.
func (s *Service) Explain(ctx context.Context, farmID string, f Figure) (e Explanation, err error) {
	if err := page.CheckBefore(f.Before, f.Limit); err != nil {
		return e, err
	}

	f.Limit = cmp.Or(f.Limit, usualPage)
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		p, err := s.reports.PlanIn(ctx, tx, farmID, f.inReports())
		if err != nil {
			return err
		}
		return e.read(ctx, tx, farmID, p, f)
	})
	return e, err
}

func (e *Explanation) read(ctx context.Context, tx *sqldb.Tx, farmID string, p report.Plan, f Figure) error {
	var sum tally
	var found []harvest
	if err := eachHarvest(ctx, tx, farmID, p, func(h harvest) {
		if f.has(h) {
			sum.add(h)
			found = append(found, h)
		}
	}); err != nil {
		return err
	}
	if err := sum.refuse(); err != nil {
		return err
	}
	e.Sold = sum.sold()
	slices.Reverse(found) // the latest first
	if f.Before > 0 {
		found = found[1+slices.IndexFunc(found, func(h harvest) bool { return h.seq == f.Before }):]
	}
	if len(found) > f.Limit {
		found = found[:f.Limit]
		e.Next = found[f.Limit-1].seq
	}
	leases, err := farm.Leases(ctx, tx, farmID)
	if err != nil {
		return err
	}
	e.Entries, err = inFull(ctx, tx, farmID, found, leases)
	return err
}

// has says whether the harvest is a part of the figure.
func (f Figure) has(h harvest) bool {
	if f.Buyer != nil && sqldb.Fold(*f.Buyer) != h.buyerKey() {
		return false
	}
	if f.Currency == nil {
		return true
	}
	_, known := h.worth()
	return known && h.facts.Currency == *f.Currency || !known && *f.Currency == ""
}

// inFull reads what else there is to say of the harvests, in their order.
func inFull(ctx context.Context, tx *sqldb.Tx, farmID string, harvests []harvest, leases []farm.Lease) ([]Harvest, error) {
	areas := map[string]string{}
	for _, l := range leases {
		areas[l.ID] = l.Name
	}
	args := []any{farmID}
	for _, h := range harvests {
		args = append(args, h.seq)
	}
	if len(harvests) == 0 {
		return []Harvest{}, nil
	}
	rows, err := sqldb.All(ctx, tx, func(r sqldb.Row) (h Harvest, err error) {
		var l ledger.Lot
		err = r.Scan(&h.Entry, &h.Number, &h.LotID, &h.RecordedAt, &h.By, &h.Note, &h.Reverses,
			&l.OysterType, &l.SeedSource, &l.Year, &l.Month, &l.DatePlanted, &l.LocationPlanted, &l.SizeLabel, &l.MeshSize, &l.Nickname)
		h.Lot = l.Describe()
		return h, err
	}, `SELECT e.seq, e.activity_seq, e.lot_id, a.at, COALESCE(u.username, ''), a.note, a.reverses,
		g.oyster_type, g.seed_source, g.year, g.month, g.date_planted, g.location_planted, l.size_label, l.mesh_size, l.nickname
		FROM entries e JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
		JOIN lots l ON l.farm_id = e.farm_id AND l.id = e.lot_id JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		LEFT JOIN users u ON u.id = a.user_id
		WHERE e.farm_id = $1 AND e.seq IN (`+sqldb.In(2, len(harvests))+")", args...)
	if err != nil {
		return nil, err
	}
	byEntry := map[int64]Harvest{}
	for _, row := range rows {
		byEntry[row.Entry] = row
	}
	full := make([]Harvest, len(harvests))
	for i, h := range harvests {
		full[i] = h.told(byEntry[h.seq], areas[h.leaseID])
	}
	return full, nil
}

// told fills in what the harvest itself says.
func (h harvest) told(row Harvest, area string) Harvest {
	row.Date, row.LeaseID, row.Area, row.Animals = h.day.String(), h.leaseID, area, h.sign()*h.animals
	if f := h.facts; f != nil {
		row.Buyer, row.Order, row.Quantity, row.Unit = f.Buyer, f.Order, float64(h.sign()*f.Quantity)/ledger.Thousand, string(f.Unit)
		row.PriceCents, row.Currency = f.PriceCents, f.Currency
	}
	if cents, known := h.worth(); known {
		cents *= h.sign()
		row.Cents = &cents
	}
	return row
}
