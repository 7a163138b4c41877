package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Setting is one that the server ran with, other than by default.
type Setting struct {
	Name  string `json:"name"`
	Shown string `json:"shown"`           // the value without what is secret in it; empty where all of it is
	Value string `json:"value,omitempty"` // all of it; in an encrypted backup alone, unless nothing of it is secret
}

// hide takes the secrets out of settings that everybody may read.
func hide(all []Setting) []Setting {
	hidden := make([]Setting, len(all))
	for i, s := range all {
		if s.Value != s.Shown {
			s.Value = ""
		}
		hidden[i] = s
	}
	return hidden
}

// settings are those of the backup; none in one of a release that kept none.
func (u *unpacked) settings() (all []Setting, err error) {
	text, err := os.ReadFile(filepath.Join(u.dir, settingsEntry))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return all, json.Unmarshal(text, &all)
}

// Environment is the text of a file that sets them, as systemd and a shell read it. What a backup
// that was not encrypted does not have is a comment in it.
func Environment(all []Setting) string {
	var text strings.Builder
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`)
	for _, s := range all {
		switch {
		case s.Value != "":
			fmt.Fprintf(&text, "%s=\"%s\"\n", s.Name, quote.Replace(s.Value))
		case s.Shown != "":
			fmt.Fprintf(&text, "# %s was %s, and a secret with it\n", s.Name, s.Shown)
		default:
			fmt.Fprintf(&text, "# %s was set, to a secret\n", s.Name)
		}
	}
	return text.String()
}
