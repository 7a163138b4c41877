package rest

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Lists all have the same controls and the same answer (API-1).

// ListQuery is the part of a list's query that every list has.
type ListQuery struct {
	Sort  string `query:"sort" enum:"_id,-_id,name,-name" default:"_id" doc:"Order; a minus is descending"`
	Limit int    `query:"limit" default:"20" doc:"Rows on a page: 5, 10, 20, 50 or 100"`
	Page  int    `query:"page" minimum:"1" maximum:"10000" default:"1" doc:"Page, counted from 1"`
}

var limits = []int{5, 10, 20, 50, 100}

// Resolve refuses a limit that the lists do not offer.
func (q ListQuery) Resolve(huma.Context) []error {
	if !slices.Contains(limits, q.Limit) {
		return []error{&huma.ErrorDetail{Location: "query.limit", Message: "expected 5, 10, 20, 50 or 100", Value: q.Limit}}
	}
	return nil
}

// Offset is the number of rows before the page.
func (q ListQuery) Offset() int { return (q.Page - 1) * q.Limit }

// List is the answer of a list.
type List[T any] struct {
	Data  []T   `json:"data"`
	Pages Pages `json:"pages"`
	Items Items `json:"items"`
}

// Pages says which page it is, of how many.
type Pages struct {
	Current int  `json:"current"`
	Total   int  `json:"total"`
	HasPrev bool `json:"hasPrev"`
	HasNext bool `json:"hasNext"`
	Prev    int  `json:"prev"`
	Next    int  `json:"next"`
}

// Items says which rows they are, counted from 1, of how many.
type Items struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
	Total int `json:"total"`
}

// NewList is the answer with the rows of the query's page out of total rows.
func NewList[T any](q ListQuery, rows []T, total int) List[T] {
	list := List[T]{Data: rows}
	list.Pages = Pages{
		Current: q.Page, Total: (total + q.Limit - 1) / q.Limit,
		HasPrev: q.Page > 1, Prev: q.Page - 1, Next: q.Page + 1,
	}
	list.Pages.HasNext = q.Page < list.Pages.Total
	list.Items.Total = total
	if len(rows) > 0 {
		list.Items.Begin = q.Offset() + 1
		list.Items.End = q.Offset() + len(rows)
	}
	return list
}
