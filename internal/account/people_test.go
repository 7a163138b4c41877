package account_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// people are users of every sort, and the admin groups that some are in.
type people struct {
	*account.Service
	t     *testing.T
	db    *sqldb.DB
	clock *clock
	ids   map[string]string // of users and groups, by name
}

// newPeople makes root, admin, an admin who may only export (narrow), an admin
// who may only manage users (clerk), a user who may too (helper), a farm manager
// and a member. Ann is a second root.
func newPeople(t *testing.T, db *sqldb.DB) *people {
	t.Helper()
	s, c := fixture(t, db, account.Groups{Root: true})
	p := &people{s, t, db, c, map[string]string{}}
	for name, groups := range map[string]account.Groups{
		"root": {Root: true}, "admin": {Admin: true}, "narrow": {Admin: true}, "clerk": {Admin: true}, "helper": {}, "manager": {FarmManager: true}, "member": {},
	} {
		a, err := s.Create(system, account.NewUser{Username: name, Email: name + "@farm.example", Password: password, Groups: groups})
		must(t, err)
		p.ids[name] = a.ID
	}
	ann, err := s.ByUsername(system, "ann")
	must(t, err)
	p.ids["ann"] = ann.ID
	for name, permission := range map[string]string{"Keepers": "admin-users", "Exporters": "export", "Idle": ""} {
		g, err := s.CreateGroup(system, name)
		must(t, err)
		p.ids[name] = g.ID
		if permission != "" {
			_, err = s.SetPermissions(system, g.ID, 0, map[string]bool{permission: true})
			must(t, err)
		}
	}
	p.put("narrow", "admin", "Exporters")
	p.put("clerk", "admin", "Keepers")
	p.put("helper", "Keepers")
	return p
}

// as gives a context in which the user calls with the rights that they have now. The
// clock moves on a little each time.
func (p *people) as(name string) context.Context {
	p.t.Helper()
	p.clock.move(time.Millisecond)
	var who actor.Actor
	must(p.t, p.db.Read(context.Background(), func(tx *sqldb.Tx) (err error) {
		who, err = account.Acting(context.Background(), tx, p.ids[name])
		return err
	}))
	return actor.With(context.Background(), who)
}

// groups is the argument of SetGroups for groups by name.
func (p *people) groups(names []string) map[string]string {
	chosen := map[string]string{}
	for _, name := range names {
		id := name
		if made, ok := p.ids[name]; ok && name != "admin" && name != "root" {
			id = made
		}
		chosen[id] = name
	}
	return chosen
}

// put puts a user into groups, acting as the platform itself.
func (p *people) put(user string, groups ...string) {
	p.t.Helper()
	_, err := p.SetGroups(system, p.ids[user], 0, p.groups(groups))
	must(p.t, err)
}

func (p *people) setActive(user string, active bool) {
	p.t.Helper()
	_, err := p.Edit(system, p.ids[user], 0, account.UserChange{IsActive: &active})
	must(p.t, err)
}

func (p *people) signIn(name string) (token string) {
	p.t.Helper()
	token, _, err := p.SignIn(context.Background(), account.SignInForm{Login: name, Password: password}, "127.0.0.1")
	must(p.t, err)
	return token
}

// addResetKey stores the key of a reset link that was mailed.
func (p *people) addResetKey(userID, hash string) {
	p.t.Helper()
	must(p.t, p.db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "INSERT INTO password_resets (key_hash, user_id, created_at, expires_at) VALUES ($1, $2, 0, $3)",
			hash, userID, sqldb.Millis(p.clock.now().Add(30*time.Minute)))
		return err
	}))
}

// open reports whether the session is still open.
func (p *people) open(token string) bool {
	p.t.Helper()
	_, err := p.Authenticate(context.Background(), token)
	if err != nil && !fault.Is(err, fault.Unauthenticated) {
		p.t.Fatal(err)
	}
	return err == nil
}

func (p *people) count(query string, args ...any) (n int) {
	p.t.Helper()
	must(p.t, p.db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int], query, args...)
		return err
	}))
	return n
}

// state sums up all that a refused call must leave alone.
func (p *people) state() string {
	p.t.Helper()
	var state []string
	must(p.t, p.db.Read(system, func(tx *sqldb.Tx) error {
		state = nil
		for _, query := range []string{
			"SELECT id || username || email || password_hash || version || is_active || is_root || is_admin || is_farmmanager FROM users ORDER BY id",
			"SELECT user_id || group_id FROM admin_group_members ORDER BY user_id, group_id",
			"SELECT id || name || permissions || version FROM admin_groups ORDER BY id",
			"SELECT token_hash FROM sessions ORDER BY id", "SELECT id FROM audit ORDER BY id",
		} {
			rows, err := sqldb.All(system, tx, sqldb.Scalar[string], query)
			if err != nil {
				return err
			}
			state = append(state, rows...)
		}
		return nil
	}))
	return fmt.Sprint(state)
}

// refused checks that the call failed with that kind of fault, in words, and changed nothing.
func (p *people) refused(name string, kind fault.Kind, call func() error) {
	p.t.Helper()
	before := p.state()
	err := call()
	if !fault.Is(err, kind) || fault.As(err).Message == "" {
		p.t.Errorf("%s: %v, want %s", name, err, kind)
	}
	if p.state() != before {
		p.t.Errorf("%s was refused and changed something", name)
	}
}

// lastAudit gives the newest entry of the action.
func (p *people) lastAudit(action string) (who, subject string, detail map[string]any) {
	p.t.Helper()
	var stored string
	must(p.t, p.db.Read(system, func(tx *sqldb.Tx) error {
		_, err := sqldb.One(system, tx, func(r sqldb.Row) (any, error) { return nil, r.Scan(&who, &subject, &stored) },
			"SELECT username, subject_name, detail FROM audit WHERE action = $1 ORDER BY at DESC, id DESC LIMIT 1", action)
		return err
	}))
	must(p.t, json.Unmarshal([]byte(stored), &detail))
	return who, subject, detail
}

func ptr[T any](v T) *T { return &v }
