package app

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/backup"
	"github.com/merroir/merroir/internal/blob/s3test"
	"github.com/merroir/merroir/internal/dbtest"
)

// No secret is shown: not one of its own, and not the password in an address. A new
// text setting is hidden until somebody says that it may be seen.
func TestSettingsAreShownWithoutSecrets(t *testing.T) {
	c, secret := Config{MaxConnections: 7}, "s3cr3t"
	of := reflect.ValueOf(&c).Elem()
	shown := 0
	for _, field := range reflect.VisibleFields(of.Type()) {
		if field.Type.Kind() != reflect.String {
			continue
		}
		text := secret
		switch field.Tag.Get("show") {
		case "place":
			text = "postgres://ann:" + secret + "@db.example:5432/farms?password=" + secret + "#" + secret
			shown++
		case "value":
			text = "seen"
			shown++
		}
		of.FieldByIndex(field.Index).SetString(text)
	}
	if shown == 0 {
		t.Fatal("nothing is shown")
	}
	all, err := json.Marshal(c.shown())
	must(t, err)
	if strings.Contains(string(all), secret) || strings.Contains(string(all), "ann@") {
		t.Errorf("a secret is shown: %s", all)
	}
	got := map[string]string{}
	for _, s := range c.shown() {
		switch {
		case s.About == "":
			t.Errorf("%s says nothing of itself", s.Name)
		case s.Value != nil:
			got[s.Name] = *s.Value
		case s.IsSet:
			got[s.Name] = "hidden"
		}
	}
	for name, want := range map[string]string{
		"MERROIR_STRIPE_URL": "", "MERROIR_DATABASE_URL": "postgres://db.example:5432/farms", "MERROIR_SMTP_URL": "postgres://db.example:5432/farms", "MERROIR_ADDR": "seen",
		"MERROIR_SECRET_KEY": "hidden", "MERROIR_STRIPE_KEY": "hidden", "MERROIR_BACKUP_PASSPHRASE": "hidden", "MERROIR_APP_KEYS": "hidden",
		"MERROIR_MAX_CONNECTIONS": "7",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
}

// The place of the backups may be out of reach: root sees the page, and that it is not known.
func TestThePlaceOfBackupsDoesNotAnswer(t *testing.T) {
	server := s3test.Serve(t)
	a := newBareApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), BackupDir: server.Address("of/us"), BackupKeep: 2})
	defer a.Close()
	ctx := actor.With(t.Context(), actor.Actor{Root: true})
	server.Answer = func(w http.ResponseWriter, _ *http.Request) bool {
		w.WriteHeader(http.StatusForbidden)
		return true
	}
	s, err := a.operate.System(ctx)
	if err != nil || !s.Backups.Unknown || !s.Backups.Overdue || s.Backups.NewestAt != nil || s.Backups.Folder != "s3://kept/of/us" {
		t.Errorf("%+v, %v", s.Backups, err)
	}
	server.Answer = nil
	if s, err = a.operate.System(ctx); err != nil || s.Backups.Unknown || s.Backups.Kept != 0 {
		t.Errorf("when it answers: %+v, %v", s.Backups, err)
	}
}

// Root learns what runs and whether the backups are good, on both engines.
func TestTheSystemIsDescribed(t *testing.T) {
	for engine, url := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			backups := filepath.Join(t.TempDir(), "backups")
			a := newBareApp(t, Config{DatabaseURL: url(t), BackupDir: backups, BackupKeep: 2})
			defer a.Close()
			ctx := actor.With(t.Context(), actor.Actor{Root: true})
			s, err := a.operate.System(ctx)
			must(t, err)
			if s.Database.Engine == "" || s.Database.Version == "" || s.Database.Schema < 41 || s.Database.Bytes < 1<<16 || s.StartedAt == 0 {
				t.Errorf("the database: %+v, since %d", s.Database, s.StartedAt)
			}
			if s.Backups == nil || s.Backups.NewestAt != nil || !s.Backups.Overdue || s.Backups.Folder != backups {
				t.Errorf("without a backup: %+v", s.Backups)
			}
			if len(s.Disks) == 0 || s.Disks[0].FreeBytes <= 0 {
				t.Errorf("disks: %+v", s.Disks)
			}
			_, err = backup.Take(t.Context(), a.config.backupSource(a.db, a.bucket), a.backupPlace)
			must(t, err)
			if s, err = a.operate.System(ctx); err != nil || s.Backups.NewestAt == nil || s.Backups.Overdue || s.Backups.Kept != 1 || s.Backups.NewestBytes == 0 {
				t.Errorf("with one: %+v, %v", s.Backups, err)
			}
			a.now = func() time.Time { return time.Now().Add(27 * time.Hour) }
			if s, err = a.operate.System(ctx); err != nil || !s.Backups.Overdue {
				t.Errorf("27 hours later: %+v, %v", s.Backups, err)
			}
			if _, err := a.operate.System(actor.With(t.Context(), actor.Actor{Admin: true})); err == nil {
				t.Error("an admin learns it too")
			}
		})
	}
}
