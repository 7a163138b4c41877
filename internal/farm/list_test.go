package farm_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

func listed(t *testing.T, s *farm.Service, search string) (names []string) {
	t.Helper()
	q := query()
	q.Sort, q.Limit = "name", 100
	list, err := s.List(system, farm.Search{Text: search}, q)
	must(t, err)
	for _, row := range list.Data {
		names = append(names, row.Name)
	}
	if list.Items.Total != len(names) {
		t.Errorf("%d rows of %d", len(names), list.Items.Total)
	}
	return names
}

func newNamed(t *testing.T, s *farm.Service, name string) (id string) {
	t.Helper()
	made, err := s.Create(system, farm.Details{Name: name, Country: "USA", State: "Maine"})
	must(t, err)
	return made.ID
}

// LIST-1: names are sorted as people sort them on both engines, for staff and for
// a farm manager.
func TestListOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 0)
		want := []string{"Akron", "åland", "Alba", "Essex", "Étang du Nord", "Evergreen", "site 2", "Site 10", "Zed"}
		for i := range want {
			id := newNamed(t, s, want[(i*5)%len(want)])
			must(t, s.LinkUser(system, id, "u1"))
		}
		if got := listed(t, s, ""); !slices.Equal(got, want) {
			t.Errorf("staff: %q", got)
		}
		q := query()
		q.Sort, q.Limit, q.Page = "-name", 5, 2
		list, err := s.List(manager, farm.Search{}, q)
		must(t, err)
		for i, row := range list.Data {
			if row.Name != want[3-i] {
				t.Errorf("the manager's second page: %+v", list.Data)
			}
		}
		if list, err = s.List(manager, farm.Search{Text: "ETANG"}, query()); err != nil || len(list.Data) != 1 || list.Data[0].Name != "Étang du Nord" {
			t.Errorf("the manager's search: %+v %v", list, err)
		}
	})
}

// LIST-1: a list of one process has what another has just made, renamed or
// deleted.
func TestListSeesOtherProcesses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		here, there := fixture(t, db, 0), farm.New(db, clock)
		expect := func(step string, want ...string) {
			t.Helper()
			for name, s := range map[string]*farm.Service{"here": here, "there": there, "new": farm.New(db, clock)} {
				if got := listed(t, s, "o"); !slices.Equal(got, want) {
					t.Errorf("%s, %s: %q", step, name, got)
				}
			}
		}
		expect("nothing")
		one := newNamed(t, here, "One")
		expect("made", "One")
		two := newNamed(t, there, "Two")
		expect("another made", "One", "Two")
		_, err := here.Edit(system, one, 0, farm.Change{Name: new("Zoë")})
		must(t, err)
		expect("renamed", "Two", "Zoë")
		_, err = here.Edit(system, two, 0, farm.Change{Name: new("Three"), CompanyName: new("Co")})
		must(t, err)
		expect("found by its company", "Three", "Zoë")
		_, err = there.Delete(system, one, "")
		must(t, err)
		expect("deleted", "Three")
		_, err = here.CreateWithID(system, one, farm.Details{Name: "One again", Country: "USA", State: "Maine"})
		must(t, err)
		expect("made again", "One again", "Three")
	})
}

// LIST-1: a list that is asked for while farms are made has each farm that is there.
func TestListWhileFarmsAreMade(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 0)
		var wg sync.WaitGroup
		for range 4 { // who only look on
			wg.Go(func() {
				seen := 0
				for range 50 {
					list, err := s.List(system, farm.Search{}, query())
					if err != nil || list.Items.Total < seen {
						t.Errorf("%d farms, %d before: %v", list.Items.Total, seen, err)
						return
					}
					seen = list.Items.Total
				}
			})
		}
		for i := range 4 {
			wg.Go(func() {
				for n := range 5 {
					name := fmt.Sprintf("Farm %d of %d", n, i)
					_, err := s.Create(system, farm.Details{Name: name, Country: "USA", State: "Maine"})
					if err != nil {
						t.Error(err)
						return
					}
					list, err := s.List(system, farm.Search{Text: name}, query())
					if err != nil || list.Items.Total != 1 || len(list.Data) != 1 {
						t.Errorf("%s: %+v %v", name, list, err)
					}
				}
			})
		}
		wg.Wait()
		if got := listed(t, s, ""); len(got) != 20 {
			t.Errorf("%d farms", len(got))
		}
	})
}
