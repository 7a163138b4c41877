package people_test

import (
	"context"
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
	for name, decide := range map[string]func(w *town) error{
		"linked": func(*town) error { return nil },
		"narrowed": func(w *town) error {
			_, err := w.SetMay(w.as("ann"), own, w.ids["dan"], "record")
			return err
		},
		"removed": func(w *town) error { _, err := w.Remove(w.as("ann"), own, w.ids["dan"]); return err },
		"removed by staff": func(w *town) error {
			_, err := w.farms.UnlinkUser(w.as("staff"), own, w.ids["dan"])
			return err
		},
		"stepped back": func(w *town) error {
			_, err := w.HandOver(w.as("dan"), own, w.ids["ann"], "record")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				w := newTown(t, db)
				w.add("dan", account.Groups{FarmManager: true})
				before := w.invite("ann", "dan@farm.example", "manage")
				must(t, w.farms.LinkUser(w.as("staff"), own, w.ids["dan"]))
				// As one that was open before links ended any.
				run(t, db, "UPDATE invitations SET ended_at = NULL")
				must(t, decide(w))
				may := w.may("dan")
				_, err := w.AcceptSignedIn(w.as("dan"), before)
				if name == "linked" {
					refused(t, "who is there", err, fault.Conflict)
				} else {
					refused(t, "the older invitation", err, fault.Invalid)
				}
				if w.may("dan") != may {
					t.Errorf("dan may %q, where it was %q", w.may("dan"), may)
				}
				if name == "removed" {
					_, err := w.AcceptSignedIn(w.as("dan"), w.invite("ann", "dan@farm.example", "reports"))
					if must(t, err); w.may("dan") != "reports" {
						t.Errorf("asked back, dan may %q", w.may("dan"))
					}
				}
			})
		})
	}
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
