// Command bench measures four things at the HTTP API: the list of many generated
// farms, and many people who record to one farm, on both engines; what people
// notice while the program has large things to do; and reports over one generated
// farm. Each report is compared with three other ways of answering it, in the same
// run: a scan of the columns written by hand, DuckDB, and the product's own SQL.
//
//	make bench                                                      # all of it, with 1,000,000 activities
//	go run ./bench -only reports -activities 100000 -growth ''      # a quick look at reports
//	go run ./bench -only hold -activities 100000 -rows 10000        # and at people beside large work
//	scripts/with-postgres go run ./bench -only lists                # or hot: one part alone
//
// Everything comes from a seed. The one farm (farm.go) is recorded through the
// ledger, so its rows are those of the product; the many (farms.go) go straight
// into their table. lists.go and reports.go hold the questions, server.go the
// product's handler around them, hold.go, aside.go and crowd.go the people, process.go the
// real program that they work with, hot.go those who record to one farm, scan.go
// the scan, duckdb/ and pocketbase/ the programs for DuckDB and PocketBase, modules of
// their own so that the product does not depend on them. docs/performance.md explains
// the tables and keeps figures.
package main
