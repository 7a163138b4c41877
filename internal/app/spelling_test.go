package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
)

// S1: each field of each call has one spelling, and comes once. Whatever a schema limits is
// limited for the use case too, on both engines, and a refused call changes nothing.
func TestEveryCall_RefusesOtherSpellingsAndRepetition(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			before := a.digest(t)
			token, calls, fields := "", 0, 0
			refuse := func(c jsonCall, body string, names ...string) {
				t.Helper()
				if calls%250 == 0 { // a new session, before this one has made too many calls
					if calls > 0 && a.digest(t) != before {
						t.Errorf("something changed in the %d calls before %s %s", calls, c.method, c.path)
					}
					token = a.token(t, "root")
					before = a.digest(t)
				}
				calls++
				address := parameter.ReplaceAllString(strings.NewReplacer("{number}", "1", "{paperType}", "mobile").Replace(c.path), ownFarm)
				status, answer := a.call(c.method, address, body, token)
				var failure struct {
					Validation struct{ Fields map[string]string }
				}
				must(t, json.Unmarshal([]byte(answer), &failure))
				for _, name := range names {
					if status != http.StatusBadRequest || failure.Validation.Fields[name] == "" {
						t.Errorf("%s %s takes %s in %.300s: %d %.300s", c.method, c.path, name, body, status, answer)
					}
				}
			}

			for _, c := range jsonCalls(t, a.App) {
				if c.body == nil {
					continue
				}
				value, _ := c.sample(c.body, "", "text")
				for _, o := range c.objects(t, c.body, value, "") {
					capitals, names := map[string]any{}, []string{}
					for key, field := range o.value {
						capitals[strings.ToUpper(key)] = field
						if strings.ToUpper(key) != key && slices.Contains(o.known, key) {
							names = append(names, o.at+strings.ToUpper(key))
						}
					}
					o.value[here] = true
					whole, part := marshal(t, value), marshal(t, o.value)
					delete(o.value, here)
					refuse(c, strings.Replace(whole, part, marshal(t, capitals), 1), names...)

					for _, key := range slices.Sorted(maps.Keys(o.value)) {
						twice := strings.TrimSuffix(marshal(t, o.value), "}") + "," + marshal(t, key) + ":" + marshal(t, o.value[key]) + "}"
						refuse(c, strings.Replace(whole, part, twice, 1), o.at+key)
						fields++
					}
				}
			}

			if fields < 300 {
				t.Errorf("only %d fields were tried: the test no longer finds them", fields)
			}
			if a.digest(t) != before {
				t.Error("something changed")
			}
		})
	}
}

const here = "here" // marks the object of a body that is to be replaced

// object is one at some depth of a body.
type object struct {
	at    string // its path, with a dot at the end, or empty
	value map[string]any
	known []string // the fields that its schema has
}

// objects returns every object of the value. It fails if the schema of one takes fields that it
// does not describe, as these would be nobody's to check.
func (c jsonCall) objects(t *testing.T, schema map[string]any, value any, at string) (all []object) {
	t.Helper()
	if ref, is := schema["$ref"].(string); is {
		return c.objects(t, c.document["components"].(map[string]any)["schemas"].(map[string]any)[path.Base(ref)].(map[string]any), value, at)
	}

	switch value := value.(type) {
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		others, free := schema["additionalProperties"].(map[string]any)
		if schema["additionalProperties"] != false && !free {
			t.Errorf("%s %s: the object at %q takes any field", c.method, c.path, at)
		}
		all = append(all, object{at, value, slices.Sorted(maps.Keys(properties))})
		for key, field := range value {
			of, is := properties[key].(map[string]any)
			if !is {
				of = others
			}
			all = append(all, c.objects(t, of, field, at+key+".")...)
		}
	case []any:
		for i, item := range value {
			all = append(all, c.objects(t, schema["items"].(map[string]any), item, at+strconv.Itoa(i)+".")...)
		}
	case string, bool, int, float64, nil:
	default:
		panic(fmt.Sprintf("%s: %T", at, value))
	}

	return all
}
