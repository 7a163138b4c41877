// Package report turns the ledger's entries into what people read: inventory
// over time, with a range of days, a frequency, growing areas, filters and
// segments.
//
// A request is a [Query]; its plan says which days, lots and growing areas are
// asked for (buckets.go, filters.go, plan.go), the store adds up the entries by
// day (store.go), and the fold makes cumulative rows of them (fold.go). What
// counts as received, harvested and lost is said by [ledger.Totals]; the
// formulas are in docs/formulas.md. The package reads the ledger's tables and
// writes none of them.
package report
