package account_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// USR-2 USR-3 API-2: a new user, and what the console shows of users.
func TestCreateAndGetUser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		made, err := p.Create(p.as("helper"), account.NewUser{Username: " Bo  Lind ", Email: "bo@farm.example", Password: password, Name: account.Name{First: "Bo"}})
		must(t, err)
		if made.ID == "" || made.Username != "Bo Lind" || made.Name.First != "Bo" || !made.IsActive || made.Version != 1 || len(made.Groups) != 0 ||
			made.Roles != (account.Roles{Account: true}) || made.LastSeen != 0 || made.Farms == nil {
			t.Errorf("%+v", made)
		}
		token, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "bo lind", Password: password}, "127.0.0.1")
		must(t, err)
		p.clock.move(2 * time.Minute)
		if !p.open(token) {
			t.Error("the new user cannot work")
		}
		must(t, p.Flush(context.Background()))
		seen, err := p.Get(p.as("helper"), made.ID)
		must(t, err)
		if want := p.clock.now().UnixMilli() - 1; seen.LastSeen != want {
			t.Errorf("last seen %d, want %d", seen.LastSeen, want)
		}
		_, err = p.Create(system, account.NewUser{Username: "Zo\u00eb", Email: "zoe@farm.example", Password: password})
		must(t, err)
		for _, login := range []string{"ZO\u00cb", "zoe\u0308", "\u00a0Ｚｏë"} {
			_, _, err := p.SignIn(context.Background(), account.SignInForm{Login: login, Password: password}, "127.0.0.1")
			must(t, err) // letters fold alike when a name is made and when it is used
		}
		if p.count("SELECT count(*) FROM audit WHERE action = 'user.create' AND username = 'helper' AND subject_name = 'Bo Lind'") != 1 {
			t.Error("the trail does not say who made the user")
		}
		narrow, err := p.Get(system, p.ids["narrow"])
		must(t, err)
		if len(narrow.Groups) != 2 || narrow.Groups["admin"] != "Admin" || narrow.Groups[p.ids["Exporters"]] != "Exporters" || narrow.Roles != (account.Roles{Admin: true}) {
			t.Errorf("groups and roles: %+v", narrow)
		}
		for _, id := range []string{"", "none", "5f0000000000000000000001", p.ids["Keepers"]} {
			if _, err := p.Get(system, id); !fault.Is(err, fault.NotFound) || fault.As(err).Message != "No such user." {
				t.Errorf("user %q: %v", id, err)
			}
		}
	})
}

// AUTH-8 AUTH-9: nobody without admin-users reads or changes anything here.
func TestOnlyThoseWhoManageUsersMay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		for _, name := range []string{"narrow", "manager", "member"} {
			ctx, member := p.as(name), p.ids["member"]
			for call, run := range map[string]func() error{
				"list": func() error { _, err := p.List(ctx, account.UserFilter{}, query("_id", 5, 1)); return err },
				"get":  func() error { _, err := p.Get(ctx, member); return err },
				"create": func() error {
					_, err := p.Create(ctx, account.NewUser{Username: "new", Email: "new@farm.example", Password: password})
					return err
				},
				"edit":        func() error { _, err := p.Edit(ctx, member, 0, account.UserChange{Username: ptr("other")}); return err },
				"password":    func() error { return p.SetPassword(ctx, member, "another password", false) },
				"groups":      func() error { _, err := p.SetGroups(ctx, member, 0, p.groups([]string{"farmmanager"})); return err },
				"delete":      func() error { return p.Delete(ctx, member) },
				"options":     func() error { _, err := p.GroupOptions(ctx); return err },
				"groups list": func() error { _, err := p.ListGroups(ctx, "", query("_id", 5, 1)); return err },
				"group":       func() error { _, err := p.GetGroup(ctx, p.ids["Idle"]); return err },
				"new group":   func() error { _, err := p.CreateGroup(ctx, "New"); return err },
				"rename":      func() error { _, err := p.RenameGroup(ctx, p.ids["Idle"], 0, "New"); return err },
				"permissions": func() error {
					_, err := p.SetPermissions(ctx, p.ids["Idle"], 0, map[string]bool{"export": true})
					return err
				},
				"delete group": func() error { _, err := p.DeleteGroup(ctx, p.ids["Idle"]); return err },
			} {
				p.refused(call+" by "+name, fault.Denied, run)
			}
		}
		nobody := context.Background()
		p.refused("nobody", fault.Unauthenticated, func() error { return p.Delete(nobody, p.ids["member"]) })
	})
}

// USR-2: one name and one address for one user, however it is written; also when
// twins are made at the same moment. The sentence names the field.
func TestTwinsAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		for _, tt := range []struct{ username, email, field, says string }{
			{"ANN", "other@farm.example", "username", "This username is taken."},
			{"Ａｎｎ", "other@farm.example", "username", "This username is taken."},
			{" ann\u00a0", "other@farm.example", "username", "This username is taken."},
			{"\u017foot", "ROOT@farm.example", "email", "This email address is taken."},
			{"other", "ANN@FARM.example", "email", "This email address is taken."},
			{"ann@farm.example", "other@farm.example", "username", "A username that is an email address must be your own."},
			{"an\u200bn", "other@farm.example", "username", "A username cannot have characters that nobody sees."},
			{"\u0430nn", "other@farm.example", "username", "A username cannot mix letters of different alphabets that look alike."},
		} {
			p.refused(tt.username+" "+tt.email, fault.Invalid, func() error {
				_, err := p.Create(p.as("admin"), account.NewUser{Username: tt.username, Email: tt.email, Password: password})
				if fields := fault.As(err).Fields; len(fields) != 1 || fields[0].Name != tt.field || fields[0].Message != tt.says {
					t.Errorf("%q %s: %+v", tt.username, tt.email, fields)
				}
				return err
			})
		}
		p.refused("an edit", fault.Invalid, func() error {
			_, err := p.Edit(p.as("admin"), p.ids["member"], 0, account.UserChange{Username: ptr("HELPER"), Email: ptr("helper@FARM.example")})
			if len(fault.As(err).Fields) != 2 {
				t.Errorf("both fields are taken: %v", err)
			}
			return err
		})
		_, err := p.Edit(p.as("admin"), p.ids["member"], 0, account.UserChange{Username: ptr("MEMBER"), Email: ptr("Member@farm.example")})
		must(t, err) // one's own name in other letters

		admin := p.as("admin")
		outcomes := inParallel(10, func(i int) error {
			_, err := p.Create(admin, account.NewUser{Username: []string{"Cem", "CEM", "ｃｅｍ"}[i%3], Email: fmt.Sprintf("cem%d@farm.example", i), Password: password})
			return err
		})
		if outcomes[""] != 1 || outcomes["This username is taken."] != 9 {
			t.Errorf("twins in parallel: %v", outcomes)
		}
		others := []string{"member", "manager", "helper", "narrow", "clerk", "ann"}
		outcomes = inParallel(len(others), func(i int) error {
			_, err := p.Edit(system, p.ids[others[i]], 0, account.UserChange{Username: ptr("Dora")})
			return err
		})
		if outcomes[""] != 1 || outcomes["This username is taken."] != 5 {
			t.Errorf("many renamed to one name: %v", outcomes)
		}
	})
}

// inParallel makes the calls at once and counts what each of them said.
func inParallel(n int, call func(i int) error) map[string]int {
	said := make(chan string, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if err := call(i); err != nil {
				said <- fault.As(err).Message
				return
			}
			said <- ""
		})
	}
	wg.Wait()
	close(said)
	outcomes := map[string]int{}
	for message := range said {
		outcomes[message]++
	}
	return outcomes
}

// USR-3 USR-4 AUTH-10: an edit leaves alone what it leaves out, is refused when
// somebody else was faster, and switching a user off ends every session at once.
func TestEditUser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		id := p.ids["manager"]
		first, err := p.Edit(p.as("admin"), id, 1, account.UserChange{Name: &account.NameChange{Last: ptr("Keller")}})
		must(t, err)
		if first.Version != 2 || first.Name.Last != "Keller" || first.Username != "manager" || first.Groups["farmmanager"] == "" || !first.IsActive {
			t.Errorf("%+v", first)
		}
		p.refused("an old version", fault.Conflict, func() error {
			_, err := p.Edit(p.as("admin"), id, 1, account.UserChange{Name: &account.NameChange{Last: ptr("Other")}})
			if err != nil && fault.As(err).Message != "Somebody else changed this user meanwhile." {
				t.Errorf("%v", err)
			}
			return err
		})
		p.refused("old groups", fault.Conflict, func() error {
			_, err := p.SetGroups(p.as("admin"), id, 1, nil)
			return err
		})
		same, err := p.Edit(p.as("admin"), id, 0, account.UserChange{Username: ptr("manager")})
		must(t, err)
		if same.Version != 2 {
			t.Error("an edit that changes nothing counted")
		}
		token := p.signIn("manager")
		p.addResetKey(id, "first")
		_, err = p.Edit(p.as("admin"), id, 0, account.UserChange{Name: &account.NameChange{Middle: ptr("M.")}})
		must(t, err)
		if !p.open(token) {
			t.Error("a change of name ended the session")
		}
		_, err = p.Edit(p.as("admin"), id, 0, account.UserChange{Username: ptr("marin"), Email: ptr("marin@farm.example")})
		must(t, err)
		if p.open(token) {
			t.Error("a session is still open although the address has changed")
		}
		if n := p.count("SELECT count(*) FROM password_resets WHERE expires_at > 0"); n != 0 {
			t.Error("the key that went to the old address works")
		}
		p.addResetKey(id, "second")
		if _, subject, detail := p.lastAudit("user.update"); subject != "marin" || fmt.Sprint(detail["username"]) != "map[from:manager to:marin]" || len(detail) != 2 {
			t.Errorf("audit of %s: %v", subject, detail)
		}
		_, err = p.Edit(p.as("admin"), id, 0, account.UserChange{IsActive: ptr(false)})
		must(t, err)
		if p.open(token) {
			t.Error("an inactive user holds a session")
		}
		if n := p.count("SELECT count(*) FROM password_resets WHERE expires_at > 0"); n != 0 {
			t.Errorf("%d reset keys work after the user was switched off", n)
		}
		_, err = p.Edit(p.as("admin"), id, 0, account.UserChange{IsActive: ptr(true)})
		must(t, err)
		if p.open(token) {
			t.Error("an old session came back to life")
		}
	})
}

// Two editors who saw the same: one of them is told.
func TestParallelEdits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		admin := p.as("admin")
		outcomes := inParallel(6, func(i int) error {
			_, err := p.Edit(admin, p.ids["member"], 1, account.UserChange{Name: &account.NameChange{First: ptr(fmt.Sprint(i))}})
			return err
		})
		if outcomes[""] != 1 || outcomes["Somebody else changed this user meanwhile."] != 5 {
			t.Errorf("%v", outcomes)
		}
	})
}

// A password set in the console opens the account again, and ends its sessions.
func TestSetPassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		token := p.signIn("member")
		must(t, p.SetPassword(p.as("helper"), p.ids["member"], "the tide comes in", false))
		if p.open(token) {
			t.Error("the old session is open")
		}
		if _, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "member", Password: password}, "127.0.0.1"); err == nil {
			t.Error("the old password works")
		}
		_, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "member", Password: "the tide comes in"}, "127.0.0.1")
		must(t, err)
		if who, subject, detail := p.lastAudit("user.password"); who != "helper" || subject != "member" || len(detail) != 0 {
			t.Errorf("audit: %s, %s, %v", who, subject, detail)
		}
		p.refused("a short one", fault.Invalid, func() error { return p.SetPassword(p.as("helper"), p.ids["member"], "short", false) })
		p.refused("one's own", fault.Conflict, func() error { return p.SetPassword(p.as("helper"), p.ids["helper"], "the tide comes in", false) })
		p.refused("nobody's", fault.NotFound, func() error { return p.SetPassword(p.as("helper"), "none", "the tide comes in", false) })
	})
}

// What is a user's alone goes with the user; sessions and keys stop working at once.
func TestDeleteUser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		id, farmID := p.ids["manager"], newFarm(t, db, 1)
		must(t, farm.New(db, p.clock.now).LinkUser(system, farmID, id))
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			if _, err := tx.Exec(system, "INSERT INTO dashboards (farm_id, user_id, squares, updated_at) VALUES ($1, $2, '[]', 0)", farmID, id); err != nil {
				return err
			}
			_, err := tx.Exec(system, "INSERT INTO password_resets (key_hash, user_id, created_at, expires_at) VALUES ('k', $1, 0, 0)", id)
			return err
		}))
		p.put("manager", "farmmanager", "Idle")
		token := p.signIn("manager")
		must(t, p.Delete(p.as("admin"), id))
		if p.open(token) {
			t.Error("the session of a deleted user is open")
		}
		if _, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "manager", Password: password}, "127.0.0.1"); err == nil {
			t.Error("a deleted user signed in")
		}
		for _, table := range []string{"sessions", "farm_users", "dashboards", "password_resets", "admin_group_members"} {
			if n := p.count("SELECT count(*) FROM "+table+" WHERE user_id = $1", id); n != 0 {
				t.Errorf("%s has %d rows of the deleted user", table, n)
			}
		}
		if who, subject, detail := p.lastAudit("user.delete"); who != "admin" || subject != "manager" || detail["email"] != "manager@farm.example" {
			t.Errorf("audit: %s, %s, %v", who, subject, detail)
		}
		p.refused("a second time", fault.NotFound, func() error { return p.Delete(p.as("admin"), id) })
	})
}

// newFarm makes a farm that users can be linked to.
func newFarm(t *testing.T, db *sqldb.DB, n int) string {
	t.Helper()
	id := fmt.Sprintf("%024d", n)
	_, err := farm.New(db, time.Now).CreateWithID(actor.With(context.Background(), actor.System), id, farm.Details{Name: fmt.Sprintf("Farm %d", n), Country: "USA", State: "Maine", TimeZone: "UTC"})
	must(t, err)
	return id
}

// USR-3: when somebody was last here is known after the session is swept away.
func TestLastSeenOutlivesTheSession(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		p.signIn("member")
		at := p.clock.now().UnixMilli()
		p.clock.move(48 * time.Hour)
		must(t, p.Sweep(context.Background()))
		a, err := p.Get(system, p.ids["member"])
		must(t, err)
		if a.LastSeen != at {
			t.Errorf("last seen %d, want %d", a.LastSeen, at)
		}
	})
}
