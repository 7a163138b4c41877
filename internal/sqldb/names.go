package sqldb

import (
	"database/sql/driver"
	"strconv"
	"strings"
)

// withoutNames is the statement with ? in place of each $1, $2, …, and which argument
// each of these stands for, counted from 0. SQLite takes $7 for a name, and each time that
// the statement runs it looks each name up among all others. A statement without such
// names, with others besides, or of several stays as it is.
func withoutNames(query string) (unnamed string, order []int) {
	if !strings.Contains(query, "$") {
		return query, nil
	}
	var text strings.Builder
	for i := 0; i < len(query); {
		end := i + 1
		switch query[i] {
		case '\'', '"', '`':
			end = after(query, i+1, query[i:i+1])
		case '-':
			if strings.HasPrefix(query[i:], "--") {
				end = after(query, i, "\n")
			}
		case '/':
			if strings.HasPrefix(query[i:], "/*") {
				end = after(query, i+2, "*/")
			}
		case '?', ':', '@', '[', ';':
			return query, nil
		case '$':
			for end < len(query) && '0' <= query[end] && query[end] <= '9' {
				end++
			}
			n, err := strconv.Atoi(query[i+1 : end])
			if err != nil || n < 1 {
				return query, nil
			}
			text.WriteByte('?')
			order, i = append(order, n-1), end
			continue
		}
		text.WriteString(query[i:end])
		i = end
	}
	return text.String(), order
}

// after is where the text goes on behind the next mark, or its end.
func after(text string, from int, mark string) int {
	if at := strings.Index(text[from:], mark); at >= 0 {
		return from + at + len(mark)
	}
	return len(text)
}

// inOrder gives the arguments as the statement takes them.
func (p *plan) inOrder(args []driver.NamedValue) []driver.NamedValue {
	if p.order == nil {
		return args
	}
	ordered := make([]driver.NamedValue, 0, len(p.order))
	for i, at := range p.order {
		if at >= len(args) {
			return args // as many are missing as the driver will say
		}
		ordered = append(ordered, driver.NamedValue{Ordinal: i + 1, Value: args[at].Value})
	}
	return ordered
}
