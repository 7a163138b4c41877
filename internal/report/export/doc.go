// Package export makes spreadsheets of reports and of the ledger, and mails them.
//
// A [Schedule] is a request that is made again every week or month: the queue asks every few minutes
// which are due, and each makes one export for its day (schedule_job.go), in the transaction that sets
// the next one. Its mails have a link that stops it.
//
// A [Request] becomes a row and a job (service.go); the job reads the farm
// (tables.go, animals.go), writes the workbook (about.go, package workbook), keeps the
// file in the bucket for a week and mails it, or a link to it (job.go). Rights are
// checked when an export is asked for, when it is made, and at every download
// (http.go).
package export
