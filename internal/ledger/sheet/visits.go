package sheet

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/ledger"
)

// visitReader gives the reader of the rows of one sheet of visits.
func (s *Sheet) visitReader() func(*rowReader) error {
	type visitKey struct {
		day                      ledger.Day
		area, equipment, profile string
	}
	lines := map[visitKey]int{}
	return func(r *rowReader) error {
		v := readVisit(r, s.options)
		if !r.ok {
			return nil
		}
		key := visitKey{v.Day, v.Area, v.Equipment, v.Profile}
		if line, twice := lines[key]; twice {
			r.refuse("", fmt.Sprintf("the same container is visited on the same day in line %d", line))
			return nil
		}
		lines[key] = v.Row
		return s.into.AddVisit(v)
	}
}

func readVisit(r *rowReader, o Options) ledger.Visit {
	for _, field := range []string{colDate, colArea, colFillProfile, colCounted} {
		r.required(field)
	}
	v := ledger.Visit{
		Row:       r.row.Line,
		Day:       r.date(colDate),
		Area:      r.area(colArea, o),
		Equipment: r.label(colEquipment),
		Profile:   r.fillProfile(colFillProfile),
		Counted:   r.number(colCounted, ledger.MaxAnimals),
		Dead:      r.number(colDead, ledger.MaxAnimals),
		Taken:     r.number(colTaken, ledger.MaxAnimals),
	}
	live := r.number(colLive, ledger.MaxAnimals)
	if r.ok {
		v.Measured, v.SizeSum = r.sample(nil)
	}
	switch left := v.Counted - v.Dead; {
	case !r.ok:
	case left < 0:
		r.refuse(colDead, fmt.Sprintf("%s dead of %s counted", humanize.Comma(v.Dead), humanize.Comma(v.Counted)))
	case r.text(colLive) != "" && live != left:
		r.refuse(colLive, fmt.Sprintf("is %s where %s counted less %s dead leave %s", humanize.Comma(live), humanize.Comma(v.Counted), humanize.Comma(v.Dead), humanize.Comma(left)))
	case v.Taken > left:
		r.refuse(colTaken, fmt.Sprintf("more taken than there are: %s of %s", humanize.Comma(v.Taken), humanize.Comma(left)))
	}
	return v
}
