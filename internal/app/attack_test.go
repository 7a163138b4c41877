package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/blob/phototest"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/sales"
	"github.com/merroir/merroir/internal/sqldb"
)

// attacks are requests that once allocated without bound, panicked, or stored what their schema
// forbids, each with the field that its refusal names.
var attacks = []struct{ name, method, path, body, field string }{
	{"labels without end", "POST", "/api/farms/{own}/labels", `{"id":"x","tags":["7a0000000000000000000017","7a0000000000000000000013"],"kind":"dealer","paper":"letter","format":"pdf","copies":1,"COPIES":4611686018427387904}`, "COPIES"},
	{"a picture of 10 GB", "POST", "/api/farms/{own}/labels/preview", `{"tags":["7a0000000000000000000017"],"kind":"dealer","paper":"mobile","dpi":203,"DPI":6000}`, "DPI"},
	{"a page of -1 entries", "PUT", "/api/v2/explain/{own}", `{"metric":"Inventory","dateRange":"Last 365 days","frequency":"Yearly","to":"2026-11-28","limit":1,"LIMIT":-1}`, "LIMIT"},
	{"a page of -1 harvests", "PUT", "/api/v2/sales/{own}/harvests", `{"dateRange":"Last 365 days","limit":1,"LIMIT":-1}`, "LIMIT"},
	{"month 1099511627776", "PUT", "/api/farms/{own}/season", `{"month":1,"MONTH":1099511627776,"mark":null}`, "MONTH"},
	{"month 13", "PUT", "/api/farms/{own}/season", `{"month":1,"Month":13,"mark":null}`, "Month"},
	{"a long name of a key", "POST", "/api/farms/{own}/keys", `{"name":"x","NAME":"` + strings.Repeat("n", 200_000) + `","rights":["reports"]}`, "NAME"},
	{"a long reason", "POST", "/api/farms/{own}/shipmentHold/mobile", `{"reason":"x","REASON":"` + strings.Repeat("r", 100_000) + `"}`, "REASON"},
	{"a kind of recall", "POST", "/api/farms/{own}/recalls", `{"kind":"drill","KIND":"xyz","party":"Farm","reason":"x","choice":{},"seen":{}}`, "KIND"},
	{"a letter that folds", "PUT", "/api/farms/{own}/season", `{"month":1,"mar` + "\u212a" + `":1}`, "mar\u212a"},
	{"a group twice", "POST", "/api/v2/activities/{own}", `{"activities":[{"id":"1","activity":"plant","date":"2026-11-01","group":{"oysterType":"x"},"group":{},"count":1}]}`, "activities.0.group"},
	{"rights twice", "PUT", "/api/admin-groups/admin/permissions", `{"permissions":{"export":true},"permissions":{}}`, "permissions"},
	{"a map's key twice", "PUT", "/api/admin-groups/admin/permissions", `{"permissions":{"export":true,"export":false}}`, "permissions.export"},
	{"an odd date of issue", "POST", "/api/farms/{own}/leases", `{"name":"Cove","dateOfIssue":"2020-01-02","dateofIssue":"2021-01-02"}`, "dateofIssue"},
	{"a group of the year 9999", "POST", "/api/v2/activities/{own}", activityWith(`"group":{"datePlanted":"9999-12-31"}`), "activities.0.lot"},
	{"a year class of 9999", "POST", "/api/v2/activities/{own}", activityWith(`"group":{"year":9999}`), "activities.0.lot"},
	{"day 0001", "POST", "/api/v2/activities/{own}", activityWith(`"date":"0001-01-01"`), ""},
	{"day 9999", "POST", "/api/v2/activities/{own}", activityWith(`"date":"9999-12-31"`), ""},
	{"a count of 2^63", "POST", "/api/v2/activities/{own}", activityWith(`"count":9223372036854775808`), ""},
	{"a count of 1e999", "POST", "/api/v2/activities/{own}", activityWith(`"count":1e999`), ""},
	{"NUL in a note", "POST", "/api/v2/activities/{own}", activityWith(`"note":"a\u0000b"`), "activities.0.note"},
	{"a lone surrogate", "POST", "/api/v2/activities/{own}", activityWith(`"note":"\ud800\u202e"`), "activities.0.note"},
	{"120,000 brackets", "POST", "/api/v2/activities/{own}", strings.Repeat("[", 120_000), ""},
	{"120,000 brackets that close", "POST", "/api/v2/activities/{own}", `{"activities":` + strings.Repeat("[", 60_000) + strings.Repeat("]", 60_000) + `}`, ""},
	{"a limit twice", "GET", "/api/v2/activities/{own}?limit=1&limit=100000", "", "limit"},
	{"a limit of -1", "GET", "/api/v2/activities/{own}?limit=-1", "", "limit"},
	{"places of no day", "GET", "/api/v2/places/{own}?day=9999-99-99", "", "day"},
	{"places of day 0001", "GET", "/api/v2/places/{own}?day=0001-01-01", "", "day"},
}

// activityWith is a planting in which the field is that one.
func activityWith(field string) string {
	fields := map[string]string{"id": `"1"`, "activity": `"plant"`, "date": `"2026-11-01"`, "leaseId": `"65f0a1b2c3d4e5f600000000"`, "count": "1"}
	name, _, _ := strings.Cut(field, ":")
	delete(fields, strings.Trim(name, `"`))
	all := []string{field}
	for key, value := range fields {
		all = append(all, `"`+key+`":`+value)
	}
	slices.Sort(all)
	return `{"activities":[{` + strings.Join(all, ",") + `}]}`
}

// S1 S5: each of them is refused in words, by a field where one is at fault, and stores nothing.
func TestAttack_RequestsAreRefused(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			token := a.token(t, "root")
			before := a.digest(t)
			for _, tt := range attacks {
				status, answer := a.call(tt.method, strings.ReplaceAll(tt.path, "{own}", ownFarm), tt.body, token)
				var failure struct {
					Message    string
					Validation struct{ Fields map[string]string }
				}
				must(t, json.Unmarshal([]byte(answer), &failure))
				if status != http.StatusBadRequest || failure.Message == "" || tt.field != "" && failure.Validation.Fields[tt.field] == "" {
					t.Errorf("%s: %d %.300s", tt.name, status, answer)
				}
			}
			if a.digest(t) != before {
				t.Error("something changed")
			}
		})
	}
}

// Whoever calls a use case from within the program meets the same limits.
func TestAttack_UseCasesHaveTheirOwnLimits(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	root := actor.With(t.Context(), actor.System)
	query := report.Query{Metric: "Inventory", DateRange: "Last 365 days", Frequency: "Yearly"}
	for name, attack := range map[string]struct {
		field string
		call  func() error
	}{
		"explain, limit": {"limit", func() error {
			_, err := a.reports.Explain(root, ownFarm, report.Figure{Query: query, To: "2026-11-28", Limit: -1})
			return err
		}},
		"explain, before": {"before", func() error {
			_, err := a.reports.Explain(root, ownFarm, report.Figure{Query: query, To: "2026-11-28", Before: math.MinInt64})
			return err
		}},
		"explain, all at once": {"limit", func() error {
			_, err := a.reports.Explain(root, ownFarm, report.Figure{Query: query, To: "2026-11-28", Limit: math.MaxInt})
			return err
		}},
		"sales": {"limit", func() error {
			_, err := a.sales.Explain(root, ownFarm, sales.Figure{Query: sales.Query{DateRange: "Last 365 days"}, Limit: -1})
			return err
		}},
		"season": {"month", func() error {
			_, err := a.farms.SetSeason(root, ownFarm, farm.Season{Month: 1 << 40}, nil)
			return err
		}},
		"key": {"name", func() error {
			_, _, err := a.keys.Make(root, ownFarm, strings.Repeat("å", 61), []actor.Right{actor.ReadReports})
			return err
		}},
		"hold": {"reason", func() error { return a.papers.PlaceHold(root, ownFarm, "mobile", strings.Repeat("å", 301)) }},
		"recall": {"kind", func() error {
			_, err := a.recalls.Declare(root, recall.Declaration{Kind: "xyz", FarmID: ownFarm, Words: recall.Words{Party: "Farm", Reason: "x"}})
			return err
		}},
	} {
		err := attack.call()
		if err == nil || fault.KindOf(err) != fault.Invalid || len(fault.As(err).Fields) != 1 || fault.As(err).Fields[0].Name != attack.field {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A field of a form comes once too, and a picture that takes too much memory is refused.
func TestAttack_FormsAreRefused(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), Memory: "192MiB"})
	token := a.token(t, "root")
	send := func(path string, fields [][2]string, name string, file []byte) (status int, answer string) {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		for _, f := range fields {
			must(t, form.WriteField(f[0], f[1]))
		}
		part, err := form.CreateFormFile(name, name)
		must(t, err)
		_, err = part.Write(file)
		must(t, err)
		must(t, form.Close())
		w := a.send("POST", path, body.String(), "Authorization", "Bearer "+token, "Content-Type", form.FormDataContentType())
		text := new(bytes.Buffer)
		_, err = text.ReadFrom(w.Body)
		must(t, err)
		return w.StatusCode, text.String()
	}

	status, answer := send("/api/farms/upload/"+ownFarm, [][2]string{{"kind", "activities"}, {"kind", "visits"}}, "file", []byte("date\n"))
	if status != http.StatusBadRequest || !strings.Contains(answer, `"kind"`) {
		t.Errorf("a field twice: %d %s", status, answer)
	}
	for name, picture := range map[string][]byte{
		"progressive": phototest.JPEG(5000, 5000, true, 0x11, 0x11, 0x11), "16 bits": phototest.PNG(5000, 5000, 16, phototest.RGBA, false),
	} {
		status, answer := send("/api/farms/"+ownFarm+"/photo", nil, "photo", picture)
		if status != http.StatusBadRequest || !strings.Contains(answer, "too much memory") {
			t.Errorf("%s of 25 megapixels: %d %s", name, status, answer)
		}
	}
}

// Every limit of every schema holds, at any depth: a value just beyond it is refused by name.
func TestEveryCall_RefusesValuesOutsideItsSchema(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	before := a.digest(t)
	token, calls := "", 0
	for _, c := range jsonCalls(t, a.App) {
		if c.body == nil {
			continue
		}
		value, _ := c.sample(c.body, "", "text")
		for _, l := range c.limits(c.body, value, "") {
			if calls%250 == 0 { // a new session, before this one has made too many calls
				if calls > 0 && a.digest(t) != before {
					t.Errorf("something changed in the %d calls before %s %s", calls, c.method, c.path)
				}
				token = a.token(t, "root")
				before = a.digest(t)
			}
			calls++
			for key, bad := range l.beyond {
				good := l.in[key]
				l.in[key] = bad
				body := marshal(t, value)
				l.in[key] = good
				address := parameter.ReplaceAllString(strings.NewReplacer("{number}", "1", "{paperType}", "mobile").Replace(c.path), ownFarm)
				status, answer := a.call(c.method, address, body, token)
				var failure struct {
					Validation struct{ Fields map[string]string }
				}
				must(t, json.Unmarshal([]byte(answer), &failure))
				if status != http.StatusBadRequest || !slices.ContainsFunc(keysOf(failure.Validation.Fields), func(name string) bool { return strings.HasPrefix(name, l.at+key) }) {
					t.Errorf("%s %s takes %.60v for %s%s: %d %.300s", c.method, c.path, bad, l.at, key, status, answer)
				}
			}
		}
	}
	if calls < 200 {
		t.Errorf("only %d limits were tried: the test no longer finds them", calls)
	}
	if a.digest(t) != before {
		t.Error("something changed")
	}
}

func keysOf(m map[string]string) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	return keys
}

// limited is a field of an object with a value beyond a limit of its schema.
type limited struct {
	in     map[string]any
	at     string
	beyond map[string]any
}

// limits returns a value beyond each limit of each field of the value.
func (c jsonCall) limits(schema map[string]any, value any, at string) (all []limited) {
	schema = c.resolved(schema)
	switch value := value.(type) {
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		for key, field := range properties {
			inner, present := value[key]
			if !present {
				continue
			}
			of := c.resolved(field.(map[string]any))
			for _, bad := range beyond(of) {
				all = append(all, limited{value, at, map[string]any{key: bad}})
			}
			all = append(all, c.limits(of, inner, at+key+".")...)
		}
	case []any:
		items, _ := schema["items"].(map[string]any)
		for i, item := range value {
			all = append(all, c.limits(items, item, fmt.Sprint(at, i, "."))...)
		}
	}
	return all
}

func (c jsonCall) resolved(schema map[string]any) map[string]any {
	if ref, is := schema["$ref"].(string); is {
		return at(c.document, "components", "schemas", ref[strings.LastIndexByte(ref, '/')+1:]).(map[string]any)
	}
	return schema
}

func beyond(schema map[string]any) (all []any) {
	if most, is := schema["maximum"].(float64); is {
		all = append(all, most+1)
	}
	if least, is := schema["minimum"].(float64); is {
		all = append(all, least-1)
	}
	if most, is := schema["maxLength"].(float64); is && most < 10_000 {
		all = append(all, strings.Repeat("x", int(most)+1))
	}
	if most, is := schema["maxItems"].(float64); is {
		all = append(all, make([]any, int(most)+1))
	}
	if _, is := schema["enum"]; is {
		all = append(all, "of no such kind")
	}
	return all
}

// FARM-4: the date of issue is taken under either spelling of the specification, or under both if they agree.
func TestLeases_TakeEitherSpellingOfTheDateOfIssue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farms := farm.New(db, time.Now)
		system := actor.With(t.Context(), actor.System)
		f, err := farms.Create(system, farm.Details{Name: "Cove", Country: "USA", State: "Maine"})
		must(t, err)
		ask := func(body string) farm.LeaseChange {
			var c farm.LeaseChange
			must(t, json.Unmarshal([]byte(body), &c))
			return c
		}
		for i, body := range []string{`{"dateofIssue":"2020-01-02"}`, `{"dateOfIssue":"2020-01-02"}`, `{"dateOfIssue":"2020-01-02","dateofIssue":"2020-01-02"}`} {
			added, err := farms.AddLease(system, f.ID, farm.Lease{Name: fmt.Sprint("Area ", i)})
			must(t, err)
			edited, err := farms.EditLease(system, f.ID, added.ID, added.Version, ask(body))
			must(t, err)
			if edited.DateOfIssue != "2020-01-02" || edited.DateOfIssueTwin != "2020-01-02" {
				t.Errorf("%s: %+v", body, edited)
			}
		}
	})
}
