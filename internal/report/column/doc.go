// Package column adds up the ledger's entries for reports: an [Ask] says which
// days, lots and growing areas, [Sums] are what they come to, by segment and row.
// [ledger.Totals] says what counts as received, harvested and lost.
//
// Two ways give the same sums. The usual one scans [Columns] in memory: entries
// as numbers of places (places.go), sorted by day, with checkpoints (columns.go),
// moves by route and sizes beside them (moves.go, measured.go), read in one pass (scan.go, sizes.go). Of many
// rows, what is asked again is kept added up by day (condense.go), and what was alive by lot at intervals (living.go). A builder
// adds what the ledger got since (builder.go, load.go), the [Cache] keeps the
// farms asked for last (cache.go), and a job stores their columns for a quick
// start (segment.go, segment_store.go). The other way is SQL over the entries
// ([BySQL]): what the tests compare the columns with, and the answer for a farm
// that is larger than the whole cache. [History] says in the same two ways what was
// where, day by day (history.go).
//
// Every request first reads from the database which entries the farm has
// ([StateOf]), so its sums hold what any process recorded before it was asked.
package column
