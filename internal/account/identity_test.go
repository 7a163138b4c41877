package account

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/fault"
)

// USR-2: what a user may be called, and which field a refusal names.
func TestIdentity(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Identity)
		field  string
	}{
		{"good", func(*Identity) {}, ""},
		{"no username", func(i *Identity) { i.Username = " \u00a0\u2003" }, "username"},
		{"64 letters", func(i *Identity) { i.Username = strings.Repeat("é", 64) }, ""},
		{"65 letters", func(i *Identity) { i.Username = strings.Repeat("é", 65) }, "username"},
		{"another alphabet", func(i *Identity) { i.Username = "Αλέξανδρος 牡蠣" }, ""},
		{"NUL", func(i *Identity) { i.Username = "ann\x00" }, "username"},
		{"a control character within", func(i *Identity) { i.Username = "an\x01n" }, "username"},
		{"zero-width space", func(i *Identity) { i.Username = "an\u200bn" }, "username"},
		{"zero-width joiner", func(i *Identity) { i.Username = "an\u200dn" }, "username"},
		{"byte order mark", func(i *Identity) { i.Username = "\ufeffann" }, "username"},
		{"soft hyphen", func(i *Identity) { i.Username = "an\u00adn" }, "username"},
		{"written backwards", func(i *Identity) { i.Username = "\u202enna" }, "username"},
		{"the Hangul filler", func(i *Identity) { i.Username = "ann\u3164" }, "username"},
		{"the blank Braille pattern", func(i *Identity) { i.Username = "ann\u2800" }, "username"},
		{"a variation selector", func(i *Identity) { i.Username = "ann\ufe0f" }, "username"},
		{"the replacement character", func(i *Identity) { i.Username = "ann\ufffd" }, "username"},
		{"a private-use character", func(i *Identity) { i.Username = "ann\ue000" }, "username"},
		{"a Cyrillic а in a Latin name", func(i *Identity) { i.Username = "\u0430nn" }, "username"},
		{"a Greek ο in a Latin name", func(i *Identity) { i.Username = "r\u03bfot" }, "username"},
		{"no address", func(i *Identity) { i.Email = "ann" }, "email"},
		{"a name and an address", func(i *Identity) { i.Email = "Ann <ann@farm.example>" }, "email"},
		{"two lines", func(i *Identity) { i.Email = "ann@farm.example\nBcc: all@farm.example" }, "email"},
		{"two addresses", func(i *Identity) { i.Email = "ann@farm.example,bob@farm.example" }, "email"},
		{"the same address with a dot", func(i *Identity) { i.Email = "ann@farm.example." }, "email"},
		{"the same address with a gap that nobody sees", func(i *Identity) { i.Email = "an\u200bn@farm.example" }, "email"},
		{"a long address", func(i *Identity) { i.Email = strings.Repeat("a", 251) + "@b.c" }, "email"},
		{"100 letters", func(i *Identity) { i.Name.First = strings.Repeat("ø", 100) }, ""},
		{"101 letters", func(i *Identity) { i.Name.First = strings.Repeat("ø", 101) }, "name.first"},
		{"a name that needs a joiner", func(i *Identity) { i.Name.Middle = "\u0646\u06cc\u200c\u0627" }, ""},
		{"a name written backwards", func(i *Identity) { i.Name.Last = "\u202eeel" }, "name.last"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			i := Identity{Username: "ann", Email: "ann@farm.example", Name: Name{First: "Ann"}}
			tt.change(&i)
			i.tidy()
			fields := i.faults()
			if tt.field == "" && len(fields) > 0 || tt.field != "" && (len(fields) != 1 || fields[0].Name != tt.field || fields[0].Message == "") {
				t.Errorf("faults: %+v, want %q", fields, tt.field)
			}
		})
	}
}

func TestIdentityIsTidied(t *testing.T) {
	i := Identity{Username: "\u3000Ann \u00a0\tLee\n", Email: " ann@farm.example ", Name: Name{First: " Ann  Marie "}}
	i.tidy()
	if want := (Identity{Username: "Ann Lee", Email: "ann@farm.example", Name: Name{First: "Ann Marie"}}); i != want {
		t.Errorf("%+v", i)
	}
}

// GRP-3: names of permissions are trimmed; what could pass for another name is refused.
func TestTidyPermissions(t *testing.T) {
	many := map[string]bool{}
	for i := range 101 {
		many[strings.Repeat("x", i+1)] = true
	}
	for name, tt := range map[string]struct {
		given map[string]bool
		want  string // names that remain
	}{
		"known and new ones": {map[string]bool{" admin-users ": true, "Nacht  Schicht": false}, "admin-users,Nacht Schicht"},
		"none":               {map[string]bool{}, ""},
		"empty":              {map[string]bool{"  ": true}, "refused"},
		"one twice":          {map[string]bool{"boats": true, " boats": false}, "refused"},
		"twins":              {map[string]bool{"boats": true, "Boats": false}, "refused"},
		"like a known one":   {map[string]bool{"Recall": true}, "refused"},
		"unseen":             {map[string]bool{"rec\u200ball": true}, "refused"},
		"long":               {map[string]bool{strings.Repeat("é", 61): true}, "refused"},
		"too many":           {many, "refused"},
	} {
		got, err := tidyPermissions(tt.given)
		if tt.want == "refused" {
			if !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "permissions" {
				t.Errorf("%s: %v, %v", name, got, err)
			}
			continue
		}
		given, taken := toggled(map[string]bool{}, got)
		names := AdminGroup{Permissions: got}.held()
		if err != nil || len(taken) > 0 || strings.Join(given, ",") != strings.Join(names, ",") {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		for _, want := range strings.Split(tt.want, ",") {
			if _, there := got[want]; want != "" && !there {
				t.Errorf("%s: %q is missing in %v", name, want, got)
			}
		}
	}
}
