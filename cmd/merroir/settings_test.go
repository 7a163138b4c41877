package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A misspelled setting stops the start, as it would have no effect: a backup would not be encrypted.
func TestUnknownSettingStopsTheStart(t *testing.T) {
	t.Setenv("MERROIR_BACKUP_PASS", "an oyster's passphrase")
	out, err := run(t, t.TempDir(), "", "serve")
	if err == nil || !strings.Contains(out, "MERROIR_BACKUP_PASS is not a setting: did you mean MERROIR_BACKUP_PASSPHRASE?") {
		t.Errorf("%v: %s", err, out)
	}
}

// Commands use the settings of the server by its file, as systemd reads it.
func TestEnvFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(t.TempDir(), "merroir.env")
	must(t, os.WriteFile(path, []byte("# of the unit\nMERROIR_DATA_DIR=\""+dir+"\"\nMERROIR_BACKUP_DIR=s3://b?region=x&endpoint=https://h\n"), 0o600))
	c := command(t, "", "user", "create", "--env-file", path, "--root", "ann", "ann@farm.example")
	c.Env = append(os.Environ(), beTheCommand+"=1")
	c.Stdin = strings.NewReader(password + "\n")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "merroir.db")); err != nil {
		t.Errorf("the database is elsewhere: %v", err)
	}

	must(t, os.WriteFile(path, []byte("MERROIR_DATA_FOLDER=x\n"), 0o600))
	if out, err := run(t, dir, "", "check", "--env-file="+path); err == nil || !strings.Contains(out, "did you mean MERROIR_DATA_DIR?") {
		t.Errorf("%v: %s", err, out)
	}
}

// The flags of a command come before the settings that all have.
func TestHelp_OwnFlagsFirst(t *testing.T) {
	for flag, args := range map[string][]string{
		"--check": {"restore", "--help"}, "--root": {"user", "create", "--help"}, "--area-prefix": {"import", "--help"}, "--state": {"jobs", "list", "--help"},
	} {
		out, err := run(t, t.TempDir(), "", args...)
		must(t, err)
		own, settings := strings.Index(out, flag), strings.Index(out, "--data-dir")
		if own < 0 || settings < 0 || own > settings || !strings.Contains(out, "Settings of the server") {
			t.Errorf("%v: %s", args, out)
		}
	}
	out, err := run(t, t.TempDir(), "", "serve", "--help")
	must(t, err)
	if !strings.Contains(out, "--smtp-url") || !strings.Contains(out, "smtps://") || !strings.Contains(out, "tls=off") {
		t.Error("the forms of MERROIR_SMTP_URL are not in the help")
	}
}

// A container asks the program whether the server is healthy.
func TestHealth(t *testing.T) {
	dir := dataDirWithRoot(t)
	s := serve(t, dir)
	t.Setenv("MERROIR_ADDR", strings.TrimPrefix(s.url, "http://"))
	ask := func(args ...string) (string, error) {
		c := command(t, dir, append([]string{"health"}, args...)...)
		c.Env = append(c.Env, "MERROIR_ADDR="+strings.TrimPrefix(s.url, "http://"))
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := ask(); err != nil || out != "ok\n" {
		t.Errorf("%v: %q", err, out)
	}
	if out, err := ask("--ready"); err != nil || out != "ready\n" {
		t.Errorf("%v: %q", err, out)
	}
	s.stop(t)
	if out, err := ask(); err == nil || !strings.Contains(out, "the server does not answer") {
		t.Errorf("after its end: %v: %q", err, out)
	}
}

// What an operator has not set up yet is logged at the start.
func TestStart_WarnsOfWhatIsMissing(t *testing.T) {
	warned := func(dir string, settings ...string) string {
		t.Helper()
		c := command(t, dir, "serve")
		c.Env = append(append(c.Env, "MERROIR_ADDR=0.0.0.0:0"), settings...)
		says := &output{t: t, address: make(chan string, 1)}
		c.Stderr = says
		must(t, c.Start())
		<-says.address
		must(t, c.Process.Signal(os.Interrupt))
		_ = c.Wait()
		return string(says.said)
	}
	const account, public, backups, sender = "there is no account yet", "MERROIR_PUBLIC_URL names this machine only", "MERROIR_BACKUP_DIR is not set", "MERROIR_MAIL_FROM is not set"
	bare := warned(t.TempDir(), "MERROIR_SMTP_URL=smtp://127.0.0.1:1")
	for _, want := range []string{account, public, backups, sender} {
		if !regexp.MustCompile("level=WARN msg=.*" + want).MatchString(bare) {
			t.Errorf("%q is missing in %s", want, bare)
		}
	}
	complete := warned(dataDirWithRoot(t), "MERROIR_SMTP_URL=smtp://127.0.0.1:1", "MERROIR_MAIL_FROM=us@merroir.test", "MERROIR_PUBLIC_URL=https://merroir.test", "MERROIR_BACKUP_DIR="+t.TempDir())
	for _, want := range []string{account, public, backups, sender} {
		if strings.Contains(complete, want) {
			t.Errorf("%q is in %s", want, complete)
		}
	}
}
