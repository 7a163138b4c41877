package report

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

func containers(area string, viewBy map[string][]string) Figure {
	return Figure{Query: Query{Metric: MetricEquipment, ActiveLease: area, ActiveViewBy: viewBy}, Range: true}
}

// FIG-1 REP-10: the containers of the entries to which a number of the report Equipment opens are the number: of
// random farms, with filters, and also where something counts that is dated after today.
func TestTheEntriesOfContainersAreTheContainers(t *testing.T) {
	dbtest.EachShare(t, 12, func(t *testing.T, db *sqldb.DB, queries int) {
		opened, paged, left, kinds := 0, 0, 0, 0
		for seed := range 4 {
			farmID, places := historyPlaces(t, db)
			for i := range places {
				places[i].Lot.MeshSize = []string{"bag", "", "tray", notKnown}[(i+seed)%4]
			}
			newest := recordAtOnce(t, db, farmID, plantings(places))
			for i := range 70 {
				newest = max(newest, record(t, db, farmID, []ledger.Activity{drawActivity(places, newest).Example(1000*seed + i)}))
			}
			now := clock
			if seed == 3 {
				now = func() time.Time { return (historyStart + 30).Time().Add(20 * time.Hour) }
			}
			b, r := readBook(t, db, farmID), rand.New(rand.NewPCG(uint64(seed), 5))
			slow := bySQLOn(db, now)
			for i := range queries {
				q := randomQuery(r, b)
				if i == 0 {
					q.ActiveLease, q.ActiveViewBy = "", nil
				}
				f := containers(q.ActiveLease, q.ActiveViewBy)
				f.Limit = 1 + r.IntN(30)
				e := equipmentOf(t, db, farmID, f)
				all := explainAll(t, New(db, now), farmID, f)
				if sql := explainAll(t, slow, farmID, f); sql.Sum != all.Sum || sql.Total != all.Total {
					t.Fatalf("%+v: SQL has %v in %d entries, the columns %v in %d", f, sql.Sum, sql.Total, all.Sum, all.Total)
				}
				if all.Sum != float64(e.Total) || *all.Value != all.Sum || all.Over != nil || all.Unit != UnitContainers {
					t.Fatalf("%+v: %+v, and the report has %d", f, all, e.Total)
				}
				if all.Total > 0 {
					opened++
				}
				if all.Total > int64(f.Limit) {
					paged++
				}
				if i == 0 && all.Total < withContainers(t, db, farmID) {
					left++
				}
				if q.ActiveViewBy["meshSize"] != nil {
					continue
				}
				for kind, count := range e.ChartData {
					one := containers(q.ActiveLease, map[string][]string{"meshSize": {kind}})
					for name, values := range q.ActiveViewBy {
						one.ActiveViewBy[name] = values
					}
					if kind == notKnown {
						one.ActiveViewBy["meshSize"] = []string{"", kind}
					}
					if of := explainAll(t, New(db, now), farmID, one); of.Sum != float64(count) {
						t.Fatalf("%+v: %+v, and the report has %d", one, of, count)
					}
					kinds++
				}
			}
		}
		if opened < 5*queries/3 || paged == 0 || left == 0 || kinds < queries {
			t.Errorf("little was asked: %d numbers, %d of several pages, %d farms where containers are not in use, %d kinds", opened, paged, left, kinds)
		}
	})
}

func equipmentOf(t *testing.T, db *sqldb.DB, farmID string, f Figure) (e Equipment) {
	t.Helper()
	filters, bad := field.Filters(f.ActiveViewBy)
	must(t, fault.ForFields(bad))
	must(t, db.Read(system, func(tx *sqldb.Tx) error {
		leases, err := farm.Leases(system, tx, farmID)
		if err != nil {
			return err
		}
		if leases, err = ChosenLeases(f.ActiveLease, leases); err != nil {
			return err
		}
		e, err = EquipmentOf(system, tx, farmID, leases, filters)
		return err
	}))
	return e
}

// withContainers is how many entries hang or take away containers, in use or not.
func withContainers(t *testing.T, db *sqldb.DB, farmID string) (n int64) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT count(*) FROM entries WHERE farm_id = $1 AND containers <> 0", farmID)
		return err
	}))
	return n
}

// FIG-1: by hand, with who, when and where; what is known of today alone is asked in no other way, and only by whom the farm is.
func TestContainersOpen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := hungFarm(t, db)
		ann, bob := newUser(t, db, "ann", farmID), newUser(t, db, "bob")
		_, err := ledger.New(db, clock).Record(ann, farmID, []ledger.Activity{{
			Kind: ledger.Loss, Day: day("2026-10-02"), Count: 10, Containers: 1, Note: "torn loose",
			Place: ledger.Place{LeaseID: areas["South"], Lot: ledger.Lot{Group: ledger.Group{Year: 2026}, MeshSize: "tray"}},
		}})
		must(t, err)
		for _, s := range []*Service{New(db, clock), bySQL(db)} {
			for name, tt := range map[string]struct {
				figure Figure
				want   []string
			}{
				"all of South, without the nets that hold nothing living": {containers(areas["South"], nil), []string{"2026-10-02 loss South -1 ann torn loose", "2026-06-01 plant South 2  ", "2026-04-01 move South 5  "}},
				"its trays":      {containers(areas["South"], map[string][]string{"meshSize": {"tray"}}), []string{"2026-10-02 loss South -1 ann torn loose", "2026-04-01 move South 5  "}},
				"trays of North": {containers(areas["North"], map[string][]string{"meshSize": {"tray"}}), []string{"2026-04-01 move North -5  ", "2026-03-01 plant North 25  "}},
				"nets":           {containers("", map[string][]string{"meshSize": {"net"}}), nil},
				"Far":            {containers(areas["Far"], nil), nil},
			} {
				e, err := s.Explain(ann, farmID, tt.figure)
				must(t, err)
				var got []string
				for _, one := range e.Entries {
					got = append(got, fmt.Sprintf("%s %s %s %v %s %s", one.Date, one.Activity, one.Area, one.Amount, one.By, one.Note))
				}
				if !slices.Equal(got, tt.want) || e.To != "2026-11-20" || e.From != e.To {
					t.Errorf("%s: %q from %s to %s", name, got, e.From, e.To)
				}
			}
		}
		s := New(db, clock)
		byDay := containers("", nil)
		byDay.Range, byDay.To = false, "2026-11-20"
		if e, err := s.Explain(ann, farmID, byDay); err != nil || e.Sum != 26 {
			t.Errorf("of today's row: %+v %v", e, err)
		}
		for name, change := range map[string]func(*Figure){
			"a series":            func(f *Figure) { f.Series = new("tray") },
			"a term":              func(f *Figure) { f.Term = "lost" },
			"the year before":     func(f *Figure) { f.Range, f.Earlier, f.To = false, true, "2025-11-20" },
			"as known on a day":   func(f *Figure) { f.KnownOn = "2026-11-19" },
			"another day":         func(f *Figure) { f.Range, f.To = false, "2026-11-19" },
			"an area it has not":  func(f *Figure) { f.ActiveLease = "nowhere" },
			"a filter it has not": func(f *Figure) { f.ActiveViewBy = map[string][]string{"colour": {"red"}} },
		} {
			f := containers("", nil)
			change(&f)
			if _, err := s.Explain(ann, farmID, f); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := s.Explain(bob, farmID, f); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s, of somebody else's farm: %v", name, err)
			}
		}
	})
}
