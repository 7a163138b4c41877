package main

import (
	"net/http"
	"strings"
	"syscall"
	"testing"
)

// signInAs gives the status of signing in.
func (s *server) signInAs(t *testing.T, username, secret string) (status int, token string) {
	t.Helper()
	var session struct{ Token string }
	status, err := s.call("POST", "/api/login", "", map[string]string{"username": username, "password": secret}, &session)
	must(t, err)
	return status, session.Token
}

func (s *server) stop(t *testing.T) {
	t.Helper()
	must(t, s.process.Process.Signal(syscall.SIGTERM))
	_ = s.process.Wait()
}

// AUTH-9 AUTH-10: users are listed, switched off and given passwords from the
// command line; their sessions do not outlive that.
func TestUserCommands(t *testing.T) {
	dir := dataDirWithRoot(t)
	const fresh = "the tide comes in"
	out, err := run(t, dir, password+"\n", "user", "create", "--farm-manager", "bob", "bob@farm.example")
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := serve(t, dir)
	_, bobs := s.signInAs(t, "bob", password)
	anns := s.signIn(t)
	s.stop(t)

	out, err = run(t, dir, "", "user", "list")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); err != nil || len(lines) != 3 || !strings.HasPrefix(lines[1], "ann ") || !strings.Contains(lines[2], "bob@farm.example  active  Farm manager") {
		t.Errorf("list: %v:\n%s", err, out)
	}
	for _, tt := range []struct{ input, says string }{{"short\n", "at least 12"}, {"password1234\n", "commonest"}, {"bob@farm.example\n", "little more than your name"}, {"", "no password was given"}} {
		if out, err = run(t, dir, tt.input, "user", "reset-password", "bob"); err == nil || !strings.Contains(out, tt.says) {
			t.Errorf("the password %q: %v: %s", tt.input, err, out)
		}
	}
	if out, err = run(t, dir, fresh+"\n", "user", "reset-password", "BOB"); err != nil || !strings.Contains(out, "User bob has a new password") || strings.Contains(out, fresh) {
		t.Errorf("reset: %v: %s", err, out)
	}
	for _, command := range []string{"reset-password", "disable"} {
		if out, err = run(t, dir, fresh+"\n", "user", command, "nobody"); err == nil || !strings.Contains(out, "No such user.") {
			t.Errorf("%s nobody: %v: %s", command, err, out)
		}
	}
	if out, err = run(t, dir, "", "user", "disable", "ann"); err == nil || !strings.Contains(out, "last active root") {
		t.Errorf("the last root: %v: %s", err, out)
	}

	s = serve(t, dir)
	if status, err := s.call("GET", "/api/users/my", bobs, nil, new(any)); err != nil || status != http.StatusUnauthorized {
		t.Errorf("the old session: %d %v", status, err)
	}
	if status, err := s.call("GET", "/api/users/my", anns, nil, new(any)); err != nil || status != http.StatusOK {
		t.Errorf("another's session: %d %v", status, err)
	}
	if status, _ := s.signInAs(t, "bob", password); status != http.StatusBadRequest {
		t.Errorf("the old password: %d", status)
	}
	status, bobs := s.signInAs(t, "bob", fresh)
	if status != http.StatusOK {
		t.Errorf("the new password: %d", status)
	}
	s.stop(t)

	if out, err = run(t, dir, "", "user", "disable", "bob"); err != nil || !strings.Contains(out, "User bob is inactive") {
		t.Errorf("disable: %v: %s", err, out)
	}
	if out, err = run(t, dir, "", "user", "list", "--active"); err != nil || strings.Contains(out, "bob") || !strings.Contains(out, "ann") {
		t.Errorf("the active ones: %v: %s", err, out)
	}
	s = serve(t, dir)
	if status, err := s.call("GET", "/api/users/my", bobs, nil, new(any)); err != nil || status != http.StatusUnauthorized {
		t.Errorf("the session of who is switched off: %d %v", status, err)
	}
	if status, _ := s.signInAs(t, "bob", fresh); status != http.StatusBadRequest {
		t.Errorf("who is switched off signs in: %d", status)
	}
	var trail struct {
		Data []struct{ Action, Username, SubjectName string }
	}
	_, err = s.call("GET", "/api/audit?search=bob&limit=100", s.signIn(t), nil, &trail)
	must(t, err)
	seen := map[string]bool{}
	for _, row := range trail.Data {
		seen[row.Action+" by "+row.Username] = true
	}
	for _, want := range []string{"user.create by system", "user.password by system", "user.update by system", "sign-in by bob", "sign-in.failed by "} {
		if !seen[want] {
			t.Errorf("the trail lacks %q: %v", want, seen)
		}
	}
}

// S9: the commands end what a user issued as the app does: a reset if it is asked for, and a user who is
// disabled has no key left when they are active again.
func TestUserCommands_EndWhatWasIssued(t *testing.T) {
	dir := dataDirWithRoot(t)
	if out, err := run(t, dir, password+"\n", "user", "create", "--farm-manager", "bob", "bob@farm.example"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := serve(t, dir)
	ann := s.signIn(t)
	_, bob := s.signInAs(t, "bob", password)
	call := func(method, path, token string, body, answer any) {
		t.Helper()
		if status, err := s.call(method, path, token, body, answer); err != nil || status != http.StatusOK {
			t.Fatalf("%s %s: %d %v", method, path, status, err)
		}
	}
	var farm, user struct {
		ID string `json:"_id"`
	}
	call("POST", "/api/farms", ann, map[string]any{"name": "North", "country": "USA", "state": "Maine", "type": "farm", "activities": []string{"Harvest"}}, &farm)
	call("GET", "/api/users/my", bob, nil, &user)
	call("POST", "/api/users/"+user.ID+"/farm", ann, map[string]any{"farm": farm.ID}, new(any))
	at := "/api/farms/" + farm.ID
	var key struct{ Token string }
	issue := func() {
		t.Helper()
		_, bob = s.signInAs(t, "bob", password)
		call("POST", at+"/keys", bob, map[string]any{"name": "Scale", "rights": []string{"tags"}}, &key)
		call("POST", at+"/people/invitations", bob, map[string]any{"email": "eve@farm.example", "may": "record"}, new(any))
	}
	expect := func(when string, status, invited int) {
		t.Helper()
		if got, err := s.call("GET", at+"/tags", key.Token, nil, new(any)); err != nil || got != status {
			t.Errorf("%s: the key gets %d %v, want %d", when, got, err, status)
		}
		var people struct{ Invitations []any }
		call("GET", at+"/people", s.signIn(t), nil, &people)
		if len(people.Invitations) != invited {
			t.Errorf("%s: %d invitations, want %d", when, len(people.Invitations), invited)
		}
	}
	command := func(args ...string) {
		t.Helper()
		s.stop(t)
		if out, err := run(t, dir, password+"\n", append([]string{"user"}, args...)...); err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
		s = serve(t, dir)
	}

	issue()
	command("reset-password", "bob")
	expect("a reset", http.StatusOK, 1)
	command("reset-password", "--revoke-issued", "bob")
	expect("a reset that revokes", http.StatusUnauthorized, 0)

	issue()
	command("disable", "bob")
	call("PUT", "/api/users/"+user.ID, s.signIn(t), map[string]any{"isActive": true}, new(any))
	expect("disabled and active again", http.StatusUnauthorized, 1)
}
