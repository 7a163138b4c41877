package app

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/rest"
)

// unshown are characters that no text may have.
var unshown = []rune("\x00\x01\a\b\x1b\x1f\x7f\u0080\u009f\u061c\u200e\u200f\u202a\u202e\u2066\u2069")

// severalLines are the fields that may have line breaks and tabs.
var severalLines = []string{"growerNames", "growingProcess", "tastingNotes", "note", "address"}

// inRecalls are those of recalls alone: what is said there is the record of a night.
var inRecalls = []string{"reason", "why", "openReason"}

// S1: a text that hides something is refused in every field of every call, with
// the field's name, on both engines, and changes nothing.
func TestNoCallTakesTextThatHidesSomething(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			calls := jsonCalls(t, a.App)
			token := a.token(t, "root")
			before, tried := a.digest(t), 0
			for i, c := range calls {
				if i%50 == 49 { // a new session, before this one has made too many calls
					token = a.token(t, "root")
					before = a.digest(t)
				}
				for _, hidden := range []string{hide(unshown[i%len(unshown)]), hide(unshown[rand.IntN(len(unshown))])} {
					tried += c.refuses(t, a, token, hidden, nil)
				}
				but := severalLines
				if strings.Contains(c.path, "recall") {
					but = append(slices.Clone(but), inRecalls...)
				}
				c.refuses(t, a, token, "a\nb\tc", but)
			}
			if tried < 200 {
				t.Errorf("only %d fields were tried: the test no longer finds them", tried)
			}
			if a.digest(t) != before {
				t.Error("something changed")
			}
		})
	}
}

// S1: no text in a path or a query makes the server fail.
func TestNoAddressBreaksAPage(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			for _, route := range a.routes() {
				for _, text := range []string{"a\x00b", "\xff\xfe", "\u202efdp", "a\nb"} {
					address := parameter.ReplaceAllString(route.Path, url.PathEscape(text)) + "?q=" + url.QueryEscape(text)
					if status, answer := a.call(route.Method, address, "", ""); status >= http.StatusInternalServerError {
						t.Errorf("%s %s: %d %.200s", route.Method, address, status, answer)
					}
				}
			}
		})
	}
}

var parameter = regexp.MustCompile(`\{[^}]+\}`)

func hide(r rune) string { return "ab" + string(r) + "cd" }

// jsonCall is a JSON route as the API document describes it.
type jsonCall struct {
	method, path string
	body         map[string]any // its schema, nil without one
	query        []string
	document     map[string]any
}

func jsonCalls(t *testing.T, a *App) (calls []jsonCall) {
	t.Helper()
	text, err := rest.Describe(a.routes())
	must(t, err)
	var document map[string]any
	must(t, json.Unmarshal(text, &document))
	for address, methods := range document["paths"].(map[string]any) {
		for method, described := range methods.(map[string]any) {
			c := jsonCall{method: strings.ToUpper(method), path: address, document: document}
			c.body, _ = at(described, "requestBody", "content", "application/json", "schema").(map[string]any)
			parameters, _ := at(described, "parameters").([]any)
			for _, p := range parameters {
				if at(p, "in") == "query" && at(p, "schema", "type") == "string" && at(p, "schema", "enum") == nil {
					c.query = append(c.query, at(p, "name").(string))
				}
			}
			calls = append(calls, c)
		}
	}
	slices.SortFunc(calls, func(a, b jsonCall) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	return calls
}

func at(v any, keys ...string) any {
	for _, key := range keys {
		m, _ := v.(map[string]any)
		v = m[key]
	}
	return v
}

// refuses sends the text in every field but those that may have it, once in the
// path, once in the query and once in the body. It gives the number of fields.
func (c jsonCall) refuses(t *testing.T, a *testApp, token, text string, but []string) (fields int) {
	t.Helper()
	try := func(address, body string, names []string) {
		fields += len(names)
		status, answer := a.call(c.method, address, body, token)
		var failure struct {
			Validation struct{ Fields map[string]string }
		}
		must(t, json.Unmarshal([]byte(answer), &failure))
		for _, name := range names {
			wanted := !slices.Contains(but, name[strings.LastIndexByte(name, '.')+1:])
			if said := failure.Validation.Fields[name]; (said != "") != wanted || wanted && status != http.StatusBadRequest {
				t.Errorf("%s %s takes %q in %s: %d %.300s", c.method, c.path, text, name, status, answer)
			}
		}
	}
	c.path = strings.Replace(c.path, "{number}", "1", 1) // no text
	good := parameter.ReplaceAllString(strings.Replace(c.path, "{paperType}", "mobile", 1), ownFarm)
	if in := parameter.FindAllString(c.path, -1); in != nil {
		for i := range in {
			in[i] = strings.Trim(in[i], "{}")
		}
		body := ""
		if c.body != nil {
			value, _ := c.sample(c.body, "", "text")
			body = marshal(t, value)
		}
		try(parameter.ReplaceAllString(c.path, url.PathEscape(text)), body, in)
	}
	if c.query != nil {
		query := url.Values{}
		for _, name := range c.query {
			query.Set(name, text)
		}
		try(good+"?"+query.Encode(), "", c.query)
	}
	if c.body != nil {
		if value, names := c.sample(c.body, "", text); len(names) > 0 {
			try(good, marshal(t, value), names)
		}
	}
	return fields
}

// sample gives a value of the schema whose free texts are all the text, and the
// names of their fields.
func (c jsonCall) sample(schema map[string]any, name, text string) (value any, names []string) {
	if ref, ok := schema["$ref"].(string); ok {
		return c.sample(at(c.document, "components", "schemas", path.Base(ref)).(map[string]any), name, text)
	}
	if choices, ok := schema["enum"].([]any); ok {
		return choices[0], nil
	}
	if either, ok := schema["oneOf"].([]any); ok {
		return c.sample(either[0].(map[string]any), name, text)
	}
	within := func(key string, schema any) any {
		value, more := c.sample(schema.(map[string]any), strings.TrimPrefix(name+"."+key, "."), text)
		names = append(names, more...)
		return value
	}
	kind := schema["type"]
	if kinds, ok := kind.([]any); ok { // or null
		kind = kinds[0]
	}
	switch kind {
	case "string":
		if schema["format"] == "date" { // which no other text is
			return "2026-11-22", nil
		}
		return text, []string{name}
	case "object":
		object := map[string]any{}
		properties, _ := schema["properties"].(map[string]any)
		for key, property := range properties {
			if key != "$schema" {
				object[key] = within(key, property)
			}
		}
		if values, ok := schema["additionalProperties"].(map[string]any); ok {
			object["key"] = within("key", values)
		}
		return object, names
	case "array":
		return []any{within("0", schema["items"])}, names
	case "boolean":
		return true, nil
	case "integer", "number":
		return max(1, int(number(schema["minimum"]))), nil
	}
	panic(fmt.Sprintf("%s: no sample for %v", name, schema))
}

func number(v any) float64 {
	n, _ := v.(float64)
	return n
}

func marshal(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	must(t, err)
	return string(text)
}

func TestTheCharactersAreUnshown(t *testing.T) {
	for _, r := range unshown {
		if plain.Line(hide(r)) || plain.Lines(hide(r)) {
			t.Errorf("%U is plain", r)
		}
	}
}
