package account

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/merroir/merroir/internal/actor"
)

// grants are what the admin groups of a user say, read with the user at every
// request, so that a change to a group counts from the next request on.
type grants struct {
	any         bool // the user is in an admin group
	permissions []actor.Permission
}

// add merges the permissions of one more group.
func (g *grants) add(permissions map[string]bool) {
	g.any = true
	for name, given := range permissions {
		if given {
			g.permissions = append(g.permissions, actor.Permission(name))
		}
	}
}

// Scan reads the permissions of all groups, one JSON map after the other, or
// NULL for none.
func (g *grants) Scan(stored any) error {
	*g = grants{}
	if stored == nil {
		return nil
	}
	text, ok := stored.(string)
	if !ok {
		return fmt.Errorf("permissions are stored as %T", stored)
	}
	for groups := json.NewDecoder(strings.NewReader(text)); ; {
		var permissions map[string]bool
		err := groups.Decode(&permissions)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("permissions of a group: %w", err)
		}
		g.add(permissions)
	}
}
