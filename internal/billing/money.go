package billing

import (
	"fmt"

	"github.com/dustin/go-humanize"
)

// Sum is the total of the lines.
func Sum(lines []Line) (total int64) {
	for _, l := range lines {
		total += l.Cents
	}
	return total
}

// Dollars is the amount for a person: $1,234.50.
func Dollars(cents int64) string {
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	return fmt.Sprintf("%s$%s.%02d", sign, humanize.Comma(cents/100), cents%100)
}
