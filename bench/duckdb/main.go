// Command duckdb answers the reports of the bench with DuckDB, over the same
// rows, and prints its times as JSON. The bench starts it; it is a module of
// its own so that the product does not depend on DuckDB.
package main

import (
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"
)

const repeats = 21

// figure is the median time of a report, and the sum of its numbers.
type figure struct {
	ID       string
	Micros   int64
	Checksum float64
}

func main() {
	dir := flag.String("dir", "", "folder with entries.csv and lots.csv")
	area := flag.String("area", "", "id of the growing area that is asked for")
	today := flag.Int("today", 0, "last day")
	days := flag.Int("days", 0, "days of the longest report")
	flag.Parse()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		log.Fatal(err)
	}
	db.SetMaxOpenConns(1) // temporary tables belong to a connection
	if err := load(db, *dir, *area); err != nil {
		log.Fatal(err)
	}
	var figures []figure
	for _, r := range reportsOf(*days) {
		f, err := measure(db, r, *today)
		if err != nil {
			log.Fatalf("%s: %v", r.id, err)
		}
		figures = append(figures, f)
	}
	if err := json.NewEncoder(os.Stdout).Encode(figures); err != nil {
		log.Fatal(err)
	}
}

// load makes tables of numbers, as the report engine has them.
func load(db *sql.DB, dir, area string) error {
	for _, statement := range []string{
		fmt.Sprintf("CREATE TABLE raw AS SELECT * FROM read_csv('%s', header=false, columns={'day':'INTEGER','lease':'VARCHAR','lot':'VARCHAR','kind':'VARCHAR','delta':'INTEGER','size_sum':'INTEGER','size_n':'INTEGER'})", filepath.Join(dir, "entries.csv")),
		fmt.Sprintf("CREATE TABLE raw_lots AS SELECT * FROM read_csv('%s', header=false, columns={'lot':'VARCHAR','grp':'VARCHAR','size_label':'VARCHAR','oyster_type':'VARCHAR','seed_source':'VARCHAR','x':'VARCHAR','y':'VARCHAR'})", filepath.Join(dir, "lots.csv")),
		"CREATE TABLE lots AS SELECT row_number() OVER () :: INTEGER AS lot, lot AS id, dense_rank() OVER (ORDER BY grp) :: INTEGER AS grp, size_label, oyster_type, seed_source FROM raw_lots",
		fmt.Sprintf("CREATE TABLE entries AS SELECT r.day, (r.lease = '%s') AS here, l.lot, r.kind :: ENUM('plant', 'adjust', 'size', 'move', 'harvest', 'loss') AS kind, r.delta, r.size_sum, r.size_n FROM raw r JOIN lots l ON l.id = r.lot ORDER BY r.day", area),
		"DROP TABLE raw", "DROP TABLE raw_lots",
	} {
		if _, err := db.Exec(statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// measure prepares the days of the report, and times its query.
func measure(db *sql.DB, r report, today int) (figure, error) {
	if _, err := db.Exec("CREATE OR REPLACE TEMP TABLE days (day INTEGER, b INTEGER); CREATE OR REPLACE TEMP TABLE buckets (b INTEGER, until INTEGER)"); err != nil {
		return figure{}, err
	}
	if _, err := db.Exec(fmt.Sprintf(`INSERT INTO days SELECT d, CASE WHEN d < %[1]d THEN -1 ELSE
		dense_rank() OVER (ORDER BY CASE WHEN d < %[1]d THEN -1 ELSE %[2]s END) :: INTEGER - CASE WHEN (SELECT MIN(day) FROM entries) < %[1]d THEN 2 ELSE 1 END END
		FROM (SELECT unnest(range((SELECT MIN(day) FROM entries), %[3]d)) :: INTEGER AS d)`, today-r.days+1, r.bucket, today+1)); err != nil {
		return figure{}, err
	}
	if _, err := db.Exec("INSERT INTO buckets SELECT b, MAX(day) FROM days GROUP BY b UNION SELECT -1, 0 WHERE NOT EXISTS (SELECT 1 FROM days WHERE b = -1)"); err != nil {
		return figure{}, err
	}
	f := figure{ID: r.id}
	var times []time.Duration
	for range repeats {
		start := time.Now()
		sum, err := answer(db, r.query)
		if err != nil {
			return f, err
		}
		times = append(times, time.Since(start))
		f.Checksum = sum
	}
	slices.Sort(times)
	f.Micros = times[len(times)/2].Microseconds()
	return f, nil
}

// answer reads all rows of the report: bucket, segment, number.
func answer(db *sql.DB, query string) (sum float64, err error) {
	rows, err := db.Query(query)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var bucket int
		var segment string
		var number sql.NullFloat64
		if err := rows.Scan(&bucket, &segment, &number); err != nil {
			return 0, err
		}
		if number.Valid {
			sum += number.Float64
		}
	}
	return sum, rows.Err()
}
