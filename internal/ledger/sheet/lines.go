package sheet

import (
	"fmt"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// areaLines are the lines of growing areas that a sheet gives, each once.
type areaLines struct {
	all []ledger.AreaLine
	at  map[[2]string]int
}

func lineKey(l ledger.AreaLine) [2]string {
	return [2]string{sqldb.Fold(l.Area), sqldb.Fold(l.Line.Name)}
}

// read reads the line of a row; its name is empty where the row gives none.
func (s *areaLines) read(r *rowReader, area string) ledger.AreaLine {
	l := ledger.AreaLine{Area: area, Line: farm.Line{Name: r.label(colLine), Spots: int(r.number(colSpots, farm.MaxSpots))}, SpotsGiven: r.text(colSpots) != "", Row: r.row.Line}
	if l.Line.Name == "" {
		if l.SpotsGiven {
			r.refuse(colSpots, "is given without a line")
		}
		return l
	}
	if i, known := s.at[lineKey(l)]; known && l.SpotsGiven && s.all[i].SpotsGiven && s.all[i].Line.Spots != l.Line.Spots {
		r.refuse(colSpots, fmt.Sprintf("the same line has %d spots in line %d", s.all[i].Line.Spots, s.all[i].Row))
	}
	return l
}

func (s *areaLines) add(l ledger.AreaLine) {
	if l.Line.Name == "" {
		return
	}
	if s.at == nil {
		s.at = map[[2]string]int{}
	}
	i, known := s.at[lineKey(l)]
	if l.SpotsGiven {
		l.Rows = []int{l.Row}
	}
	switch {
	case known && l.SpotsGiven && s.all[i].SpotsGiven:
		s.all[i].Rows = append(s.all[i].Rows, l.Row)
	case !known:
		s.at[lineKey(l)] = len(s.all)
		s.all = append(s.all, l)
	case l.SpotsGiven && !s.all[i].SpotsGiven:
		s.all[i] = l
	}
}
