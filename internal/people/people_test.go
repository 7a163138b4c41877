package people_test

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/people"
	"github.com/merroir/merroir/internal/sqldb"
)

var system = actor.With(context.Background(), actor.System)

const (
	own     = "aaaaaaaaaaaaaaaaaaaaaaa1"
	another = "aaaaaaaaaaaaaaaaaaaaaaa2"
	dozen   = "a dozen oysters each"
)

// town is two farms and their people: ann manages the first, bob the other, and may and staff
// work for the platform.
type town struct {
	*people.Service
	t        *testing.T
	db       *sqldb.DB
	at       time.Time
	accounts *account.Service
	farms    *farm.Service
	queue    *jobs.Queue
	folder   *mail.Folder
	ids      map[string]string
}

func (w *town) now() time.Time { return w.at }

func newTown(t *testing.T, db *sqldb.DB) *town {
	t.Helper()
	w := &town{t: t, db: db, at: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), ids: map[string]string{}}
	var err error
	w.folder, err = mail.NewFolder(t.TempDir())
	must(t, err)
	w.queue = jobs.New(db, jobs.Options{Now: w.now, Logger: slog.New(slog.DiscardHandler)})
	mailer, err := mail.New(w.queue, w.folder, mail.Options{From: "noreply@merroir.test", Product: "Merroir", Now: w.now})
	must(t, err)
	w.accounts = account.New(db, account.Options{PasswordCost: password.Cost{Passes: 1, Memory: 64}, Now: w.now, Queue: w.queue, Mail: mailer, PublicURL: "https://merroir.test", Product: "Merroir"})
	w.farms = farm.New(db, w.now)
	w.Service = people.New(db, people.Options{Now: w.now, Accounts: w.accounts, Farms: w.farms, Mail: mailer, Queue: w.queue, PublicURL: "https://merroir.test"})
	for _, id := range []string{own, another} {
		_, err := w.farms.CreateWithID(system, id, farm.Details{Name: "Farm " + id[23:], Country: "USA", State: "Maine", TimeZone: "UTC"})
		must(t, err)
	}
	w.add("ann", account.Groups{FarmManager: true}, own)
	w.add("bob", account.Groups{FarmManager: true}, another)
	w.add("staff", account.Groups{Admin: true})
	return w
}

func (w *town) add(name string, groups account.Groups, farms ...string) {
	w.t.Helper()
	made, err := w.accounts.Create(system, account.NewUser{Username: name, Email: name + "@farm.example", Password: dozen, Groups: groups})
	must(w.t, err)
	w.ids[name] = made.ID
	for _, id := range farms {
		must(w.t, w.farms.LinkUser(system, id, made.ID))
	}
}

// as is the context of a user with the rights that they have now.
func (w *town) as(name string) context.Context {
	w.t.Helper()
	var who actor.Actor
	must(w.t, w.db.Read(system, func(tx *sqldb.Tx) (err error) {
		who, err = account.Acting(system, tx, w.ids[name])
		return err
	}))
	return actor.With(actor.WithOrigin(context.Background(), actor.Origin{IP: "127.0.0.1"}), who)
}

var linkPattern = regexp.MustCompile(`https://merroir\.test/invitation/([0-9a-f]{64})\s`)

// token is that of the newest mail to the address, and its text.
func (w *town) token(to string) (token, text string) {
	w.t.Helper()
	must(w.t, w.queue.RunUntilIdle(context.Background()))
	sent, err := w.folder.List()
	must(w.t, err)
	for _, m := range sent {
		if found := linkPattern.FindStringSubmatch(m.Text); m.To == "<"+to+">" && found != nil {
			return found[1], m.Text
		}
	}
	w.t.Fatalf("no invitation was mailed to %s", to)
	return "", ""
}

func (w *town) invite(by, email, may string) string {
	w.t.Helper()
	_, err := w.Invite(w.as(by), own, email, may)
	must(w.t, err)
	token, _ := w.token(email)
	return token
}

func (w *town) accept(token, username string) error {
	_, err := w.Accept(context.Background(), token, people.Newcomer{Username: username, Password: dozen})
	return err
}

// may is what the user's link to the first farm opens; empty without one.
func (w *town) may(username string) string {
	w.t.Helper()
	list, err := w.List(system, own)
	must(w.t, err)
	for _, p := range list.People {
		if p.Username == username {
			return p.May
		}
	}
	return ""
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, what string, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("%s: %v", what, err)
	}
}

// An invitation goes to people who did not ask for it: a username that mail programs take for an address is not in it.
func TestInvite_NamesNoAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		w.add("ann.lee", account.Groups{FarmManager: true}, own)
		_, err := w.Invite(w.as("ann.lee"), own, "cat@farm.example", "record")
		must(t, err)
		if _, text := w.token("cat@farm.example"); strings.Contains(text, "ann.lee") || !strings.Contains(text, "The invitation is from a colleague.") {
			t.Errorf("the mail says %s", text)
		}
	})
}

// PEO-2 S9: an invitation is good once; its person chooses the password, and is not signed in by it.
func TestInviteAndAccept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		list, err := w.Invite(w.as("ann"), own, " Cat@Farm.example ", "record")
		must(t, err)
		if len(list.Invitations) != 1 || list.Invitations[0].Email != "Cat@Farm.example" || list.Invitations[0].May != "record" || list.Invitations[0].By != "ann" {
			t.Errorf("%+v", list.Invitations)
		}
		token, text := w.token("Cat@Farm.example")
		if !strings.Contains(text, "The farm Farm 1 on Merroir invites you to record what is done there. The invitation is from ann.") {
			t.Errorf("the mail says %s", text)
		}
		must(t, db.Read(t.Context(), func(tx *sqldb.Tx) error {
			n, err := sqldb.One(t.Context(), tx, sqldb.Scalar[int], "SELECT count(*) FROM jobs WHERE kind = 'mail.invitation'")
			if n != 1 {
				t.Errorf("%d jobs send it as an invitation", n)
			}
			return err
		}))
		asked, err := w.Look(context.Background(), token)
		must(t, err)
		if asked.HasAccount || asked.FarmName != "Farm 1" || asked.May != "record" || asked.By != "ann" || asked.ExpiresAt != w.at.Add(7*24*time.Hour).UnixMilli() {
			t.Errorf("%+v", asked)
		}
		_, err = w.Accept(context.Background(), token, people.Newcomer{Username: "ANN", Password: "short"})
		if !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "password" {
			t.Errorf("a short password: %v", err)
		}
		refused(t, "a name that is taken", w.accept(token, "ANN"), fault.Invalid)
		must(t, w.accept(token, "cat")) // after what was refused, it is still good
		refused(t, "a second time", w.accept(token, "kate"), fault.Invalid)
		if w.may("cat") != "record" || w.may("kate") != "" {
			t.Error("who came is not linked as invited")
		}
		_, user, err := w.accounts.SignIn(context.Background(), account.SignInForm{Login: "cat@farm.example", Password: dozen}, "127.0.0.1")
		must(t, err)
		if !user.Groups.FarmManager || user.Groups.Admin || user.Groups.Root {
			t.Errorf("%+v", user.Groups)
		}
		if list, err := w.List(w.as("ann"), own); err != nil || len(list.Invitations) != 0 {
			t.Errorf("%+v, %v", list.Invitations, err)
		}
		stored := ""
		must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
			stored, err = sqldb.One(system, tx, sqldb.Scalar[string], "SELECT token_hash FROM invitations")
			return err
		}))
		if stored == token || len(stored) != 64 {
			t.Error("the token itself is stored")
		}
	})
}

// S9: of two who come at once with one link, one comes in.
func TestAcceptedOnceByTwo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		token := w.invite("ann", "cat@farm.example", "reports")
		var wg sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			wg.Go(func() { errs[i] = w.accept(token, "cat"+string(rune('a'+i))) })
		}
		wg.Wait()
		in := 0
		for _, err := range errs {
			if err == nil {
				in++
			}
		}
		list, err := w.List(system, own)
		must(t, err)
		if in != 1 || len(list.People) != 2 {
			t.Errorf("%d came in: %v", in, errs)
		}
	})
}

// PEO-3 S9: what ends an invitation, besides being accepted. Whatever it is, the answer is the same.
func TestInvitationsThatDoNotHold(t *testing.T) {
	spoiled := map[string]func(o *offer) string{
		"unknown":  func(*offer) string { return strings.Repeat("0", 64) },
		"empty":    func(*offer) string { return "" },
		"a digest": func(o *offer) string { return o.digest() },
		"too old":  func(o *offer) string { o.at = o.at.Add(7 * 24 * time.Hour); return o.token },
		"replaced": func(o *offer) string {
			_, err := o.Invite(o.as(o.by), o.farm, o.email, "record")
			must(o.t, err)
			return o.token
		},
		"swept": func(o *offer) string {
			o.at = o.at.Add(9 * 24 * time.Hour)
			must(o.t, o.queue.RunUntilIdle(system))
			return o.token
		},
		"taken back": func(o *offer) string {
			list, err := o.List(o.as(o.by), o.farm)
			must(o.t, err)
			_, err = o.TakeBack(o.as(o.by), o.farm, list.Invitations[0].ID)
			must(o.t, err)
			return o.token
		},
		"its maker was narrowed": func(o *offer) string {
			_, err := o.SetMay(system, o.farm, o.ids[o.by], "reports")
			must(o.t, err)
			return o.token
		},
		"its maker was removed": func(o *offer) string {
			_, err := o.Remove(system, o.farm, o.ids[o.by])
			must(o.t, err)
			return o.token
		},
		"its maker manages no farms any more": func(o *offer) string {
			_, err := o.accounts.SetGroups(system, o.ids[o.by], 0, nil)
			must(o.t, err)
			return o.token
		},
		"its maker was switched off": func(o *offer) string {
			_, err := o.accounts.Edit(system, o.ids[o.by], 0, account.UserChange{IsActive: new(bool)})
			must(o.t, err)
			return o.token
		},
		"its maker was deleted": func(o *offer) string { must(o.t, o.accounts.Delete(system, o.ids[o.by])); return o.token },
		"the farm was deleted": func(o *offer) string {
			_, err := o.farms.Delete(system, o.farm, "")
			must(o.t, err)
			return o.token
		},
	}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		w.add("dan", account.Groups{})
		for name, spoil := range spoiled {
			t.Run(name, func(t *testing.T) {
				defer func(all *testing.T) { w.t = all }(w.t)
				w.t, w.at = t, w.at.Add(time.Hour) // what was tried before is no guess any more
				o := w.offer()
				token := spoil(o)
				_, look := w.Look(context.Background(), token)
				_, join := w.AcceptSignedIn(w.as("dan"), token)
				cat := strings.TrimSuffix(o.email, "@farm.example")
				for call, err := range map[string]error{"look": look, "accept": w.accept(token, cat), "join": join} {
					if !fault.Is(err, fault.Invalid) || fault.As(err).Message != "This invitation is not valid any more. Please ask whoever invited you for a new one." {
						t.Errorf("%s: %v", call, err)
					}
				}
				if users, err := w.accounts.ByUsername(system, cat); err == nil {
					t.Errorf("%+v was made", users)
				}
			})
		}
	})
}

// offer is an invitation to a farm of its own, by a manager of its own: nothing that spoils it spoils another.
type offer struct {
	*town
	farm, by, email, token string
}

func (w *town) offer() *offer {
	w.t.Helper()
	n := len(w.ids)
	o := &offer{town: w, farm: fmt.Sprintf("b%023d", n), by: fmt.Sprintf("manager%d", n), email: fmt.Sprintf("cat%d@farm.example", n)}
	_, err := w.farms.CreateWithID(system, o.farm, farm.Details{Name: "Offered", Country: "USA", State: "Maine", TimeZone: "UTC"})
	must(w.t, err)
	w.add(o.by, account.Groups{FarmManager: true}, o.farm)
	_, err = w.Invite(w.as(o.by), o.farm, o.email, "record")
	must(w.t, err)
	o.token, _ = w.token(o.email)
	return o
}

func (o *offer) digest() (digest string) {
	must(o.t, o.db.Read(system, func(tx *sqldb.Tx) (err error) {
		digest, err = sqldb.One(system, tx, sqldb.Scalar[string], "SELECT token_hash FROM invitations WHERE farm_id = $1", o.farm)
		return err
	}))
	return digest
}

// S8: who tries tokens is refused after some, also one that would be good.
func TestTokensCannotBeGuessed(t *testing.T) {
	w := newTown(t, dbtest.SQLite(t))
	token := w.invite("ann", "cat@farm.example", "record")
	for range 20 {
		_, err := w.Look(context.Background(), "none")
		refused(t, "a guess", err, fault.Invalid)
	}
	_, err := w.Look(context.Background(), token)
	refused(t, "after twenty guesses", err, fault.TooMany)
	refused(t, "after twenty guesses", w.accept(token, "cat"), fault.TooMany)
}

// S8: who holds an invitation does not learn by it who has an account: names that are taken
// are counted as guesses.
func TestAnInvitationIsNoListOfAccounts(t *testing.T) {
	w := newTown(t, dbtest.SQLite(t))
	token := w.invite("ann", "cat@farm.example", "record")
	for i := range 20 {
		refused(t, "a taken name", w.accept(token, []string{"ann", "BOB@farm.example"}[i%2]), fault.Invalid)
	}
	refused(t, "after twenty names", w.accept(token, "bob"), fault.TooMany)
	w.at = w.at.Add(time.Minute)
	must(t, w.accept(token, "cat"))
}

// S8: whether an address has an account shows neither in the answer to whoever invites it nor
// in what is stored and mailed.
func TestInvitingTellsNotWhoHasAnAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		w.add("dan", account.Groups{})
		told := func(email string) string {
			list, err := w.Invite(w.as("ann"), own, email, "record")
			must(t, err)
			one := list.Invitations[0]
			_, text := w.token(email)
			_, err = w.TakeBack(w.as("ann"), own, one.ID)
			must(t, err)
			one.ID, list.Invitations = "", nil
			return strings.ReplaceAll(fmt.Sprint(one, list, linkPattern.ReplaceAllString(text, "")), email, "")
		}
		if with, without := told("dan@farm.example"), told("nobody@farm.example"); with != without {
			t.Errorf("with an account %s, without %s", with, without)
		}
	})
}

// S9: who has an account signs in to accept, and no other account can. A person who is no farm
// manager becomes one, unless that would open farms that whoever invited cannot give.
func TestAcceptWithAnAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		w.add("dan", account.Groups{})
		w.add("eve", account.Groups{}, another) // not a farm manager: her link opens nothing yet
		token := w.invite("ann", "DAN@farm.example", "reports")
		if asked, err := w.Look(context.Background(), token); err != nil || !asked.HasAccount {
			t.Errorf("%+v, %v", asked, err)
		}
		refused(t, "a second account", w.accept(token, "dan2"), fault.Conflict)
		_, err := w.AcceptSignedIn(w.as("bob"), token)
		refused(t, "another's account", err, fault.Denied)
		_, err = w.AcceptSignedIn(context.Background(), token)
		refused(t, "nobody", err, fault.Unauthenticated)
		farmID, err := w.AcceptSignedIn(w.as("dan"), token)
		must(t, err)
		if farmID != own || w.may("dan") != "reports" {
			t.Errorf("%s, %s", farmID, w.may("dan"))
		}
		_, err = w.farms.Get(w.as("dan"), own)
		must(t, err)
		_, err = w.AcceptSignedIn(w.as("dan"), token)
		refused(t, "twice", err, fault.Invalid)

		token = w.invite("ann", "eve@farm.example", "record")
		_, err = w.AcceptSignedIn(w.as("eve"), token)
		refused(t, "a link beside", err, fault.Conflict)
		_, err = w.farms.Get(w.as("eve"), another)
		refused(t, "what ann cannot give", err, fault.NotFound)
		token = w.invite("staff", "eve@farm.example", "record") // who may
		_, err = w.AcceptSignedIn(w.as("eve"), token)
		must(t, err)

		token = w.invite("ann", "staff@farm.example", "manage")
		_, err = w.AcceptSignedIn(w.as("staff"), token)
		refused(t, "staff", err, fault.Conflict)

		w.add("fay", account.Groups{FarmManager: true})
		token = w.invite("ann", "fay@farm.example", "record")
		moved := "fay@elsewhere.example"
		_, err = w.accounts.Edit(system, w.ids["fay"], 0, account.UserChange{Email: &moved})
		must(t, err)
		_, err = w.AcceptSignedIn(w.as("fay"), token)
		refused(t, "an account that moved to another address", err, fault.Denied)
	})
}

// AUTH-9: whoever becomes a farm manager by accepting loses their other sessions, as with any
// change of groups.
func TestPromotionEndsOtherSessions(t *testing.T) {
	w := newTown(t, dbtest.SQLite(t))
	w.add("dan", account.Groups{})
	signIn := func() (string, actor.Actor) {
		token, _, err := w.accounts.SignIn(context.Background(), account.SignInForm{Login: "dan", Password: dozen}, "127.0.0.1")
		must(t, err)
		who, err := w.accounts.Authenticate(context.Background(), token)
		must(t, err)
		return token, who
	}
	other, _ := signIn()
	mine, who := signIn()
	_, err := w.AcceptSignedIn(actor.With(context.Background(), who), w.invite("ann", "dan@farm.example", "record"))
	must(t, err)
	_, err = w.accounts.Authenticate(context.Background(), other)
	refused(t, "the other session", err, fault.Unauthenticated)
	now, err := w.accounts.Authenticate(context.Background(), mine)
	must(t, err)
	if !now.FarmManager {
		t.Error("the session has not the new rights")
	}
}

// AUTH-7 AUTH-9: who may invite, and say what people may do: those who manage that farm, and
// staff who may link; workers and managers of other farms may not, and see nobody.
func TestWhoMayChangePeople(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		w.add("rec", account.Groups{FarmManager: true}, own)
		w.add("rep", account.Groups{FarmManager: true}, own)
		w.add("dormant", account.Groups{}, own)
		_, err := w.SetMay(w.as("ann"), own, w.ids["rec"], "record")
		must(t, err)
		_, err = w.SetMay(w.as("ann"), own, w.ids["rep"], "reports")
		must(t, err)
		for who, want := range map[string]fault.Kind{"rec": fault.Denied, "rep": fault.Denied, "bob": fault.NotFound, "dormant": fault.NotFound} {
			_, list := w.List(w.as(who), own)
			_, invite := w.Invite(w.as(who), own, "x@farm.example", "record")
			_, may := w.SetMay(w.as(who), own, w.ids[who], "manage")
			_, remove := w.Remove(w.as(who), own, w.ids["ann"])
			_, over := w.HandOver(w.as(who), own, w.ids["rep"], "leave")
			for call, err := range map[string]error{"list": list, "invite": invite, "set": may, "remove": remove, "hand over": over} {
				refused(t, who+" "+call, err, want)
			}
		}
		_, err = w.Invite(w.as("ann"), own, "bob@farm.example", "owner")
		refused(t, "a level that is none", err, fault.Invalid)
		_, err = w.Invite(w.as("ann"), own, "rec@FARM.example", "manage")
		refused(t, "who is there already", err, fault.Invalid)
		_, err = w.HandOver(w.as("staff"), own, w.ids["rep"], "leave")
		refused(t, "staff have nothing to hand over", err, fault.Denied)
		list, err := w.List(w.as("ann"), own)
		must(t, err)
		var all []string
		for _, p := range list.People {
			all = append(all, p.Username+" "+p.May)
			if p.Opens == (p.Username == "dormant") || p.Me != (p.Username == "ann") {
				t.Errorf("%+v", p)
			}
		}
		if want := []string{"ann manage", "dormant manage", "rec record", "rep reports"}; !slices.Equal(all, want) || !list.MayChange {
			t.Errorf("%v", all)
		}
	})
}

// PEO-4: the last person who manages a farm cannot go or step back without handing over; nor can two
// at once do it to each other.
func TestSomebodyManages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		w.add("gus", account.Groups{}, own) // manages, but cannot sign in to the farm
		w.add("hal", account.Groups{FarmManager: true}, own)
		_, err := w.SetMay(w.as("ann"), own, w.ids["hal"], "record")
		must(t, err)
		for what, do := range map[string]func() (people.People, error){
			"narrowing oneself": func() (people.People, error) { return w.SetMay(w.as("ann"), own, w.ids["ann"], "reports") },
			"leaving":           func() (people.People, error) { return w.Remove(w.as("ann"), own, w.ids["ann"]) },
			"to who cannot":     func() (people.People, error) { return w.HandOver(w.as("ann"), own, w.ids["gus"], "leave") },
			"to oneself":        func() (people.People, error) { return w.HandOver(w.as("ann"), own, w.ids["ann"], "leave") },
		} {
			_, err := do()
			refused(t, what, err, fault.Conflict)
		}
		_, err = w.HandOver(w.as("ann"), own, w.ids["bob"], "leave")
		refused(t, "to who is not linked", err, fault.NotFound)
		_, err = w.HandOver(w.as("ann"), own, w.ids["hal"], "reports")
		must(t, err)
		if w.may("hal") != "manage" || w.may("ann") != "reports" {
			t.Errorf("hal may %s, ann %s", w.may("hal"), w.may("ann"))
		}
		_, err = w.HandOver(w.as("hal"), own, w.ids["ann"], "leave")
		must(t, err)
		if w.may("ann") != "manage" || w.may("hal") != "" {
			t.Errorf("hal may %s, ann %s", w.may("hal"), w.may("ann"))
		}
		w.add("ida", account.Groups{FarmManager: true}, own)
		asAnn, asIda := w.as("ann"), w.as("ida")
		var wg sync.WaitGroup
		var first, second error
		wg.Go(func() { _, first = w.Remove(asAnn, own, w.ids["ida"]) })
		wg.Go(func() { _, second = w.Remove(asIda, own, w.ids["ann"]) })
		wg.Wait()
		if (first == nil) == (second == nil) {
			t.Errorf("both: %v, %v", first, second)
		}
		_, err = w.Remove(system, own, w.ids["ann"])
		if _, errIda := w.Remove(system, own, w.ids["ida"]); (err == nil) == (errIda == nil) {
			t.Errorf("staff may take the last away: %v, %v", err, errIda)
		}
	})
}

// AUTH-9: to change a user's account one must be able to do all that they may, and so not by a
// link that is narrower than theirs.
func TestANarrowLinkGivesNoAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		w.add("clerk", account.Groups{FarmManager: true}, own)
		group, err := w.accounts.CreateGroup(system, "Clerks")
		must(t, err)
		_, err = w.accounts.SetPermissions(system, group.ID, 0, map[string]bool{"admin-users": true})
		must(t, err)
		_, err = w.accounts.SetGroups(system, w.ids["clerk"], 0, map[string]string{group.ID: "Clerks", "farmmanager": ""})
		must(t, err)
		must(t, w.accounts.SetPassword(w.as("clerk"), w.ids["ann"], "another dozen oysters", false)) // both manage the farm
		_, err = w.SetMay(system, own, w.ids["clerk"], "reports")
		must(t, err)
		refused(t, "the account of who may more", w.accounts.SetPassword(w.as("clerk"), w.ids["ann"], "yet another dozen", false), fault.Denied)
		_, err = w.SetMay(w.as("clerk"), own, w.ids["clerk"], "manage")
		refused(t, "raising oneself", err, fault.Denied)
		list, err := w.List(w.as("clerk"), own) // as one who manages users
		if err != nil || list.MayChange {
			t.Errorf("%v, %v", list.MayChange, err)
		}
	})
}

// AUTH-8 PEO-3 PEO-5: neither a view nor an invitation is a way around the second factor. Where staff
// need one from now on, what they began without is over, as it is for their other sessions.
func TestNothingHoldsWhereASecondFactorIsMissing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		token, err := w.View(w.as("staff"), own)
		must(t, err)
		invited := w.invite("staff", "cat@farm.example", "record")
		if caller, err := w.accounts.Authenticate(system, token); err != nil || caller.Viewing != own {
			t.Fatalf("%+v, %v", caller, err)
		}
		queue := jobs.New(db, jobs.Options{Now: w.now, Logger: slog.New(slog.DiscardHandler)})
		restarted := account.New(db, account.Options{Now: w.now, Queue: queue, StaffNeedsFactor: true})
		_, err = restarted.Authenticate(system, token)
		refused(t, "a view without the second factor", err, fault.Unauthenticated)
		mailer, err := mail.New(queue, w.folder, mail.Options{From: "noreply@merroir.test", Product: "Merroir", Now: w.now})
		must(t, err)
		w.Service = people.New(db, people.Options{Now: w.now, Accounts: restarted, Farms: w.farms, Mail: mailer, Queue: queue, PublicURL: "https://merroir.test"})
		refused(t, "an invitation of somebody without it", w.accept(invited, "cat"), fault.Invalid)
	})
}

// Invitations are no way to flood somebody's mail.
func TestInvitationsAreBounded(t *testing.T) {
	w := newTown(t, dbtest.SQLite(t))
	for range 3 {
		_, err := w.Invite(w.as("ann"), own, "cat@farm.example", "record")
		must(t, err)
	}
	_, err := w.Invite(w.as("ann"), own, "CAT@farm.example", "record")
	refused(t, "the fourth of a day", err, fault.TooMany)
	for i := range 24 {
		_, err = w.Invite(w.as("ann"), own, string(rune('a'+i))+"@oysters.example", "record")
		must(t, err)
	}
	_, err = w.Invite(w.as("ann"), own, "more@oysters.example", "record")
	refused(t, "too many that are open", err, fault.TooMany)
	w.at = w.at.Add(25 * time.Hour)
	_, err = w.Invite(w.as("ann"), own, "cat@farm.example", "record")
	must(t, err)
}

// Staff invite to the platform: in no group, for no farm.
func TestInviteToThePlatform(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		_, err := w.InviteToPlatform(w.as("ann"), "new@staff.example")
		refused(t, "a farm manager", err, fault.Denied)
		_, err = w.InviteToPlatform(w.as("staff"), "ANN@farm.example")
		if !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Message != "There is an account with this address: ann." {
			t.Errorf("who has an account: %v", err)
		}
		open, err := w.InviteToPlatform(w.as("staff"), "new@staff.example")
		must(t, err)
		if len(open) != 1 || open[0].May != "" || open[0].By != "staff" {
			t.Errorf("%+v", open)
		}
		token, text := w.token("new@staff.example")
		if !strings.Contains(text, "Merroir invites you to make an account. The invitation is from staff.") {
			t.Errorf("the mail says %s", text)
		}
		must(t, w.accept(token, "newcomer"))
		made, err := w.accounts.ByUsername(system, "newcomer")
		must(t, err)
		if len(made.Groups) != 0 || len(made.Farms) != 0 || made.Email != "new@staff.example" {
			t.Errorf("%+v", made)
		}
		_, err = w.InviteToPlatform(w.as("staff"), "more@staff.example")
		must(t, err)
		token, _ = w.token("more@staff.example")
		_, err = w.accounts.SetGroups(system, w.ids["staff"], 0, nil)
		must(t, err)
		refused(t, "when staff are none any more", w.accept(token, "more"), fault.Invalid)
	})
}
