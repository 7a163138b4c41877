package fault

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Kind says what sort of failure it is, and so what the caller may do about it.
type Kind string

const (
	NotFound        Kind = "not found"       // no such thing, or not yours to see
	Invalid         Kind = "invalid"         // the input breaks a rule
	Conflict        Kind = "conflict"        // it clashes with what is stored
	Stale           Kind = "stale"           // what the caller decided on is no longer so
	Denied          Kind = "denied"          // signed in, but without the right
	Unauthenticated Kind = "unauthenticated" // not signed in
	TooMany         Kind = "too many"        // a limit was reached, try later
	Unavailable     Kind = "unavailable"     // a part is down, try later
	Internal        Kind = "internal"        // our fault
)

// Field is the sentence about one input field. Name is the path of the field in
// the request, dotted where it is nested ("name.first").
type Field struct {
	Name    string
	Message string
}

// Fault is an error meant for the caller.
type Fault struct {
	Kind    Kind
	Message string  // a sentence for a person
	Code    string  // for a program that acts on it; mostly empty
	Fields  []Field // for Invalid and Conflict, in the order of the form
	cause   error
}

func (f *Fault) Error() string {
	if f.cause == nil {
		return f.Message
	}
	return f.Message + " (" + f.cause.Error() + ")"
}

func (f *Fault) Unwrap() error { return f.cause }

// New makes a fault with a sentence for a person.
func New(kind Kind, message string) error {
	return &Fault{Kind: kind, Message: message}
}

// WithCode is New with a reason that a program can act on.
func WithCode(kind Kind, code, message string) error {
	return &Fault{Kind: kind, Code: code, Message: message}
}

// Newf is New with formatting.
func Newf(kind Kind, format string, args ...any) error {
	return &Fault{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Wrap gives cause a kind and a sentence; cause is logged and never sent.
func Wrap(kind Kind, message string, cause error) error {
	return &Fault{Kind: kind, Message: message, cause: cause}
}

// ForField is an Invalid fault about a single field.
func ForField(name, message string) error {
	return &Fault{Kind: Invalid, Message: message, Fields: []Field{{name, message}}}
}

// ForFields is an Invalid fault about several fields, nil when there are none.
func ForFields(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	return &Fault{Kind: Invalid, Message: fields[len(fields)-1].Message, Fields: slices.Clone(fields)}
}

// As gives the fault inside err. An error that holds none is Internal, and a
// context that ran out is Unavailable.
func As(err error) *Fault {
	var f *Fault
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return &Fault{Kind: Unavailable, Message: "That took too long. Please try again.", cause: err}
	default:
		return &Fault{Kind: Internal, Message: "Something went wrong on our side. Please try again.", cause: err}
	}
}

// KindOf gives the kind of err, Internal where it is no fault.
func KindOf(err error) Kind { return As(err).Kind }

// Is reports whether err is a fault of the kind.
func Is(err error, kind Kind) bool {
	return err != nil && KindOf(err) == kind
}
