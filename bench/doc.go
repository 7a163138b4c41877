// Command bench measures reports over one generated farm, at the HTTP API,
// beside three others that answer the same question in the same run: a scan of
// the columns written by hand, DuckDB, and the SQL that is the product's oracle.
//
//	make bench                                    # 1,000,000 activities, and growth up to that
//	go run ./bench -activities 100000 -growth ''  # a quick look
//
// The farm comes from a seed (farm.go) and is recorded through the ledger, so
// its rows are those of the product. reports.go holds the five questions,
// server.go the product's handler around them, scan.go the scan, duckdb/ the
// program for DuckDB, a module of its own so that the product does not depend
// on it. docs/performance.md explains the table and keeps figures.
package main
