package fault

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestKindSurvivesWrapping(t *testing.T) {
	cause := errors.New("duplicate key value")
	tests := []struct {
		name string
		err  error
		kind Kind
	}{
		{"plain", New(NotFound, "No such farm."), NotFound},
		{"wrapped by fmt", fmt.Errorf("reading: %w", New(Denied, "No.")), Denied},
		{"with a cause", Wrap(Conflict, "Taken.", cause), Conflict},
		{"unknown error", cause, Internal},
		{"deadline", fmt.Errorf("query: %w", context.DeadlineExceeded), Unavailable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := KindOf(tt.err); got != tt.kind {
				t.Errorf("KindOf = %q, want %q", got, tt.kind)
			}
		})
	}
}

func TestInternalTextStaysInside(t *testing.T) {
	f := As(errors.New("pq: password authentication failed"))
	if f.Message != "Something went wrong on our side. Please try again." {
		t.Errorf("message = %q", f.Message)
	}
	if !errors.Is(As(fmt.Errorf("x: %w", context.Canceled)), context.Canceled) {
		t.Error("the cause is lost")
	}
}

func TestForFieldsFlagsTheLast(t *testing.T) {
	if ForFields(nil) != nil {
		t.Error("no fields must be no error")
	}
	f := As(ForFields([]Field{{"country", "Country is required"}, {"state", "State is required"}}))
	if f.Kind != Invalid || f.Message != "State is required" || len(f.Fields) != 2 {
		t.Errorf("got %+v", f)
	}
}

func TestIs(t *testing.T) {
	if Is(nil, Internal) {
		t.Error("nil is no fault of any kind")
	}
	if !Is(New(TooMany, "Later."), TooMany) {
		t.Error("a TooMany fault is TooMany")
	}
}
