package people_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/people"
	"github.com/merroir/merroir/internal/sqldb"
)

// PEO-3 AUTH-9 S10: what was decided about somebody's link stands. An invitation that was still open
// when they were linked, narrowed or removed brings them neither back nor to more, whoever decided.
func TestAnOlderInvitationIsNoWayBack(t *testing.T) {
	decided := map[string]func(w *town, who string) error{
		"linked": func(*town, string) error { return nil },
		"narrowed": func(w *town, who string) error {
			_, err := w.SetMay(w.as("ann"), own, w.ids[who], "record")
			return err
		},
		"removed": func(w *town, who string) error { _, err := w.Remove(w.as("ann"), own, w.ids[who]); return err },
		"removed by staff": func(w *town, who string) error {
			_, err := w.farms.UnlinkUser(w.as("staff"), own, w.ids[who])
			return err
		},
		"stepped back": func(w *town, who string) error {
			_, err := w.HandOver(w.as(who), own, w.ids["ann"], "record")
			return err
		},
	}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		for name, decide := range decided {
			t.Run(name, func(t *testing.T) {
				defer func(all *testing.T) { w.t = all }(w.t)
				w.t = t
				who := strings.ReplaceAll(name, " ", "-")
				w.add(who, account.Groups{FarmManager: true})
				before := w.invite("ann", who+"@farm.example", "manage")
				must(t, w.farms.LinkUser(w.as("staff"), own, w.ids[who]))
				// As one that was open before links ended any.
				run(t, db, "UPDATE invitations SET ended_at = NULL WHERE email = '"+who+"@farm.example'")
				must(t, decide(w, who))
				may := w.may(who)
				_, err := w.AcceptSignedIn(w.as(who), before)
				if name == "linked" {
					refused(t, "who is there", err, fault.Conflict)
				} else {
					refused(t, "the older invitation", err, fault.Invalid)
				}
				if w.may(who) != may {
					t.Errorf("%s may %q, where it was %q", who, w.may(who), may)
				}
				if name == "removed" {
					_, err := w.AcceptSignedIn(w.as(who), w.invite("ann", who+"@farm.example", "reports"))
					if must(t, err); w.may(who) != "reports" {
						t.Errorf("asked back, %s may %q", who, w.may(who))
					}
				}
			})
		}
	})
}

// PEO-3: who is linked already does not narrow themselves by an invitation to the address that they
// moved to, and so leave the farm to nobody.
func TestAnInvitationChangesNoLink(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		token := w.invite("ann", "moved@farm.example", "record")
		moved := "moved@farm.example"
		_, err := w.accounts.Edit(system, w.ids["ann"], 0, account.UserChange{Email: &moved})
		must(t, err)
		_, err = w.AcceptSignedIn(w.as("ann"), token)
		refused(t, "her own", err, fault.Conflict)
		if w.may("ann") != "manage" {
			t.Errorf("ann may %q", w.may("ann"))
		}
	})
}

// S9: two farms invite one address, and both links are followed at once: one account comes of it, and
// the other invitation stays good for that account.
func TestTwoInvitationsMakeOneAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		first := w.invite("ann", "cat@farm.example", "record")
		_, err := w.Invite(w.as("bob"), another, "Cat@farm.example", "manage")
		must(t, err)
		second, _ := w.token("Cat@farm.example")
		tokens, errs := []string{first, second}, make([]error, 2)
		var both sync.WaitGroup
		for i, token := range tokens {
			both.Go(func() {
				_, errs[i] = w.Accept(context.Background(), token, people.Newcomer{Username: "cat" + string(rune('a'+i)), Password: dozen})
			})
		}
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Fatalf("%v, %v", errs[0], errs[1])
		}
		lost := 0
		if errs[0] == nil {
			lost = 1
		}
		winner := "cat" + string(rune('a'+1-lost))
		user, err := w.accounts.ByUsername(system, winner)
		must(t, err)
		w.ids[winner] = user.ID
		_, err = w.AcceptSignedIn(w.as(winner), tokens[lost])
		must(t, err)
		if _, err := w.accounts.ByUsername(system, "cat"+string(rune('a'+lost))); !fault.Is(err, fault.NotFound) {
			t.Errorf("a second account: %v", err)
		}
	})
}

func run(t *testing.T, db *sqldb.DB, statement string) {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error { _, err := tx.Exec(system, statement); return err }))
}
