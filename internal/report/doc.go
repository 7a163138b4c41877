// Package report turns the ledger's entries into what people read: inventory,
// harvest, yield, rates and sizes over time, with a range of days, a frequency,
// growing areas, filters and segments.
//
// A request is a [Query]; its [Plan] says which days, lots and growing areas are
// asked for (rows.go, plan.go). Package column adds the entries up by segment and
// row; from these sums fold.go works out the answer, by the metric's formula
// (metric.go, docs/formulas.md). Package field has the fields of lots by which reports
// filter and split.
//
// A dashboard is the squares that a user saved for a farm, each a report cut down to
// a number and a line (dashboard.go). Equipment is the containers in use and the spots
// that are free (equipment.go); bags are what hung where, day by day (bags.go).
package report
