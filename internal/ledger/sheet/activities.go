package sheet

import (
	"fmt"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
)

// kindWords are what a sheet may call an activity.
var kindWords = map[string]ledger.Kind{
	"plant": ledger.Plant, "planted": ledger.Plant, "planting": ledger.Plant,
	"count": ledger.Adjust, "counted": ledger.Adjust, "adjust": ledger.Adjust, "adjustment": ledger.Adjust,
	"size": ledger.Size, "sample": ledger.Size, "measure": ledger.Size, "measured": ledger.Size,
	"move": ledger.Move, "moved": ledger.Move,
	"harvest": ledger.Harvest, "harvested": ledger.Harvest,
	"loss": ledger.Loss, "lost": ledger.Loss, "mortality": ledger.Loss, "dead": ledger.Loss,
}

// readActivity takes a row of a sheet of activities. The fault is of the sheet
// as a whole.
func (s *Sheet) readActivity(r *rowReader) error {
	for _, field := range []string{colDate, colActivity, colArea} {
		r.required(field)
	}
	a := ledger.Activity{
		Kind:       s.kind(r),
		Day:        r.date(colDate),
		Place:      ledger.Place{LeaseID: r.area(colArea, s.options), Lot: s.lot(r)},
		Containers: r.number(colContainers, ledger.MaxAnimals),
		Count:      r.number(colCount, ledger.MaxAnimals),
		Note:       strings.Clone(r.text(colNote)),
	}
	if a.Kind == ledger.Adjust && r.text(colCount) == "" { // to find nothing is to say 0
		r.refuse(colCount, "is empty")
	}
	if r.ok {
		a.Lengths = r.lengths()
	}
	if r.ok {
		a.Measured, a.SizeSum = r.sample(a.Lengths)
	}
	if id := r.text(colID); id != "" {
		a.Key = "id:" + id
	}
	a.Facts = r.facts(a.Day)
	s.readDestination(r, &a)
	line := s.lines.read(r, a.Place.LeaseID)
	if !r.ok {
		return nil
	}
	// Whether the day has come is asked when the farm's zone is known.
	if field, reason := a.Refuse(a.Day); reason != "" {
		column := s.columnOf(a.Kind, field)
		r.ok = false
		r.bad.add(r.row.Line, column, reason)
		return nil
	}
	s.lines.add(line)
	return s.into.Add(a, r.row.Line)
}

func (s *Sheet) kind(r *rowReader) ledger.Kind {
	text := r.text(colActivity)
	kind, ok := kindWords[plainName(text)]
	if !ok && text != "" {
		r.refuse(colActivity, fmt.Sprintf("%q is not an activity (plant, count, size, move, harvest, loss)", text))
	}
	return kind
}

// readDestination fills in where a move goes to. What the row leaves out stays
// as it is.
func (s *Sheet) readDestination(r *rowReader, a *ledger.Activity) {
	to, given := a.Place, false
	for _, change := range []struct {
		text string
		into *string
	}{
		{r.area(colToArea, s.options), &to.LeaseID}, {r.label(colToSize), &to.Lot.SizeLabel}, {r.label(colToEquipment), &to.Lot.MeshSize}, {r.fillProfile(colToFillProfile), &to.Lot.Nickname},
	} {
		if change.text != "" {
			*change.into, given = change.text, true
		}
	}
	switch {
	case a.Kind == ledger.Move && !given:
		r.refuse(colToArea, "is empty: a move needs where it goes to")
	case a.Kind == ledger.Move:
		a.To = []ledger.Part{{Place: to, Count: a.Count, Containers: a.Containers}}
	case given:
		r.refuse(colToArea, "only a move goes somewhere")
	}
}

func (s *Sheet) lot(r *rowReader) ledger.Lot {
	return ledger.Lot{
		Group: ledger.Group{
			OysterType:      r.orDefault(colOysterType, s.options.OysterType),
			SeedSource:      r.orDefault(colSeedSource, s.options.SeedSource),
			Year:            r.number(colYear, 9999),
			Month:           r.number(colMonth, 12),
			DatePlanted:     r.date(colDatePlanted),
			LocationPlanted: r.area(colLocationPlanted, s.options),
		},
		SizeLabel: r.label(colSize),
		MeshSize:  r.label(colEquipment),
		Nickname:  r.fillProfile(colFillProfile),
	}
}
