package rest

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
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

// Huma has this once for the whole program, so it is set before anything runs.
func init() { huma.DefaultArrayNullable = false }

func newOperation(method, path string, access Access, summary string) *huma.Operation {
	op := &huma.Operation{
		Method:      method,
		Path:        path,
		OperationID: operationID(method, path),
		Summary:     summary,
		Description: "Who may call it: " + access.who + ".",
		Errors:      []int{http.StatusBadRequest, http.StatusInternalServerError},
		Responses:   map[string]*huma.Response{},
	}
	if access != Public {
		op.Security = []map[string][]string{{"bearer": {}}}
		op.Errors = append(op.Errors, http.StatusUnauthorized, http.StatusForbidden)
	}
	if strings.Contains(path, "{") {
		op.Errors = append(op.Errors, http.StatusNotFound)
	}
	return op
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
	}
	if len(in.parameters) > 0 || in.body != nil {
		op.Errors = append(op.Errors, http.StatusUnprocessableEntity)
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
		_, _ = setParameter(reflect.New(field.Type).Elem(), "") // a type that it does not know panics here and not at the first call
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
		described.Explode = new(bool)
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
		op.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: jsonOf(failure)}
	}
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
