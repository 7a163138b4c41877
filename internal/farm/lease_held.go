package farm

import (
	"math"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/fault"
)

// mustBeGone is the Conflict for a growing area that still holds something.
func (h Held) mustBeGone() error {
	switch {
	case h.Animals > 0 && h.Containers > 0:
		return stillThere("%s and %s are still there. Move or harvest them first.", animals(h.Animals), containers(h.Containers))
	case h.Animals == 1:
		return stillThere("%s still grows there. Move or harvest it first.", animals(1))
	case h.Animals > 0:
		return stillThere("%s still grow there. Move or harvest them first.", animals(h.Animals))
	}
	return nil
}

func stillThere(format string, counts ...any) error {
	return fault.Newf(fault.Conflict, format, counts...)
}

// roomFor is the Conflict for lines that have less room than they had, and too
// little for the containers that hang there. The book has the containers of a
// growing area, not of each line.
func roomFor(count int64, before, now []Line) error {
	left := Room(now)
	if count <= left || left >= Room(before) {
		return nil
	}
	if len(now) == 0 {
		return stillThere("%s still hang there. Move them first.", containers(count))
	}
	return stillThere("%s hang there, and these lines have room for %s. Move some first.", containers(count), humanize.Comma(left))
}

// Room is how many containers can hang on the lines; any number where nobody
// said how many spots one of them has.
func Room(lines []Line) (sum int64) {
	for _, line := range lines {
		if line.Spots == 0 {
			return math.MaxInt64
		}
		sum += int64(line.Spots)
	}
	return sum
}

func animals(n int64) string {
	if n == 1 {
		return "1 animal"
	}
	return humanize.Comma(n) + " animals"
}

func containers(n int64) string {
	if n == 1 {
		return "1 container"
	}
	return humanize.Comma(n) + " containers"
}
