package plain

import (
	"math"
	"strconv"
	"strings"
)

// Decimal parses a decimal number as people write it: digits, with at most one point or comma before
// the decimals. It reports false for everything else (signs, exponents, hexadecimal digits, spaces),
// and for a text that can also mean thousands, as 1,500 and 1.500 do. A separator that certainly
// marks decimals is never taken for thousands; pass 0 if there is none.
func Decimal(text string, decimal byte) (float64, bool) {
	at := strings.IndexAny(text, ".,")
	if at < 0 {
		return digits(text)
	}

	before, after := text[:at], text[at+1:]
	if before == "" || after == "" {
		return 0, false
	}

	grouped := len(after) == 3 && len(before) <= 3 && before[0] != '0'
	if grouped && text[at] != decimal {
		return 0, false
	}

	if _, ok := digits(before + after); !ok {
		return 0, false
	}
	n, err := strconv.ParseFloat(before+"."+after, 64)
	return n, err == nil
}

// digits parses a text of the digits 0 to 9.
func digits(text string) (float64, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}

	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && !math.IsInf(n, 0)
}
