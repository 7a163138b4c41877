// Package report turns the ledger's entries into what people read: inventory,
// harvest, yield, rates and sizes over time, with a range of days, a frequency,
// growing areas, filters and segments.
//
// A request is a [Query]; its [Plan] says which days, lots and growing areas are
// asked for (rows.go, plan.go). Package column adds the entries up by segment and
// row, and the fold makes the answer of the sums (fold.go, metric.go). The
// formulas are in docs/formulas.md; the fields of lots by which reports filter and
// split are package field's.
//
// A dashboard is the squares that a user saved for a farm; all are answered from
// one read of it (dashboard.go). Equipment is the containers that hang on the
// lines (equipment.go).
package report
