package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
)

// fieldsOfAFarm are the parts of a farm's record: where each is changed, by
// which form, and where the answer has it.
var fieldsOfAFarm = []struct {
	method, path string
	stored, form any
	within       string
	first        string // what the record has before
}{
	{"PUT", "", farm.Details{}, farm.Change{}, "", `{"name":"Old"}`},
	{"POST", "/farmDetails", farm.Public{}, farm.PublicChange{}, "", `{"dealer":"Old"}`},
	{"PUT", "/shippingAddress", farm.ShippingAddress{}, farm.ShippingChange{}, "shippingAddress", someAddress},
	{"PUT", "/features", nil, farm.FeaturesChange{}, "features", `{"logs":false}`},
}

// sampleOf are values of the fields that do not take any text.
var sampleOf = map[string]string{
	"email": `"ann@farm.example"`, "country": `"Mexico"`, "state": `"Nova Scotia"`, "type": `"farm"`, "timeZone": `"America/Halifax"`, "website": `"farm.example"`, "website/farmDetails": `"other.example"`,
	"activities": `["Record"]`, "setupFee": `12345`, "labels": `{"species":"Type","harvest":"Processing Date"}`,
	"certs":             `[{"certId":"c1","cert":"ME 1","phone":"1","website":"a.example","address1":"2","address2":"3","city":"4","state":"5","zip":"6","country":"7","dateOfExpiration":"2027-01-31"}]`,
	"distributorBrands": `[{"brand":"B","growingProcess":"two\nlines","tastingNotes":"brine"}]`,
}

// together are fields that only change with another one.
var together = map[string]string{"country": `,"state":"Sonora"`, "state": `,"country":"Canada"`, "activities": `,"type":"farm"`}

// AFARM-9: every field of a farm's record can be changed, is stored, is in
// the audit trail by its name, and refuses by its name one character too many.
func TestEveryFieldOfAFarm(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			f := farmFields{a, t, a.token(t, "root")}
			tried := 0
			for _, part := range fieldsOfAFarm {
				f.change(part.method, part.path, part.first)
				if part.within == "features" { // many are a distributor's
					f.change("PUT", "", `{"type":"distributor"}`)
				}
				limits := map[string]string{}
				for _, field := range reflect.VisibleFields(reflect.TypeOf(part.form)) {
					name := strings.Split(field.Tag.Get("json"), ",")[0]
					limits[name] = field.Tag.Get("maxLength")
					f.isKept(part.method, part.path, part.within, name, field)
					f.isLimited(part.method, part.path, name, field)
					tried++
				}
				if part.stored == nil {
					continue
				}
				for _, field := range reflect.VisibleFields(reflect.TypeOf(part.stored)) {
					name := strings.Split(field.Tag.Get("json"), ",")[0]
					if limit, has := limits[name]; !has || limit != field.Tag.Get("maxLength") {
						t.Errorf("%T.%s cannot be changed, or with another limit: %q", part.stored, name, limit)
					}
				}
			}
			if tried < 45 {
				t.Errorf("only %d fields were tried", tried)
			}
		})
	}
}

type farmFields struct {
	*testApp
	t     *testing.T
	token string
}

func (f farmFields) change(method, path, body string) {
	f.t.Helper()
	if status, answer := f.call(method, "/api/farms/"+ownFarm+path, body, f.token); status != http.StatusOK {
		f.t.Errorf("%s %s %s: %d %.300s", method, path, body, status, answer)
	}
}

// isKept changes the field alone, and looks at the farm and the audit trail.
func (f farmFields) isKept(method, path, within, name string, field reflect.StructField) {
	f.t.Helper()
	value := cmp.Or(sampleOf[name+path], sampleOf[name])
	switch {
	case value != "":
	case field.Type == reflect.TypeFor[*bool]():
		value = "true"
	default:
		value = strconv.Quote("new " + name + path)
	}
	f.change(method, path, `{"`+name+`":`+value+together[name]+`}`)
	_, answer := f.call("GET", "/api/farms/"+ownFarm, "", f.token)
	var record map[string]any
	must(f.t, json.Unmarshal([]byte(answer), &record))
	if within != "" {
		record, _ = record[within].(map[string]any)
	}
	var want any
	must(f.t, json.Unmarshal([]byte(value), &want))
	if !reflect.DeepEqual(record[name], want) {
		f.t.Errorf("%s is %v, want %v", name, record[name], want)
	}
	_, answer = f.call("GET", "/api/audit?limit=5", "", f.token)
	var trail struct {
		Data []struct {
			Detail map[string]any `json:"detail"`
		} `json:"data"`
	}
	must(f.t, json.Unmarshal([]byte(answer), &trail))
	if changed := fmt.Sprint(slices.Collect(maps.Keys(trail.Data[0].Detail)), trail.Data[0].Detail); !strings.Contains(changed, name) {
		f.t.Errorf("%s is not in the audit trail: %.300s", name, changed)
	}
}

// isLimited sends one character too many, in each text that the field has.
func (f farmFields) isLimited(method, path, name string, field reflect.StructField) {
	f.t.Helper()
	kind := field.Type
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch {
	case kind.Kind() == reflect.String:
		f.refuses(method, path, name, fmt.Sprintf(`{%q:%s}`, name, f.tooLong(field)))
	case kind.Kind() == reflect.Slice && kind.Elem().Kind() == reflect.Struct:
		for _, inner := range reflect.VisibleFields(kind.Elem()) {
			key := strings.Split(inner.Tag.Get("json"), ",")[0]
			body := map[string]json.RawMessage{"cert": json.RawMessage(`"c"`), "brand": json.RawMessage(`"b"`)}
			for known := range body {
				if _, has := kind.Elem().FieldByNameFunc(func(n string) bool { return strings.EqualFold(n, known) }); !has {
					delete(body, known)
				}
			}
			body[key] = json.RawMessage(f.tooLong(inner))
			f.refuses(method, path, name+".0."+key, fmt.Sprintf(`{%q:[%s]}`, name, marshal(f.t, body)))
		}
	case name == "setupFee":
		f.refuses(method, path, name, `{"setupFee":10000001}`)
	case name == "activities":
		f.refuses(method, path, name, `{"activities":["Other"]}`)
	case name == "labels":
		f.refuses(method, path, "labels.species", `{"labels":{"species":"Other"}}`)
	case kind.Kind() != reflect.Bool:
		f.t.Errorf("%s: no limit is known", name)
	}
}

func (f farmFields) tooLong(field reflect.StructField) string {
	most, err := strconv.Atoi(field.Tag.Get("maxLength"))
	if err != nil {
		f.t.Errorf("%s has no maxLength", field.Name)
	}
	return strconv.Quote(strings.Repeat("å", most+1))
}

func (f farmFields) refuses(method, path, name, body string) {
	f.t.Helper()
	status, answer := f.call(method, "/api/farms/"+ownFarm+path, body, f.token)
	var failure struct {
		Validation struct{ Fields map[string]string }
	}
	must(f.t, json.Unmarshal([]byte(answer), &failure))
	if status != http.StatusBadRequest || failure.Validation.Fields[name] == "" {
		f.t.Errorf("%s takes too much: %d %.300s", name, status, answer)
	}
}

// PAPER-3: a company and a second line of the address may be left out of the call.
func TestEnableTagging_NeedsNoBusinessAndNoSecondLine(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	body := `{"taggingActive":"pending","shippingAddress":{"name":"June","address1":"12 Tide Street","city":"Bay Center","state":"Washington","country":"USA"}}`
	status, answer := a.call("POST", "/api/enableTagging/"+ownFarm, body, a.token(t, "root"))
	var failure struct {
		Validation struct{ Keys []string }
	}
	must(t, json.Unmarshal([]byte(answer), &failure))
	if status != http.StatusBadRequest || !slices.Contains(failure.Validation.Keys, "shippingAddress.postalCode") {
		t.Errorf("%d %s", status, answer)
	}
	for _, key := range []string{"shippingAddress.business", "shippingAddress.address2"} {
		if slices.Contains(failure.Validation.Keys, key) {
			t.Errorf("%s is asked for: %s", key, answer)
		}
	}
}
