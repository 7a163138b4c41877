package main

import (
	"fmt"
	"os"
	"text/tabwriter"
	"time"
)

func ms(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(d.Microseconds())/1000)
}

func times(a, b time.Duration) string {
	if b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3g", float64(a)/float64(b))
}

func newTable() *tabwriter.Writer {
	return tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
}

// printReports prints the times of the five reports beside the others'.
func printReports(s sizeFigures) {
	fmt.Printf("\n%d activities, %d entries. Milliseconds, medians of %d; SQL once. At the HTTP API, warm.\n\n", s.activities, s.entries, repeats)
	t := newTable()
	fmt.Fprintln(t, "\tAPI\tscan\tAPI/scan\tbest API\tbest scan\tratio\tDuckDB\tAPI/DuckDB\tSQL\tSQL/API\tKB\t")
	for _, f := range s.reports {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.1f\t  %s\n", f.id, ms(f.api), ms(f.scan), times(f.api, f.scan),
			ms(f.bestAPI), ms(f.bestScan), times(f.bestAPI, f.bestScan), ms(f.duck), times(f.api, f.duck), ms(f.sql), times(f.sql, f.api), float64(f.bytes)/1000, f.what)
	}
	_ = t.Flush() // to the terminal
}

func printRest(s sizeFigures, segment time.Duration, w writeFigures) {
	fmt.Printf("\nFirst report of a process: %s ms from the ledger, %s ms from a stored segment\n", ms(s.cold), ms(segment))
	fmt.Printf("Memory in the cache: %.1f MB, %.1f bytes per activity\n", float64(s.memory)/1e6, float64(s.memory)/float64(s.activities))
	fmt.Printf("Recorded at %.0f activities per second in batches of 10000\n", float64(s.activities)/s.recording.Seconds())
	fmt.Printf("In batches of %d: %.0f per second while nobody looks, %.0f with a report after each (%.2fx)\n", writeBatch, w.alone, w.cached, w.cached/w.alone)
	fmt.Printf("A report right after a batch: %s ms; after a batch dated back 100 days: %s ms\n", ms(w.report), ms(w.back))
}

// printGrowth prints how the times grow with the farm.
func printGrowth(table []sizeFigures) {
	fmt.Print("\nGrowth: milliseconds at the HTTP API, warm; the scan of Q1; the first report of a process\n\n")
	t := newTable()
	fmt.Fprint(t, "activities\t")
	for _, f := range table[0].reports {
		fmt.Fprint(t, f.id+"\t")
	}
	fmt.Fprintln(t, "scan\tcold\tMB\tbytes/activity\t")
	for _, s := range table {
		fmt.Fprintf(t, "%d\t", s.activities)
		for _, f := range s.reports {
			fmt.Fprint(t, ms(f.api)+"\t")
		}
		fmt.Fprintf(t, "%s\t%s\t%.1f\t%.1f\t\n", ms(s.reports[0].scan), ms(s.cold), float64(s.memory)/1e6, float64(s.memory)/float64(s.activities))
	}
	_ = t.Flush() // to the terminal
}
