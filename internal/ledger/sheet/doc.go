// Package sheet reads a CSV or XLSX file as rows of text ([Rows]), and turns the
// rows into a [ledger.Draft] to be recorded, with the rows that break a rule by
// line and column ([Read], [RowErrors]). header.go has the columns, cells.go reads
// the cells, and each layout has a file that makes activities (activities.go) or
// visits (visits.go) of the rows. docs/import.md describes all of it for people.
//
// [Import] reads a file and records it at once; package upload does that in jobs,
// with a preview. [Template] is an example to fill in, [RefusedRows] a sheet of
// the rows that were refused.
//
// Nothing in a file is trusted: its size, its columns and what a workbook unpacks
// to are bounded, and none of its text can become a formula in another program.
package sheet
