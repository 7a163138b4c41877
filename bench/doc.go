// Command bench measures two things at the HTTP API: the list of many generated
// farms, on both engines, and reports over one generated farm. The reports stand
// beside three others that answer the same question in the same run: a scan of
// the columns written by hand, DuckDB, and the SQL that is the product's oracle.
//
//	make bench                                             # 100,000 farms; 1,000,000 activities, and growth up to that
//	go run ./bench -farms 0 -activities 100000 -growth ''  # a quick look at reports
//	scripts/with-postgres go run ./bench -lists            # the list of farms alone
//
// Everything comes from a seed. The one farm (farm.go) is recorded through the
// ledger, so its rows are those of the product; the many (farms.go) go straight
// into their table. lists.go and reports.go hold the questions, server.go the
// product's handler around them, scan.go the scan, duckdb/ the program for
// DuckDB, a module of its own so that the product does not depend on it.
// docs/performance.md explains the tables and keeps figures.
package main
