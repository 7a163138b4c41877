package app

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/backup"
	"github.com/merroir/merroir/internal/operate"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/timezone"
)

// describe says what runs, for root.
func (a *App) describe(ctx context.Context) (s operate.System, err error) {
	s = operate.System{
		Version: Version(), StartedAt: a.self.Started.UnixMilli(), Copies: []operate.Copy{}, Disks: a.disks(), Memory: a.config.shares.shown(), Backups: a.backups(ctx), Mirror: a.mirrored(ctx), Settings: a.config.shown(),
	}
	if a.certificate != nil {
		s.Certificate = &operate.TLSCertificate{}
		if at := a.certificate.Expires(); !at.IsZero() {
			ends := at.UnixMilli()
			s.Certificate.EndsAt = &ends
		}
	}
	zones := timezone.Current()
	s.TimeZones = operate.TimeZones{Version: zones.Version, Host: zones.Host}
	err = a.db.Read(ctx, func(tx *sqldb.Tx) error {
		about, err := sqldb.Describe(ctx, tx)
		if err != nil {
			return err
		}
		s.Database = operate.Database(about)
		others, err := a.otherCopies(ctx, tx, a.now())
		for _, c := range others {
			s.TimeZones.Differ = s.TimeZones.Differ || c.Zones != "" && c.Zones != s.TimeZones.Version
			s.Copies = append(s.Copies, operate.Copy{Name: c.Name, TimeZones: c.Zones, StartedAt: c.Started.UnixMilli(), SeenAt: c.Seen.UnixMilli()})
		}
		return err
	})
	return s, err
}

// disks tells the room left in each folder that is written to. One that cannot be
// asked is left out: that is for readiness to say.
func (a *App) disks() []operate.Disk {
	dirs := a.config.dirs()
	if a.backupPlace != nil && a.backupPlace.Room() != "" {
		dirs = append(dirs, a.backupPlace.Room())
	}
	slices.Sort(dirs)
	all := []operate.Disk{}
	for _, dir := range slices.Compact(dirs) {
		left, err := a.roomLeft(dir)
		switch {
		case err != nil:
		case left > math.MaxInt64:
			all = append(all, operate.Disk{Folder: dir, FreeBytes: -1})
		default:
			all = append(all, operate.Disk{Folder: dir, FreeBytes: int64(left)})
		}
	}
	return all
}

// shown are the settings as root may see them.
func (c *Config) shown() []operate.Setting {
	all := []operate.Setting{}
	c.each(func(field reflect.StructField, value, shown string, seen bool) {
		setting := operate.Setting{Name: field.Tag.Get("env"), About: field.Tag.Get("help"), IsSet: value != ""}
		if seen {
			setting.Value = &shown
		}
		all = append(all, setting)
	})
	return all
}

// kept are the settings that are not what they are by default, for a backup. The passphrase is not
// among them: it is what opens it.
func (c *Config) kept() (all []backup.Setting) {
	if c.given != nil {
		c = c.given // without what complete fills in
	}
	c.each(func(field reflect.StructField, value, shown string, seen bool) {
		name := field.Tag.Get("env")
		if value == "" || value == field.Tag.Get("default") || value == fmt.Sprint(reflect.Zero(field.Type)) || name == "MERROIR_BACKUP_PASSPHRASE" {
			return
		}
		if !seen {
			shown = ""
		}
		all = append(all, backup.Setting{Name: name, Shown: shown, Value: value})
	})
	return all
}

// each hands f every setting with its value, and what may be shown of that, if anything.
func (c *Config) each(f func(field reflect.StructField, value, shown string, seen bool)) {
	all := reflect.ValueOf(*c)
	for _, field := range reflect.VisibleFields(all.Type()) {
		if _, hidden := field.Tag.Lookup("hidden"); hidden || field.Tag.Get("env") == "" {
			continue
		}
		value, show := fmt.Sprint(all.FieldByIndex(field.Index).Interface()), field.Tag.Get("show")
		shown := value
		if show == "place" {
			shown = placeOf(value)
		}
		f(field, value, shown, value != "" && (show != "" || field.Type.Kind() != reflect.String))
	}
}

// harmless are the parameters of addresses that hold no secret, and without which an address means another thing.
var harmless = []string{"tls", "region", "endpoint", "use_path_style", "sslmode"}

// placeOf returns an address without what may be secret in it, or a folder as it is.
func placeOf(address string) string {
	if !strings.Contains(address, "://") {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return "an address that cannot be read"
	}

	query := u.Query()
	maps.DeleteFunc(query, func(name string, _ []string) bool { return !slices.Contains(harmless, name) })
	if endpoint, err := url.Parse(query.Get("endpoint")); err == nil && endpoint.User != nil {
		query.Del("endpoint")
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, Opaque: u.Opaque}
	if len(query) > 0 {
		text, _ := url.QueryUnescape(query.Encode()) // it was encoded in this line
		return shown.String() + "?" + text
	}
	return shown.String()
}
