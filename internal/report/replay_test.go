package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/timezone"
)

// The engine below knows docs/formulas.md and nothing of the program: it reads every
// entry and adds all of them up anew for each number, slowly.

type replayed struct {
	first                 bool // of its activity
	activity              int64
	day                   int
	lease, lot, kind      string
	delta, sizeSum, sizeN int64
	at                    int64 // when it was recorded, Unix milliseconds
}

type replayedLot struct {
	group  string
	values map[string]string
}

type book struct {
	entries []replayed
	lots    map[string]replayedLot
}

var fieldNames = []string{"oysterType", "seedSource", "year", "month", "sizeLabel", "meshSize", "nickname", "datePlanted", "locationPlanted"}

func readBook(t testing.TB, db *sqldb.DB, farmID string) book {
	t.Helper()
	b := book{lots: map[string]replayedLot{}}
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		b.entries, err = sqldb.All(system, tx, func(r sqldb.Row) (e replayed, err error) {
			return e, r.Scan(&e.first, &e.activity, &e.day, &e.lease, &e.lot, &e.kind, &e.delta, &e.sizeSum, &e.sizeN, &e.at)
		}, `SELECT e.seq = e.activity_seq, e.activity_seq, e.day, e.lease_id, e.lot_id, e.kind, e.delta, e.size_sum, e.size_n, a.at
			FROM entries e JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq WHERE e.farm_id = $1 ORDER BY e.seq`, farmID)
		if err != nil {
			return err
		}
		_, err = sqldb.All(system, tx, func(r sqldb.Row) (struct{}, error) {
			var id, group, animal, seed, size, mesh, nick, place string
			var year, month, planted int64
			err := r.Scan(&id, &group, &animal, &seed, &year, &month, &size, &mesh, &nick, &planted, &place)
			known := func(n int64) string {
				if n == 0 {
					return ""
				}
				return strconv.FormatInt(n, 10)
			}
			date := ""
			if planted != 0 {
				date = time.Unix(planted*86400, 0).UTC().Format(time.DateOnly)
			}
			b.lots[id] = replayedLot{group, map[string]string{"oysterType": animal, "seedSource": seed, "year": known(year), "month": known(month),
				"sizeLabel": size, "meshSize": mesh, "nickname": nick, "datePlanted": date, "locationPlanted": place}}
			return struct{}{}, err
		}, `SELECT l.id, l.group_id, g.oyster_type, g.seed_source, g.year, g.month, l.size_label, l.mesh_size, l.nickname, g.date_planted, g.location_planted
			FROM lots l JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1`, farmID)
		return err
	}))
	return b
}

// terms are those of docs/formulas.md at the end of a day.
type terms struct{ planted, moved, adjusted, harvested, lost, movedOn int64 }

func (n terms) received() int64 { return n.planted + n.moved + n.adjusted }
func (n terms) entered() int64  { return n.received() + n.movedOn }
func (n terms) alive() int64    { return n.received() - n.harvested - n.lost }

// until gives the terms of the places that are in, up to the end of the day.
func (b book) until(day int, in func(replayed) bool) (n terms) {
	from := map[int64]bool{} // the activities that take from a place that is in
	for _, e := range b.entries {
		if e.first && in(e) {
			from[e.activity] = true
		}
		if e.day > day {
			continue
		}
		if e.kind == "move" && !e.first && from[e.activity] && !in(e) {
			n.movedOn += e.delta
		}
		if !in(e) {
			continue
		}
		switch e.kind {
		case "plant":
			n.planted += e.delta
		case "move":
			n.moved += e.delta
		case "adjust":
			n.adjusted += e.delta
		case "harvest":
			n.harvested -= e.delta
		case "loss":
			n.lost -= e.delta
		}
	}
	return n
}

// newest is the mean of the newest day on which any of the lots was measured.
func (b book) newest(day int, of func(lot string) bool) (mm float64, known bool) {
	sums, counts := map[int]int64{}, map[int]int64{}
	for _, e := range b.entries {
		if e.day <= day && of(e.lot) {
			sums[e.day] += e.sizeSum
			counts[e.day] += e.sizeN
		}
	}
	for _, d := range slices.Sorted(maps.Keys(counts)) {
		if counts[d] > 0 {
			mm, known = float64(sums[d])/float64(counts[d])/10, true
		}
	}
	return mm, known
}

func (b book) averageSize(day int, in func(replayed) bool) float64 {
	var animals int64
	var sum float64
	for id, lot := range b.lots {
		living := b.until(day, func(e replayed) bool { return e.lot == id && in(e) }).alive()
		mm, known := b.newest(day, func(other string) bool { return other == id })
		if !known {
			mm, known = b.newest(day, func(other string) bool { return b.lots[other].group == lot.group })
		}
		if known {
			animals += living
			sum += float64(living) * mm
		}
	}
	return over(sum, animals)
}

func over(part float64, whole int64) float64 {
	if whole == 0 {
		return unknown
	}
	return part / float64(whole)
}

// calendar cuts a range into its rows, day by day.
func calendar(from, to int, frequency string) (rows [][2]int) {
	for day := from; day <= to; day++ {
		date := time.Unix(int64(day)*86400, 0).UTC()
		begins := map[string]bool{"Yearly": date.YearDay() == 1, "Monthly": date.Day() == 1, "Weekly": date.Weekday() == time.Monday, "Daily": true}[frequency]
		if begins || day == from {
			rows = append(rows, [2]int{day, day})
		}
		rows[len(rows)-1][1] = day
	}
	return rows
}

// known is the book as it was at the end of the day as known on which the query asks.
func (b book) known(t testing.TB, q Query) book {
	if q.KnownOn == "" {
		return b
	}
	vancouver, err := timezone.Load("America/Vancouver")
	must(t, err)
	b.entries = slices.DeleteFunc(slices.Clone(b.entries), func(e replayed) bool {
		return time.UnixMilli(e.at).In(vancouver).Format(time.DateOnly) > q.KnownOn
	})
	return b
}

// recordedOverTime makes each activity one that was recorded some hours after the one before it.
func recordedOverTime(t testing.TB, db *sqldb.DB, farmID string) {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "UPDATE activities SET at = $2 + seq * $3 WHERE farm_id = $1", farmID, sqldb.Millis(historyStart.Time()), (37 * time.Hour).Milliseconds())
		return err
	}))
}

// aYearAgo makes all that happened on a farm happen a year before.
func aYearAgo(t testing.TB, db *sqldb.DB, farmID string) {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "UPDATE entries SET day = day - 365 WHERE farm_id = $1", farmID)
		return err
	}))
}

// check works the answer out again and reports every difference.
func (b book) check(q Query, answer Report) (differences []string) {
	differ := func(what string, got, want any) {
		differences = append(differences, fmt.Sprintf("%s: %v, want %v", what, got, want))
	}
	passes := func(e replayed) bool {
		if q.ActiveLease != "" && e.lease != q.ActiveLease {
			return false
		}
		for name, values := range q.ActiveViewBy {
			if !slices.Contains(values, b.lots[e.lot].values[name]) {
				return false
			}
		}
		return true
	}
	split := q.Segment
	if q.Metric == "Yield" {
		split = map[string]string{"By Size": "sizeLabel"}[q.Segment]
	}
	segmentOf := func(e replayed) string {
		if split == "growingArea" {
			return e.lease
		}
		return b.lots[e.lot].values[split]
	}
	first, last := int(day(answer.StartDate)), int(day(answer.EndDate))
	segments := map[string]bool{}
	for _, e := range b.entries {
		if passes(e) && e.day <= last {
			segments[segmentOf(e)] = true
		}
	}
	if split == "" {
		segments = map[string]bool{"": true}
	}
	if parts := q.Metric == "Yield" && split == ""; !parts && len(answer.Series) != len(segments) {
		differ("series", answer.Series, segments)
	}
	rows := calendar(first, last, cmp.Or(q.Frequency, "Monthly"))
	if len(rows) != len(answer.Data) {
		differ("rows", len(answer.Data), len(rows))
		return differences
	}
	if q.Metric == "Inventory" || q.Metric == "Average Size" {
		before := b.until(first-1, passes)
		got := *answer.Opening
		alive := float64(before.alive())
		if q.Metric == "Average Size" {
			alive = b.averageSize(first-1, passes)
		}
		if !alike(numeral(got.Value), alive) {
			differ("value before the report", numeral(got.Value), alive)
		}
		got.Value = nil
		day := ledger.Day(first - 1).String()
		if want := (Opening{Day: day, Planted: before.planted, Moved: before.moved, Adjusted: before.adjusted, Harvested: before.harvested, Lost: before.lost, Inventory: before.alive()}); got != want {
			differ("opening", got, want)
		}
	}
	for i, span := range rows {
		row := answer.Data[i]
		name := func(what string) string { return row.From + " " + what }
		if int(day(row.From)) != span[0] || int(day(row.To)) != span[1] {
			differ(name("days"), row.To, span)
		}
		whole, before := b.until(span[1], passes), b.until(span[0]-1, passes)
		got := []int64{row.Planted, row.Moved, row.Adjusted, row.Received, row.Harvested, row.Lost, row.Inventory, row.Harvest}
		want := []int64{whole.planted, whole.moved, whole.adjusted, whole.received(), whole.harvested, whole.lost, whole.alive(), whole.harvested - before.harvested}
		if row.Entered != nil {
			got, want = append(got, *row.Entered, *row.MovedOn), append(want, whole.entered(), whole.movedOn)
		}
		if !slices.Equal(got, want) {
			differ(name("counts"), got, want)
		}
		value, values := b.values(q, answer.Series, span, split, passes, segmentOf)
		if !alike(numeral(row.Value), value) {
			differ(name("value"), numeral(row.Value), value)
		}
		for j, one := range values {
			if !alike(numeral(row.Values[j]), one) {
				differ(name(answer.Series[j].Label), numeral(row.Values[j]), one)
			}
		}
		if !q.LastYear {
			continue
		}
		begin, end := aYearBefore(span[0]), aYearBefore(span[1]+1)-1
		if begin > end != (row.LastYear == nil) {
			differ(name("the year before"), row.LastYear, []int{begin, end})
		}
		if row.LastYear == nil {
			continue
		}
		if int(day(row.LastYear.From)) != begin || int(day(row.LastYear.To)) != end {
			differ(name("days of the year before"), *row.LastYear, []int{begin, end})
		}
		value, values = b.values(q, answer.Series, [2]int{begin, end}, split, passes, segmentOf)
		if !alike(numeral(row.LastYear.Value), value) {
			differ(name("value of the year before"), numeral(row.LastYear.Value), value)
		}
		for j, one := range values {
			if got := row.LastYear.Values[j]; got != nil && !alike(*got, one) || got == nil && one != 0 && !math.IsNaN(one) {
				differ(name(answer.Series[j].Label+" of the year before"), numeral(got), one)
			}
		}
	}
	return differences
}

// aYearBefore is the same date of the year before, of 29 February the day after.
func aYearBefore(day int) int {
	date := time.Unix(int64(day)*86400, 0).UTC()
	return int(time.Date(date.Year()-1, date.Month(), date.Day(), 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// values are the metric of all together and of each series, at the end of a span of days.
func (b book) values(q Query, series []Series, span [2]int, split string, passes func(replayed) bool, segmentOf func(replayed) string) (value float64, values []float64) {
	whole := b.until(span[1], passes)
	in := func(key string) func(replayed) bool {
		return func(e replayed) bool { return passes(e) && (split == "" || segmentOf(e) == key) }
	}
	share := q.GraphType == "share"
	if q.Metric == "Yield" {
		for _, s := range series {
			n := b.until(span[1], in(s.Key)).alive()
			if split == "" {
				n = map[string]int64{"Shell Stock": whole.alive(), "Harvested": whole.harvested, "Lost": whole.lost, "Moved On": whole.movedOn}[s.Key]
			}
			values = append(values, float64(n))
			value += float64(n)
		}
		if share {
			for i := range values {
				values[i] = over(100*values[i], whole.entered())
			}
			value = over(100*value, whole.entered())
		}
		return value, values
	}
	of := func(in func(replayed) bool) float64 {
		n := b.until(span[1], in)
		switch q.Metric {
		case "Harvest":
			return float64(n.harvested - b.until(span[0]-1, in).harvested)
		case "% Mortality":
			return over(100*float64(n.lost), n.entered())
		case "% Interval Mortality":
			before := b.until(span[0]-1, in)
			came := n.entered() - before.entered()
			return over(100*float64(n.lost-before.lost), before.alive()+came)
		case "% Yield":
			return over(100*float64(n.entered()-n.lost), n.entered())
		case "% Return":
			return over(100*float64(n.harvested), n.entered())
		case "Average Size":
			return b.averageSize(span[1], in)
		}
		return float64(n.alive())
	}
	value = of(passes)
	for _, s := range series {
		values = append(values, of(in(s.Key)))
	}
	if share && (q.Metric == "Inventory" || q.Metric == "Harvest") {
		for i := range values {
			values[i] = over(100*values[i], int64(value))
		}
		value = over(100*value, int64(value))
	}
	return value, values
}

// randomQuery asks for anything that the page can ask for.
func randomQuery(r *rand.Rand, b book) Query {
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	q := Query{Metric: pick(allMetrics), Frequency: pick(allFrequencies), GraphType: pick([]string{"", graphCount, graphShare}), DateRange: rangeCustom}
	q.LastYear = r.IntN(3) == 0
	q.Segment = pick(append(segmentsFor(q.Metric), "", ""))
	from := historyStart + ledger.Day(r.IntN(90)-8)
	to := from + ledger.Day(r.IntN(40))
	q.StartDate, q.EndDate = from.String(), to.String()
	if r.IntN(3) == 0 {
		q.KnownOn = (to + ledger.Day(r.IntN(40))).String()
	}
	if r.IntN(6) == 0 {
		q.DateRange, q.Frequency, q.StartDate, q.EndDate = "Last 365 days", Monthly, "", ""
	}
	if r.IntN(3) == 0 {
		q.ActiveLease = b.entries[r.IntN(len(b.entries))].lease
	}
	for range r.IntN(3) {
		name := fieldNames[r.IntN(len(fieldNames))]
		if q.ActiveViewBy == nil {
			q.ActiveViewBy = map[string][]string{}
		}
		q.ActiveViewBy[name] = nil
		for range 1 + r.IntN(2) {
			value := b.lots[b.entries[r.IntN(len(b.entries))].lot].values[name]
			if !slices.Contains(q.ActiveViewBy[name], value) {
				q.ActiveViewBy[name] = append(q.ActiveViewBy[name], value)
			}
		}
	}
	return q
}

// REP-18 REP-19: random queries of random farms, answered by the columns and by SQL, are what an
// engine that knows only the formulas works out. MERROIR_REPORT_QUERIES asks more of them.
func TestReportsAreTheFormulas(t *testing.T) {
	queries := 200
	if more, err := strconv.Atoi(os.Getenv("MERROIR_REPORT_QUERIES")); err == nil {
		queries = more
	}
	const farms = 5
	dbtest.EachShare(t, queries, func(t *testing.T, db *sqldb.DB, queries int) {
		columns, sql := New(db, clock), bySQL(db)
		var undone, movedOn, later, earlier int
		for seed := range farms {
			farmID, places := historyPlaces(t, db)
			newest := recordAtOnce(t, db, farmID, plantings(places))
			for i := range 60 {
				a := drawActivity(places, newest).Example(1000*seed + i)
				newest = max(newest, record(t, db, farmID, []ledger.Activity{a}))
				if a.Reverses > 0 {
					undone++
				}
			}
			recordedOverTime(t, db, farmID)
			if seed%2 == 1 {
				aYearAgo(t, db, farmID)
			}
			b, r := readBook(t, db, farmID), rand.New(rand.NewPCG(uint64(seed), 7))
			for range queries / farms {
				q := randomQuery(r, b)
				known := b.known(t, q)
				if len(known.entries) < len(b.entries) {
					later++
				}
				for name, s := range map[string]*Service{"columns": columns, "SQL": sql} {
					answer, err := s.Report(system, farmID, q)
					must(t, err)
					if different := known.check(q, answer); len(different) > 0 {
						t.Fatalf("farm %d, %s, %+v:\n%v", seed, name, q, different[:min(3, len(different))])
					}
					for _, row := range answer.Data {
						if row.LastYear != nil && row.LastYear.Value != nil && *row.LastYear.Value != 0 {
							earlier++
						}
					}
					if last := answer.Data[len(answer.Data)-1]; last.MovedOn != nil && *last.MovedOn > 0 {
						movedOn++
					}
				}
			}
		}
		if undone == 0 || movedOn == 0 || later == 0 || earlier == 0 {
			t.Errorf("little happened: %d undone, %d reports of parts from which animals moved on, %d as known before all was recorded, %d rows beside the year before", undone, movedOn, later, earlier)
		}
	})
}
