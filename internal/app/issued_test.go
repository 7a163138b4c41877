package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
)

// S10: what a thief issued with a stolen session is listed, and ends with the sessions if it is asked for.
func TestIssued_EndsWithTheSessions(t *testing.T) {
	for name, end := range map[string]struct{ caller, method, path, body string }{
		"own sessions":      {"manager", "DELETE", "/api/users/my/sessions?revokeIssued=%t", ""},
		"own password":      {"manager", "PUT", "/api/users/my/password", `{"password":"the tide comes in","revokeIssued":%t}`},
		"sessions by staff": {"admin", "DELETE", "/api/users/{manager}/sessions?revokeIssued=%t", ""},
		"password by staff": {"admin", "PUT", "/api/users/{manager}/password", `{"password":"the tide comes in","revokeIssued":%t}`},
	} {
		t.Run(name, func(t *testing.T) {
			eachApp(t, func(t *testing.T, a *testApp) {
				thief := a.token(t, "manager")
				key := a.makeKey(t, thief, "Thief", []actor.Right{actor.ReadReports})
				old := a.makeKey(t, thief, "Scale", []actor.Right{actor.ReadReports})
				a.change(t, "UPDATE farm_keys SET created_at = created_at - 90000000 WHERE name = 'Scale'")
				if status, answer := a.call("POST", "/api/farms/"+ownFarm+"/people/invitations", `{"email":"thief@evil.example","may":"manage"}`, thief); status != http.StatusOK {
					t.Fatal(status, answer)
				}

				list := "/api/users/my/issued"
				if end.caller != "manager" {
					list = "/api/users/{manager}/issued"
				}
				_, issued := a.call("GET", a.fill(list), "", a.token(t, end.caller))
				if !strings.Contains(issued, "thief@evil.example") || !strings.Contains(issued, `"Thief"`) || strings.Contains(issued, `"Scale"`) {
					t.Errorf("listed: %s", issued)
				}

				call := func(revoke bool) {
					t.Helper()
					fill := func(text string) string {
						if strings.Contains(text, "%") {
							return fmt.Sprintf(text, revoke)
						}
						return text
					}
					if status, answer := a.call(end.method, a.fill(fill(end.path)), fill(end.body), a.token(t, end.caller)); status != http.StatusOK {
						t.Fatal(status, answer)
					}
				}
				open := func() string {
					return a.text(t, "SELECT CAST(count(*) AS TEXT) FROM invitations WHERE ended_at IS NULL")
				}
				call(false)
				if status, _ := a.call("GET", "/api/farms/"+ownFarm, "", key); status != http.StatusOK || open() != "1" {
					t.Errorf("without being asked for: key %d, open invitations %s", status, open())
				}
				if strings.Contains(name, "password") {
					a.change(t, "UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE username_key = 'member') WHERE username_key = 'manager'")
				}
				call(true)
				if status, _ := a.call("GET", "/api/farms/"+ownFarm, "", key); status != http.StatusUnauthorized {
					t.Errorf("the key of the last day: %d", status)
				}
				if status, _ := a.call("GET", "/api/farms/"+ownFarm, "", old); status != http.StatusOK {
					t.Errorf("an older key: %d", status)
				}
				if open() != "0" {
					t.Errorf("open invitations: %s", open())
				}
				if n := a.text(t, "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action IN ('farm.uninvite', 'farm.keyEnd')"); n != "2" {
					t.Errorf("%s entries in the audit trail", n)
				}
			})
		})
	}
}

// KEY-1: a key ends, on record and told to the farm's managers, once its owner loses what its rights need; and
// it does not come back with them.
func TestKeys_EndWithTheirOwner(t *testing.T) {
	eachApp(t, func(t *testing.T, a *testApp) {
		admin := a.token(t, "admin")
		link := func(user string) {
			t.Helper()
			if status, answer := a.call("POST", "/api/users/"+user+"/farm", `{"farm":"`+ownFarm+`"}`, admin); status != http.StatusOK {
				t.Fatal(status, answer)
			}
		}
		owner := a.created(t, "/api/users", `{"username":"owner","email":"owner@merroir.test","password":"oysters at night"}`, admin)
		groups := func(list string) {
			t.Helper()
			if status, answer := a.call("PUT", "/api/users/"+owner+"/groups", `{"groups":{`+list+`}}`, admin); status != http.StatusOK {
				t.Fatal(status, answer)
			}
		}
		level := func(level farm.Level) {
			t.Helper()
			if status, answer := a.call("PUT", "/api/farms/"+ownFarm+"/people/"+owner, `{"may":"`+level.String()+`"}`, admin); status != http.StatusOK {
				t.Fatal(status, answer)
			}
		}
		active := func(is bool) {
			t.Helper()
			if status, answer := a.call("PUT", "/api/users/"+owner, fmt.Sprintf(`{"isActive":%t}`, is), admin); status != http.StatusOK {
				t.Fatal(status, answer)
			}
		}
		const manager = `"farmmanager":"Farm manager"`
		ways := []struct {
			name       string
			lose, back func()
		}{
			{"the level", func() { level(farm.Recording) }, func() { level(farm.Managing) }},
			{"the link", func() {
				if status, answer := a.call("DELETE", "/api/users/"+owner+"/farm/"+ownFarm, "", admin); status != http.StatusOK {
					t.Fatal(status, answer)
				}
			}, func() { link(owner) }},
			{"the group", func() { groups("") }, func() { groups(manager) }},
			{"the active account", func() { active(false) }, func() { active(true) }},
			{"the account", func() {
				if status, answer := a.call("DELETE", "/api/users/"+owner, "", admin); status != http.StatusOK {
					t.Fatal(status, answer)
				}
			}, func() {}},
		}
		groups(manager)
		link(owner)
		for i, way := range ways {
			status, answer := a.call("POST", "/api/login", `{"username":"owner","password":"oysters at night"}`, "")
			_, token, _ := strings.Cut(answer, `"token":"`)
			token, _, _ = strings.Cut(token, `"`)
			if status != http.StatusOK {
				t.Fatal(way.name, status, answer)
			}
			key := a.makeKey(t, token, way.name, []actor.Right{actor.ReadReports})
			narrow := a.makeKey(t, token, "Scale", []actor.Right{actor.RecordOnFarm})
			way.lose()
			if status, _ := a.call("GET", "/api/farms/"+ownFarm, "", key); status != http.StatusUnauthorized {
				t.Errorf("%s lost: the key gets %d", way.name, status)
			}
			if i == 0 {
				if status, _ := a.call("GET", "/api/farms/"+ownFarm, "", narrow); status != http.StatusOK {
					t.Errorf("a key whose rights the owner still has gets %d", status)
				}
			}
			way.back()
			if status, _ := a.call("GET", "/api/farms/"+ownFarm, "", key); status != http.StatusUnauthorized {
				t.Errorf("%s back: the key gets %d", way.name, status)
			}
			if n := a.text(t, "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'farm.keyEnd' AND detail LIKE '%\""+way.name+"\"%'"); n != "1" {
				t.Errorf("%s: %s entries in the audit trail", way.name, n)
			}
			if n := a.text(t, "SELECT CAST(count(*) AS TEXT) FROM jobs WHERE kind = 'mail.send' AND args LIKE '%manager@%' AND args LIKE '%"+way.name+"%'"); n != "1" {
				t.Errorf("%s: the farm's manager gets %s mails", way.name, n)
			}
		}
	})
}

// KEY-1: a key that only prints reads what labels need, whoever made it: each field of each answer
// that has a value is listed here.
func TestKeys_ThatPrintReadOnlyWhatLabelsNeed(t *testing.T) {
	const farmPath, tagBody = "/api/farms/" + ownFarm, `{"tags":["` + someTag + `"],"kind":"dealer","paper":"mobile"`
	calls := map[string]struct {
		path, body string
		want       []string
	}{
		"GET /api/farms/{id}": {farmPath, "", []string{
			"_id", "address1", "certs[].cert", "certs[].certId", "city", "country", "labels.harvest", "labels.species",
			"leases[].leaseId", "leases[].name", "name", "state", "taggingActive", "tagsInStock.mobile",
		}},
		"GET /api/farms/{id}/labels": {farmPath + "/labels", "", []string{
			"jurisdiction", "kind", "papers[].blackLine", "papers[].height", "papers[].id", "papers[].name", "papers[].sheet",
			"papers[].width", "places[].code", "places[].kinds[].kind", "places[].kinds[].rules[].from",
			"places[].kinds[].rules[].id", "places[].kinds[].rules[].source", "places[].kinds[].rules[].words",
			"places[].kinds[].words", "places[].name", "places[].note", "printers[].dpi[]", "printers[].name", "printers[].papers[]",
		}},
		"POST /api/farms/{id}/labels/preview": {farmPath + "/labels/preview", tagBody + "}", []string{
			"labels[].elements[].field", "labels[].elements[].name", "labels[].elements[].plain", "labels[].elements[].text",
			"labels[].picture", "labels[].tag",
		}},
		"POST /api/farms/{id}/labels":     {farmPath + "/labels", tagBody + `,"id":"1","format":"zpl"}`, nil},
		"POST /api/farms/{farmId}/prints": {farmPath + "/prints", `{"batchId":"b","prints":[{"paperType":"mobile","count":1}]}`, []string{"batchId"}},
	}
	eachApp(t, func(t *testing.T, a *testApp) {
		root := a.token(t, "root")
		a.fillRecord(t, root)
		for _, maker := range []string{"manager", "root"} {
			key := a.makeKey(t, a.token(t, maker), "Printer of "+maker, []actor.Right{actor.PrintLabels})
			for _, route := range a.routes() {
				if !slices.Contains(route.Keys(), actor.PrintLabels) {
					continue
				}
				name := route.Method + " " + route.Path
				call, known := calls[name]
				if !known {
					t.Errorf("%s is open to keys that print: list what they read", name)
					continue
				}
				status, answer := a.call(route.Method, call.path, call.body, key)
				if status != http.StatusOK {
					t.Errorf("%s: %d %.300s", name, status, answer)
				}
				if fields := filledFields(answer); !slices.Equal(fields, call.want) {
					t.Errorf("%s: a key of %s reads %q", name, maker, fields)
				}
			}
		}

		_, answer := a.call("GET", farmPath, "", root)
		for _, field := range []string{"owner", "email", "phone", "shippingAddress.name", "shipmentHolds[].reason", "paperAdjustments.byDate[].reason", "leases[].animals", "timeZone"} {
			if !slices.Contains(filledFields(answer), field) {
				t.Errorf("the record has no %s to hide", field)
			}
		}
	})
}

// fillRecord gives ownFarm a record with people, paper, animals and a tag.
func (a *testApp) fillRecord(t *testing.T, root string) {
	t.Helper()
	a.change(t, "UPDATE farms SET owner = 'Ann Owner', email = 'secret@farm.example', phone = '207 555 0101', tagging_active = 'true', shipping_address = '{\"name\":\"Pat Parcel\"}' WHERE id = '"+ownFarm+"'")
	for _, call := range [][3]string{
		{"PUT", "/api/farms/" + ownFarm, `{"address1":"1 Pier","city":"Bath"}`},
		{"POST", "/api/farms/" + ownFarm + "/farmDetails", `{"certs":[{"certId":"c1","cert":"ME 1 SP"}]}`},
		{"POST", "/api/farms/" + ownFarm + "/paperAdjustments", `{"kind":"byDate","type":"mobile","delta":500,"reason":"a stolen box"}`},
		{"POST", "/api/farms/" + ownFarm + "/shipmentHold/mobile", `{"reason":"owes since May"}`},
		{"POST", "/api/v2/activities/" + ownFarm, `{"activities":[{"id":"p","activity":"plant","date":"2026-03-01","leaseId":"` + someLease + `","lot":{"nickname":"bag 1"},"count":1204}]}`},
		{"POST", "/api/tags", `{"farmId":"` + ownFarm + `","events":[{"id":"1","event":"receive","date":"2026-03-01","tag":"` + someTag + `","quantity":5,"unit":"dozen",` +
			`"states":{"species":"Oysters","certId":"c1","harvestDate":"2026-03-01","harvestLocation":"Casco Bay, ME","sourceCert":"ME 2 SS"}}]}`},
	} {
		if status, answer := a.call(call[0], call[1], call[2], root); status != http.StatusOK {
			t.Fatalf("%s %s: %d %s", call[0], call[1], status, answer)
		}
	}
}

// filledFields returns the paths of the fields of a JSON answer that have a value, sorted. It returns
// none for a file.
func filledFields(answer string) []string {
	var value any
	_ = json.Unmarshal([]byte(answer), &value)
	found := map[string]bool{}
	var walk func(path string, value any)
	walk = func(path string, value any) {
		switch v := value.(type) {
		case map[string]any:
			for name, one := range v {
				walk(strings.TrimPrefix(path+"."+name, "."), one)
			}
		case []any:
			for _, one := range v {
				walk(path+"[]", one)
			}
		default:
			if v != nil && v != "" && v != 0.0 && v != false {
				found[path] = true
			}
		}
	}
	walk("", value)
	return slices.Sorted(maps.Keys(found))
}
