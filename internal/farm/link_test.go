package farm_test

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

// addCallers adds a farm manager who manages users and keeps records too (boss), one
// who only manages users (clerk), an admin who may only export (narrow) and a
// root user to the fixture's u1.
func addCallers(t *testing.T, db *sqldb.DB) {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		for _, statement := range []string{
			`INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_admin, is_root, is_farmmanager, created_at, updated_at) VALUES
				('boss', 'boss', 'boss', 'b', 'b', '', FALSE, FALSE, TRUE, 0, 0), ('clerk', 'clerk', 'clerk', 'c', 'c', '', FALSE, FALSE, TRUE, 0, 0), ('narrow', 'narrow', 'narrow', 'n', 'n', '', TRUE, FALSE, FALSE, 0, 0),
				('root', 'root', 'root', 'r', 'r', '', FALSE, TRUE, FALSE, 0, 0),
				('fresh', 'fresh', 'fresh', 'f', 'f', '', FALSE, FALSE, TRUE, 0, 0)`,
			`INSERT INTO admin_groups (id, name, name_key, permissions, created_at, updated_at) VALUES
				('g1', 'Keepers', 'keepers', '{"admin-users":true}', 0, 0), ('g3', 'Records', 'records', '{"companies":true}', 0, 0), ('g2', 'Exporters', 'exporters', '{"export":true}', 0, 0)`,
			`INSERT INTO admin_group_members (user_id, group_id) VALUES ('boss', 'g1'), ('boss', 'g3'), ('clerk', 'g1'), ('narrow', 'g2')`,
		} {
			if _, err := tx.Exec(system, statement); err != nil {
				return err
			}
		}
		return nil
	}))
}

func as(t *testing.T, db *sqldb.DB, userID string) context.Context {
	t.Helper()
	var who actor.Actor
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		who, err = account.Acting(system, tx, userID)
		return err
	}))
	return actor.With(context.Background(), who)
}

// AUTH-7 USR-3: a link opens a farm to a farm manager, and to nobody else; taking
// it away closes it at the next call. Both are in the trail.
func TestLinkAndUnlink(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 2)
		addCallers(t, db)
		own, other := fmt.Sprintf("%024d", 1), fmt.Sprintf("%024d", 2)
		must(t, s.LinkUser(as(t, db, "boss"), other, "u1"))
		for ctx, want := range map[context.Context]bool{manager: true, member: false} {
			if _, err := s.Get(ctx, other); (err == nil) != want {
				t.Errorf("linked: %v", err)
			}
		}
		a, err := s.UnlinkUser(as(t, db, "boss"), other, "u1")
		must(t, err)
		if want := (account.FarmLink{ID: own, Name: "Farm Z", TimeCreated: noon.UnixMilli()}); len(a.Farms) != 1 || a.FarmCount != 1 ||
			a.Farms[0].ID != want.ID || a.Farms[0].Name != want.Name || a.Farms[0].TimeCreated != want.TimeCreated || len(a.Farms[0].Permissions) != 0 {
			t.Errorf("links: %+v", a.Farms)
		}
		if _, err := s.Get(manager, other); !fault.Is(err, fault.NotFound) {
			t.Errorf("after the link is gone: %v", err)
		}
		if _, err := s.UnlinkUser(system, other, "u1"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a second time: %v", err)
		}
		if n := auditRows(t, db, "user.link", other) + auditRows(t, db, "user.unlink", other); n != 2 {
			t.Errorf("%d rows in the audit trail", n)
		}
	})
}

func auditRows(t *testing.T, db *sqldb.DB, action, farmID string) (n int) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int], "SELECT count(*) FROM audit WHERE action = $1 AND subject_id = 'u1' AND detail LIKE $2", action, "%"+farmID+"%")
		return err
	}))
	return n
}

// AUTH-9: who may link, whom and to what.
func TestWhoMayLink(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 2)
		addCallers(t, db)
		other := fmt.Sprintf("%024d", 2)
		for _, tt := range []struct {
			caller, farm, user string
			kind               fault.Kind
		}{
			{"u1", other, "u1", fault.Denied}, {"narrow", other, "u1", fault.Denied},
			{"boss", other, "root", fault.Denied}, {"clerk", other, "clerk", fault.Denied},
			{"clerk", other, "u1", fault.Denied}, {"clerk", other, "fresh", fault.Denied}, // nor by way of a new manager
			{"boss", "none", "u1", fault.NotFound}, {"boss", other, "none", fault.NotFound},
		} {
			link := s.LinkUser(as(t, db, tt.caller), tt.farm, tt.user)
			_, unlink := s.UnlinkUser(as(t, db, tt.caller), tt.farm, tt.user)
			if !fault.Is(link, tt.kind) || !fault.Is(unlink, tt.kind) {
				t.Errorf("%+v: %v and %v", tt, link, unlink)
			}
		}
		if err := s.LinkUser(context.Background(), other, "u1"); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("nobody: %v", err)
		}
	})
}

// USR-3: 30 links at once leave 25, and the other five say why. The same link
// ten times at once is made once.
func TestParallelLinks(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 31)
		_, err := s.UnlinkUser(system, fmt.Sprintf("%024d", 1), "u1")
		must(t, err)
		same := linkAtOnce(s, 10, func(int) int { return 1 })
		if same[""] != 1 || same["Farm already added."] != 9 {
			t.Errorf("the same farm: %v", same)
		}
		_, err = s.UnlinkUser(system, fmt.Sprintf("%024d", 1), "u1")
		must(t, err)
		began := time.Now()
		said := linkAtOnce(s, 30, func(i int) int { return i + 2 })
		t.Logf("30 links took %s", time.Since(began))
		if said[""] != 25 || said["You have reached 25 farms the maximum number allowed."] != 5 {
			t.Errorf("30 farms: %v", said)
		}
		var linked int
		must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
			linked, err = sqldb.One(system, tx, sqldb.Scalar[int], "SELECT count(*) FROM farm_users WHERE user_id = 'u1'")
			return err
		}))
		if linked != 25 {
			t.Errorf("%d farms are linked", linked)
		}
	})
}

// linkAtOnce links n farms in parallel and counts what each call said.
func linkAtOnce(s *farm.Service, n int, which func(i int) int) map[string]int {
	said := make(chan string, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			message := ""
			if err := s.LinkUser(system, fmt.Sprintf("%024d", which(i)), "u1"); err != nil {
				message = fault.As(err).Message
			}
			said <- message
		})
	}
	wg.Wait()
	close(said)
	counts := map[string]int{}
	for message := range said {
		counts[message]++
	}
	return counts
}
