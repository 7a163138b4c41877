package ledger

import (
	"fmt"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

const mostSpots = 1_000_000 // of a line

// sheetLine is a line that a row of a sheet says a growing area has.
type sheetLine struct {
	area       string
	line       farm.Line
	spotsGiven bool
	from       int // line of the sheet
}

// sheetLines are those of a sheet, each once.
type sheetLines struct {
	all []sheetLine
	at  map[[2]string]int
}

func (l sheetLine) key() [2]string { return [2]string{sqldb.Fold(l.area), sqldb.Fold(l.line.Name)} }

// read takes the line of a row; one without a name where the row has none.
func (s *sheetLines) read(r *rowReader, area string) sheetLine {
	l := sheetLine{area: area, line: farm.Line{Name: r.label(colLine), Spots: int(r.number(colSpots, mostSpots))}, spotsGiven: r.text(colSpots) != "", from: r.row.Line}
	if l.line.Name == "" {
		if l.spotsGiven {
			r.refuse(colSpots, "stands without a line")
		}
		return l
	}
	if i, known := s.at[l.key()]; known && l.spotsGiven && s.all[i].spotsGiven && s.all[i].line.Spots != l.line.Spots {
		r.refuse(colSpots, fmt.Sprintf("the same line has %d spots in line %d", s.all[i].line.Spots, s.all[i].from))
	}
	return l
}

func (s *sheetLines) add(l sheetLine) {
	if l.line.Name == "" {
		return
	}
	if s.at == nil {
		s.at = map[[2]string]int{}
	}
	i, known := s.at[l.key()]
	switch {
	case !known:
		s.at[l.key()] = len(s.all)
		s.all = append(s.all, l)
	case l.spotsGiven && !s.all[i].spotsGiven:
		s.all[i] = l
	}
}
