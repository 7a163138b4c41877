// Package ledger is the farm's book of animals: what was planted, counted,
// measured, moved, harvested and lost, and so what is alive, where.
//
// Animals of one planting are a [Group]; a [Lot] is the part of a group that
// has one size label, equipment and fill profile; a [Place] is a lot in a
// growing area. An [Activity] is what a person did at a place on a day. It is
// stored with one or more entries, the changes that it made place by place.
//
// Activities and entries are only ever appended. What was recorded by mistake
// is undone by an activity that reverses it, on the same day. A place's day has
// an order of its own, whatever the order in which its activities arrive:
// plantings and moves in, counts, losses, harvests and moves out, and counts that
// were taken after those (sweep.go). In that order no place ever holds less than
// nothing: an activity that would break this is refused, also when it is dated
// back. A count stays what was counted: what is entered before it later on brings
// an entry that re-adjusts its difference (readjust.go). The balances are the sums
// of the entries, stored with each write.
//
// [Service.Record] takes activities, [Service.Check] and [Service.Enter] those
// of a sheet ([Draft]), or its visits of a field notebook. Both ways are all or
// nothing, and both recognise what was recorded before, so that the same call or
// sheet twice changes nothing. A batch is first prepared, which reads and decides
// (recording.go, sweep.go), then stored, which only writes (store_batch.go). A
// long one is staged beyond the farm's newest number, where nobody reads, and then
// made to count by one short transaction (staging.go). [Service.Journal] and
// [Service.Places] tell what was recorded and what is where.
//
// Package sheet turns files into drafts; package upload takes files over HTTP and
// has jobs record them. Both import this package.
//
// Nothing is put into a growing area after it ended, or left there (ended.go).
// [Keeper] tells package farm what is in each growing area, and removes a farm's
// book for it.
//
// [Totals] says which entries are received, harvested and lost; package report
// adds them up. Growing areas and the right to a farm come from package farm.
// The formulas are in docs/formulas.md.
package ledger
