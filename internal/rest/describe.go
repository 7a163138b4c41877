package rest

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
)

// apiVersion moves when a client must change.
const apiVersion = "1.0.0"

func newDocument() *huma.OpenAPI {
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Merroir", Version: apiVersion,
			Description: "Traceability for shellfish farms. Dates are YYYY-MM-DD in the farm's time zone, instants Unix milliseconds, money US cents.",
		},
		Components: &huma.Components{
			Schemas:         huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer),
			SecuritySchemes: map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer"}},
		},
	}
}

func (m *mounts) describe() ([]byte, error) {
	document, err := json.MarshalIndent(m.document, "", "  ")
	return append(document, '\n'), err
}

// Huma has these once for the whole program, so they are set before anything runs. encoding/json
// accepts a field's name in any case; huma must refuse what it does not look at.
func init() {
	huma.DefaultArrayNullable = false
	huma.ValidateStrictCasing = true
}

func newOperation(method, path string, access Access, summary string) *huma.Operation {
	op := &huma.Operation{
		Method:      method,
		Path:        path,
		OperationID: operationID(method, path),
		Summary:     summary,
		Description: "Who may call it: " + access.who + ".",
		Errors:      []int{http.StatusBadRequest, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable},
		Responses:   map[string]*huma.Response{},
	}
	if access != Public {
		op.Security = []map[string][]string{{"bearer": {}}}
		op.Errors = append(op.Errors, http.StatusUnauthorized, http.StatusForbidden)
	}
	if strings.Contains(path, "{") {
		op.Errors = append(op.Errors, http.StatusNotFound)
	}
	if method != http.MethodGet || strings.Contains(path, "{") {
		op.Errors = append(op.Errors, http.StatusConflict)
	}
	return op
}

// describeKeys says which rights of a farm's key open the operation.
func describeKeys(op *huma.Operation, keys []actor.Right) {
	if len(keys) == 0 {
		return
	}
	names := make([]string, len(keys))
	for i, right := range keys {
		names[i] = string(right)
	}
	op.Description += " Also a key of the farm with the right " + strings.Join(names, " or ") + "."
	op.Extensions = map[string]any{"x-key-rights": names}
}

// describeProof adds to the document whether the operation needs a password proof.
func describeProof(op *huma.Operation, proof Proof) {
	const code = " (403 with the code proof-required; see POST /api/users/my/proof)."
	switch proof {
	case AlwaysProof:
		op.Description += " Needs your password within the last ten minutes" + code
	case SomeProof:
		op.Description += " Some changes need your password within the last ten minutes" + code
	}
}

// operationID is the method and the path as one name: get-farms-id.
func operationID(method, path string) string {
	words := strings.FieldsFunc(strings.TrimPrefix(path, "/api/"), func(r rune) bool { return strings.ContainsRune("/{}", r) })
	return strings.ToLower(method + "-" + strings.Join(words, "-"))
}

// describeInput puts what the struct takes into the operation, and gives how it
// is read.
func describeInput(op *huma.Operation, schemas huma.Registry, of reflect.Type) *input {
	in := &input{of: of, schemas: schemas}
	in.describeParameters(op, of, nil)
	if field, has := of.FieldByName(bodyField); has {
		in.body = field.Index
		in.bodySchema = huma.SchemaFromField(schemas, field, nameFor(of, bodyField, op.OperationID+"Request"))
		in.presets = presetsOf(field.Type, nil, nil)
		op.RequestBody = &huma.RequestBody{Required: true, Content: jsonOf(in.bodySchema)}
		op.Errors = append(op.Errors, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return in
}

func (in *input) describeParameters(op *huma.Operation, of reflect.Type, index []int) {
	for i := range of.NumField() {
		field, at := of.Field(i), append(slices.Clone(index), i)
		if !field.IsExported() {
			continue
		}
		if field.Anonymous {
			in.describeParameters(op, field.Type, at)
			continue
		}
		place, name := placeOf(field)
		if place == "" || place == "path" && field.Tag.Get("required") == "false" && !strings.Contains(op.Path, "{"+name+"}") {
			continue // such a one is read where the route's path has it, so that one input serves two routes
		}
		_, _ = setParameter(reflect.New(field.Type).Elem(), []string{""}) // a type that it does not know panics here and not at the first call
		p := parameter{
			place: place, name: name, index: at, required: place == "path",
			preset: field.Tag.Get("default"), schema: huma.SchemaFromField(in.schemas, field, ""),
		}
		countInWholes(p.schema)
		if required, told := field.Tag.Lookup("required"); told && place != "path" {
			p.required = required == "true"
		}
		in.parameters = append(in.parameters, p)
		if field.Tag.Get("hidden") != "true" {
			op.Parameters = append(op.Parameters, p.describe())
		}
	}
}

// placeOf is where a field of an input comes from, and under which name;
// nothing for the body.
func placeOf(field reflect.StructField) (place, name string) {
	for _, place := range []string{"path", "query", "header"} {
		if name := field.Tag.Get(place); name != "" {
			return place, name
		}
	}
	return "", ""
}

func (p parameter) describe() *huma.Param {
	described := &huma.Param{Name: p.name, Description: p.schema.Description, In: p.place, Required: p.required, Schema: p.schema}
	if p.place == "query" {
		list := p.list()
		described.Explode = &list
	}
	return described
}

// countInWholes repairs the enum of a whole number, which huma reads from its
// tag as fractions and then finds unequal to what was sent.
func countInWholes(schema *huma.Schema) {
	for i, choice := range schema.Enum {
		if number, is := choice.(float64); is && schema.Type == huma.TypeInteger {
			schema.Enum[i] = int64(number)
		}
	}
}

// describeOutput puts what the struct answers into the operation, and gives how
// it is written.
func describeOutput(op *huma.Operation, schemas huma.Registry, of reflect.Type) output {
	out := output{status: http.StatusNoContent}
	answer := &huma.Response{Headers: map[string]*huma.Param{}}
	if field, has := of.FieldByName(bodyField); has {
		out.status, out.body = http.StatusOK, field.Index
		answer.Content = jsonOf(huma.SchemaFromField(schemas, field, nameFor(of, bodyField, op.OperationID+"Response")))
	}
	answer.Description = http.StatusText(out.status)
	code := strconv.Itoa(out.status)
	op.Responses[code] = answer
	for _, field := range reflect.VisibleFields(of) {
		if name := field.Tag.Get("header"); name != "" {
			mustBeText(field)
			out.headers = append(out.headers, header{name: name, index: field.Index})
			answer.Headers[name] = &huma.Header{Schema: huma.SchemaFromField(schemas, field, nameFor(of, field.Name, op.OperationID+code+name))}
		}
	}
	return out
}

func mustBeText(field reflect.StructField) {
	if field.Type.Kind() != reflect.String {
		panic(field.Name + " must be a text, not " + field.Type.String())
	}
}

// describeErrors gives each status that can be the answer of an operation the
// form of a [Failure].
func describeErrors(op *huma.Operation, schemas huma.Registry) {
	failure := schemas.Schema(reflect.TypeFor[Failure](), true, "")
	for _, status := range op.Errors {
		content := jsonOf(failure)
		content["application/json"].Example = exampleOf(status)
		op.Responses[strconv.Itoa(status)] = &huma.Response{Description: failures[status].when, Content: content}
	}
}

// failures are the answers that are no success: when they come, and what one says.
var failures = map[int]struct{ when, says string }{
	http.StatusBadRequest:            {"Something in the request is missing or wrong; where fields are at fault, validation names them", `child "name" fails because [This field is required.]`},
	http.StatusUnauthorized:          {"Nobody is signed in, or the token is not valid any more", "Please sign in."},
	http.StatusForbidden:             {"The caller may not do that; with the code proof-required, not before giving the password again", "You do not have permission to do that."},
	http.StatusNotFound:              {"There is no such thing, or it is not the caller's", "No such farm."},
	http.StatusConflict:              {"Something stands in the way: a state, a name that is taken, somebody else's change, a farm that is being cleaned, or an Idempotency-Key that was used for something else", "This farm is being cleaned. Please try again in a few minutes."},
	http.StatusPreconditionFailed:    {"What was looked at before has changed since; look again", "The farm has changed since you looked, so nothing was removed. Please look at what it has now."},
	http.StatusRequestEntityTooLarge: {"The body has more than 256 KB", "That request is too large."},
	http.StatusUnsupportedMediaType:  {"The body is not application/json", "Please send JSON (Content-Type: application/json)."},
	http.StatusTooManyRequests:       {"Too many calls at once, 300 in ten seconds; Retry-After says how many seconds to wait", "That is too many requests at once. Please wait a few seconds."},
	http.StatusInternalServerError:   {"Something went wrong on the server, and is in its log", "Something went wrong. Please try again."},
	http.StatusServiceUnavailable:    {"The server cannot answer just now; Retry-After says how many seconds to wait", "A long upload is being recorded on this farm. Please try again in a minute."},
}

func exampleOf(status int) *Failure {
	failure := newFailure(status, failures[status].says)
	if status == http.StatusBadRequest {
		failure.addFields("payload", []fault.Field{{Name: "name", Message: "This field is required."}})
	}
	return failure
}

func jsonOf(schema *huma.Schema) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}

// nameFor is what the document calls a part of a struct, which has no name of
// its own where the struct has none.
func nameFor(of reflect.Type, part, otherwise string) string {
	if of.Name() != "" {
		return of.Name() + part
	}
	return otherwise
}
