package billing

import (
	"fmt"
	"strings"
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
	whole := fmt.Sprint(cents / 100)
	var grouped strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			grouped.WriteByte(',')
		}
		grouped.WriteRune(digit)
	}
	return fmt.Sprintf("%s$%s.%02d", sign, grouped.String(), cents%100)
}
