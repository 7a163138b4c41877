package ledger

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// Lengths are the animals of a sample by their lengths, where more than the mean is
// known. Classes are in order, each once.
type Lengths struct{ Classes []Class }

// Class is measured animals from one length up to another, in tenths of a millimetre. Of
// animals that were measured one by one both are the same.
type Class struct{ From, To, Count int64 }

const (
	maxClasses = 1_000   // of a sample
	maxLengths = 100_000 // animals whose lengths are told
	maxWidth   = 50_0    // tenths of a millimetre
)

// FieldLengths is the field of the lengths that a refusal can be about.
const FieldLengths = "lengths"

// NewLengths puts classes in order and adds up equal ones; nil where there are none.
func NewLengths(classes []Class) *Lengths {
	if len(classes) == 0 {
		return nil
	}
	classes = slices.Clone(classes)
	sorting.By(classes, func(a, b Class) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	l := &Lengths{classes[:1]}
	for _, c := range classes[1:] {
		if last := &l.Classes[len(l.Classes)-1]; last.From == c.From && last.To == c.To && last.Count > 0 && c.Count > 0 {
			last.Count += c.Count
		} else {
			l.Classes = append(l.Classes, c)
		}
	}
	return l
}

// Count is how many animals were measured.
func (l *Lengths) Count() (n int64) {
	for _, c := range l.Classes {
		n += c.Count
	}
	return n
}

// Sum is their lengths added up, in tenths of a millimetre: each animal of a class has
// its middle.
func (l *Lengths) Sum() int64 {
	var twice int64
	for _, c := range l.Classes {
		twice += (c.From + c.To) * c.Count
	}
	return (twice + 1) / 2
}

// refuse gives the reason why nothing can have been measured so; empty where it can.
func (l *Lengths) refuse() string {
	if len(l.Classes) > maxClasses {
		return fmt.Sprintf("a sample has at most %d different lengths or classes", maxClasses)
	}
	var n int64
	for _, c := range l.Classes {
		switch {
		case c.From == c.To && (c.From < 1 || c.To > MaxSize):
			return fmt.Sprintf("%s is not a length from 0.1 to %d mm", inMM(c.From), MaxSize/10)
		case c.From < 0 || c.To > MaxSize:
			return fmt.Sprintf("%s to %s is not between 0 and %d mm", inMM(c.From), inMM(c.To), MaxSize/10)
		case c.To < c.From:
			return fmt.Sprintf("the class from %s to %s mm ends before it begins", inMM(c.From), inMM(c.To))
		case c.To-c.From > maxWidth:
			return fmt.Sprintf("the class from %s to %s mm is wider than %d mm", inMM(c.From), inMM(c.To), maxWidth/10)
		case c.Count < 1 || c.Count > maxLengths:
			return fmt.Sprintf("a class has from 1 to %s animals", humanize.Comma(maxLengths))
		}
		n += c.Count
	}
	if n > maxLengths {
		return fmt.Sprintf("a sample has at most %s lengths", humanize.Comma(maxLengths))
	}
	return ""
}

// disagrees gives the field and the reason why the number of animals and the sum of their
// lengths are not those of the lengths. A mean may be off by half a tenth of a millimetre,
// as it is written.
func (l *Lengths) disagrees(measured, sum int64) (field, reason string) {
	n, own := l.Count(), l.Sum()
	if measured != n {
		return FieldMeasured, fmt.Sprintf("%s animals were measured, but there are lengths of %s", humanize.Comma(measured), humanize.Comma(n))
	}
	if off := sum - own; 2*max(off, -off) > n+1 {
		return FieldSize, fmt.Sprintf("the lengths have a mean of %s mm, not of %s mm", meanMM(own, n), meanMM(sum, n))
	}
	return "", ""
}

func inMM(tenths int64) string { return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64) }

func meanMM(sum, n int64) string { return strconv.FormatFloat(float64(sum)/float64(n)/10, 'f', 2, 64) }

// text is how lengths are stored, and what tells them from others; empty for none.
func (l *Lengths) text() string {
	if l == nil {
		return ""
	}
	classes := make([][3]int64, len(l.Classes))
	for i, c := range l.Classes {
		classes[i] = [3]int64{c.From, c.To, c.Count}
	}
	text, _ := json.Marshal(classes) // numbers, which always can be
	return string(text)
}

// column is text for the table.
func (l *Lengths) column() any {
	if l == nil {
		return nil
	}
	return l.text()
}

// readLengths reads lengths as they are stored, nil where there are none.
func readLengths(stored *string) (*Lengths, error) {
	if stored == nil || *stored == "" {
		return nil, nil
	}
	var classes [][3]int64
	if err := json.Unmarshal([]byte(*stored), &classes); err != nil {
		return nil, fmt.Errorf("lengths of a sample: %w", err)
	}
	l := &Lengths{make([]Class, len(classes))}
	for i, c := range classes {
		l.Classes[i] = Class{c[0], c[1], c[2]}
	}
	return l, nil
}

// ParseLengths reads lengths as people write them in a cell, in mm: "61.2 60 63.5", three of
// one length as "62x3", a class as "60-65x10". Between them are spaces or semicolons.
func ParseLengths(text string) (*Lengths, error) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ';' || r == '\n' || r == '\t' || r == '\r' })
	if len(words) > maxLengths {
		return nil, fmt.Errorf("a sample has at most %s lengths", humanize.Comma(maxLengths))
	}
	classes := make([]Class, len(words))
	for i, word := range words {
		lengths, times, many := strings.Cut(word, "x")
		from, to, isClass := strings.Cut(lengths, "-")
		if !isClass {
			to = from
		}
		c := Class{Count: 1}
		var bad [3]error
		c.From, bad[0] = tenthsOf(from)
		c.To, bad[1] = tenthsOf(to)
		if many {
			c.Count, bad[2] = strconv.ParseInt(times, 10, 32)
		}
		if cmp.Or(bad[:]...) != nil || isClass && c.From == c.To {
			return nil, fmt.Errorf("%.40q is not a length such as 61.2, nor a class such as 60-65x10", word)
		}
		classes[i] = c
	}
	return NewLengths(classes), nil
}

// tenthsOf reads millimetres as tenths of them, rounded.
func tenthsOf(text string) (int64, error) {
	mm, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.ContainsAny(text, "einpx_") {
		return 0, fmt.Errorf("%.40q is not a length", text)
	}
	return roundTenths(mm), nil
}

// LotDay is a lot on a day.
type LotDay struct {
	LotID string
	Day   Day
}

// LengthsOf gives what was measured of the lots on these days, as far as lengths are known;
// what was undone is left out.
func LengthsOf(ctx context.Context, tx *sqldb.Tx, farmID string, asked []LotDay) (map[LotDay][]*Lengths, error) {
	found := map[LotDay][]*Lengths{}
	for chunk := range slices.Chunk(asked, askedAtOnce) {
		where, args := anyOf([]string{"e.lot_id", "e.day"}, "e", farmID, chunk, func(one LotDay) []any { return []any{one.LotID, int64(one.Day)} })
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var at LotDay
			var stored *string
			if err := r.Scan(&at.LotID, &at.Day, &stored); err != nil {
				return struct{}{}, err
			}
			l, err := readLengths(stored)
			found[at] = append(found[at], l)
			return struct{}{}, err
		}, `SELECT e.lot_id, e.day, a.lengths FROM entries e
			JOIN farm_state s ON s.farm_id = e.farm_id
			JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
			LEFT JOIN activities u ON u.farm_id = a.farm_id AND u.reverses = a.seq AND u.seq <= s.seq
			WHERE e.kind = 'size' AND a.lengths IS NOT NULL AND u.seq IS NULL AND e.seq <= s.seq AND (`+where+`) ORDER BY e.seq`, args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}
