package ledger

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/sqldb"
)

// newAPI serves the routes as package app does, to somebody of the platform.
func newAPI(s *Service) http.Handler {
	return booktest.Serve(
		rest.JSON("POST", "/api/v2/activities/{farmId}", rest.SignedIn, "", s.HandleRecord),
		rest.JSON("GET", "/api/v2/activities/{farmId}", rest.SignedIn, "", s.HandleJournal),
		rest.JSON("GET", "/api/v2/places/{farmId}", rest.SignedIn, "", s.HandlePlaces),
	)
}

type object = map[string]any

func springGroup() object {
	return object{"oysterType": "Pacific oyster", "seedSource": "Hatchery", "year": 2026, "month": 3, "datePlanted": "2026-03-01", "locationPlanted": "North"}
}

// What the farm's own apps record: every activity, read back as journal and
// places, the same call again, a correction, and refusals by field.
func TestRecordOverHTTP(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		api := newAPI(New(db, clock))
		path := "/api/v2/activities/" + farmID
		group, small := springGroup(), object{"sizeLabel": "Seed", "meshSize": "bag", "nickname": "half"}
		at := func(id, activity, date string, more object) object {
			a := object{"id": id, "activity": activity, "date": date, "leaseId": areas["North"], "group": group, "lot": small}
			for k, v := range more {
				a[k] = v
			}
			return a
		}
		batch := object{"activities": []object{
			at("1", "plant", "2026-03-01", object{"count": 1000, "containers": 4, "note": " first "}),
			at("2", "count", "2026-04-01", object{"count": 990}),
			at("3", "size", "2026-04-01", object{"measured": 10, "sizeMm": 30.01}),
			at("4", "loss", "2026-04-02", object{"count": 90}),
			at("5", "grade", "2026-05-01", object{"count": 500, "containers": 2, "to": []object{
				{"lot": object{"sizeLabel": "Petite", "meshSize": "bag"}, "count": 300, "containers": 1},
				{"leaseId": areas["South"], "count": 200, "containers": 1},
			}}),
			at("6", "harvest", "2026-06-01", object{"count": 100}),
		}}
		var made struct {
			Recorded, Skipped int
			Activities        []struct {
				ID     string
				Number int64
			}
		}
		if status := ask(t, api, "POST", path, batch, &made); status != 200 || made.Recorded != 6 || made.Skipped != 0 || len(made.Activities) != 6 || made.Activities[5].ID != "6" {
			t.Fatalf("%d %+v", status, made)
		}
		first := made.Activities
		if status := ask(t, api, "POST", path, batch, &made); status != 200 || made.Recorded != 0 || made.Skipped != 6 || !slices.Equal(made.Activities, first) {
			t.Errorf("again: %d %+v", status, made)
		}

		undo := object{"activities": []object{{"id": "7", "activity": "correction", "reverses": first[5].Number, "note": "wrong bag"}}}
		if status := ask(t, api, "POST", path, undo, &made); status != 200 || made.Recorded != 1 {
			t.Fatalf("correction: %d %+v", status, made)
		}
		var page struct{ Data []Noted }
		ask(t, api, "GET", path+"?limit=3", nil, &page)
		if len(page.Data) != 3 {
			t.Fatalf("page of %d", len(page.Data))
		}
		undone, harvest, grade := page.Data[0], page.Data[1], page.Data[2]
		if undone.Activity != "correction" || *undone.Reverses != harvest.Number || undone.Count != -100 || undone.Date != "2026-06-01" || undone.Note != "wrong bag" || undone.Reversed {
			t.Errorf("correction: %+v", undone)
		}
		if harvest.Activity != "harvest" || harvest.Count != 100 || !harvest.Reversed || harvest.Reverses != nil || harvest.Area != "North" || harvest.RecordedAt != noon.UnixMilli() {
			t.Errorf("harvest: %+v", harvest)
		}
		if grade.Count != 500 || grade.Containers != 2 || len(grade.To) != 2 || grade.To[0].Lot.SizeLabel != "Petite" || grade.To[0].LeaseID != areas["North"] ||
			grade.To[1].Area != "South" || grade.To[1].Count != 200 || grade.To[1].Lot.SizeLabel != "Seed" {
			t.Errorf("grade: %+v", grade)
		}
		ask(t, api, "GET", path+"?limit=100&before="+jsonText(grade.Number), nil, &page)
		if len(page.Data) != 4 {
			t.Fatalf("rest of %d", len(page.Data))
		}
		if size := page.Data[1]; size.Activity != "size" || *size.Measured != 10 || *size.SizeMM != 30.01 {
			t.Errorf("size: %+v %v", size, *size.SizeMM)
		}
		if count := page.Data[2]; count.Activity != "count" || count.Count != -10 || count.Measured != nil {
			t.Errorf("count: %+v", count)
		}
		if plant := page.Data[3]; plant.Count != 1000 || plant.Containers != 4 || plant.Note != "first" || *plant.Group.Year != 2026 || plant.Group.DatePlanted != "2026-03-01" || plant.Lot.Nickname != "half" {
			t.Errorf("plant: %+v", plant)
		}

		var places struct{ Data []Held }
		ask(t, api, "GET", "/api/v2/places/"+farmID, nil, &places)
		var held []string
		for _, p := range places.Data {
			if len(p.LotID) != 24 {
				t.Errorf("lot of a place: %q", p.LotID)
			}
			held = append(held, p.Area+" "+p.Lot.SizeLabel+" "+jsonText(p.OnHand)+" "+jsonText(p.Containers)+" "+p.LastDay)
		}
		if want := []string{"North Petite 300 1 2026-05-01", "North Seed 400 2 2026-06-01", "South Seed 200 1 2026-05-01"}; !slices.Equal(held, want) {
			t.Errorf("places %q", held)
		}

		before := contents(t, db, farmID)
		for name, bad := range map[string]struct {
			activity      object
			field, reason string
		}{
			"too many":        {at("x", "harvest", "2026-06-02", object{"count": 5000}), "activities.1.count", "More taken than there are: a harvest of 5,000 from North, Seed, bag, half (Pacific oyster, Hatchery, planted 1 March 2026), where 395 are on 2 June 2026."},
			"split":           {at("x", "split", "2026-06-02", object{"count": 5, "to": []object{{"leaseId": areas["South"], "count": 4}}}), "activities.1.count", "The move takes 5 animals and puts down 4."},
			"future":          {at("x", "loss", "2026-11-21", object{"count": 5}), "activities.1.date", "21 November 2026 is in the future (today is 20 November 2026)."},
			"no date":         {at("x", "loss", "", object{"count": 5}), "activities.1.date", "A day is missing."},
			"bad date":        {at("x", "loss", "1.2.2026", object{"count": 5}), "activities.1.date", `"1.2.2026" is not a date like 2026-05-31.`},
			"no such area":    {at("x", "loss", "2026-06-02", object{"count": 5, "leaseId": "none"}), "activities.1.leaseId", "There is no such growing area."},
			"no such animals": {at("x", "loss", "2026-06-02", object{"count": 5, "lot": object{"nickname": "other"}}), "activities.1.lot", "There are no such animals: a loss of North, other (Pacific oyster, Hatchery, planted 1 March 2026), where nothing was planted or moved to on or before 2 June 2026."},
			"huge size":       {at("x", "size", "2026-06-02", object{"measured": 2, "sizeMm": 1e300}), "activities.1.sizeMm", "A mean of more than 1000 mm."},
			"size alone":      {at("x", "size", "2026-06-02", object{"sizeMm": 30}), "activities.1.sizeMm", "A size belongs to measured animals and is more than 0 mm."},
			"undo nothing":    {object{"id": "x", "activity": "correction"}, "activities.1.reverses", "The number of the activity to undo is missing."},
			"undo unknown":    {object{"id": "x", "activity": "correction", "reverses": 999}, "activities.1.reverses", "There is no activity 999."},
			"undo by a loss":  {at("x", "loss", "2026-06-02", object{"count": 5, "reverses": 1}), "activities.1.reverses", "Only a correction undoes another activity."},
		} {
			var failure rest.Failure
			good := at("y", "loss", "2026-06-02", object{"count": 5})
			status := ask(t, api, "POST", path, object{"activities": []object{good, bad.activity}}, &failure)
			if status != 400 || failure.Validation == nil || failure.Validation.Fields[bad.field] != bad.reason {
				t.Errorf("%s: %d %+v", name, status, failure)
			}
		}
		var failure rest.Failure
		if status := ask(t, api, "POST", path, object{"activities": []object{at("1", "plant", "2026-03-01", object{"count": 7})}}, &failure); status != 409 ||
			!strings.Contains(failure.Validation.Fields["activities.0.id"], "recorded already with other content") {
			t.Errorf("a taken id: %d %+v", status, failure)
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("refused batches changed the book: %v, was %v", after, before)
		}
	})
}

// A refusal that begins with the name of a growing area keeps the name whole.
func TestARefusalThatBeginsWithAName(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, areas := booktest.NewFarm(t, db, "étang")
	booktest.EndArea(t, db, Keeper(), farmID, areas["étang"], "2026-04-10")
	planting := object{"id": "1", "activity": "plant", "date": "2026-04-11", "leaseId": areas["étang"], "count": 1}
	var failure rest.Failure
	status := ask(t, newAPI(New(db, clock)), "POST", "/api/v2/activities/"+farmID, object{"activities": []object{planting}}, &failure)
	if got := failure.Validation.Fields["activities.0.leaseId"]; status != 400 || got != "Étang ended on 2026-04-10; reopen it to put animals there." {
		t.Errorf("%d %q", status, got)
	}
}

func jsonText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// A batch is bounded, so that one call does not hold the farm's ledger for long.
func TestABatchIsBounded(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, areas := newFarm(t, db)
	api := newAPI(New(db, clock))
	var batch []object
	for i := range 501 {
		batch = append(batch, object{"id": jsonText(i), "activity": "plant", "date": "2026-03-01", "leaseId": areas["North"], "count": 1})
	}
	path := "/api/v2/activities/" + farmID
	if status := ask(t, api, "POST", path, object{"activities": batch}, nil); status != 400 {
		t.Errorf("501 activities: %d", status)
	}
	if status := ask(t, api, "POST", path, object{"activities": []object{}}, nil); status != 400 {
		t.Errorf("none: %d", status)
	}
	if status := ask(t, api, "POST", path, object{"activities": batch[:500]}, nil); status != 200 {
		t.Errorf("500 activities: %d", status)
	}
}

// REP-18: the answer names recorded counts whose difference changes and counts whose order on their
// day is open; a try records nothing.
func TestRecord_SaysWhatHappensToCounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		api, path := newAPI(New(db, clock)), "/api/v2/activities/"+farmID
		at := func(id, activity, date string, count int64, more object) object {
			a := object{"id": id, "activity": activity, "date": date, "leaseId": areas["North"], "group": springGroup(), "count": count}
			for k, v := range more {
				a[k] = v
			}
			return a
		}
		var answer struct {
			Recounts []Recount
			SameDay  []string
		}
		post := func(try bool, batch ...object) {
			t.Helper()
			if status := ask(t, api, "POST", path, object{"activities": batch, "try": try, "confirmed": !try}, &answer); status != http.StatusOK {
				t.Fatal(status)
			}
		}
		post(false, at("1", "plant", "2026-05-01", 1000, nil), at("2", "count", "2026-05-10", 900, nil))
		before := contents(t, db, farmID)
		late := at("3", "loss", "2026-05-05", 60, nil)
		post(true, late)
		if contents(t, db, farmID) != before {
			t.Error("a try recorded something")
		}
		if len(answer.Recounts) != 1 || answer.Recounts[0].Counted != 900 || answer.Recounts[0].Before != -100 || answer.Recounts[0].After != -40 {
			t.Errorf("%+v", answer)
		}
		post(false, late)
		if got := onHand(t, db, farmID); got != 900 {
			t.Errorf("inventory %d", got)
		}

		open := []object{at("4", "harvest", "2026-06-01", 100, nil), at("5", "count", "2026-06-01", 790, nil)}
		post(true, open...)
		if !slices.Equal(answer.SameDay, []string{"5"}) {
			t.Errorf("%+v", answer)
		}
		open[1]["afterRemovals"], open[1]["missing"] = true, "dead"
		post(false, open...)
		if len(answer.SameDay) != 0 {
			t.Errorf("%+v", answer)
		}
		if got, want := totals(t, db, farmID, "", day("2026-11-01")), (Totals{Planted: 1000, Adjusted: -40, Lost: 70, Harvested: 100}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		for field, value := range map[string]any{"missing": "gone", "clientTime": -1, "afterRemovals": "yes"} {
			if status := ask(t, api, "POST", path, object{"activities": []object{at("6", "count", "2026-06-02", 1, object{field: value})}}, nil); status != http.StatusBadRequest && status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d", field, status)
			}
		}
		if status := ask(t, api, "POST", path, object{"activities": []object{at("7", "loss", "2026-06-02", 1, object{"missing": "dead"})}}, nil); status != http.StatusBadRequest {
			t.Errorf("a loss that says what is missing: %d", status)
		}
	})
}
