package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/queryparam"

	"github.com/merroir/merroir/internal/fault"
)

const (
	bodyField   = "Body" // of an input and an output
	bodyTimeout = 5 * time.Second
)

// useCase is what a JSON route does, without its types. They are known by
// reflection alone, so that all routes share one code: huma.Register is a copy
// of its own for each route, of 20 KB in the binary.
type useCase struct {
	in, out reflect.Type
	run     func(ctx context.Context, in any) (any, error)
}

func useCaseOf[In, Out any](handle func(context.Context, *In) (*Out, error)) useCase {
	return useCase{reflect.TypeFor[In](), reflect.TypeFor[Out](), func(ctx context.Context, in any) (any, error) {
		return handle(ctx, in.(*In))
	}}
}

// endpoint answers the requests of one JSON route.
type endpoint struct {
	gate   gate
	input  *input
	run    func(ctx context.Context, in any) (any, error)
	output output
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, err := e.gate.enter(r.Context())
	if err != nil {
		WriteError(w, r, err)
		return
	}
	r = r.WithContext(ctx)
	in, failure := e.input.read(w, r)
	if failure != nil {
		writeFailure(w, failure)
		return
	}
	out, err := e.run(r.Context(), in)
	if err != nil {
		WriteError(w, r, err)
		return
	}
	e.output.write(w, r, reflect.ValueOf(out).Elem())
}

// input is how the input struct of a route is read.
type input struct {
	of         reflect.Type
	parameters []parameter
	body       []int // index of the field, nil without one
	bodySchema *huma.Schema
	presets    []preset
	schemas    huma.Registry
}

type parameter struct {
	place    string // path, query or header
	name     string
	index    []int
	preset   string // where none is sent
	required bool
	schema   *huma.Schema
}

// read gives a pointer to the input struct, filled from the request.
func (in *input) read(w http.ResponseWriter, r *http.Request) (any, *Failure) {
	value, wrong, query := reflect.New(in.of), &huma.ValidateResult{}, r.URL.Query()
	for _, p := range in.parameters {
		path := huma.NewPathBuffer([]byte{}, 0)
		path.Push(p.place)
		path.Push(p.name)
		texts := p.sent(r, query)
		if p.sentTwice(query) {
			wrong.Add(path, nil, sentTwice)
			continue
		}
		if len(texts) == 0 {
			if p.required {
				wrong.Add(path, "", "required "+p.place+" parameter is missing")
			}
			continue
		}
		parsed, err := setParameter(value.Elem().FieldByIndex(p.index), texts)
		if err != nil {
			wrong.Add(path, texts[0], err.Error())
			continue
		}
		huma.Validate(in.schemas, p.schema, path, huma.ModeWriteToServer, parsed, wrong)
	}
	if in.body != nil {
		if failure := in.readBody(w, r, value.Elem().FieldByIndex(in.body), wrong); failure != nil {
			return nil, failure
		}
	}
	if len(wrong.Errors) > 0 {
		return nil, shapeFailure("validation failed", wrong.Errors)
	}
	if form, takes := value.Interface().(interface {
		attach(http.ResponseWriter, *http.Request)
	}); takes {
		form.attach(w, r)
	}
	if errs := refuseText(value.Interface()); errs != nil {
		return nil, shapeFailure("", errs)
	}
	return value.Interface(), nil
}

// list reports whether the parameter may have several texts: its key is repeated, as a text
// may have commas.
func (p parameter) list() bool { return p.place == "query" && p.schema.Type == huma.TypeArray }

// sent is the text of the parameter in the request, or those of a list.
func (p parameter) sent(r *http.Request, query url.Values) []string {
	if p.list() {
		return query[p.name]
	}
	text := ""
	switch p.place {
	case "path":
		text = r.PathValue(p.name)
	case "query":
		text = queryparam.Get(r.URL.RawQuery, p.name)
	case "header":
		text = r.Header.Get(p.name)
	}
	if text == "" {
		text = p.preset
	}
	if text == "" {
		return nil
	}
	return []string{text}
}

// sentTwice reports whether the query has several texts for a parameter that takes one.
func (p parameter) sentTwice(query url.Values) bool {
	return p.place == "query" && !p.list() && len(query[p.name]) > 1
}

// setParameter sets the field to the text, or to those of a list, and gives the value for its schema.
func setParameter(field reflect.Value, texts []string) (parsed any, err error) {
	if field.Type() == reflect.TypeFor[[]string]() {
		field.Set(reflect.ValueOf(texts))
		return texts, nil
	}
	text := texts[0]
	switch field.Kind() {
	case reflect.String:
		field.SetString(text)
		return text, nil
	case reflect.Int, reflect.Int64:
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, errors.New("invalid integer")
		}
		field.SetInt(number)
		return number, nil
	case reflect.Bool:
		is, err := strconv.ParseBool(text)
		if err != nil {
			return nil, errors.New("invalid boolean")
		}
		field.SetBool(is)
		return is, nil
	}
	panic("no parameter can be a " + field.Type().String())
}

// readBody reads the JSON of the request into the field. It adds to wrong what
// is not as the schema says, and fails where there is no JSON to look at.
func (in *input) readBody(w http.ResponseWriter, r *http.Request, field reflect.Value, wrong *huma.ValidateResult) *Failure {
	// A connection that cannot have deadlines of its own keeps those of the server.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
	content, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	switch {
	case err != nil:
		return answer(r.Context(), incomplete(err))
	case len(content) == maxBody:
		return newFailure(http.StatusRequestEntityTooLarge, "That request is too large.")
	case len(content) == 0:
		return shapeFailure("request body is required", wrong.Errors)
	case !isJSON(r.Header.Get("Content-Type")):
		return newFailure(http.StatusUnsupportedMediaType, "Please send JSON (Content-Type: application/json).")
	}
	path, before := huma.NewPathBuffer([]byte{}, 0), len(wrong.Errors)
	path.Push("body")
	var parsed any
	if err := json.Unmarshal(content, &parsed); err != nil {
		wrong.Add(path, nil, err.Error())
		return nil
	}
	if key := duplicateKey(content); key != "" {
		path.Push(key)
		wrong.Add(path, nil, sentTwice)
		return nil
	}
	huma.Validate(in.schemas, in.bodySchema, path, huma.ModeWriteToServer, parsed, wrong)
	if len(wrong.Errors) > before {
		return nil
	}
	if err := json.Unmarshal(content, field.Addr().Interface()); err != nil {
		wrong.Add(path, nil, err.Error())
	}
	for _, p := range in.presets {
		p.fill(field, p.index)
	}
	return nil
}

// incomplete is the answer to a body that broke off.
func incomplete(err error) error {
	return fault.Wrap(fault.Invalid, "The request did not arrive completely. Please try again.", err)
}

// isJSON reports whether a body of that type is JSON; one without a type is
// taken for it.
func isJSON(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return contentType == "" || err == nil && (kind == "application/json" || strings.HasSuffix(kind, "+json"))
}

// output is how the output struct of a route is written.
type output struct {
	status  int
	headers []header
	body    []int // index of the field, nil without one
}

type header struct {
	name  string
	index []int // of a text, which is left out while it is empty
}

func (o output) write(w http.ResponseWriter, r *http.Request, value reflect.Value) {
	for _, h := range o.headers {
		if text := value.FieldByIndex(h.index).String(); text != "" {
			w.Header().Set(h.name, text)
		}
	}
	if o.body == nil {
		w.WriteHeader(o.status)
		return
	}
	body := value.FieldByIndex(o.body).Interface()
	if file, is := body.([]byte); is {
		_, _ = w.Write(file) // the caller may be gone
		return
	}
	w.Header().Set("Content-Type", "application/json")
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil && r.Context().Err() == nil {
		panic(fmt.Errorf("answering %s: %w", r.Pattern, err))
	}
}
