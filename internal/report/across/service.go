package across

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use case of many farms.
type Service struct {
	db      *sqldb.DB
	now     func() time.Time
	farms   *farm.Service
	reports *report.Service

	patience time.Duration // how long a caller waits for farms to be counted before an answer without the rest

	turn chan struct{} // holds one while somebody counts
	kept memory
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time, farms *farm.Service, reports *report.Service) *Service {
	return &Service{db: db, now: now, farms: farms, reports: reports, patience: time.Second, turn: make(chan struct{}, 1)}
}

// Query asks about the farms whose name or company name has the search.
type Query struct {
	report.Query        // of which the dates, the filters, the day as known on and the year before are read
	Name         string // the search
	Sort         string // a key of orders; a minus before it is descending
	page.Slice
}

// FarmFigures are those that the reports of a farm have; absent until they are counted.
type FarmFigures struct {
	FarmID  string          `json:"farm"`
	Name    string          `json:"name"`
	From    string          `json:"from,omitempty" doc:"YYYY-MM-DD, by the farm's calendar; absent of a range from the first entry on"`
	To      string          `json:"to" doc:"YYYY-MM-DD"`
	Figures *report.Figures `json:"figures,omitempty" doc:"Absent while the farm is not counted, and where figures are withheld"`

	LastYear *report.Figures `json:"lastYear,omitempty" doc:"Of the same days a year before, where these are asked for and there are any"`

	Withheld string `json:"withheld,omitempty" doc:"Why the farm has no figures, in words: it was cleaned after the day as known on"`

	Areas []AreaFigures `json:"areas" doc:"Where anything was recorded by the last day, by name"`
}

// AreaFigures are those of a growing area.
type AreaFigures struct {
	LeaseID string         `json:"leaseId"`
	Name    string         `json:"name"`
	Figures report.Figures `json:"figures"`

	LastYear *report.Figures `json:"lastYear,omitempty" doc:"As of the farm"`
}

// Across is a page of farms, and what all that were found come to.
type Across struct {
	page.List[FarmFigures]
	Counted  int            `json:"counted" doc:"Farms, of all that were found; ask again until it is all of them"`
	Withheld int            `json:"withheld" doc:"Of these, farms that have no figures"`
	Whole    report.Figures `json:"whole" doc:"Of all farms that are counted together"`

	LastYear *report.Figures `json:"lastYear,omitempty" doc:"As of a farm, of all of these"`
}

// standing is a farm while the answer is made.
type standing struct {
	farm.Seen
	state   column.State
	asked   report.Asked
	counted bool
	tallies report.Tallies
	figures report.Figures
	key     []byte   // by which its name sorts
	value   *float64 // by which it is sorted instead
}

func (one *standing) hasFigures() bool { return one.counted && one.asked.Withheld == "" }

// lastYear are the figures of a growing area a year before, or of the farm where none is named;
// nil where they are not asked about.
func (one *standing) lastYear(leaseID string) *report.Figures {
	if one.asked.Earlier == nil {
		return nil
	}
	figures := one.tallies.Earlier.Of(leaseID).Figures()
	return &figures
}

// Farms gives a page of the farms that the caller may see, side by side. What was recorded
// before the call is in the figures. Who reaches no farm is refused; a field that is at fault
// is an Invalid fault that names it.
func (s *Service) Farms(ctx context.Context, q Query) (f Across, err error) {
	all, err := s.standings(ctx, q)
	if err != nil {
		return f, err
	}
	if err := s.count(ctx, s.kept.of(q.Query), all); err != nil {
		return f, err
	}
	var whole, before report.Tally
	compared := false
	for _, one := range all {
		if !one.counted {
			continue
		}
		f.Counted++
		if one.asked.Withheld != "" {
			f.Withheld++
			continue
		}
		one.figures = one.tallies.Whole.Figures()
		whole = whole.Plus(one.tallies.Whole)
		before, compared = before.Plus(one.tallies.Earlier.Of("")), compared || one.asked.Earlier != nil
	}
	f.Whole = whole.Figures()
	if compared {
		figures := before.Figures()
		f.LastYear = &figures
	}
	sortBy(all, q.Sort)
	shown := all[min(q.Offset(), len(all)):min(q.Offset()+q.Limit, len(all))]
	rows, err := s.rows(ctx, shown)
	f.List = page.Of(q.Slice, rows, len(all))
	return f, err
}

// standings reads which farms there are, which entries each has, and what is asked of it.
func (s *Service) standings(ctx context.Context, q Query) (all []*standing, err error) {
	many, err := report.AskMany(q.Query, s.now())
	if err != nil {
		return nil, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		farms, err := s.farms.Visible(ctx, tx, q.Name)
		if err != nil {
			return err
		}
		states, err := column.StatesOf(ctx, tx, idsOf(farms))
		if err != nil {
			return err
		}
		var cleaned map[string]time.Time
		if q.KnownOn != "" {
			if cleaned, err = farm.Cleaned(ctx, tx); err != nil {
				return err
			}
		}
		all = make([]*standing, len(farms))
		for i, one := range farms {
			asked, err := many.Of(one, cleaned[one.ID])
			if err != nil {
				return err
			}
			all[i] = &standing{Seen: one, state: states[one.ID], asked: asked}
		}
		return nil
	})
	return all, err
}

func idsOf(farms []farm.Seen) []string {
	ids := make([]string, len(farms))
	for i := range farms {
		ids[i] = farms[i].ID
	}
	return ids
}

// Filters gives the values by which the lots of the farms that the caller may see are told
// apart. Who reaches no farm is refused.
func (s *Service) Filters(ctx context.Context) (f report.Filters, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		farms, err := s.farms.Visible(ctx, tx, "")
		if err != nil {
			return err
		}
		f, err = report.FiltersOf(ctx, tx, idsOf(farms))
		return err
	})
	return f, err
}

// rows are the farms as they are answered.
func (s *Service) rows(ctx context.Context, shown []*standing) ([]FarmFigures, error) {
	rows := make([]FarmFigures, len(shown))
	if len(shown) == 0 {
		return rows, nil
	}
	var names map[string][]farm.AreaName
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		ids := make([]string, len(shown))
		for i := range shown {
			ids[i] = shown[i].ID
		}
		names, err = farm.AreaNames(ctx, tx, ids)
		return err
	})
	for i, one := range shown {
		rows[i] = FarmFigures{FarmID: one.ID, Name: one.Name, To: one.asked.Days.To.String(), Withheld: one.asked.Withheld, Areas: []AreaFigures{}}
		if one.asked.Days.From != report.Beginning {
			rows[i].From = one.asked.Days.From.String()
		}
		if !one.hasFigures() {
			continue
		}
		rows[i].Figures, rows[i].LastYear = &one.figures, one.lastYear("")
		of := map[string]report.Tally{}
		for _, area := range one.tallies.Areas {
			of[area.LeaseID] = area.Tally
		}
		for _, area := range names[one.ID] {
			if tally, there := of[area.ID]; there {
				rows[i].Areas = append(rows[i].Areas, AreaFigures{area.ID, area.Name, tally.Figures(), one.lastYear(area.ID)})
			}
		}
	}
	return rows, err
}

// orders gives by what farms can be sorted, beside their names.
var orders = map[string]func(report.Figures) *float64{
	"animals":           func(f report.Figures) *float64 { n := float64(f.Animals); return &n },
	"harvest":           func(f report.Figures) *float64 { n := float64(f.Harvest); return &n },
	"mortality":         func(f report.Figures) *float64 { return f.Mortality },
	"intervalMortality": func(f report.Figures) *float64 { return f.Interval },
	"size":              func(f report.Figures) *float64 { return f.Size },
}

// sortBy sorts by name, or by a figure, where what is not known comes last either way.
func sortBy(all []*standing, sort string) {
	key, descending := strings.CutPrefix(sort, "-")
	sign := 1
	if descending {
		sign = -1
	}
	figure := orders[key]
	for _, one := range all {
		one.key = sqldb.SortKey(one.Name)
		if figure != nil && one.hasFigures() {
			one.value = figure(one.figures)
		}
	}
	slices.SortFunc(all, func(a, b *standing) int {
		byName := cmp.Or(bytes.Compare(a.key, b.key), cmp.Compare(a.ID, b.ID))
		switch {
		case figure == nil:
			return sign * byName
		case a.value != nil && b.value != nil:
			return cmp.Or(sign*cmp.Compare(*a.value, *b.value), byName)
		case a.value != nil:
			return -1
		case b.value != nil:
			return 1
		}
		return byName
	})
}
