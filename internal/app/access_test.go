package app

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	ownFarm     = "aaaaaaaaaaaaaaaaaaaaaaa1"
	anotherFarm = "aaaaaaaaaaaaaaaaaaaaaaa2"
	someTag     = "bbbbbbbbbbbbbbbbbbbbbbb1"
	someLease   = "ccccccccccccccccccccccc1"

	someLabel    = `{"tags":["` + someTag + `"],"kind":"dealer","paper":"mobile"`
	someHarvest  = `"events":[{"id":"1","event":"harvest","date":"2026-03-01","leaseId":"` + someLease + `","lots":[{"lotId":"none","animals":5}]}]`
	someRecall   = `"party":"P","reason":"R","class":"","choice":{"area":"Nowhere"},"seen":{"digest":"","tags":0,"firms":0,"consignees":0}`
	someAccount  = `{"party":"none","tag":"none","outcome":"sold","quantity":1}`
	someSchedule = `{"metric":"Snapshot","email":"x@y.example","every":"week","on":1,"at":7}`
	someAddress  = `{"name":"A","address1":"1 Pier","city":"Bath","state":"Maine","postalCode":"04530","country":"USA"}`
)

// row is what each caller gets on a route for a request that is good, if the caller
// has the right to it.
type row struct {
	body   string
	status cells
}

// matrix has the rows of every route: the key is method and path, with the
// farm in the place of its parameter where there are two answers.
var matrix = map[string][]struct {
	path string
	row
}{
	"POST /api/login":                           {{"/api/login", row{`{"username":"x","password":"y"}`, all400}}},
	"POST /api/login/forgot":                    {{"/api/login/forgot", row{`{"email":"x@y.example"}`, everyone}}},
	"POST /api/login/reset":                     {{"/api/login/reset", row{`{"email":"x@y.example","key":"k","password":"a long password"}`, all400}}},
	"POST /api/login/stay":                      {{"/api/login/stay", row{"", each(401)}}}, // a good call but for the cookie
	"DELETE /api/login/stay":                    {{"/api/login/stay", row{"", everyone}}},
	"POST /api/users/my/stay":                   {{"/api/users/my/stay", row{"", signedIn.but(403, beyondOwn()...)}}},
	"POST /api/logout":                          {{"/api/logout", row{"", signedIn}}},
	"GET /api/users/my":                         {{"/api/users/my", row{"", signedIn}}},
	"GET /api/passwords/rules":                  {{"/api/passwords/rules", row{"", everyone}}},
	"POST /api/sso/tickets":                     {{"/api/sso/tickets", row{`{"user":"{member}","farm":"` + ownFarm + `"}`, people}}},
	"PUT /api/users/my":                         {{"/api/users/my", row{`{"name":{"middle":"M."}}`, signedIn}}},
	"PUT /api/users/my/password":                {{"/api/users/my/password", row{`{"password":"short"}`, statuses(signedIn, 200, 400)}}},
	"POST /api/users/my/proof":                  {{"/api/users/my/proof", row{`{"password":""}`, statuses(signedIn, 200, 400)}}},
	"GET /api/users/my/sessions":                {{"/api/users/my/sessions", row{"", signedIn}}},
	"DELETE /api/users/my/sessions":             {{"/api/users/my/sessions", row{"", signedIn}}},
	"DELETE /api/users/my/sessions/{sessionId}": {{"/api/users/my/sessions/none", row{"", statuses(signedIn, 200, 404)}}},
	"POST /api/users/my/second-factor":          {{"/api/users/my/second-factor", row{"", signedIn}}},
	"POST /api/users/my/second-factor/confirm":  {{"/api/users/my/second-factor/confirm", row{`{"code":"none"}`, statuses(signedIn, 200, 400)}}},
	"DELETE /api/users/my/second-factor":        {{"/api/users/my/second-factor", row{"", statuses(signedIn, 200, 409)}}},
	"GET /api/users/{id}/sessions":              {{"/api/users/{member}/sessions", row{"", people}}},
	"DELETE /api/users/{id}/sessions":           {{"/api/users/{member}/sessions", row{"", people}}},
	"DELETE /api/users/{id}/second-factor":      {{"/api/users/{member}/second-factor", row{"", statuses(people, 200, 409)}}},
	"GET /api/users/my/issued":                  {{"/api/users/my/issued", row{"", signedIn}}},
	"GET /api/users/{id}/issued":                {{"/api/users/{member}/issued", row{"", people}}},
	"GET /api/users":                            {{"/api/users", row{"", people}}},
	"GET /api/users/csv":                        {{"/api/users/csv", row{"", people}}},
	"POST /api/users":                           {{"/api/users", row{`{"username":"new","email":"none","password":"a long password"}`, statuses(people, 200, 400)}}}, // a good call but for the address
	"GET /api/users/{id}":                       {{"/api/users/{member}", row{"", people}}},
	"PUT /api/users/{id}":                       {{"/api/users/{member}", row{`{"name":{"middle":"M."}}`, people}}},
	"DELETE /api/users/{id}":                    {{"/api/users/none", row{"", statuses(people, 200, 404)}}},
	"PUT /api/users/{id}/password":              {{"/api/users/{member}/password", row{`{"password":"short"}`, statuses(people, 200, 400)}}},
	"PUT /api/users/{id}/groups":                {{"/api/users/{member}/groups", row{`{"groups":{}}`, people}}},
	"POST /api/users/{id}/farm":                 {{"/api/users/{member}/farm", row{`{"farm":"none","accountName":"Mel Brook"}`, statuses(linkers, 200, 404)}}},
	"DELETE /api/users/{id}/farm/{farmId}":      {{"/api/users/{member}/farm/" + ownFarm, row{"", statuses(linkers, 200, 404)}}},
	"GET /api/groups":                           {{"/api/groups", row{"", people}}},
	"GET /api/farms/permissionsEndpoint":        {{"/api/farms/permissionsEndpoint", row{"", people}}},
	"GET /api/admin-groups":                     {{"/api/admin-groups", row{"", people}}},
	"POST /api/admin-groups":                    {{"/api/admin-groups", row{`{"name":""}`, statuses(people, 200, 400)}}},
	"GET /api/admin-groups/{id}":                {{"/api/admin-groups/{Keepers}", row{"", people}}},
	"PUT /api/admin-groups/{id}":                {{"/api/admin-groups/{Keepers}", row{`{"name":"Keepers"}`, people}}},
	"PUT /api/admin-groups/{id}/permissions":    {{"/api/admin-groups/{Keepers}/permissions", row{`{"permissions":{"admin-users":true}}`, people}}},
	"DELETE /api/admin-groups/{id}":             {{"/api/admin-groups/none", row{"", statuses(people, 200, 404)}}},
	"GET /api/audit":                            {{"/api/audit", row{"", people}}},
	"POST /api/farms/{id}/view":                 {{"/api/farms/none/view", row{"", statuses(linkers, 200, 404)}}},
	"GET /api/farms/{id}/people":                {{"/api/farms/" + ownFarm + "/people", row{"", ownPeople}}, {"/api/farms/" + anotherFarm + "/people", row{"", ownPeople.but(404, "manager").but(404, workers...)}}},
	"PUT /api/farms/{id}/people/{userId}": { // a good call but for the person, as the next two
		{"/api/farms/" + ownFarm + "/people/none", row{`{"may":"record"}`, statuses(ownStaffing, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/people/none", row{`{"may":"record"}`, statuses(anotherStaffing, 200, 404)}},
	},
	"DELETE /api/farms/{id}/people/{userId}": {
		{"/api/farms/" + ownFarm + "/people/none", row{"", statuses(ownStaffing, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/people/none", row{"", statuses(anotherStaffing, 200, 404)}},
	},
	"POST /api/farms/{id}/people/{userId}/hand-over": {
		{"/api/farms/" + ownFarm + "/people/none/hand-over", row{`{"then":"leave"}`, statuses(ownStaffing, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/people/none/hand-over", row{`{"then":"leave"}`, statuses(anotherStaffing, 200, 404)}},
	},
	"POST /api/farms/{id}/people/invitations": { // a good call but for the address
		{"/api/farms/" + ownFarm + "/people/invitations", row{`{"email":"none","may":"record"}`, statuses(ownStaffing, 200, 400)}},
	},
	"DELETE /api/farms/{id}/people/invitations/{invitationId}": {
		{"/api/farms/" + ownFarm + "/people/invitations/none", row{"", statuses(ownStaffing, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/people/invitations/none", row{"", statuses(anotherStaffing, 200, 404)}},
	},
	"GET /api/invitations":                   {{"/api/invitations", row{"", people}}},
	"POST /api/invitations":                  {{"/api/invitations", row{`{"email":"none"}`, statuses(people, 200, 400)}}}, // a good call but for the address
	"DELETE /api/invitations/{invitationId}": {{"/api/invitations/none", row{"", statuses(people, 200, 404)}}},
	"POST /api/invitations/look":             {{"/api/invitations/look", row{`{"token":"none"}`, all400}}},
	"POST /api/invitations/accept":           {{"/api/invitations/accept", row{`{"token":"none","username":"new","password":"a long password"}`, all400}}},
	"POST /api/invitations/join":             {{"/api/invitations/join", row{`{"token":"none"}`, statuses(signedIn, 200, 400)}}},
	"GET /api/farms":                         {{"/api/farms", row{"", farmers}}},
	"GET /api/farms/csv":                     {{"/api/farms/csv", row{"", farmers}}},
	"POST /api/farms":                        {{"/api/farms", row{`{"name":"New","country":"USA","state":"Maine"}`, records}}},
	"GET /api/farms/{id}":                    {{"/api/farms/" + ownFarm, row{"", ownWork}}, {"/api/farms/" + anotherFarm, row{"", another}}},
	"GET /api/farms/{id}/filters":            {{"/api/farms/" + ownFarm + "/filters", row{"", ownReports}}, {"/api/farms/" + anotherFarm + "/filters", row{"", another}}},
	"GET /api/farms/today":                   {{"/api/farms/today", row{"", farmers}}},
	"GET /api/farms/figures":                 {{"/api/farms/figures", row{"", farmers}}},
	"GET /api/work":                          {{"/api/work", row{"", recallsSeen}}},
	"GET /api/work/payments":                 {{"/api/work/payments", row{"", records}}},
	"GET /api/farms/{id}/news":               {{"/api/farms/" + ownFarm + "/news", row{"", ownWork}}, {"/api/farms/" + anotherFarm + "/news", row{"", another}}},
	"GET /api/farms/figures/filters":         {{"/api/farms/figures/filters", row{"", farmers}}},
	"PUT /api/farms/{id}/news/read": {
		{"/api/farms/" + ownFarm + "/news/read", row{`{"ids":["none"],"read":true}`, ownWork}},
		{"/api/farms/" + anotherFarm + "/news/read", row{`{"ids":["none"],"read":true}`, another}},
	},
	"GET /api/farms/{id}/news/switches": {{"/api/farms/" + ownFarm + "/news/switches", row{"", ownWork}}, {"/api/farms/" + anotherFarm + "/news/switches", row{"", another}}},
	"PUT /api/farms/{id}/news/switches": {
		{"/api/farms/" + ownFarm + "/news/switches", row{`{"kind":"lease","page":true,"mail":true}`, ownWork}},
		{"/api/farms/" + anotherFarm + "/news/switches", row{`{"kind":"lease","page":true,"mail":true}`, another}},
	},
	"GET /api/farms/{id}/keys": {{"/api/farms/" + ownFarm + "/keys", row{"", ownEdit}}, {"/api/farms/" + anotherFarm + "/keys", row{"", anotherEdit}}},
	"POST /api/farms/{id}/keys": { // a good call but for the rights
		{"/api/farms/" + ownFarm + "/keys", row{`{"name":"K","rights":[]}`, statuses(ownEdit, 200, 400)}},
		{"/api/farms/" + anotherFarm + "/keys", row{`{"name":"K","rights":[]}`, statuses(anotherEdit, 200, 400)}},
	},
	"DELETE /api/farms/{id}/keys/{keyId}": {
		{"/api/farms/" + ownFarm + "/keys/none", row{"", statuses(ownEdit, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/keys/none", row{"", statuses(anotherEdit, 200, 404)}},
	},
	"GET /api/farms/{id}/today": {{"/api/farms/" + ownFarm + "/today", row{"", ownReports}}, {"/api/farms/" + anotherFarm + "/today", row{"", another}}},
	"GET /api/farms/{id}/needs": {{"/api/farms/" + ownFarm + "/needs", row{"", ownReports}}, {"/api/farms/" + anotherFarm + "/needs", row{"", another}}},
	"PUT /api/farms/{id}": {
		{"/api/farms/" + ownFarm, row{`{"city":"Bath"}`, ownEdit}},
		{"/api/farms/" + ownFarm, row{`{"name":"Renamed"}`, anotherEdit.but(403, "manager").but(403, workers...)}}, // a field that the platform keeps
		{"/api/farms/" + anotherFarm, row{`{"city":"Bath"}`, anotherEdit}},
	},
	"POST /api/farms/{id}/farmDetails": {
		{"/api/farms/" + ownFarm + "/farmDetails", row{`{"dealer":"D"}`, ownEdit}},
		{"/api/farms/" + anotherFarm + "/farmDetails", row{`{"dealer":"D"}`, anotherEdit}},
	},
	"PUT /api/farms/{id}/features": {{"/api/farms/" + ownFarm + "/features", row{`{"logs":true}`, records}}},
	"POST /api/farms/{id}/photo": { // a good call but for the picture
		{"/api/farms/" + ownFarm + "/photo", row{"{}", statuses(ownEdit, 200, 400)}},
		{"/api/farms/" + anotherFarm + "/photo", row{"{}", statuses(anotherEdit, 200, 400)}},
	},
	"DELETE /api/farms/{id}/photo": {
		{"/api/farms/" + ownFarm + "/photo", row{"", ownEdit}},
		{"/api/farms/" + anotherFarm + "/photo", row{"", anotherEdit}},
	},
	"PUT /api/farms/{id}/shippingAddress": {
		{"/api/farms/" + ownFarm + "/shippingAddress", row{someAddress, ownEdit}},
		{"/api/farms/" + anotherFarm + "/shippingAddress", row{someAddress, anotherEdit}},
	},
	"POST /api/farms/{id}/leases": { // a good call but for the name
		{"/api/farms/" + ownFarm + "/leases", row{`{"name":""}`, statuses(ownEdit, 200, 400)}},
		{"/api/farms/" + anotherFarm + "/leases", row{`{"name":""}`, statuses(anotherEdit, 200, 400)}},
	},
	"PUT /api/farms/{id}/leases/{leaseId}": {
		{"/api/farms/" + ownFarm + "/leases/" + someLease, row{`{"size":"2 acres"}`, ownEdit}},
		{"/api/farms/" + anotherFarm + "/leases/" + someLease, row{`{"size":"2 acres"}`, anotherEdit}},
	},
	"POST /api/farms/{id}/leases/{leaseId}/end": {
		{"/api/farms/" + ownFarm + "/leases/" + someLease + "/end", row{`{"date":"2026-01-01"}`, ownEdit}},
		{"/api/farms/" + anotherFarm + "/leases/" + someLease + "/end", row{`{"date":"2026-01-01"}`, anotherEdit}},
	},
	"POST /api/farms/{id}/leases/{leaseId}/reopen": {
		{"/api/farms/" + ownFarm + "/leases/" + someLease + "/reopen", row{"", ownEdit}},
		{"/api/farms/" + anotherFarm + "/leases/" + someLease + "/reopen", row{"", anotherEdit}},
	},
	"DELETE /api/farms/{id}/leases/{leaseId}": {{"/api/farms/" + ownFarm + "/leases/none", row{"", statuses(ownEdit, 200, 404)}}},
	"GET /api/farms/{id}/contents":            {{"/api/farms/" + ownFarm + "/contents", row{"", records}}},
	"DELETE /api/farms/{id}/clean":            {{"/api/farms/" + anotherFarm + "/clean", row{"", records}}},
	"DELETE /api/farms/{id}":                  {{"/api/farms/none", row{"", statuses(records, 200, 404)}}},
	"GET /api/enableTagging/{id}/resendTaggingSetupEmail": { // a good call but for the farm, which has no setup invoice
		{"/api/enableTagging/" + ownFarm + "/resendTaggingSetupEmail", row{"", statuses(records, 200, 409)}},
	},
	"GET /api/farms/{id}/billing": {{"/api/farms/" + ownFarm + "/billing", row{"", ownEdit}}, {"/api/farms/" + anotherFarm + "/billing", row{"", anotherEdit}}},
	"POST /api/farms/{id}/billing/card": { // a good call but for the provider, which has no cards
		{"/api/farms/" + ownFarm + "/billing/card", row{"", statuses(ownPricing, 200, 409)}},
		{"/api/farms/" + anotherFarm + "/billing/card", row{"", statuses(ofAnyFarm(actor.Pricing), 200, 409)}},
	},
	"DELETE /api/farms/{id}/billing/card": {{"/api/farms/" + ownFarm + "/billing/card", row{"", statuses(ownPricing, 200, 409)}}},
	"POST /api/billing/stripe":            {{"/api/billing/stripe", row{`{}`, all400}}}, // nobody has signed it
	"GET /api/farms/{id}/invoices":        {{"/api/farms/" + ownFarm + "/invoices", row{"", ownEdit}}, {"/api/farms/" + anotherFarm + "/invoices", row{"", anotherEdit}}},
	"GET /api/farms/{id}/invoices/{invoiceId}": {
		{"/api/farms/" + ownFarm + "/invoices/{invoice}", row{"", ownEdit}},
		{"/api/farms/" + anotherFarm + "/invoices/{invoice}", row{"", users(404).but(403, seeing()...).but(404, having(actor.Companies)...)}}, // an invoice is read at its own farm
	},
	"GET /api/farms/{id}/invoices/{invoiceId}/pdf": {
		{"/api/farms/" + ownFarm + "/invoices/{invoice}/pdf", row{"", ownEdit}},
		{"/api/farms/" + anotherFarm + "/invoices/{invoice}/pdf", row{"", users(404).but(403, seeing()...).but(404, having(actor.Companies)...)}},
	},
	"POST /api/farms/{id}/invoices/{invoiceId}/pay": { // a good call but for the demo's button, which is not there
		{"/api/farms/" + ownFarm + "/invoices/{invoice}/pay", row{"", statuses(ownPricing, 200, 409)}},
		{"/api/farms/" + anotherFarm + "/invoices/{invoice}/pay", row{"", statuses(ofAnyFarm(actor.Pricing), 200, 404)}},
	},
	"POST /api/farms/{id}/invoices/{invoiceId}/payment": {{"/api/farms/" + ownFarm + "/invoices/none/payment", row{`{"reference":"T 1"}`, statuses(prices, 200, 404)}}},
	"POST /api/farms/{id}/invoices/{invoiceId}/refund":  {{"/api/farms/" + ownFarm + "/invoices/{invoice}/refund", row{`{"reference":"T 2"}`, statuses(prices, 200, 409)}}},
	"PUT /api/v2/getFarmInventory/{farmId}": {
		{"/api/v2/getFarmInventory/" + ownFarm, row{`{"metric":"Inventory"}`, ownReports}},
		{"/api/v2/getFarmInventory/" + anotherFarm, row{`{"metric":"Inventory"}`, another}},
	},
	"PUT /api/v2/explain/{farmId}": { // a good call but for the row, which the report has not
		{"/api/v2/explain/" + ownFarm, row{`{"to":"2020-01-01"}`, statuses(ownReports, 200, 400)}},
		{"/api/v2/explain/" + anotherFarm, row{`{"to":"2020-01-01"}`, statuses(another, 200, 400)}},
		{"/api/v2/explain/" + ownFarm, row{`{"metric":"Equipment","range":true}`, ownReports}},
		{"/api/v2/explain/" + anotherFarm, row{`{"metric":"Equipment","range":true}`, another}},
	},
	"POST /api/v2/activities/{farmId}": { // a good call but for the growing area, which these farms do not have
		{"/api/v2/activities/" + ownFarm, row{`{"activities":[{"id":"1","activity":"plant","date":"2026-03-01","leaseId":"none","count":5}]}`, statuses(ownRecording, 200, 400)}},
		{"/api/v2/activities/" + anotherFarm, row{`{"activities":[{"id":"1","activity":"plant","date":"2026-03-01","leaseId":"none","count":5}]}`, statuses(anotherEdit, 200, 400)}},
	},
	"POST /api/farms/upload/{id}": { // a good call but for the file
		{"/api/farms/upload/" + ownFarm, row{"{}", statuses(ownEdit, 200, 400)}},
		{"/api/farms/upload/" + anotherFarm, row{"{}", statuses(anotherEdit, 200, 400)}},
	},
	"GET /api/farms/{id}/uploads": {
		{"/api/farms/" + ownFarm + "/uploads", row{"", ownEdit}},
		{"/api/farms/" + anotherFarm + "/uploads", row{"", anotherEdit}},
	},
	"GET /api/farms/{id}/uploads/{uploadId}": {
		{"/api/farms/" + ownFarm + "/uploads/none", row{"", statuses(ownEdit, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/uploads/none", row{"", statuses(anotherEdit, 200, 404)}},
	},
	"POST /api/farms/{id}/uploads/{uploadId}/confirm": {
		{"/api/farms/" + ownFarm + "/uploads/none/confirm", row{"", statuses(ownEdit, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/uploads/none/confirm", row{"", statuses(anotherEdit, 200, 404)}},
	},
	"POST /api/farms/{id}/uploads/{uploadId}/check": {
		{"/api/farms/" + ownFarm + "/uploads/none/check", row{"", statuses(ownEdit, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/uploads/none/check", row{"", statuses(anotherEdit, 200, 404)}},
	},
	"POST /api/farms/{id}/uploads/{uploadId}/cancel": {
		{"/api/farms/" + ownFarm + "/uploads/none/cancel", row{"", statuses(ownEdit, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/uploads/none/cancel", row{"", statuses(anotherEdit, 200, 404)}},
	},
	"POST /api/farms/{id}/uploads/{uploadId}/undo": {
		{"/api/farms/" + ownFarm + "/uploads/none/undo", row{`{"reason":"R"}`, statuses(ownEdit, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/uploads/none/undo", row{`{"reason":"R"}`, statuses(anotherEdit, 200, 404)}},
	},
	"GET /api/farms/{id}/uploads/{uploadId}/refused": {
		{"/api/farms/" + ownFarm + "/uploads/none/refused", row{"", statuses(ownEdit, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/uploads/none/refused", row{"", statuses(anotherEdit, 200, 404)}},
	},
	"GET /api/farms/upload-template":           {{"/api/farms/upload-template", row{"", farmers}}},
	"GET /api/v2/activities/{farmId}":          {{"/api/v2/activities/" + ownFarm, row{"", ownWork}}, {"/api/v2/activities/" + anotherFarm, row{"", another}}},
	"GET /api/v2/activities/{farmId}/{number}": {{"/api/v2/activities/" + ownFarm + "/7", row{"", statuses(ownWork, 200, 404)}}, {"/api/v2/activities/" + anotherFarm + "/7", row{"", statuses(another, 200, 404)}}},
	"POST /api/v2/activities/{farmId}/{number}/correction": {
		{"/api/v2/activities/" + ownFarm + "/7/correction", row{`{"reason":"twice"}`, statuses(ownRecording, 200, 404)}},
		{"/api/v2/activities/" + anotherFarm + "/7/correction", row{`{"reason":"twice"}`, statuses(anotherEdit, 200, 404)}},
	},
	"GET /api/v2/lots/{farmId}/{lotId}":     {{"/api/v2/lots/" + ownFarm + "/none", row{"", statuses(ownWork, 200, 404)}}, {"/api/v2/lots/" + anotherFarm + "/none", row{"", statuses(another, 200, 404)}}},
	"GET /api/v2/groups/{farmId}/{groupId}": {{"/api/v2/groups/" + ownFarm + "/none", row{"", statuses(ownWork, 200, 404)}}, {"/api/v2/groups/" + anotherFarm + "/none", row{"", statuses(another, 200, 404)}}},
	"GET /api/v2/places/{farmId}":           {{"/api/v2/places/" + ownFarm, row{"", ownWork}}, {"/api/v2/places/" + anotherFarm, row{"", another}}},
	"GET /api/v2/getEquipmentReport/{farmId}": {
		{"/api/v2/getEquipmentReport/" + ownFarm, row{"", ownReports}},
		{"/api/v2/getEquipmentReport/" + anotherFarm, row{"", another}},
	},
	"GET /api/v2/bags/{farmId}":           {{"/api/v2/bags/" + ownFarm, row{"", ownReports}}, {"/api/v2/bags/" + anotherFarm, row{"", another}}},
	"PUT /api/v2/sales/{farmId}":          {{"/api/v2/sales/" + ownFarm, row{"{}", ownReports}}, {"/api/v2/sales/" + anotherFarm, row{"{}", another}}},
	"PUT /api/v2/sales/{farmId}/harvests": {{"/api/v2/sales/" + ownFarm + "/harvests", row{"{}", ownReports}}, {"/api/v2/sales/" + anotherFarm + "/harvests", row{"{}", another}}},
	"GET /api/v2/growth/{farmId}":         {{"/api/v2/growth/" + ownFarm, row{"", ownReports}}, {"/api/v2/growth/" + anotherFarm, row{"", another}}},
	"GET /api/farms/{id}/season":          {{"/api/farms/" + ownFarm + "/season", row{"", ownReports}}, {"/api/farms/" + anotherFarm + "/season", row{"", another}}},
	"GET /api/farms/{id}/market-size":     {{"/api/farms/" + ownFarm + "/market-size", row{"", ownReports}}, {"/api/farms/" + anotherFarm + "/market-size", row{"", another}}},
	"GET /api/farms/{id}/counting":        {{"/api/farms/" + ownFarm + "/counting", row{"", ownWork}}, {"/api/farms/" + anotherFarm + "/counting", row{"", another}}},
	"PUT /api/farms/{id}/counting": {
		{"/api/farms/" + ownFarm + "/counting", row{`{"missing":"dead"}`, ownEdit}},
		{"/api/farms/" + anotherFarm + "/counting", row{`{"missing":"dead"}`, anotherEdit}},
	},
	"PUT /api/farms/{id}/season": {
		{"/api/farms/" + ownFarm + "/season", row{`{"month":4,"mark":2.5}`, ownEdit}},
		{"/api/farms/" + anotherFarm + "/season", row{`{"month":4,"mark":2.5}`, anotherEdit}},
	},
	"PUT /api/farms/{id}/market-size": {
		{"/api/farms/" + ownFarm + "/market-size", row{`{"marketMm":80}`, ownEdit}},
		{"/api/farms/" + anotherFarm + "/market-size", row{`{"marketMm":80}`, anotherEdit}},
	},
	"PUT /api/v2/getDashboard/{farmId}": {
		{"/api/v2/getDashboard/" + ownFarm, row{`{}`, ownReports}},
		{"/api/v2/getDashboard/" + anotherFarm, row{`{}`, another}},
	},
	"PUT /api/v2/updateDashboard/{farmId}": {
		{"/api/v2/updateDashboard/" + ownFarm, row{`{"dashboardReports":[{"metric":"Harvest"}]}`, ownReports}},
		{"/api/v2/updateDashboard/" + anotherFarm, row{`{"dashboardReports":[{"metric":"Harvest"}]}`, another}},
	},
	"PUT /api/v2/reportExport/{farmId}": {
		{"/api/v2/reportExport/" + ownFarm, row{`{"metric":"Snapshot","email":"x@y.example"}`, ownExport}},
		{"/api/v2/reportExport/" + anotherFarm, row{`{"metric":"Snapshot","email":"x@y.example"}`, anotherExport}},
	},
	"GET /api/v2/exports/{farmId}": {
		{"/api/v2/exports/" + ownFarm, row{"", ownExport}},
		{"/api/v2/exports/" + anotherFarm, row{"", anotherExport}},
	},
	"POST /api/v2/schedules/{farmId}": {
		{"/api/v2/schedules/" + ownFarm, row{someSchedule, ownExport}},
		{"/api/v2/schedules/" + anotherFarm, row{someSchedule, anotherExport}},
	},
	"GET /api/v2/schedules/{farmId}": {
		{"/api/v2/schedules/" + ownFarm, row{"", ownExport}},
		{"/api/v2/schedules/" + anotherFarm, row{"", anotherExport}},
	},
	"PUT /api/v2/schedules/{farmId}/{scheduleId}": { // a good call but for the schedule, as the next three
		{"/api/v2/schedules/" + ownFarm + "/none", row{`{"paused":true}`, statuses(ownExport, 200, 404)}},
		{"/api/v2/schedules/" + anotherFarm + "/none", row{`{"paused":true}`, statuses(anotherExport, 200, 404)}},
	},
	"PUT /api/v2/schedules/{farmId}/{scheduleId}/request": {
		{"/api/v2/schedules/" + ownFarm + "/none/request", row{someSchedule, statuses(ownExport, 200, 404)}},
		{"/api/v2/schedules/" + anotherFarm + "/none/request", row{someSchedule, statuses(anotherExport, 200, 404)}},
	},
	"DELETE /api/v2/schedules/{farmId}/{scheduleId}": {
		{"/api/v2/schedules/" + ownFarm + "/none", row{"", statuses(ownExport, 200, 404)}},
		{"/api/v2/schedules/" + anotherFarm + "/none", row{"", statuses(anotherExport, 200, 404)}},
	},
	"POST /api/v2/schedules/{farmId}/{scheduleId}/send": {
		{"/api/v2/schedules/" + ownFarm + "/none/send", row{"", statuses(ownExport, 200, 404)}},
		{"/api/v2/schedules/" + anotherFarm + "/none/send", row{"", statuses(anotherExport, 200, 404)}},
	},
	"GET /notices/stop/{token}":     {{"/notices/stop/none", row{"", all404}}},
	"POST /notices/stop/{token}":    {{"/notices/stop/none", row{"", all404}}},
	"GET /exports/stop/{token}":     {{"/exports/stop/none", row{"", all404}}},
	"POST /exports/stop/{token}":    {{"/exports/stop/none", row{"", all404}}},
	"GET /api/system":               {{"/api/system", row{"", rootOnly}}},
	"GET /api/jobs":                 {{"/api/jobs", row{"", rootOnly}}},
	"GET /api/jobs/kinds":           {{"/api/jobs/kinds", row{"", rootOnly}}},
	"POST /api/jobs/retry":          {{"/api/jobs/retry", row{`{"kind":"mail.send"}`, rootOnly}}},
	"POST /api/jobs/{jobId}/retry":  {{"/api/jobs/none/retry", row{"", statuses(rootOnly, 200, 404)}}},
	"DELETE /api/jobs/{jobId}":      {{"/api/jobs/none", row{"", statuses(rootOnly, 200, 404)}}},
	"GET /exports/{token}":          {{"/exports/0000000000000000000000000000000000000000000000000000000000000000", row{"", all404}}},
	"GET /api/farms/{id}/tags":      {{"/api/farms/" + ownFarm + "/tags", row{"", ownWork}}, {"/api/farms/" + anotherFarm + "/tags", row{"", another}}},
	"GET /api/farms/{id}/shipments": {{"/api/farms/" + ownFarm + "/shipments", row{"", ownWork}}, {"/api/farms/" + anotherFarm + "/shipments", row{"", another}}},
	"GET /api/farms/{id}/scans":     {{"/api/farms/" + ownFarm + "/scans", row{"", ownReports}}, {"/api/farms/" + anotherFarm + "/scans", row{"", another}}},
	"GET /api/farms/{id}/shipments/csv": {
		{"/api/farms/" + ownFarm + "/shipments/csv", row{"", ownReports}}, {"/api/farms/" + anotherFarm + "/shipments/csv", row{"", another}},
	},
	"GET /api/farms/{id}/harvests": {{"/api/farms/" + ownFarm + "/harvests", row{"", ownWork}}, {"/api/farms/" + anotherFarm + "/harvests", row{"", another}}},
	"GET /api/farms/{id}/tags/{tagId}": { // a good call but for the tag
		{"/api/farms/" + ownFarm + "/tags/" + someTag, row{"", statuses(ownWork, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/tags/" + someTag, row{"", statuses(another, 200, 404)}},
	},
	"GET /api/farms/{id}/labels": {{"/api/farms/" + ownFarm + "/labels", row{"", ownWork}}, {"/api/farms/" + anotherFarm + "/labels", row{"", another}}},
	"POST /api/farms/{id}/labels/preview": { // a good call but for the tag, as the next
		{"/api/farms/" + ownFarm + "/labels/preview", row{someLabel + "}", statuses(ownWork, 200, 400)}},
		{"/api/farms/" + anotherFarm + "/labels/preview", row{someLabel + "}", statuses(another, 200, 400)}},
	},
	"POST /api/farms/{id}/labels": {
		{"/api/farms/" + ownFarm + "/labels", row{someLabel + `,"id":"1","format":"pdf"}`, statuses(ownRecording, 200, 400)}},
		{"/api/farms/" + anotherFarm + "/labels", row{someLabel + `,"id":"1","format":"pdf"}`, statuses(anotherEdit, 200, 400)}},
	},
	"POST /api/tags": { // a good call but for the lot, of which these farms have none
		{"/api/tags", row{`{"farmId":"` + ownFarm + `",` + someHarvest + `}`, statuses(ownRecording, 200, 400)}},
		{"/api/tags", row{`{"farmId":"` + anotherFarm + `",` + someHarvest + `}`, statuses(anotherEdit, 200, 400)}},
	},
	"POST /api/recalls/preview":                               {{"/api/recalls/preview", row{`{"choice":{"area":"Nowhere"}}`, recalling}}},
	"POST /api/recalls":                                       {{"/api/recalls", row{`{"kind":"recall",` + someRecall + `}`, statuses(recalling, 200, 400)}}}, // a good call but for the tags, of which there are none
	"GET /api/recalls":                                        {{"/api/recalls", row{"", recallsSeen}}},
	"GET /api/recalls/{recallId}":                             {{"/api/recalls/none", row{"", statuses(recallsSeen, 200, 404)}}},
	"GET /api/recalls/{recallId}/document":                    {{"/api/recalls/none/document?format=pdf", row{"", statuses(recallsSeen, 200, 404)}}},
	"PUT /api/recalls/{recallId}":                             {{"/api/recalls/none", row{`{"why":"W",` + someRecall + `}`, statuses(recalling, 200, 404)}}},
	"POST /api/recalls/{recallId}/end":                        {{"/api/recalls/none/end", row{`{"reason":"R"}`, statuses(recalling, 200, 404)}}},
	"GET /api/recalls/{recallId}/parties/{partyId}":           {{"/api/recalls/none/parties/none", row{"", statuses(recallsSeen, 200, 404)}}},
	"POST /api/recalls/{recallId}/parties/{partyId}/notice":   {{"/api/recalls/none/parties/none/notice", row{"", statuses(recalling, 200, 404)}}},
	"PUT /api/recalls/{recallId}/parties/{partyId}/answer":    {{"/api/recalls/none/parties/none/answer", row{`{"note":"x"}`, statuses(recalling, 200, 404)}}},
	"POST /api/recalls/{recallId}/parties/{partyId}/call":     {{"/api/recalls/none/parties/none/call", row{`{"spokeTo":"Lou"}`, statuses(recalling, 200, 404)}}},
	"POST /api/recalls/{recallId}/accounts":                   {{"/api/recalls/none/accounts", row{someAccount, statuses(recalling, 200, 404)}}},
	"POST /api/recalls/{recallId}/accounts/{entryId}/reverse": {{"/api/recalls/none/accounts/none/reverse", row{`{"reason":"R"}`, statuses(recalling, 200, 404)}}},
	"GET /api/recall-requests":                                {{"/api/recall-requests", row{"", recallsSeen}}},
	"GET /api/recall-requests/{requestId}":                    {{"/api/recall-requests/none", row{"", statuses(recallsSeen, 200, 404)}}},
	"POST /api/recall-requests/{requestId}/decline":           {{"/api/recall-requests/none/decline", row{`{"reason":"R"}`, statuses(recalling, 200, 404)}}},
	"POST /api/farms/{id}/recalls/preview": {
		{"/api/farms/" + ownFarm + "/recalls/preview", row{`{"choice":{"area":"Nowhere"}}`, ownRecall}},
		{"/api/farms/" + anotherFarm + "/recalls/preview", row{`{"choice":{"area":"Nowhere"}}`, anotherRecall}},
	},
	"POST /api/farms/{id}/recalls": {
		{"/api/farms/" + ownFarm + "/recalls", row{`{"kind":"drill",` + someRecall + `}`, statuses(ownRecall, 200, 400)}},
		{"/api/farms/" + anotherFarm + "/recalls", row{`{"kind":"drill",` + someRecall + `}`, statuses(anotherRecall, 200, 400)}},
	},
	"POST /api/farms/{id}/recall-requests": {
		{"/api/farms/" + ownFarm + "/recall-requests", row{`{"choice":{},"reason":"R"}`, statuses(ownRecall, 200, 400)}},
		{"/api/farms/" + anotherFarm + "/recall-requests", row{`{"choice":{},"reason":"R"}`, statuses(anotherRecall, 200, 400)}},
	},
	"POST /api/farms/{id}/recall-requests/{requestId}/withdraw": {
		{"/api/farms/" + ownFarm + "/recall-requests/none/withdraw", row{"", statuses(ownRecall, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recall-requests/none/withdraw", row{"", statuses(anotherRecall, 200, 404)}},
	},
	"GET /api/farms/{id}/recall-requests": {
		{"/api/farms/" + ownFarm + "/recall-requests", row{"", ownWork}},
		{"/api/farms/" + anotherFarm + "/recall-requests", row{"", another}},
	},
	"GET /api/farms/{id}/recalls": {
		{"/api/farms/" + ownFarm + "/recalls", row{"", ownWork}},
		{"/api/farms/" + anotherFarm + "/recalls", row{"", another}},
	},
	"GET /api/farms/{id}/recalls/{recallId}": {
		{"/api/farms/" + ownFarm + "/recalls/none", row{"", statuses(ownWork, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none", row{"", statuses(another, 200, 404)}},
	},
	"GET /api/farms/{id}/recalls/{recallId}/document": {
		{"/api/farms/" + ownFarm + "/recalls/none/document?format=xlsx", row{"", statuses(ownWork, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none/document?format=xlsx", row{"", statuses(another, 200, 404)}},
	},
	"PUT /api/farms/{id}/recalls/{recallId}": {
		{"/api/farms/" + ownFarm + "/recalls/none", row{`{"why":"W",` + someRecall + `}`, statuses(ownRecall, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none", row{`{"why":"W",` + someRecall + `}`, statuses(anotherRecall, 200, 404)}},
	},
	"POST /api/farms/{id}/recalls/{recallId}/end": {
		{"/api/farms/" + ownFarm + "/recalls/none/end", row{`{"reason":"R"}`, statuses(ownRecall, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none/end", row{`{"reason":"R"}`, statuses(anotherRecall, 200, 404)}},
	},
	"GET /api/farms/{id}/recalls/{recallId}/parties/{partyId}": {
		{"/api/farms/" + ownFarm + "/recalls/none/parties/none", row{"", statuses(ownWork, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none/parties/none", row{"", statuses(another, 200, 404)}},
	},
	"POST /api/farms/{id}/recalls/{recallId}/parties/{partyId}/notice": {
		{"/api/farms/" + ownFarm + "/recalls/none/parties/none/notice", row{"", statuses(ownRecall, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none/parties/none/notice", row{"", statuses(anotherRecall, 200, 404)}},
	},
	"PUT /api/farms/{id}/recalls/{recallId}/parties/{partyId}/answer": {
		{"/api/farms/" + ownFarm + "/recalls/none/parties/none/answer", row{`{"note":"x"}`, statuses(ownRecall, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none/parties/none/answer", row{`{"note":"x"}`, statuses(anotherRecall, 200, 404)}},
	},
	"POST /api/farms/{id}/recalls/{recallId}/parties/{partyId}/call": {
		{"/api/farms/" + ownFarm + "/recalls/none/parties/none/call", row{`{"spokeTo":"Lou"}`, statuses(ownRecall, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none/parties/none/call", row{`{"spokeTo":"Lou"}`, statuses(anotherRecall, 200, 404)}},
	},
	"POST /api/farms/{id}/recalls/{recallId}/accounts": {
		{"/api/farms/" + ownFarm + "/recalls/none/accounts", row{someAccount, statuses(ownRecall, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none/accounts", row{someAccount, statuses(anotherRecall, 200, 404)}},
	},
	"POST /api/farms/{id}/recalls/{recallId}/accounts/{entryId}/reverse": {
		{"/api/farms/" + ownFarm + "/recalls/none/accounts/none/reverse", row{`{"reason":"R"}`, statuses(ownRecall, 200, 404)}},
		{"/api/farms/" + anotherFarm + "/recalls/none/accounts/none/reverse", row{`{"reason":"R"}`, statuses(anotherRecall, 200, 404)}},
	},
	"GET /recall/{token}":     {{"/recall/none", row{"", all404}}},
	"POST /recall/{token}":    {{"/recall/none", row{"", all404}}},
	"GET /api/tag/{tagId}":    {{"/api/tag/" + someTag, row{"", all404}}},
	"GET /tag/{id}":           {{"/tag/" + someTag, row{"", all404}}},
	"GET /tag/{id}/{rest...}": {{"/tag/" + someTag + "/more", row{"", all404}}},
	"GET /tag-picture/{id}":   {{"/tag-picture/" + someTag, row{"", all404}}},
	"POST /api/pageview":      {{"/api/pageview", row{`{}`, statuses(everyone, 200, 204)}}},
	"GET /photos/{name}":      {{"/photos/none.jpg", row{"", all404}}},
	"GET /moved":              {{"/moved", row{"", statuses(everyone, 200, 301)}}},
	"GET /healthz":            {{"/healthz", row{"", everyone}}},
	"GET /readyz":             {{"/readyz", row{"", everyone}}},
	"GET /openapi.json":       {{"/openapi.json", row{"", everyone}}},
	"GET /docs/api":           {{"/docs/api", row{"", everyone}}},
}

func TestDemoRoutesAreAbsentOutsideTheDemo(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	if status, _ := a.call("GET", "/dev/mail", "", ""); status != http.StatusNotFound {
		t.Errorf("/dev/mail: %d", status)
	}
}

// testApp is the whole program on a database of its own, with users and farms.
type testApp struct {
	*App
	ids map[string]string // of users and admin groups, by name

	writes func() string // of [dbtest.Writes], from the first digest on
	summed struct{ at, digest string }
}

// cheapPasswords is the cost of hashes where nothing depends on it.
var cheapPasswords = password.Cost{Passes: 1, Memory: 64}

func newTestApp(t testing.TB, config Config) *testApp {
	t.Helper()
	a := newBareApp(t, config)
	t.Cleanup(func() { must(t, a.Close()) })
	ids := map[string]string{}
	system := actor.With(context.Background(), actor.System)
	for _, u := range append(demo.Users, helperUser, narrowUser) {
		u.Password = demo.Password
		made, err := a.accounts.Create(system, u)
		must(t, err)
		ids[u.Username] = made.ID
		if u.Username == "manager" {
			for _, id := range []string{ownFarm, anotherFarm} {
				_, err := a.farms.CreateWithID(system, id, farm.Details{Name: "Farm " + id[23:], Country: "USA", State: "Maine", TimeZone: "UTC"})
				must(t, err)
				_, err = a.farms.AddLease(system, id, farm.Lease{ID: someLease, Name: "North"})
				must(t, err)
			}
			must(t, a.farms.LinkUser(system, ownFarm, made.ID))
		}
	}
	_, err := a.accounts.Create(system, account.NewUser{Username: "inactive", Email: "inactive@merroir.test", Password: demo.Password})
	must(t, err)
	must(t, a.db.Write(system, func(tx *sqldb.Tx) error {
		v, err := a.invoices.Issue(system, tx, billing.NewInvoice{
			Key: "test", FarmID: ownFarm, Kind: "setup", Title: "Tagging", Lines: []billing.Line{{Description: "Printer", Cents: 28900}},
		})
		ids["invoice"] = v.ID
		return err
	}))
	made := &testApp{App: a, ids: ids}
	made.addGroup(t, "Keepers", actor.AdminUsers, "helper")
	made.addGroup(t, "Exporters", actor.Export, "narrow", "admin")
	return made
}

var (
	helperUser = account.NewUser{Username: "helper", Email: "helper@merroir.test"}
	narrowUser = account.NewUser{Username: "narrow", Email: "narrow@merroir.test", Groups: account.Groups{Admin: true}}
)

// addGroup makes an admin group and puts a user into it and into builtIn groups.
func (a *testApp) addGroup(t testing.TB, name string, permission actor.Permission, username string, builtIn ...string) {
	t.Helper()
	system := actor.With(context.Background(), actor.System)
	g, err := a.accounts.CreateGroup(system, name)
	must(t, err)
	a.ids[name] = g.ID
	_, err = a.accounts.SetPermissions(system, g.ID, 0, map[string]bool{string(permission): true})
	must(t, err)
	groups := map[string]string{g.ID: name}
	for _, id := range builtIn {
		groups[id] = id
	}
	_, err = a.accounts.SetGroups(system, a.ids[username], 0, groups)
	must(t, err)
}

// fill puts ids into a path that names users and groups in braces.
func (a *testApp) fill(path string) string {
	for name, id := range a.ids {
		path = strings.ReplaceAll(path, "{"+name+"}", id)
	}
	return path
}

// token signs the caller in.
func (a *testApp) token(t *testing.T, caller string) string {
	t.Helper()
	switch caller {
	case "nobody":
		return ""
	case "forged":
		return "forged"
	}
	a.setActive(t, "inactive", true)
	user := caller
	if caller == "signed out" {
		user = "root"
	}
	token, _, err := a.accounts.SignIn(context.Background(), account.SignInForm{Login: user, Password: demo.Password}, "127.0.0.1")
	must(t, err)
	a.setActive(t, "inactive", false)
	if caller == "signed out" {
		if status, answer := a.call("POST", "/api/logout", "", token); status != 200 {
			t.Fatalf("signing out: %d %s", status, answer)
		}
	}
	return token
}

func (a *testApp) setActive(t *testing.T, username string, active bool) {
	t.Helper()
	ctx := context.Background()
	must(t, a.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE users SET is_active = $2 WHERE username_key = $1", username, active)
		return err
	}))
}

func (a *testApp) call(method, path, body, token string) (status int, answer string) {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	text, _ := io.ReadAll(w.Result().Body)
	return w.Code, string(text)
}

// digest sums up the tables that a call could change, anew where anything was written since it last did.
func (a *testApp) change(t *testing.T, statement string) {
	t.Helper()
	ctx := context.Background()
	must(t, a.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, statement)
		return err
	}))
}

func (a *testApp) text(t *testing.T, query string) (text string) {
	t.Helper()
	must(t, a.db.Read(t.Context(), func(tx *sqldb.Tx) (err error) {
		text, err = sqldb.One(t.Context(), tx, sqldb.Scalar[string], query)
		return err
	}))
	return text
}

func (a *testApp) digest(t *testing.T) string {
	t.Helper()
	if a.writes == nil {
		a.writes = dbtest.Writes(t, a.config.DatabaseURL)
	}
	if at := a.writes(); a.summed.at != at {
		a.summed.at, a.summed.digest = at, a.sum(t)
	}
	return a.summed.digest
}

func (a *testApp) sum(t *testing.T) string {
	t.Helper()
	ctx := context.Background()
	sum := sha256.New()
	must(t, a.db.Read(ctx, func(tx *sqldb.Tx) error {
		for _, query := range []string{
			"SELECT id || username || email || password_hash || failed_sign_ins || version FROM users ORDER BY id",
			"SELECT id || name || permissions || version FROM admin_groups ORDER BY id",
			"SELECT user_id || group_id FROM admin_group_members ORDER BY user_id, group_id",
			"SELECT CAST(count(*) AS TEXT) FROM audit",
			"SELECT id || token_hash FROM sessions ORDER BY id",
			"SELECT id || key_hash FROM stays ORDER BY id",
			"SELECT key_hash || expires_at FROM password_resets ORDER BY key_hash",
			"SELECT ticket_hash || session_id FROM sso_tickets ORDER BY ticket_hash",
			"SELECT user_id || secret || confirmed_at || last_step FROM second_factors ORDER BY user_id",
			"SELECT user_id || code_hash FROM recovery_codes ORDER BY user_id, code_hash",
			"SELECT id || name || version || market_size FROM farms ORDER BY id",
			"SELECT farm_id || user_id || level FROM farm_users ORDER BY farm_id, user_id",
			"SELECT token_hash || COALESCE(ended_at, 0) FROM invitations ORDER BY id",
			"SELECT farm_id || id || name FROM leases ORDER BY farm_id, id",
			"SELECT CAST(count(*) AS TEXT) FROM entries",
			"SELECT CAST(count(*) AS TEXT) FROM tags",
			"SELECT CAST(count(*) AS TEXT) FROM recalls",
			"SELECT CAST(count(*) AS TEXT) FROM recall_books",
			"SELECT CAST(count(*) AS TEXT) FROM recall_history",
			"SELECT CAST(count(*) AS TEXT) FROM recall_accounts",
			"SELECT id || answer FROM recall_requests ORDER BY id",
			"SELECT farm_id || user_id || squares FROM dashboards ORDER BY farm_id, user_id",
			"SELECT CAST(count(*) AS TEXT) FROM exports",
			"SELECT CAST(count(*) AS TEXT) FROM jobs",
			"SELECT CAST(count(*) AS TEXT) FROM uploads",
			"SELECT CAST(count(*) AS TEXT) FROM farm_keys WHERE ended_at IS NULL",
			"SELECT id || state FROM invoices ORDER BY id",
			"SELECT invoice_id || kind FROM invoice_payments ORDER BY invoice_id, kind",
			"SELECT CAST(count(*) AS TEXT) FROM paper_prices",
			"SELECT farm_id || outcome FROM tagging_requests ORDER BY farm_id",
			"SELECT CAST(count(*) AS TEXT) FROM paper_orders",
			"SELECT CAST(count(*) AS TEXT) FROM paper_prints",
			"SELECT farm_id || type || shipped || printed || state FROM paper_stock ORDER BY farm_id, type",
			"SELECT CAST(count(*) AS TEXT) FROM label_prints",
			"SELECT farm_id || type || reason FROM paper_holds ORDER BY farm_id, type, order_id",
		} {
			rows, err := sqldb.All(ctx, tx, sqldb.Scalar[string], query)
			if err != nil {
				return fmt.Errorf("%s: %w", query, err)
			}
			must(t, json.NewEncoder(sum).Encode(rows))
		}
		return nil
	}))
	return string(sum.Sum(nil))
}

// PUB-7 API-4: what no route owns is the web app's not-found page, or JSON
// below /api, with the status that says so.
func TestPathsThatNoRouteOwns(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	for path, want := range map[string]struct {
		status int
		says   string
	}{
		"/":                  {200, "merroir-config"},
		"/login":             {200, "merroir-config"},
		"/manage/" + ownFarm: {200, "merroir-config"},
		"/nothing":           {404, "merroir-config"},
		"/manage/a/b/c":      {404, "merroir-config"},
		"/api/nothing":       {404, `"statusCode":404`},
		"/api":               {404, `"statusCode":404`},
		"/metrics":           {404, "merroir-config"},
		"/debug/pprof/":      {404, "merroir-config"},
	} {
		status, answer := a.call("GET", path, "", "")
		if status != want.status || !strings.Contains(answer, want.says) {
			t.Errorf("%s: %d %.80q", path, status, answer)
		}
	}
}

// AUTH-7: a farm manager's list holds the linked farm alone, in its counts too.
func TestListOfAManager(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	_, answer := a.call("GET", "/api/farms", "", a.token(t, "manager"))
	var list struct {
		Data []struct {
			ID string `json:"_id"`
		}
		Items struct{ Total int }
	}
	must(t, json.Unmarshal([]byte(answer), &list))
	if len(list.Data) != 1 || list.Data[0].ID != ownFarm || list.Items.Total != 1 || strings.Contains(answer, anotherFarm) {
		t.Errorf("list: %s", answer)
	}
}

// API-5: the document that the web app's types are made from describes every
// JSON route of the table.
func TestDocumentDescribesEveryRoute(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	_, served := a.call("GET", "/openapi.json", "", "")
	printed, err := Document()
	must(t, err)
	if served != string(printed) {
		t.Error("the command prints another document than the server serves")
	}
	var document struct{ Paths map[string]map[string]any }
	must(t, json.Unmarshal(printed, &document))
	raw := []string{"/api/pageview", "/api/billing/stripe"}
	for _, route := range a.routes() {
		if strings.HasPrefix(route.Path, "/api/") && !slices.Contains(raw, route.Path) && document.Paths[route.Path][strings.ToLower(route.Method)] == nil {
			t.Errorf("%s %s is not described", route.Method, route.Path)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
