package field

import (
	"cmp"
	"strconv"
	"strings"
)

// ByNumber orders texts as people do: numbers first and by value, also inside a
// text, so that "bag 2" stands before "bag 10".
func ByNumber(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	switch {
	case errX == nil && errY != nil:
		return -1
	case errX != nil && errY == nil:
		return 1
	case errX == nil && x != y:
		return cmp.Compare(x, y)
	}
	restA, restB := strings.ToLower(a), strings.ToLower(b)
	for restA != "" && restB != "" {
		var partA, partB string
		partA, restA = cutRun(restA)
		partB, restB = cutRun(restB)
		n, errN := strconv.ParseUint(partA, 10, 64)
		m, errM := strconv.ParseUint(partB, 10, 64)
		order := strings.Compare(partA, partB)
		if errN == nil && errM == nil {
			order = cmp.Compare(n, m)
		}
		if order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(restA), len(restB)), strings.Compare(a, b))
}

// cutRun cuts the leading run of digits, or of anything else, from a text.
func cutRun(s string) (run, rest string) {
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	end := 1
	for end < len(s) && isDigit(s[end]) == isDigit(s[0]) {
		end++
	}
	return s[:end], s[end:]
}
