package sqldb

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Errors of a first connection say what is wrong: the server, the role, its password, the database or its owner.
func TestConnect_SaysWhatIsWrong(t *testing.T) {
	address := os.Getenv("MERROIR_TEST_POSTGRES")
	if address == "" {
		t.Skip("no PostgreSQL")
	}
	ctx := t.Context()
	admin, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	role, database := "stranger_"+NewID(), "owned_"+NewID()
	for _, statement := range []string{"CREATE ROLE " + role + " LOGIN", "CREATE DATABASE " + database} {
		if _, err := admin.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for _, statement := range []string{"DROP DATABASE " + database + " WITH (FORCE)", "DROP ROLE " + role} {
			if _, err := admin.Exec(context.Background(), statement); err != nil {
				t.Error(err)
			}
		}
		_ = admin.Close(context.Background())
	})
	with := func(change func(*url.URL)) string {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		change(u)
		return u.String()
	}

	for says, rawURL := range map[string]string{
		"cannot be reached": with(func(u *url.URL) { u.Host = "127.0.0.1:1" }),
		"has no database nowhere; create it: createdb --owner=merroir nowhere":    with(func(u *url.URL) { u.Path = "/nowhere" }),
		"does not admit the role nobody_here; create it (createuser nobody_here)": with(func(u *url.URL) { u.User = url.User("nobody_here") }),
		"does not offer TLS, which sslmode in the database URL asks for":          with(func(u *url.URL) { u.RawQuery = "sslmode=require" }),
	} {
		db, err := Open(ctx, rawURL)
		if err == nil {
			t.Errorf("%s: no error: %v", says, db.Close())
			continue
		}
		if !strings.Contains(err.Error(), says) || says != "cannot be reached" && strings.Contains(err.Error(), "cannot be reached") {
			t.Errorf("%v does not say %q", err, says)
		}
	}

	db, err := Open(ctx, with(func(u *url.URL) { u.User, u.Path = url.User(role), "/"+database }))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Migrate(ctx)
	want := fmt.Sprintf(`ALTER DATABASE "%s" OWNER TO "%s"`, database, role)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v does not say %q", err, want)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// The server of the tests asks for no password, so its answer is made here.
func TestExplainConnect_WrongPassword(t *testing.T) {
	config, err := pgx.ParseConfig("postgres://ann:guess@db.example/merroir")
	if err != nil {
		t.Fatal(err)
	}
	refused := fmt.Errorf("failed to connect: %w", errors.Join(errors.New("tls error: server refused TLS connection"),
		&pgconn.PgError{Severity: "FATAL", Code: "28P01", Message: `password authentication failed for user "ann"`}))
	got := explainConnect(config, refused).Error()
	if !strings.HasPrefix(got, "the PostgreSQL server at db.example refuses the password of the role ann") || strings.Contains(got, "guess") || strings.Contains(got, "TLS") {
		t.Error(got)
	}
}

func TestCompareDumpTool(t *testing.T) {
	for said, server := range map[string]int{"pg_dump (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)": 15, "pg_dump (PostgreSQL) 18.4": 17, "something else": 18} {
		if err := compareDumpTool(said, server); err != nil {
			t.Errorf("%s: %v", said, err)
		}
	}
	err := compareDumpTool("pg_dump (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)\n", 18)
	if err == nil || !strings.Contains(err.Error(), "pg_dump is of PostgreSQL 15 and refuses the server, which is PostgreSQL 18") {
		t.Error(err)
	}
}

func TestCheckDumpTool_Missing(t *testing.T) {
	address := os.Getenv("MERROIR_TEST_POSTGRES")
	if address == "" {
		t.Skip("no PostgreSQL")
	}
	db, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := CheckDumpTool(t.Context(), db); err != nil {
		t.Errorf("where it is installed: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if err := CheckDumpTool(t.Context(), db); err == nil || !strings.Contains(err.Error(), "pg_dump is not installed") {
		t.Errorf("without it: %v", err)
	}
}
