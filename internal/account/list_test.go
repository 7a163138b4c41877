package account_test

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

func query(sort string, limit, number int) page.Query {
	return page.Query{Sort: sort, Slice: page.Slice{Limit: limit, Page: number}}
}

// USR-1 PEO-5 API-1: every filter, each order in both directions, pages and their counts.
func TestListUsers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		_, err := p.Create(system, account.NewUser{Username: "Müller 10", Email: "m10@farm.example", Password: password})
		must(t, err)
		_, err = p.Create(system, account.NewUser{Username: "muller 9", Email: "m9@oysters.example", Password: password, Name: account.Name{First: "Márta", Middle: "K.", Last: "Nagy"}})
		must(t, err)
		_, err = p.Edit(system, p.ids["member"], 0, account.UserChange{IsActive: ptr(false)})
		must(t, err)
		farmID := newFarm(t, db, 1)
		must(t, farm.New(db, p.clock.now).LinkUser(system, farmID, p.ids["member"]))
		for _, tt := range []struct {
			filter account.UserFilter
			want   []string // by name
		}{
			{account.UserFilter{}, []string{"admin", "Ann", "clerk", "helper", "manager", "member", "muller 9", "Müller 10", "narrow", "root"}},
			{account.UserFilter{Username: "MULLER"}, []string{"muller 9", "Müller 10"}},
			{account.UserFilter{Username: "üller  1"}, []string{"Müller 10"}},
			{account.UserFilter{Username: "marta nagy"}, []string{"muller 9"}},
			{account.UserFilter{Username: "k. NAGY"}, []string{"muller 9"}},
			{account.UserFilter{Username: "9@Oysters"}, []string{"muller 9"}},
			{account.UserFilter{Username: "%"}, nil},
			{account.UserFilter{Username: "_"}, nil},
			{account.UserFilter{Username: "\x00"}, []string{"admin", "Ann", "clerk", "helper", "manager", "member", "muller 9", "Müller 10", "narrow", "root"}},
			{account.UserFilter{Role: "admin"}, []string{"admin", "Ann", "clerk", "helper", "narrow", "root"}},
			{account.UserFilter{Role: "account"}, []string{"manager", "member", "muller 9", "Müller 10"}},
			{account.UserFilter{IsActive: "false"}, []string{"member"}},
			{account.UserFilter{IsActive: "true", Role: "account"}, []string{"manager", "muller 9", "Müller 10"}},
			{account.UserFilter{IsActive: "true", Username: "member"}, nil},
		} {
			list, err := p.List(p.as("helper"), tt.filter, query("name", 20, 1))
			must(t, err)
			if got := usernames(list.Data); !slices.Equal(got, tt.want) || list.Items.Total != len(tt.want) {
				t.Errorf("%+v: %q (%d), want %q", tt.filter, got, list.Items.Total, tt.want)
			}
		}
		up, err := p.List(system, account.UserFilter{}, query("_id", 5, 1))
		must(t, err)
		down, err := p.List(system, account.UserFilter{}, query("-_id", 5, 2))
		must(t, err)
		backwards, err := p.List(system, account.UserFilter{}, query("-name", 5, 2))
		must(t, err)
		mirrored := slices.Clone(down.Data)
		slices.Reverse(mirrored)
		if !slices.Equal(usernames(up.Data), usernames(mirrored)) || !slices.IsSortedFunc(up.Data, func(a, b account.AccountRow) int { return strings.Compare(a.ID, b.ID) }) {
			t.Errorf("by id: %q and %q", usernames(up.Data), usernames(down.Data))
		}
		if got := usernames(backwards.Data); !slices.Equal(got, []string{"manager", "helper", "clerk", "Ann", "admin"}) {
			t.Errorf("by name backwards, the second page: %q", got)
		}
		if up.Pages != (page.Pages{Current: 1, Total: 2, HasNext: true, Prev: 0, Next: 2}) || down.Items != (page.Items{Begin: 6, End: 10, Total: 10}) {
			t.Errorf("%+v %+v", up.Pages, down.Items)
		}
	})
}

func usernames(rows []account.AccountRow) (names []string) {
	for _, row := range rows {
		names = append(names, row.Username)
	}
	return names
}

// USR-1: the file has the users that a list shows, whatever its pages, and no formula.
func TestUsersAsAFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		_, err := p.Create(system, account.NewUser{Username: "=1+1", Email: "sum@farm.example", Password: password})
		must(t, err)
		content, err := p.CSV(p.as("helper"), account.UserFilter{Role: "account"})
		must(t, err)
		rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff")))).ReadAll()
		must(t, err)
		if len(rows) != 4 || rows[0][0] != "Username" || rows[1][0] != "'=1+1" || rows[1][2] != "sum@farm.example" || rows[2][0] != "manager" || rows[2][3] != "Farm manager" {
			t.Errorf("the file: %q", rows)
		}
		if _, err := p.CSV(p.as("manager"), account.UserFilter{}); !fault.Is(err, fault.Denied) {
			t.Errorf("for a farm manager: %v", err)
		}
	})
}
