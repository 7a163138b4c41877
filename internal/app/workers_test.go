package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// eachApp runs a test on an app of its own with either engine.
func eachApp(t *testing.T, test func(t *testing.T, a *testApp)) {
	t.Helper()
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			test(t, newTestApp(t, Config{DatabaseURL: database(t), AppKeys: "farmer:" + appSecret}))
		})
	}
}

// narrow gives the manager's link to ownFarm a level.
func (a *testApp) narrow(t *testing.T, level farm.Level) {
	t.Helper()
	a.change(t, fmt.Sprintf("UPDATE farm_users SET level = %d WHERE farm_id = '%s'", level, ownFarm))
}

// PEO-1 KEY-1 AUTH-8: a key opens no more than the link of its maker does now, whatever rights it was made
// with; what it records is corrected by it alone once its maker is a worker; and a worker makes,
// sees and ends none.
func TestAKeyIsNoMoreThanItsMaker(t *testing.T) {
	eachApp(t, func(t *testing.T, a *testApp) {
		key := a.makeKey(t, a.token(t, "manager"), "Scale", actor.Rights())
		plant := func(number int, token string) {
			t.Helper()
			body := fmt.Sprintf(`{"activities":[{"id":"p%d","activity":"plant","date":"2026-03-01","leaseId":"%s","count":5,"group":{"oysterType":"Pacific oyster"}}]}`, number, someLease)
			if status, answer := a.call("POST", "/api/v2/activities/"+ownFarm, body, token); status != 200 {
				t.Fatalf("recording: %d %s", status, answer)
			}
		}
		plant(1, a.token(t, "root"))
		plant(2, key)
		correct := func(number int) (int, string) {
			return a.call("POST", fmt.Sprintf("/api/v2/activities/%s/%d/correction", ownFarm, number), `{"reason":"twice","try":true}`, key)
		}
		for _, now := range []struct {
			level                 farm.Level
			reports, tags, others int
		}{{farm.Recording, 403, 200, 403}, {farm.Reporting, 200, 200, 403}, {farm.Managing, 200, 200, 200}} {
			a.narrow(t, now.level)
			for _, report := range []string{"/api/v2/growth/" + ownFarm, "/api/farms/" + ownFarm + "/filters"} {
				if status, answer := a.call("GET", report, "", key); status != now.reports {
					t.Errorf("%s, %s: %d, not %d: %.200s", now.level, report, status, now.reports, answer)
				}
			}
			if status, answer := a.call("PUT", "/api/v2/getFarmInventory/"+ownFarm, `{"metric":"Inventory"}`, key); status != now.reports {
				t.Errorf("%s, a report: %d %.200s", now.level, status, answer)
			}
			if status, _ := a.call("GET", "/api/farms/"+ownFarm+"/tags", "", key); status != now.tags {
				t.Errorf("%s, tags: %d", now.level, status)
			}
			if status, answer := correct(1); status != now.others {
				t.Errorf("%s, another's entry: %d %.200s", now.level, status, answer)
			}
			if status, answer := correct(2); status != 200 {
				t.Errorf("%s, its own entry: %d %.200s", now.level, status, answer)
			}
		}
		a.narrow(t, farm.Reporting)
		id := a.text(t, "SELECT id FROM farm_keys")
		for _, call := range [][3]string{
			{"GET", "/api/farms/" + ownFarm + "/keys", ""}, {"POST", "/api/farms/" + ownFarm + "/keys", `{"name":"More","rights":["tags"]}`},
			{"DELETE", "/api/farms/" + ownFarm + "/keys/" + id, ""},
		} {
			if status, answer := a.call(call[0], call[1], call[2], a.token(t, "manager")); status != 403 {
				t.Errorf("a worker, %s %s: %d %.200s", call[0], call[1], status, answer)
			}
		}
	})
}

// what a farm's record says of what the farm pays.
var ofMoney = []string{
	"setupFee", "taggingSetupInvoice", "promotionalFee", "taggingSetupFee", "taggingInvoiceAmount", "refillSoftwareFee", "taggingInvoices", "olderOrders",
	"nextShipments", "paperCosts", "printerCatalogue", "hasPaymentMethod", "stripeCustomerId", "taggingRequest",
}

// PEO-1: a worker does not see what the farm pays: what its record has of that is as if it were nothing,
// and its bills are refused. Who manages it sees both.
func TestWorkersDoNotSeeMoney(t *testing.T) {
	eachApp(t, func(t *testing.T, a *testApp) {
		if status, answer := a.call("PUT", "/api/farms/"+ownFarm, `{"setupFee":1250}`, a.token(t, "root")); status != 200 {
			t.Fatalf("%d %s", status, answer)
		}
		a.change(t, `INSERT INTO tagging_subscriptions (farm_id, settings) VALUES ('`+ownFarm+`', '{"promotionalFee":4200}') ON CONFLICT (farm_id) DO UPDATE SET settings = excluded.settings`)
		a.change(t, `INSERT INTO tagging_requests (farm_id, asked_at, user_id, username, outcome) VALUES ('`+ownFarm+`', 1, '', 'manager', '')`)
		token := a.token(t, "manager")
		record := func() (money map[string]string) {
			status, answer := a.call("GET", "/api/farms/"+ownFarm, "", token)
			var all map[string]json.RawMessage
			if err := json.Unmarshal([]byte(answer), &all); err != nil || status != 200 {
				t.Fatalf("%d %s", status, answer)
			}
			for name := range all {
				if regexp.MustCompile(`(?i)fee|invoice|amount|cost|catalogue|payment|stripe|nextShipments|orders`).MatchString(name) && !strings.Contains(strings.Join(ofMoney, " "), name) {
					t.Errorf("is %s of money?", name)
				}
			}
			money = map[string]string{}
			for _, name := range ofMoney {
				value := string(all[name])
				switch {
				case value == "" || value == "0" || value == `""` || value == "false" || value == "null" || value == "[]":
				case !regexp.MustCompile(`[1-9]|true`).MatchString(value): // an object of nothing
				default:
					money[name] = value
				}
			}
			return money
		}
		if seen := record(); seen["setupFee"] != "1250" || seen["promotionalFee"] != "4200" || seen["paperCosts"] == "" || seen["taggingRequest"] == "" || seen["hasPaymentMethod"] == "" {
			t.Errorf("a manager sees %v", seen)
		}
		for _, level := range []farm.Level{farm.Recording, farm.Reporting} {
			a.narrow(t, level)
			if seen := record(); len(seen) != 0 {
				t.Errorf("%s sees %v", level, seen)
			}
			for _, path := range []string{"/invoices", "/invoices/" + a.ids["invoice"]} {
				if status, answer := a.call("GET", "/api/farms/"+ownFarm+path, "", token); status != 403 {
					t.Errorf("%s, %s: %d %.200s", level, path, status, answer)
				}
			}
		}
		if _, needs := a.call("GET", "/api/farms/"+ownFarm+"/today", "", token); strings.Contains(needs, `"invoice"`) {
			t.Errorf("today says what is owed: %s", needs)
		}
	})
}

// PEO-3 S9 S11 S21: the token of an invitation is in its mail and in no other place: not in the database
// once that is sent, in the trail, in the log, or where the page that it opens leads. The mail leads to
// the address that is set, whatever host the call names; to look at its page, as scanners of mail do, uses
// nothing up; and as a bearer token or as what keeps somebody signed in it opens nothing.
func TestTheTokenOfAnInvitationIsNowhere(t *testing.T) {
	var logged bytes.Buffer
	url := dbtest.SQLiteURL(t)
	a := newTestApp(t, Config{DatabaseURL: url, logTo: &logged})
	manager := a.token(t, "manager")
	answered := a.send("POST", "http://evil.example/api/farms/"+ownFarm+"/people/invitations", `{"email":"cat@farm.example","may":"record"}`, "Authorization", "Bearer "+manager,
		"Content-Type", "application/json", "X-Forwarded-Host", "evil.example", "Forwarded", "host=evil.example", "X-Forwarded-Proto", "javascript")
	if answer, err := io.ReadAll(answered.Body); err != nil || answered.StatusCode != 200 || strings.Contains(string(answer), "token") {
		t.Fatalf("%d %s", answered.StatusCode, answer)
	}
	must(t, a.queue.RunUntilIdle(t.Context()))
	sent, err := a.mailFolder.List()
	must(t, err)
	if strings.Contains(sent[0].Text+sent[0].HTML, "evil") {
		t.Errorf("the mail leads elsewhere: %s", sent[0].Text)
	}
	found := regexp.MustCompile(`http://merroir\.test/invitation/([0-9a-f]{64})`).FindStringSubmatch(sent[0].Text)
	if found == nil || sent[0].To != "<cat@farm.example>" {
		t.Fatalf("%+v", sent[0])
	}
	token := found[1]
	// Its page, and the sign-in that leads back to it.
	for _, page := range []string{"/invitation/", "/login?returnUrl=/invitation/"} {
		for _, method := range []string{"GET", "HEAD", "GET"} {
			r := a.send(method, page+token, "")
			shown, err := io.ReadAll(r.Body)
			must(t, err)
			if r.StatusCode != http.StatusOK || r.Header.Get("Referrer-Policy") != "no-referrer" || r.Header.Get("Cache-Control") != "no-store" || strings.Contains(string(shown), token) {
				t.Errorf("%s %s: %d %v", method, page, r.StatusCode, r.Header)
			}
		}
	}
	for _, bearer := range []string{token, "mk_" + token} {
		if status, answer := a.call("GET", "/api/users/my", "", bearer); status != http.StatusUnauthorized {
			t.Errorf("as a bearer token: %d %s", status, answer)
		}
	}
	if r := a.send("POST", "/api/login/stay", "", "Cookie", "__Host-stay="+token+"."+token, "X-Stay", "1"); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("as a pass: %d", r.StatusCode)
	}
	nowhere := func(when string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "dump")
		must(t, sqldb.Dump(t.Context(), url, file))
		stored, err := os.ReadFile(file)
		must(t, err)
		_, trail := a.call("GET", "/api/audit", "", a.token(t, "root"))
		_, open := a.call("GET", "/api/farms/"+ownFarm+"/people", "", manager)
		for what, text := range map[string]string{"the database": string(stored), "the trail": trail, "the log": logged.String(), "the list": open} {
			if strings.Contains(text, token) {
				t.Errorf("%s: the token is in %s", when, what)
			}
		}
		if !strings.Contains(string(stored), "cat@farm.example") || !strings.Contains(trail, "farm.invite") {
			t.Errorf("%s: nothing was looked at", when)
		}
	}
	nowhere("sent")
	if status, answer := a.call("POST", "/api/invitations/look", `{"token":"`+token+`"}`, ""); status != 200 || strings.Contains(answer, token) {
		t.Errorf("looking: %d %s", status, answer)
	}
	if status, answer := a.call("POST", "/api/invitations/accept", `{"token":"`+token+`","username":"cat","password":"short"}`, ""); status != 400 || strings.Contains(answer, token) {
		t.Errorf("a short password: %d %s", status, answer)
	}
	if status, answer := a.call("POST", "/api/invitations/accept", `{"token":"`+token+`","username":"cat","password":"a dozen oysters each"}`, ""); status != 200 || strings.Contains(answer, token) {
		t.Errorf("accepting: %d %s", status, answer)
	}
	nowhere("accepted")
}

// R-RESTORE: what a backup holds that opens something is over when it is restored, as it may have ended
// since: sessions, stays, keys, and invitations.
func TestARestoredBackupOpensNothing(t *testing.T) {
	eachApp(t, func(t *testing.T, a *testApp) {
		manager := a.token(t, "manager")
		a.makeKey(t, manager, "Scale", actor.Rights())
		a.stayOf(t, "manager")
		for _, call := range [][2]string{{"/api/farms/" + ownFarm + "/people/invitations", `{"email":"cat@farm.example","may":"record"}`}, {"/api/login/forgot", `{"email":"manager@merroir.test"}`}} {
			if status, answer := a.call("POST", call[0], call[1], manager); status != 200 {
				t.Fatalf("%s: %d %s", call[0], status, answer)
			}
		}
		must(t, a.db.Write(t.Context(), func(tx *sqldb.Tx) error { return endAll(t.Context(), tx, time.Now()) }))
		for _, open := range []string{
			"sessions", "stays", "farm_keys WHERE ended_at IS NULL", "invitations WHERE ended_at IS NULL", "password_resets WHERE expires_at > 0",
		} {
			if n := a.text(t, "SELECT CAST(count(*) AS TEXT) FROM "+open); n != "0" {
				t.Errorf("%s: %s", open, n)
			}
		}
	})
}

// PEO-1 PUB-5: the links of a farm's app follow its people. It signs a worker in, whose session there opens
// what the link does now; whoever is removed it signs in no more.
func TestTheAppsLinksFollowThePeople(t *testing.T) {
	eachApp(t, func(t *testing.T, a *testApp) {
		a.narrow(t, farm.Recording)
		status, ticket, answer := a.mint(t, "manager", appSecret)
		if status != http.StatusOK {
			t.Fatalf("a worker: %d %s", status, answer)
		}
		_, token := a.my(t, "?farm="+ownFarm, ticket)
		for path, want := range map[string]int{"/api/v2/places/": http.StatusOK, "/api/v2/growth/": http.StatusForbidden} {
			if status, answer := a.call("GET", path+ownFarm, "", token); status != want {
				t.Errorf("%s: %d %.200s", path, status, answer)
			}
		}
		path := a.fill("/api/farms/" + ownFarm + "/people/{manager}")
		if status, answer := a.call("DELETE", path, "", a.token(t, "root")); status != http.StatusOK {
			t.Fatalf("removing: %d %s", status, answer)
		}
		if status, _, answer := a.mint(t, "manager", appSecret); status != http.StatusForbidden {
			t.Errorf("one who is removed: %d %s", status, answer)
		}
	})
}
