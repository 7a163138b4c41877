package farm_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	noon    = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	system  = actor.With(context.Background(), actor.System)
	manager = actor.With(context.Background(), actor.Actor{UserID: "u1", FarmManager: true})
	member  = actor.With(context.Background(), actor.Actor{UserID: "u1"})
)

// fixture makes the user u1 and n farms, of which the first is linked to u1.
func fixture(t *testing.T, db *sqldb.DB, n int) *farm.Service {
	t.Helper()
	s := farm.New(db, func() time.Time { return noon })
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at)
			VALUES ('u1', 'Ann', 'ann', 'a@b.example', 'a@b.example', '', 0, 0)`)
		return err
	}))
	for i := range n {
		_, err := s.CreateWithID(system, fmt.Sprintf("%024d", i+1), farm.Details{
			Name: fmt.Sprintf("Farm %c", 'Z'-i), CompanyName: "Société 100%", Country: "USA", State: "Maine", TimeZone: "America/New_York"})
		must(t, err)
	}
	if n > 0 {
		must(t, s.LinkUser(system, fmt.Sprintf("%024d", 1), "u1"))
	}
	return s
}

func query() page.Query { return page.Query{Sort: "_id", Slice: page.Slice{Limit: 5, Page: 1}} }

// LIST-1 LIST-3 API-1: order, pages and their counts.
func TestListPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 12)
		tests := []struct {
			sort  string
			page  int
			first string
			pages page.Pages
			items page.Items
		}{
			{"_id", 1, "Farm Z", page.Pages{Current: 1, Total: 3, HasNext: true, Prev: 0, Next: 2}, page.Items{Begin: 1, End: 5, Total: 12}},
			{"-_id", 1, "Farm O", page.Pages{Current: 1, Total: 3, HasNext: true, Prev: 0, Next: 2}, page.Items{Begin: 1, End: 5, Total: 12}},
			{"name", 2, "Farm T", page.Pages{Current: 2, Total: 3, HasPrev: true, HasNext: true, Prev: 1, Next: 3}, page.Items{Begin: 6, End: 10, Total: 12}},
			{"-name", 3, "Farm P", page.Pages{Current: 3, Total: 3, HasPrev: true, Prev: 2, Next: 4}, page.Items{Begin: 11, End: 12, Total: 12}},
		}
		for _, tt := range tests {
			q := query()
			q.Sort, q.Page = tt.sort, tt.page
			list, err := s.List(system, farm.Search{}, q)
			must(t, err)
			if list.Data[0].Name != tt.first || list.Pages != tt.pages || list.Items != tt.items {
				t.Errorf("%s page %d: first %s, %+v %+v", tt.sort, tt.page, list.Data[0].Name, list.Pages, list.Items)
			}
		}
		q := query()
		q.Page = 9
		beyond, err := s.List(system, farm.Search{}, q)
		must(t, err)
		if len(beyond.Data) != 0 || beyond.Items != (page.Items{Total: 12}) {
			t.Errorf("beyond the end: %+v", beyond)
		}
	})
}

// LIST-1: the search ignores case, accents and extra spaces, finds companies too, and
// takes every character literally.
func TestListSearch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 3)
		for search, want := range map[string]int{
			"": 3, "farm": 3, "FARM Y": 1, "SOCIÉTÉ": 3, "societe": 3, "socie\u0301te\u0301": 3, "  farm   y ": 1, "y societe": 1, "100%": 3, "1%0": 0, "f_rm": 0, "nobody": 0,
		} {
			list, err := s.List(system, farm.Search{Text: search}, query())
			must(t, err)
			if list.Items.Total != want || len(list.Data) != want {
				t.Errorf("search %q found %d rows, total %d, want %d", search, len(list.Data), list.Items.Total, want)
			}
		}
	})
}

// LIST-1: a farm is found by its owner, email, city and certificates, and narrowed by what
// it is, in any process as soon as one of them is changed.
func TestListNarrowed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, other := fixture(t, db, 2), farm.New(db, clock)
		id := fmt.Sprintf("%024d", 1)
		expect := func(step string, asked farm.Search, want int) {
			t.Helper()
			for _, process := range []*farm.Service{s, other} {
				list, err := process.List(system, asked, query())
				must(t, err)
				if list.Items.Total != want || len(list.Data) != want {
					t.Errorf("%s: %+v found %d, want %d", step, asked, list.Items.Total, want)
				}
			}
		}
		for _, text := range []string{"Ada Reef", "ada@reef", "Newport", "ME 123", "H-9", "77 AQ"} {
			expect("before", farm.Search{Text: text}, 0)
		}
		_, err := s.Edit(system, id, 0, farm.Change{
			Owner: new("Ada Reef"), Email: new("ada@reef.example"), City: new("Newport"), Type: new(farm.TypeDistributor),
			Country: new("Canada"), State: new("Nova Scotia"), Activities: []string{"Receive", "Order"},
		})
		must(t, err)
		_, err = s.EditPublic(system, id, 0, farm.PublicChange{
			Cert: new("ME 123"), HarvesterCert: new("H-9"), Certs: []farm.Certificate{{Cert: "77 AQ", DateOfExpiration: "2031-01-01"}},
		})
		must(t, err)
		for _, text := range []string{"Ada Reef", "ada@reef", "Newport", "me 123", "H-9", "77 aq"} {
			expect("by what it has", farm.Search{Text: text}, 1)
		}
		expect("no search goes from one to the next", farm.Search{Text: "Newport ME"}, 0)
		for _, tt := range []struct {
			by   farm.Filter
			want int
		}{
			{farm.Filter{Type: "distributor"}, 1}, {farm.Filter{Type: "farm"}, 0}, {farm.Filter{Type: "none"}, 1},
			{farm.Filter{Country: "Canada"}, 1}, {farm.Filter{Country: "Canada", State: "Quebec"}, 0}, {farm.Filter{State: "Nova Scotia"}, 1},
			{farm.Filter{Tagging: "true"}, 0}, {farm.Filter{Tagging: "false"}, 2},
			{farm.Filter{Certificate: "any"}, 1}, {farm.Filter{Certificate: "none"}, 1}, {farm.Filter{Certificate: "ending"}, 0},
		} {
			expect("narrowed", farm.Search{Filter: tt.by}, tt.want)
		}
		expect("both", farm.Search{Text: "newport", Filter: farm.Filter{Country: "USA"}}, 0)
		_, err = s.EditPublic(system, id, 0, farm.PublicChange{Certs: []farm.Certificate{{Cert: "77 AQ", DateOfExpiration: "2020-01-01"}}})
		must(t, err)
		expect("it has expired", farm.Search{Filter: farm.Filter{Certificate: "ending"}}, 1)
		must(t, s.SetSubscription(system, id, farm.Subscription{TaggingActive: farm.TaggingOn}))
		expect("subscribed", farm.Search{Filter: farm.Filter{Tagging: "true"}}, 1)
	})
}

// LIST-1: the file has the farms that a list shows, by name, and no formula.
func TestListAsAFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 3)
		_, err := s.Edit(system, fmt.Sprintf("%024d", 2), 0, farm.Change{Owner: new("=1+1")})
		must(t, err)
		rows := func(caller context.Context, asked farm.Search) [][]string {
			t.Helper()
			content, err := s.CSV(caller, asked)
			must(t, err)
			rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff")))).ReadAll()
			must(t, err)
			return rows
		}
		all := rows(system, farm.Search{})
		if len(all) != 4 || all[0][0] != "Name" || all[1][0] > all[2][0] || all[2][0] > all[3][0] {
			t.Errorf("the file: %q", all)
		}
		if found := rows(system, farm.Search{Text: "=1+1"}); len(found) != 2 || found[1][3] != "'=1+1" {
			t.Errorf("found: %q", found)
		}
		if own := rows(manager, farm.Search{}); len(own) != 2 {
			t.Errorf("the manager's: %q", own)
		}
	})
}

// AUTH-7: a farm manager sees the linked farms alone, in data and in counts;
// another's farm answers as one that does not exist.
func TestTenancy(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 3)
		own, other := fmt.Sprintf("%024d", 1), fmt.Sprintf("%024d", 2)
		list, err := s.List(manager, farm.Search{}, query())
		must(t, err)
		if len(list.Data) != 1 || list.Data[0].ID != own || list.Items.Total != 1 || list.Pages.Total != 1 {
			t.Errorf("the manager's list: %+v", list)
		}
		mine, err := s.Get(manager, own)
		must(t, err)
		if len(mine.Users) != 0 {
			t.Error("a farm manager sees who else is linked")
		}
		staffs, err := s.Get(system, own)
		must(t, err)
		if len(staffs.Users) != 1 || staffs.Users[0].Username != "Ann" {
			t.Errorf("staff see the users %+v", staffs.Users)
		}
		_, foreign := s.Get(manager, other)
		_, unknown := s.Get(manager, "nothing")
		_, outsider := s.Get(member, own)
		for name, err := range map[string]error{"another's": foreign, "an unknown": unknown, "a member's": outsider} {
			if !fault.Is(err, fault.NotFound) || err.Error() != unknown.Error() {
				t.Errorf("%s farm: %v", name, err)
			}
		}
		if _, err := s.Get(context.Background(), own); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("without a sign-in: %v", err)
		}
		_, err = s.AddLease(manager, other, farm.Lease{Name: "North"})
		if !fault.Is(err, fault.NotFound) {
			t.Errorf("a lease on another's farm: %v", err)
		}
	})
}

func TestOnlyStaffWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 1)
		own := fmt.Sprintf("%024d", 1)
		_, create := s.Create(manager, farm.Details{Name: "Mine", Country: "USA", State: "Maine"})
		_, features := s.EditFeatures(manager, own, 0, farm.FeaturesChange{})
		for name, err := range map[string]error{
			"create": create, "features": features,
			"link": s.LinkUser(manager, own, "u1"), "subscription": s.SetSubscription(manager, own, farm.Subscription{}),
		} {
			if !fault.Is(err, fault.Denied) {
				t.Errorf("%s by a farm manager: %v", name, err)
			}
		}
	})
}

// USR-3: the words for a link that is there already and for the 26th.
func TestLinkLimits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 26)
		if err := s.LinkUser(system, fmt.Sprintf("%024d", 1), "u1"); err == nil || fault.As(err).Message != "Farm already added." {
			t.Errorf("the same farm: %v", err)
		}
		for i := 2; i <= 25; i++ {
			must(t, s.LinkUser(system, fmt.Sprintf("%024d", i), "u1"))
		}
		err := s.LinkUser(system, fmt.Sprintf("%024d", 26), "u1")
		if err == nil || fault.As(err).Message != "You have reached 25 farms the maximum number allowed." {
			t.Errorf("the 26th farm: %v", err)
		}
	})
}

// FARM-4 FARM-5 API-2: leases, both spellings of the date, the tagging states.
func TestGet(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 1)
		id := fmt.Sprintf("%024d", 1)
		_, err := s.AddLease(manager, id, farm.Lease{Name: "North Bay", DateOfIssue: "2020-02-29", DateOfExpiration: "2030-02-28", Size: "4 acres", Lines: []farm.Line{{Name: "L1", Spots: 40}, {Name: "L2"}}})
		must(t, err)
		_, err = s.AddLease(manager, id, farm.Lease{Name: " north  bay"})
		must(t, err) // two spaces are another name
		_, err = s.AddLease(manager, id, farm.Lease{Name: "NORTH BAY "})
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("a growing area of the same name: %v", err)
		}
		_, err = s.AddLease(manager, id, farm.Lease{Name: "South", DateOfIssue: "2023-02-29"})
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("an impossible date: %v", err)
		}
		for stored, want := range map[farm.TaggingState]string{farm.TaggingOn: "true", farm.TaggingPending: `"pending"`, farm.TaggingOff: "false"} {
			must(t, s.SetSubscription(system, id, farm.Subscription{TaggingActive: stored, SetupInvoice: "in_1", PaperDiscount: true}))
			f, err := s.Get(manager, id)
			must(t, err)
			state, err := json.Marshal(f.TaggingActive)
			must(t, err)
			if string(state) != want || !f.PaperDiscount || f.TaggingSetupInvoice != "in_1" {
				t.Errorf("%s: %+v", stored, f)
			}
		}
		f, err := s.Get(manager, id)
		must(t, err)
		if len(f.Leases) != 2 || f.Leases[1].DateOfIssue != "2020-02-29" || f.Leases[1].DateOfIssueTwin != "2020-02-29" || !slices.Equal(f.Leases[1].Lines, []farm.Line{{Name: "L1", Spots: 40}, {Name: "L2"}}) || f.Leases[1].Spots() != 40 {
			t.Errorf("leases: %+v", f.Leases)
		}
	})
}

// REP-10: lines that were stored as bare names have no spots, and no line has
// less than none.
func TestLinesAndTheirSpots(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 1)
		id := fmt.Sprintf("%024d", 1)
		_, err := s.AddLease(manager, id, farm.Lease{Name: "North"})
		must(t, err)
		for stored, want := range map[string][]farm.Line{
			`[]`:                           {},
			`["L1","L2"]`:                  {{Name: "L1"}, {Name: "L2"}},
			`[{"name":"L1","spots":12}]`:   {{Name: "L1", Spots: 12}},
			`["L1",{"name":"","spots":3}]`: {{Name: "L1"}, {Spots: 3}},
		} {
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, "UPDATE leases SET lines = $2 WHERE farm_id = $1", id, stored)
				return err
			}))
			f, err := s.Get(manager, id)
			must(t, err)
			if !slices.Equal(f.Leases[0].Lines, want) {
				t.Errorf("%s: %+v", stored, f.Leases[0].Lines)
			}
		}
		for _, line := range []farm.Line{{Name: " ", Spots: 1}, {Name: "L1", Spots: -1}, {Name: "L1", Spots: 1_000_001}} {
			if _, err := s.AddLease(manager, id, farm.Lease{Name: "South", Lines: []farm.Line{line}}); !fault.Is(err, fault.Invalid) {
				t.Errorf("%+v: %v", line, err)
			}
		}
	})
}

func TestEnsureLeasesMakesOnlyTheMissing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 1)
		id := fmt.Sprintf("%024d", 1)
		there, err := s.AddLease(system, id, farm.Lease{Name: "Site A"})
		must(t, err)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			ids, err := farm.EnsureLeases(system, tx, id, []string{"site a", "Site B", "SITE B"}, noon)
			if err != nil {
				return err
			}
			if ids["site a"] != there.ID || ids["Site B"] == "" || ids["Site B"] != ids["SITE B"] {
				t.Errorf("ids: %v", ids)
			}
			return nil
		}))
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The day at a farm begins for everybody by the server's clocks, which every answer tells.
func TestAFarmTellsHowFarItsClocksAreFromUTC(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		now := noon
		s := farm.New(db, func() time.Time { return now })
		for zone, want := range map[string]int{"": -300, "UTC": 0, "America/St_Johns": -210, "America/Los_Angeles": -480, "Pacific/Auckland": 780} {
			now = noon
			made, err := s.Create(system, farm.Details{Name: "Farm", Country: "USA", State: "Maine", TimeZone: zone})
			must(t, err)
			changed, err := s.Edit(system, made.ID, made.Version, farm.Change{Owner: text("Ann")})
			must(t, err)
			got, err := s.Get(system, made.ID)
			must(t, err)
			if made.UTCOffset != want || changed.UTCOffset != want || got.UTCOffset != want {
				t.Errorf("%q: made %d, changed %d, read %d minutes, want %d", zone, made.UTCOffset, changed.UTCOffset, got.UTCOffset, want)
			}
			now = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
			if summer, err := s.Get(system, made.ID); err != nil || zone == "America/Los_Angeles" && summer.UTCOffset != -420 {
				t.Errorf("%q in July: %d minutes, %v", zone, summer.UTCOffset, err)
			}
		}
	})
}

// A new farm without a time zone gets that of its state.
func TestCreate_TakesTheZoneOfTheState(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := farm.New(db, time.Now)
		for _, tt := range []struct{ country, state, given, want string }{
			{"Canada", "Nova Scotia", "", "America/Halifax"},
			{"Canada", "Quebec", "", "America/Toronto"},
			{"Mexico", "Sonora", "", "America/Hermosillo"},
			{"Mexico", "Yucatán", "", "America/Mexico_City"},
			{"Australia", "Tasmania", "", "Australia/Hobart"},
			{"Australia", "New South Wales", "", "Australia/Sydney"},
			{"USA", "Washington", "", "America/Los_Angeles"},
			{"USA", "Maine", "", "America/New_York"},
			{"USA", "Washington", "America/New_York", "America/New_York"},
			{"USA", "Washington", "UTC", "UTC"},
		} {
			made, err := s.Create(system, farm.Details{Name: "Farm", Country: tt.country, State: tt.state, TimeZone: tt.given})
			must(t, err)
			if made.TimeZone != tt.want {
				t.Errorf("%s, %s, given %q: %s, want %s", tt.state, tt.country, tt.given, made.TimeZone, tt.want)
			}
		}
	})
}
