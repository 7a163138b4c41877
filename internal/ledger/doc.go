// Package ledger is the farm's book of animals: what was planted, counted,
// measured, moved, harvested and lost, and so what is alive, where.
//
// Animals of one planting are a [Group]; a [Lot] is the part of a group that
// has one size label, equipment and fill profile; a [Place] is a lot in a
// growing area. An [Activity] is what a person did at a place on a day. It is
// stored with one or more entries, the changes that it made place by place.
//
// Activities and entries are only ever appended. What was recorded by mistake
// is undone by an activity that reverses it, on the same day. Read in the order
// of day and recording, no place ever holds less than nothing: an activity that
// would break this is refused, also when it is dated back. The balances are the
// sums of the entries, kept with each write.
//
// [Service.Record] takes activities, [Service.Import] a spreadsheet of them or
// of visits (a field notebook). Both are all or nothing, and both know what they
// have recorded before, so that the same call or file twice changes nothing.
// Either way a batch is first prepared, which reads and decides, then stored,
// which only writes: recording.go. [Uploads] takes sheets over HTTP and lets jobs
// import them, with a preview, progress and a list of refused rows, in the name
// of whoever sent them, whose rights are looked at again then.
// [Service.Journal] and [Service.Places] tell what was recorded and what is where.
//
// A sheet becomes rows of text ([Row]), from CSV or from a workbook; header.go
// knows its columns, cells.go reads them, and one file for each layout makes
// activities of rows. docs/import.md tells it to people.
//
// Nothing is put into a growing area after it ended, or left there (ended.go).
// [Uploads.Keeper] tells package farm what grows where, and how a book goes.
//
// [Totals] says which entries are received, harvested and lost; package report
// adds them up. Growing areas and the right to a farm come from package farm.
// The formulas are in docs/formulas.md.
package ledger
