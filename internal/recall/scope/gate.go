package scope

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

// MaxText is how many characters a reason or a note has at most.
const MaxText = 2000

// Look lets pass who may see the recalls of all firms, or the part of one: its people,
// staff, those who keep farm records, and those who recall.
func Look(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	if farmID != "" {
		_, err := farm.Recording.RequireRecord(ctx, tx, farmID)
		return err
	}
	caller, err := actor.SignedIn(ctx)
	if err == nil {
		err = caller.Enrolled()
	}
	if err == nil && !caller.Staff() && !caller.May(actor.Companies) && !caller.May(actor.Recall) {
		err = actor.ErrDenied
	}
	return err
}

// Enter lets pass who may enter something: those who have the permission, and in the
// part of a firm its people.
func Enter(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	if farmID != "" {
		_, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Recall)
		return err
	}
	return actor.Require(ctx, actor.Recall)
}

// NameOf is the name of the caller, empty for the platform itself.
func NameOf(ctx context.Context) string {
	caller, _ := actor.From(ctx)
	return caller.Username
}

// ReasonField is what is wrong with a reason; nil when nothing is.
func ReasonField(name, text, missing string) *fault.Field {
	switch {
	case text == "":
		return &fault.Field{Name: name, Message: missing}
	case utf8.RuneCountInString(text) > MaxText:
		return &fault.Field{Name: name, Message: fmt.Sprintf("That has more than %d characters", MaxText)}
	case !plain.Lines(text):
		return &fault.Field{Name: name, Message: plain.Refusal}
	}
	return nil
}

// CheckReason trims a reason and asks for one.
func CheckReason(text *string) error {
	*text = strings.TrimSpace(*text)
	if f := ReasonField("reason", *text, "Please give the reason"); f != nil {
		return fault.ForFields([]fault.Field{*f})
	}
	return nil
}
