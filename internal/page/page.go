package page

import (
	"fmt"

	"github.com/merroir/merroir/internal/fault"
)

const maxRows = 500 // of a page that goes on before an entry

// Query is the part of the query of every list that can be sorted.
type Query struct {
	Sort string `query:"sort" enum:"_id,-_id,name,-name" default:"_id" doc:"Order; a minus is descending"`
	Slice
}

// Slice says which rows of a list are asked for.
type Slice struct {
	Limit int `query:"limit" enum:"5,10,20,50,100" default:"20" doc:"Rows on a page"`
	Page  int `query:"page" minimum:"1" maximum:"10000" default:"1" doc:"Page, counted from 1"`
}

// Offset is the number of rows before the page.
func (s Slice) Offset() int { return (s.Page - 1) * s.Limit }

// CheckBefore returns Invalid unless a list can go on before that entry with at most limit rows.
// The schema of a call has the same limits; this holds for callers within the program too.
func CheckBefore(before int64, limit int) error {
	switch {
	case before < 0:
		return fault.ForField("before", "That must not be below 0.")
	case limit < 0 || limit > maxRows:
		return fault.ForField("limit", fmt.Sprintf("A page has at most %d rows.", maxRows))
	}

	return nil
}

// List is the answer of a list.
type List[T any] struct {
	Data  []T   `json:"data"`
	Pages Pages `json:"pages"`
	Items Items `json:"items"`
}

// Pages says which page this is, of how many.
type Pages struct {
	Current int  `json:"current"`
	Total   int  `json:"total"`
	HasPrev bool `json:"hasPrev"`
	HasNext bool `json:"hasNext"`
	Prev    int  `json:"prev"`
	Next    int  `json:"next"`
}

// Items says which rows these are, counted from 1, of how many.
type Items struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
	Total int `json:"total"`
}

// Of is the answer with the rows that were asked for, out of total rows.
func Of[T any](s Slice, rows []T, total int) List[T] {
	list := List[T]{Data: rows}
	list.Pages = Pages{
		Current: s.Page, Total: (total + s.Limit - 1) / s.Limit,
		HasPrev: s.Page > 1, Prev: s.Page - 1, Next: s.Page + 1,
	}
	list.Pages.HasNext = s.Page < list.Pages.Total
	list.Items.Total = total
	if len(rows) > 0 {
		list.Items.Begin = s.Offset() + 1
		list.Items.End = s.Offset() + len(rows)
	}
	return list
}
