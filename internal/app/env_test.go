package app

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCheckNames(t *testing.T) {
	for wrong, meant := range map[string]string{
		"MERROIR_BACKUP_PASS":    "MERROIR_BACKUP_PASSPHRASE",
		"MERROIR_SMTPURL":        "MERROIR_SMTP_URL",
		"MERROIR_SECRET_KEY_OLD": "MERROIR_SECRET_KEYS_OLD",
		"MERROIR_PUBLIK_URL":     "MERROIR_PUBLIC_URL",
		"MERROIR_DATABASE":       "MERROIR_DATABASE_URL",
		"MERROIR_TRUSTED_PROXY":  "MERROIR_TRUSTED_PROXIES",
	} {
		err := CheckNames([]string{"PATH=/bin", wrong + "=a secret"})
		if err == nil || !strings.HasPrefix(err.Error(), wrong+" is not a setting: did you mean "+meant+"?") {
			t.Errorf("%s: %v", wrong, err)
		}
		if err != nil && strings.Contains(err.Error(), "a secret") {
			t.Errorf("%s: the error has the value", wrong)
		}
	}

	others := []string{
		"HOME=/root", "MERROIRX=1", "MERROIR_TEST_POSTGRES=1",
		"MERROIR_PORT=tcp://10.0.0.1:8080", "MERROIR_SERVICE_HOST=10.0.0.1", "MERROIR_SERVICE_PORT_HTTP=80", "MERROIR_PORT_8080_TCP_ADDR=10.0.0.1", // of Kubernetes
	}
	for _, name := range settingNames() {
		others = append(others, name+"=x")
	}
	if err := CheckNames(others); err != nil {
		t.Error(err)
	}
}

// A file is read as systemd reads it, and a file of restored settings as it was written.
func TestParseEnvFile(t *testing.T) {
	const text = "# a comment\n; another\n\nA=plain\n B = with spaces at the ends  \nC=\"quoted # \\\"text\\\" \\$HOME \\n\"\nD='single \\ \"quotes\"'\n" +
		"E=s3://b?region=x&endpoint=https://h:1\nF=horse battery staple\nexport G=shell\nH=\nI=two \\\n  lines\nJ=half\" quoted \"value\nK=back\\ slash\r\n"
	want := []variable{
		{"A", "plain"}, {"B", "with spaces at the ends"}, {"C", "quoted # \"text\" $HOME \\n"}, {"D", "single \\ \"quotes\""},
		{"E", "s3://b?region=x&endpoint=https://h:1"}, {"F", "horse battery staple"}, {"G", "shell"}, {"H", ""},
		{"I", "two lines"}, {"J", "half quoted value"}, {"K", "back slash"},
	}
	got, err := parseEnvFile(text)
	must(t, err)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}

	for _, wrong := range []string{"A=1\nNOTHING", "=x", "A B=x", `A="open`, "A='open"} {
		if _, err := parseEnvFile(wrong); err == nil || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

func TestLoadEnvFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "merroir.env")
	must(t, os.WriteFile(path, []byte("MERROIR_TEST_ONE=of the file\nMERROIR_TEST_TWO=of the file\n"), 0o600))
	t.Setenv("MERROIR_TEST_ONE", "of the environment")
	t.Setenv("MERROIR_TEST_TWO", "")
	must(t, os.Unsetenv("MERROIR_TEST_TWO"))

	for _, args := range [][]string{{"user", "list", "--env-file", path}, {"--env-file=" + path, "check"}} {
		must(t, os.Unsetenv("MERROIR_TEST_TWO"))
		must(t, LoadEnvFile(args))
		if one := os.Getenv("MERROIR_TEST_ONE"); one != "of the environment" {
			t.Errorf("%v: one is %q", args, one)
		}
		if two := os.Getenv("MERROIR_TEST_TWO"); two != "of the file" {
			t.Errorf("%v: two is %q", args, two)
		}
	}
	if err := LoadEnvFile([]string{"serve", "--", "--env-file=" + path + "none"}); err != nil {
		t.Errorf("an argument: %v", err)
	}
	if err := LoadEnvFile([]string{"serve", "--env-file=" + path + "none"}); err == nil {
		t.Error("a missing file is not refused")
	}
}

// What a restore prints must mean the same place when it is set again, and hold no secret.
func TestPlaceOf(t *testing.T) {
	for address, want := range map[string]string{
		"/srv/backup":                      "/srv/backup",
		"smtp://me:secret@mail:25?tls=off": "smtp://mail:25?tls=off",
		"s3://b/f?region=eu-west-1&endpoint=https://h:9000&use_path_style=true&key=secret": "s3://b/f?endpoint=https://h:9000&region=eu-west-1&use_path_style=true",
		"s3://b/f?endpoint=https://me:secret@h":                                            "s3://b/f",
		"postgres://me:secret@db/merroir?sslmode=require&password=secret":                  "postgres://db/merroir?sslmode=require",
	} {
		if got := placeOf(address); got != want {
			t.Errorf("%s: %s, not %s", address, got, want)
		}
	}
}

// A backup has the settings that the operator made, and not those that follow from others.
func TestKeptSettings_AreThoseGiven(t *testing.T) {
	c := Config{
		DataDir: t.TempDir(), PublicURL: "https://merroir.test", MailFrom: defaultSender, SMTPURL: "smtp://me:secret@mail:25?tls=off",
		ShutdownGrace: 5e9, MaxConnections: 2000, BackupKeep: 14, PasswordMin: 12, ReportCacheMB: -1,
	}
	must(t, c.complete())
	must(t, c.complete())
	var told []string
	for _, s := range c.kept() {
		told = append(told, s.Name+" "+s.Shown)
	}
	want := []string{"MERROIR_DATA_DIR " + c.DataDir, "MERROIR_PUBLIC_URL https://merroir.test", "MERROIR_SMTP_URL smtp://mail:25?tls=off"}
	if !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
	if c.WebsiteURL != "https://merroir.test" || c.FarmAppURL != "https://merroir.test" {
		t.Errorf("the website is %s, the farm app %s", c.WebsiteURL, c.FarmAppURL)
	}
}

// A demo that listens elsewhere is linked where it is.
func TestDemoURL(t *testing.T) {
	for addr, want := range map[string]string{
		"localhost:8080": "http://localhost:8080", "127.0.0.1:8504": "http://127.0.0.1:8504", ":9000": "http://localhost:9000", "127.0.0.1:0": "http://localhost:8080",
	} {
		c := Config{DataDir: t.TempDir(), Demo: true, DemoForAnyone: true, Addr: addr, PublicURL: defaultPublicURL}
		must(t, c.complete())
		if c.PublicURL != want {
			t.Errorf("%s: %s, not %s", addr, c.PublicURL, want)
		}
	}
}

// The demo says where it is, also where the system chose its port.
func TestDemoAt(t *testing.T) {
	listening := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 43210}
	for want, c := range map[string]Config{
		"http://127.0.0.1:43210":  {Addr: "127.0.0.1:0", PublicURL: defaultPublicURL},
		"http://localhost:9000":   {Addr: ":9000", PublicURL: "http://localhost:9000"},
		"https://oysters.example": {Addr: "127.0.0.1:0", PublicURL: "https://oysters.example"},
	} {
		if got := c.demoAt("http://", listening); got != want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
