package key

import (
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
)

// Key is a key of a farm, as people are shown it.
type Key struct {
	ID        string        `json:"_id"`
	Name      string        `json:"name" doc:"Of the program that uses it"`
	Rights    []actor.Right `json:"rights" enum:"reports,record,tags,prints"`
	MadeBy    string        `json:"madeBy" doc:"Username"`
	CreatedAt int64         `json:"createdAt" doc:"Unix milliseconds"`
	LastUsed  *int64        `json:"lastUsed" doc:"Unix milliseconds, to the minute; null where it was never used"`
	EndedAt   *int64        `json:"endedAt" doc:"Unix milliseconds; null while it may be used"`
}

const (
	prefix  = "mk_" // of a token, so that one in a public place is recognised
	maxName = 60
	maxOpen = 20 // keys of a farm that have not ended
)

// plainRights gives the rights in their order, each once.
func plainRights(asked []actor.Right) (rights []actor.Right, err error) {
	for _, right := range actor.Rights() {
		if slices.Contains(asked, right) {
			rights = append(rights, right)
		}
	}
	for _, right := range asked {
		if !slices.Contains(rights, right) {
			return nil, fault.ForField("rights", "That is not a right of a key.")
		}
	}
	if len(rights) == 0 {
		return nil, fault.ForField("rights", "Choose what the key may do.")
	}
	return rights, nil
}

// IsToken reports whether a bearer token is meant to be that of a key.
func IsToken(token string) bool { return strings.HasPrefix(token, prefix) }
