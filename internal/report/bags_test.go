package report

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// at replays the answer to the end of a day: by area, the living animals and the
// containers in use by type.
func (b Bags) at(day ledger.Day) (animals map[string]int64, hanging map[string]map[string]int64) {
	alive, hung := slices.Clone(b.Opening.Animals), slices.Clone(b.Opening.Containers)
	at, _ := ledger.ParseDay(b.From)
	for i, place := range b.Of {
		if at += ledger.Day(b.Gaps[i]); at > day {
			break
		}
		alive[place] += b.Changes.Animals[i]
		hung[place] += b.Changes.Containers[i]
	}
	animals, hanging = map[string]int64{}, map[string]map[string]int64{}
	for i, p := range b.Places {
		area := b.Areas[p.Area].LeaseID
		animals[area] += alive[i]
		if alive[i] > 0 && hung[i] > 0 {
			if hanging[area] == nil {
				hanging[area] = map[string]int64{}
			}
			kind := b.Lots[p.Lot].MeshSize
			if kind == "" {
				kind = notKnown
			}
			hanging[area][kind] += hung[i]
		}
	}
	return animals, hanging
}

func bySQLOn(db *sqldb.DB, now func() time.Time) *Service {
	s := New(db, now)
	s.LimitCache(0)
	return s
}

// The picture of HungFarm is worked out by hand there: 27 containers, and the lines
// with their spots.
func TestBagsOfAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := hungFarm(t, db)
		b, err := New(db, clock).Bags(system, farmID, "")
		must(t, err)
		if b.First != "2026-03-01" || b.From != b.First || b.To != "2026-11-20" || len(b.Areas) != 3 || b.Areas[0].Name != "Far" || b.Areas[1].Lines[0].Spots != 30 {
			t.Errorf("%+v", b)
		}
		if !slices.Equal(b.Sizes, []string{""}) || len(b.Lots) != 4 || len(b.Places) != 5 {
			t.Errorf("%v, %+v, %+v", b.Sizes, b.Lots, b.Places)
		}
		for _, tt := range []struct {
			day  string
			want map[string]map[string]int64
		}{
			{"2026-02-28", map[string]map[string]int64{}},
			{"2026-03-31", map[string]map[string]int64{"North": {"tray": 25, "bag": 6}}},
			{"2026-06-02", map[string]map[string]int64{"North": {"tray": 20}, "South": {"tray": 5, "net": 3, "Not known": 2}}},
			{"2026-11-20", map[string]map[string]int64{"North": {"tray": 20}, "South": {"tray": 5, "Not known": 2}}},
		} {
			_, hanging := b.at(day(tt.day))
			byName := map[string]map[string]int64{}
			for _, area := range b.Areas {
				if len(hanging[area.LeaseID]) > 0 {
					byName[area.Name] = hanging[area.LeaseID]
				}
			}
			if diff := cmp.Diff(tt.want, byName); diff != "" {
				t.Errorf("%s: %s", tt.day, diff)
			}
		}
	})
}

func TestBagsRefuse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := hungFarm(t, db)
		s := New(db, clock)
		for _, to := range []string{"2026-11-21", "yesterday", "2026-02-30"} {
			if _, err := s.Bags(system, farmID, to); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "to" {
				t.Errorf("%q: %v", to, err)
			}
		}
		if _, err := s.Bags(newUser(t, db, "stranger"), farmID, ""); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger: %v", err)
		}
		if _, err := s.Bags(t.Context(), farmID, ""); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("nobody: %v", err)
		}
		empty, err := s.Bags(system, newFarm(t, db), "")
		must(t, err)
		if text, err := json.Marshal(empty); err != nil || string(text) != `{"first":"","from":"","to":"2026-11-20","areas":[],"sizes":[],"lots":[],"places":[],"opening":{"animals":[],"containers":[]},"changes":{"animals":[],"containers":[]},"gaps":[],"of":[]}` {
			t.Errorf("%s %v", text, err)
		}
	})
}

// An answer of as many changes as one may have is at most 1.5 MB.
func TestBagsAreBounded(t *testing.T) {
	b := Bags{}
	for range maxChanges {
		b.Changes.Animals = append(b.Changes.Animals, -rand.Int64N(5_000))
		b.Changes.Containers = append(b.Changes.Containers, rand.Int64N(20)/18)
		b.Gaps, b.Of = append(b.Gaps, rand.Int64N(50)/49), append(b.Of, rand.IntN(5_000))
	}
	text, err := json.Marshal(b)
	must(t, err)
	t.Logf("%d changes are %d bytes", maxChanges, len(text))
	if len(text) > 1_500_000 {
		t.Errorf("%d bytes", len(text))
	}
}
