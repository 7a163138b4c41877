package report

import (
	"cmp"
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// maxChanges bounds an answer to about 1.5 MB; days before it are asked for by themselves.
const maxChanges = 100_000

// Bags says what hung where on each day, so that it can be drawn day by day without
// asking again. A lot's containers at the end of a day are those of Opening and of
// the changes up to it; without a living animal they are not in use.
type Bags struct {
	First   string     `json:"first" doc:"YYYY-MM-DD on which the book begins; empty where nothing is in it"`
	From    string     `json:"from" doc:"YYYY-MM-DD of the first change in here. Where it is after first, what was before is answered to the day before"`
	To      string     `json:"to" doc:"YYYY-MM-DD of the last day in here"`
	Areas   []BagsArea `json:"areas" doc:"The growing areas by name"`
	Sizes   []string   `json:"sizes" doc:"The size labels of these lots; empty for those without one"`
	Lots    []BagsLot  `json:"lots"`
	Places  []BagsAt   `json:"places" doc:"The lots in growing areas that had something on these days"`
	Opening BagsSums   `json:"opening" doc:"By place: what was there at the end of the day before from"`
	Changes BagsSums   `json:"changes" doc:"What each day changed, in order of days"`
	Gaps    []int64    `json:"gaps" doc:"By change: days since the change before it, since from for the first"`
	Of      []int      `json:"of" doc:"By change: index of its place"`
}

// BagsArea is a growing area with its lines.
type BagsArea struct {
	LeaseID string      `json:"leaseId"`
	Name    string      `json:"name"`
	EndedOn string      `json:"endedOn" doc:"YYYY-MM-DD; empty while it is in use"`
	Lines   []farm.Line `json:"lines"`
}

// BagsLot is a lot with what people know it by.
type BagsLot struct {
	LotID       string `json:"lotId"`
	Size        int    `json:"size" doc:"Index in sizes"`
	MeshSize    string `json:"meshSize"`
	Nickname    string `json:"nickname"`
	OysterType  string `json:"oysterType"`
	SeedSource  string `json:"seedSource"`
	Year        string `json:"year"`
	DatePlanted string `json:"datePlanted" doc:"YYYY-MM-DD or empty"`
}

// BagsAt is a lot in a growing area.
type BagsAt struct {
	Area int `json:"area" doc:"Index in areas"`
	Lot  int `json:"lot" doc:"Index in lots"`
}

// BagsSums are animals and containers, one number of each for a place or a change.
type BagsSums struct {
	Animals    []int64 `json:"animals"`
	Containers []int64 `json:"containers"`
}

func (s *BagsSums) add(one column.Standing) {
	s.Animals, s.Containers = append(s.Animals, one.Animals), append(s.Containers, one.Containers)
}

// Bags answers for the days up to the last one, today where it is empty: as many as
// have at most maxChanges changes. What was recorded before the call is in the answer.
// The farm's people and those who see every farm may ask; anyone else gets NotFound.
func (s *Service) Bags(ctx context.Context, farmID, last string) (Bags, error) {
	return s.bags(ctx, farmID, last, maxChanges)
}

func (s *Service) bags(ctx context.Context, farmID, last string, most int) (b Bags, err error) {
	history, to, err := s.history(ctx, farmID, last, most)
	if err != nil {
		return Bags{}, err
	}
	b.First, b.From, b.To = history.First.String(), history.From.String(), to.String()
	// After the history, so that each lot and growing area in it is among them.
	return b, s.db.Read(ctx, func(tx *sqldb.Tx) error {
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return err
		}
		b.Areas = areasOf(leases)
		lots, err := field.Lots(ctx, tx, farmID)
		if err != nil {
			return err
		}
		b.fill(lots, history)
		return nil
	})
}

// history reads the history of a farm that the caller may see.
func (s *Service) history(ctx context.Context, farmID, last string, most int) (h column.History, to ledger.Day, err error) {
	var state column.State
	cached := false
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Reporting.Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if to, err = lastDay(last, ledger.Day(ref.Today(s.now()))); err != nil {
			return err
		}
		if state, err = column.StateOf(ctx, tx, farmID); err != nil {
			return err
		}
		if cached = s.cache.Fits(state); !cached {
			h, err = column.HistoryBySQL(ctx, tx, farmID, to, most)
		}
		return err
	})
	if err != nil || !cached {
		return h, to, err
	}
	now, err := s.cache.At(ctx, farmID, state)
	if err != nil {
		return h, to, err
	}
	return now.History(to, most), to, nil
}

func lastDay(asked string, today ledger.Day) (ledger.Day, error) {
	if asked == "" {
		return today, nil
	}
	day, err := ledger.ParseDay(asked)
	switch {
	case err != nil:
		return 0, fault.ForField("to", "That date cannot be used: "+fault.As(err).Message+".")
	case day > today:
		return 0, fault.ForField("to", fmt.Sprintf("%s is later than today, %s.", day.Words(), today.Words()))
	}
	return day, nil
}

func areasOf(leases []farm.Lease) []BagsArea {
	areas := make([]BagsArea, len(leases))
	for i, l := range leases {
		areas[i] = BagsArea{LeaseID: l.ID, Name: l.Name, EndedOn: l.EndedOn, Lines: append([]farm.Line{}, l.Lines...)}
	}
	return areas
}

// at are the ids of a place.
type at struct{ leaseID, lotID string }

func atOf(s column.Standing) at { return at{s.LeaseID, s.LotID} }

// fill numbers the lots and places of the history. What a clean took since it was read
// is left out.
func (b *Bags) fill(lots []field.Lot, h column.History) {
	used := map[at]int{}
	seen := map[string]bool{}
	for _, one := range h.Opening {
		used[atOf(one)], seen[one.LotID] = -1, true
	}
	for _, one := range h.Changes {
		used[atOf(one.Standing)], seen[one.LotID] = -1, true
	}
	b.nameLots(lots, seen)
	b.place(used)

	b.Opening = BagsSums{make([]int64, len(b.Places)), make([]int64, len(b.Places))}
	for _, one := range h.Opening {
		if i := used[atOf(one)]; i >= 0 {
			b.Opening.Animals[i], b.Opening.Containers[i] = one.Animals, one.Containers
		}
	}
	b.Changes, b.Gaps, b.Of = BagsSums{[]int64{}, []int64{}}, []int64{}, []int{}
	before := h.From
	for _, one := range h.Changes {
		if i := used[atOf(one.Standing)]; i >= 0 {
			b.Changes.add(one.Standing)
			b.Gaps, b.Of = append(b.Gaps, int64(one.Day-before)), append(b.Of, i)
			before = one.Day
		}
	}
}

func (b *Bags) nameLots(lots []field.Lot, used map[string]bool) {
	b.Sizes, b.Lots = []string{}, []BagsLot{}
	sizeAt := map[string]int{}
	for _, l := range lots {
		if !used[l.ID] {
			continue
		}
		value := func(name string) string { return written(l, name) }
		size, known := sizeAt[value("sizeLabel")]
		if !known {
			size = len(b.Sizes)
			sizeAt[value("sizeLabel")] = size
			b.Sizes = append(b.Sizes, value("sizeLabel"))
		}
		b.Lots = append(b.Lots, BagsLot{
			LotID: l.ID, Size: size, MeshSize: value("meshSize"), Nickname: value("nickname"),
			OysterType: value("oysterType"), SeedSource: value("seedSource"), Year: value("year"), DatePlanted: value("datePlanted"),
		})
	}
	sorting.By(b.Lots, func(x, y BagsLot) int {
		return cmp.Or(cmp.Compare(x.DatePlanted, y.DatePlanted), cmp.Compare(x.LotID, y.LotID))
	})
}

// place numbers the places that are used.
func (b *Bags) place(used map[at]int) {
	b.Places = []BagsAt{}
	for i, area := range b.Areas {
		for j, lot := range b.Lots {
			if _, known := used[at{area.LeaseID, lot.LotID}]; known {
				used[at{area.LeaseID, lot.LotID}] = len(b.Places)
				b.Places = append(b.Places, BagsAt{i, j})
			}
		}
	}
}
