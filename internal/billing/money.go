package billing

import (
	"fmt"
	"strings"
)

// Part gives cents × part ÷ whole to the nearest cent, half cents up (away from
// zero below it). It is the only place where money is rounded. Whole is positive.
func Part(cents, part, whole int64) int64 {
	product := cents * part
	if product < 0 {
		return -((-product*2 + whole) / (2 * whole))
	}
	return (product*2 + whole) / (2 * whole)
}

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
