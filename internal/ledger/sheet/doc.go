// Package sheet makes rows of text of a file, CSV or XLSX ([Rows]), and what is
// to be recorded of rows ([Read]): a [ledger.Draft], and the rows that break a
// rule, by line and column ([RowErrors]). header.go knows the columns, cells.go
// reads them, and one file for each layout makes activities or visits of rows.
// docs/import.md tells it to people.
//
// [Import] reads a file and records it at once. Package upload does that in
// jobs, with a preview. [Template] is a sheet to begin with, [RefusedRows] one
// of what was refused.
//
// Nothing that a file says is trusted: its size, its columns and what a workbook
// unpacks to are bounded, and no text of it becomes a formula elsewhere.
package sheet
