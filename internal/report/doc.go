// Package report turns the ledger's entries into what people read: inventory,
// harvest, yield, rates and sizes over time, with a range of days, a frequency,
// growing areas, filters and segments.
//
// A request is a [Query]; its plan says which days, lots and growing areas are
// asked for (buckets.go, filters.go, plan.go). The entries are added up by
// segment and bucket, and the fold makes rows of the sums (fold.go, metric.go).
// What counts as received, harvested and lost is said by [ledger.Totals]; the
// formulas are in docs/formulas.md.
//
// Two ways give the same sums. The usual one scans columns in memory: entries
// as numbers of cells (cells.go), sorted by day, with checkpoints (columns.go),
// sizes beside them (measured.go), read in one pass (scan.go, scan_sizes.go). A
// grower adds what the ledger got since (grower.go, load.go), the cache keeps
// the farms asked for last (cache.go), and a job stores their columns for a
// quick start (segment.go, segment_store.go). The other way is SQL over the
// entries (store.go, store_sizes.go): what the tests hold the columns against,
// and the answer for a farm that is larger than the whole cache.
//
// Every request first reads from the database which entries the farm has, so a
// report holds what any process has recorded before it was asked for.
//
// A dashboard is the squares that a user saved for a farm; all are answered from
// one read of it (dashboard.go). Equipment is the containers that hang on the
// lines (equipment.go). An export is a spreadsheet of a report or of the ledger,
// which a job makes and mails; its file is kept in the bucket for a week
// (export.go).
package report
