package app

import (
	"encoding/json"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
)

// entityFields are those of everything that is stored or billed, which a caller
// could hope to set in passing.
var entityFields = []string{
	"_id", "id", "groups", "roles", "isActive", "permissions", "passwordHash", "isRoot", "is_root", "isAdmin", "secondFactor", "mustEnrol", "username", "userId", "user_id", "lastSeen", "createdAt", "proved",
	"farm", "farmId", "farms", "farmCount", "users", "leases", "members", "version", "token", "ticket", "key", "expiresAt",
	"stripeCustomerId", "hasPaymentMethod", "taggingActive", "taggingSetupInvoice", "paperDiscount", "promotionalFee", "setupFee", "sendForFree", "printers", "cost", "price", "invoiceAmount", "features", "photo", "recall",
	"state", "size", "location", "bins", "inventory", "__proto__", "constructor",
}

// bodyFields gives the fields of a call's JSON body by the API document.
func bodyFields(t *testing.T, document map[string]any, method, route string) map[string]any {
	t.Helper()
	at := func(v any, keys ...string) any {
		for _, key := range keys {
			m, _ := v.(map[string]any)
			v = m[key]
		}
		return v
	}
	schema := at(document, "paths", route, strings.ToLower(method), "requestBody", "content", "application/json", "schema")
	if name, ok := at(schema, "$ref").(string); ok {
		schema = at(document, "components", "schemas", path.Base(name))
	}
	fields, _ := at(schema, "properties").(map[string]any)
	return fields
}

// S3: each call that takes JSON refuses, by name, every field that is not its
// own, even from root, and changes nothing.
func TestEveryCallTakesItsOwnFieldsOnly(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	var document map[string]any
	_, text := a.call("GET", "/openapi.json", "", "")
	must(t, json.Unmarshal([]byte(text), &document))
	token := a.token(t, "root")
	before := a.digest(t)
	tried := 0
	for _, route := range a.routes() {
		allowed := bodyFields(t, document, route.Method, route.Path)
		if len(allowed) == 0 {
			continue
		}
		r := matrix[route.Method+" "+route.Path][0]
		body := map[string]any{}
		must(t, json.Unmarshal([]byte(a.fill(r.body)), &body))
		foreign := []string{}
		for _, name := range entityFields {
			if allowed[name] == nil {
				foreign = append(foreign, name)
				body[name] = -1
			}
		}
		sent, err := json.Marshal(body)
		must(t, err)
		status, answer := a.call(route.Method, a.fill(r.path), string(sent), token)
		var failure struct {
			Validation struct{ Fields map[string]string }
		}
		must(t, json.Unmarshal([]byte(answer), &failure))
		for _, name := range foreign {
			if status != http.StatusBadRequest || failure.Validation.Fields[name] == "" {
				t.Errorf("%s %s takes %s: %d %.200s", route.Method, route.Path, name, status, answer)
			}
		}
		tried++
	}
	if tried < 25 {
		t.Errorf("only %d calls take JSON: the test no longer finds them", tried)
	}
	if a.digest(t) != before {
		t.Error("something changed")
	}
}
