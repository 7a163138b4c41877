package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/merroir/merroir/internal/fault"
)

// authRequired is the header of an answer that means: sign in first.
const authRequired = "X-Auth-Required"

// Failure is the body of every answer that is not a success.
type Failure struct {
	StatusCode int         `json:"statusCode" doc:"HTTP status"`
	Reason     string      `json:"error" doc:"Name of the status"`
	Message    string      `json:"message" doc:"A sentence for a person"`
	Code       string      `json:"code,omitempty" doc:"A reason that a program acts on: proof-required, to give the password again (POST /api/users/my/proof) and repeat the call"`
	Validation *Validation `json:"validation,omitempty" doc:"Present when fields are at fault"`
	retryAfter int
}

// Validation names the fields at fault.
type Validation struct {
	Source string            `json:"source" doc:"Part of the request: payload, query, params or headers"`
	Keys   []string          `json:"keys" doc:"Paths of the fields; the message is about the last"`
	Fields map[string]string `json:"fields" doc:"The sentence of each field"`
}

var statuses = map[fault.Kind]int{
	fault.NotFound:        http.StatusNotFound,
	fault.Invalid:         http.StatusBadRequest,
	fault.Conflict:        http.StatusConflict,
	fault.Stale:           http.StatusPreconditionFailed,
	fault.Denied:          http.StatusForbidden,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.TooMany:         http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
	fault.Internal:        http.StatusInternalServerError,
}

// answer is what the caller gets for err; internal errors are logged here and
// only here.
func answer(ctx context.Context, err error) *Failure {
	f := fault.As(err)
	switch {
	case errors.Is(ctx.Err(), context.Canceled) || errors.Is(err, context.Canceled):
		slog.InfoContext(ctx, "the caller left", "error", err)
	case f.Kind == fault.Internal || f.Kind == fault.Unavailable:
		slog.ErrorContext(ctx, "request failed", "kind", f.Kind, "error", err)
	}
	failure := newFailure(statuses[f.Kind], f.Message)
	failure.Code = f.Code
	if f.Kind == fault.TooMany || f.Kind == fault.Unavailable {
		failure.retryAfter = 5
	}
	failure.addFields("payload", f.Fields)
	return failure
}

func newFailure(status int, message string) *Failure {
	return &Failure{StatusCode: status, Reason: http.StatusText(status), Message: message}
}

// addFields puts the fields into the form that clients of the original API parse:
// nested "child … fails because [text]" about the last key.
func (f *Failure) addFields(source string, fields []fault.Field) {
	if len(fields) == 0 {
		return
	}
	v := &Validation{Source: source, Fields: map[string]string{}}
	for _, field := range fields {
		if _, twice := v.Fields[field.Name]; !twice {
			v.Keys = append(v.Keys, field.Name)
			v.Fields[field.Name] = field.Message
		}
	}
	last := v.Keys[len(v.Keys)-1]
	message := v.Fields[last]
	parts := strings.Split(last, ".")
	slices.Reverse(parts)
	for _, part := range parts {
		message = fmt.Sprintf("child %q fails because [%s]", part, message)
	}
	f.Message, f.Validation = message, v
}

// WriteError answers err on a route that speaks HTTP itself.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	writeFailure(w, answer(r.Context(), err))
}

func writeFailure(w http.ResponseWriter, f *Failure) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if f.StatusCode == http.StatusUnauthorized {
		w.Header().Set(authRequired, "true")
	}
	if f.retryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(f.retryAfter))
	}
	w.WriteHeader(f.StatusCode)
	_ = json.NewEncoder(w).Encode(f) // the caller may be gone
}

// inList is how huma writes a place in a list; faults of use cases have a dot.
var inList = regexp.MustCompile(`\[(\d+)\]`)

// tooLong is how huma says that a text is longer than its maxLength.
var tooLong = regexp.MustCompile(`^expected length <= (\d+)$`)

// missingProperty is how huma says that a field is absent: about its parent.
var missingProperty = regexp.MustCompile(`^expected required property (\S+) to be present$`)

func shapeFailure(message string, errs []error) *Failure {
	failure := newFailure(http.StatusBadRequest, sentence(message))
	source, fields := "payload", []fault.Field{}
	for _, err := range errs {
		detail, ok := err.(huma.ErrorDetailer)
		if !ok {
			continue
		}
		d := detail.ErrorDetail()
		where, name, _ := strings.Cut(inList.ReplaceAllString(d.Location, ".$1"), ".")
		if missing := missingProperty.FindStringSubmatch(d.Message); missing != nil {
			name, d.Message = strings.TrimPrefix(name+"."+missing[1], "."), "This field is required"
		}
		if long := tooLong.FindStringSubmatch(d.Message); long != nil {
			d.Message = "That has more than " + long[1] + " characters"
		}
		if name == "" {
			// The body as a whole: it is not JSON, or not an object.
			failure.Message = "The request body could not be read: it must be one JSON object."
			continue
		}
		if where != "body" {
			source = map[string]string{"query": "query", "path": "params", "header": "headers"}[where]
		}
		fields = append(fields, fault.Field{Name: name, Message: sentence(d.Message)})
	}
	failure.addFields(source, fields)
	return failure
}

// sentence makes a library's phrase into one for a person.
func sentence(phrase string) string {
	if phrase == "" {
		return "That request is not valid."
	}
	return strings.ToUpper(phrase[:1]) + strings.TrimSuffix(phrase[1:], ".") + "."
}
