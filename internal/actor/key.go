package actor

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/fault"
)

// Right is what a farm's key opens of the API.
type Right string

// The rights. The table of routes says which routes each opens.
const (
	ReadReports  Right = "reports" // reports, and what they are made of
	RecordOnFarm Right = "record"  // what was done: enter it, correct it, look it up
	UseTags      Right = "tags"    // tags: see them, and say what was done with them
	PrintLabels  Right = "prints"  // labels: print them, and count prints
)

// Rights are all of them.
func Rights() []Right { return []Right{ReadReports, RecordOnFarm, UseTags, PrintLabels} }

// Key is a key of a farm, by which a program of the farm's calls in the name of whoever made it. It
// opens the routes that name one of its rights, at its farm, and there what its maker may do.
type Key struct {
	ID, FarmID string
	Rights     []Right

	opened bool // the route names one of the rights
}

// Only reports whether the key has the right and no other.
func (k *Key) Only(right Right) bool { return len(k.Rights) == 1 && k.Rights[0] == right }

// ErrKey is the answer to a program with a farm's key, for what no key of its rights opens.
var ErrKey = fault.New(fault.Denied, "The key does not open that.")

// OpenTo gives the context of a call to a route that the rights open: for a program with a key that
// has one of them, one in which the gates of package farm let it in. It is [ErrKey] for any other key.
func OpenTo(ctx context.Context, rights []Right) (context.Context, error) {
	a, _ := From(ctx)
	if a.Key == nil {
		return ctx, nil
	}
	if !slices.ContainsFunc(rights, func(r Right) bool { return slices.Contains(a.Key.Rights, r) }) {
		return ctx, ErrKey
	}
	opened := *a.Key
	opened.opened = true
	a.Key = &opened
	return With(ctx, a), nil
}
