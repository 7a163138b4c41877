package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/merroir/merroir/internal/sorting"
)

// APIDocs is the page about the API for people, made from the document that programs read. It has
// no script, so that nobody else's is needed; each call unfolds.
type APIDocs struct {
	page   func() ([]byte, error)
	policy string
}

// NewAPIDocs makes the page when it is first asked for, of the document that describe gives.
func NewAPIDocs(describe func() ([]byte, error), product string) (*APIDocs, error) {
	style, err := recallFiles.ReadFile("recallpage.css")
	if err != nil {
		return nil, err
	}
	own, err := recallFiles.ReadFile("apidocs.css")
	if err != nil {
		return nil, err
	}
	style = append(style, own...)
	layout, err := parsePage("apidocs.tmpl")
	if err != nil {
		return nil, err
	}
	page := sync.OnceValues(func() ([]byte, error) {
		document, err := describe()
		if err != nil {
			return nil, err
		}
		view, err := apiView(document)
		if err != nil {
			return nil, err
		}
		view.Product, view.Style = product, template.CSS(style) //nolint:gosec // our own files
		var out bytes.Buffer
		err = layout.Execute(&out, view)
		return out.Bytes(), err
	})
	return &APIDocs{page, contentPolicy("'none'", sourceHash(string(style)))}, nil
}

func (d *APIDocs) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	page, err := d.page()
	if err != nil {
		http.Error(w, "The page could not be made.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Security-Policy", d.policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page) // the reader may be gone
}

// What the template names.
type (
	apiPage struct {
		Product  string
		Style    template.CSS
		Groups   []apiGroup
		Failures []apiAnswer // what every call can answer beside its success, by status
	}
	apiGroup struct {
		Name, Anchor string
		Calls        []apiCall
	}
	apiCall struct {
		Method, Path, Summary, About string
		Fields                       []apiField // of the path, the query, headers and the body
		Given                        []apiField // of the answer
		Answers                      []string   // statuses
	}
	apiField  struct{ Name, Place, Type, About string }
	apiAnswer struct{ Status, When, Example string }
)

// document is as much of an OpenAPI document as the page tells.
type (
	apiSchema struct {
		Ref         string `json:"$ref"`
		Type        any
		Description string
		Enum        []any
		Required    []string
		Items       *apiSchema
		Properties  map[string]*apiSchema
	}
	apiContent map[string]struct {
		Schema  *apiSchema
		Example json.RawMessage
	}
	apiOperation struct {
		Summary, Description string
		Parameters           []struct {
			Name, In, Description string
			Required              bool
			Schema                *apiSchema
		}
		RequestBody *struct{ Content apiContent }
		Responses   map[string]struct {
			Description string
			Content     apiContent
		}
	}
	apiDocument struct {
		Paths      map[string]map[string]*apiOperation
		Components struct{ Schemas map[string]*apiSchema }
	}
)

func apiView(text []byte) (view apiPage, err error) {
	var doc apiDocument
	if err := json.Unmarshal(text, &doc); err != nil {
		return view, err
	}
	groups, failures := map[string][]apiCall{}, map[string]apiAnswer{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			name := groupOf(path)
			groups[name] = append(groups[name], doc.call(strings.ToUpper(method), path, op))
			for status, response := range op.Responses {
				if status[0] != '2' {
					failures[status] = apiAnswer{status, response.Description, indented(response.Content["application/json"].Example)}
				}
			}
		}
	}
	for name, calls := range groups {
		sorting.By(calls, func(a, b apiCall) int {
			return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
		})
		view.Groups = append(view.Groups, apiGroup{name, "calls-" + strings.ReplaceAll(strings.ToLower(name), " ", "-"), calls})
	}
	sorting.By(view.Groups, func(a, b apiGroup) int { return strings.Compare(a.Name, b.Name) })
	for _, answer := range failures {
		view.Failures = append(view.Failures, answer)
	}
	sorting.By(view.Failures, func(a, b apiAnswer) int { return strings.Compare(a.Status, b.Status) })
	return view, nil
}

// groupOf is what a path is about: what stands behind the farm, or the first word.
func groupOf(path string) string {
	words := strings.Split(strings.TrimPrefix(path, "/api/"), "/")
	if words[0] == "v2" {
		return "Reports and recording"
	}
	if words[0] == "farms" && len(words) > 2 && words[1] == "{id}" {
		return "A farm's " + spaced(words[2])
	}
	if words[0] == "sso" {
		return "Single sign-on"
	}
	return strings.ToUpper(words[0][:1]) + spaced(words[0])[1:]
}

var joint = regexp.MustCompile(`-|[A-Z]`)

// spaced is a part of a path in words: "recall-requests" and "shippingAddress" are two.
func spaced(part string) string {
	return joint.ReplaceAllStringFunc(part, func(found string) string { return strings.TrimSuffix(" "+strings.ToLower(found), "-") })
}

func (d apiDocument) call(method, path string, op *apiOperation) apiCall {
	c := apiCall{Method: method, Path: path, Summary: op.Summary, About: op.Description}
	for _, p := range op.Parameters {
		place := p.In
		if p.Required {
			place += ", needed"
		}
		c.Fields = append(c.Fields, apiField{p.Name, place, d.typeOf(p.Schema), p.Description})
	}
	if op.RequestBody != nil {
		for kind, content := range op.RequestBody.Content {
			place := "body"
			if kind != "application/json" {
				place = "form"
			}
			c.Fields = append(c.Fields, d.fields(content.Schema, place)...)
		}
	}
	for status, response := range op.Responses {
		c.Answers = append(c.Answers, status)
		if status[0] == '2' {
			c.Given = append(c.Given, d.fields(response.Content["application/json"].Schema, "")...)
		}
	}
	slices.Sort(c.Answers)
	return c
}

func (d apiDocument) resolved(s *apiSchema) *apiSchema {
	if s != nil && s.Ref != "" {
		return d.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]]
	}
	return s
}

func (d apiDocument) fields(schema *apiSchema, place string) (fields []apiField) {
	s := d.resolved(schema)
	if s == nil {
		return nil
	}
	for name, property := range s.Properties {
		at := place
		if place != "" && slices.Contains(s.Required, name) {
			at += ", needed"
		}
		about := property.Description
		if about == "" && property.Ref != "" {
			about = d.resolved(property).Description
		}
		fields = append(fields, apiField{name, at, d.typeOf(property), about})
	}
	sorting.By(fields, func(a, b apiField) int { return strings.Compare(a.Name, b.Name) })
	return fields
}

// typeOf says in a few words what a value is.
func (d apiDocument) typeOf(s *apiSchema) string {
	switch {
	case s == nil:
		return ""
	case s.Ref != "":
		return s.Ref[strings.LastIndex(s.Ref, "/")+1:]
	case len(s.Enum) > 0:
		words := make([]string, len(s.Enum))
		for i, value := range s.Enum {
			words[i] = fmt.Sprint(value)
		}
		return "one of " + strings.Join(words, ", ")
	case s.Items != nil:
		return "list of " + d.typeOf(s.Items)
	}
	if several, ok := s.Type.([]any); ok {
		words := make([]string, len(several))
		for i, one := range several {
			words[i] = fmt.Sprint(one)
		}
		return strings.Join(words, " or ")
	}
	if s.Type == nil {
		return ""
	}
	return fmt.Sprint(s.Type)
}

func indented(example json.RawMessage) string {
	var out bytes.Buffer
	if json.Indent(&out, example, "", "  ") != nil {
		return ""
	}
	return out.String()
}
