package farm_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/export"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

const sheetText = `date,activity,growing area,animal type,equipment,fill profile,count
2026-03-01,plant,North,Pacific oyster,bag,bag 1,500
2026-03-01,plant,North,Pacific oyster,bag,bag 2,700
2026-04-01,harvest,North,Pacific oyster,bag,bag 1,100
`

// busyFarm is a farm with something of everything, and another one beside it.
type busyFarm struct {
	*process
	id, other string
	bea, ann  context.Context // staff, and the manager of the farm
	sheetID   string          // an upload
	link      string          // of an export
	tag       string          // of the farm
	made      string          // a distributor's tag, made from that one
	recall    string          // of the farm's tag
}

func fillFarm(t *testing.T, db *sqldb.DB) *busyFarm {
	t.Helper()
	f := &busyFarm{process: openProcess(t, db)}
	f.id, f.other = f.newFarm(t), f.newFarm(t)
	f.bea = f.user(t, "bea", actor.Actor{Admin: true})
	f.ann = f.user(t, "ann", actor.Actor{FarmManager: true})
	for _, id := range []string{f.id, f.other} {
		must(t, f.LinkUser(system, id, "ann"))
		_, err := f.uploads.Receive(f.bea, id, upload.NewUpload{Filename: "a.csv", Content: []byte(sheetText)})
		must(t, err)
		_, err = f.reports.SaveDashboard(f.ann, id, []report.Square{{Metric: "Harvest"}})
		must(t, err)
		_, err = f.exports.Request(f.ann, id, export.Request{Query: report.Query{Metric: "Snapshot"}, Email: "buyer@market.example"})
		must(t, err)
		f.work(t)
	}
	uploads, err := f.uploads.List(f.bea, f.id)
	must(t, err)
	f.sheetID = uploads[0].ID
	exports, err := f.exports.List(f.ann, f.id)
	must(t, err)
	f.link = *exports[0].URL
	var picture bytes.Buffer
	must(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 20))))
	_, err = farm.NewPhotos(f.Service, f.bucket).Set(f.bea, f.id, picture.Bytes())
	must(t, err)
	return f
}

// addTags gives the farm a recalled tag, and a distributor one made from it.
func (f *busyFarm) addTags(t *testing.T) {
	t.Helper()
	made, err := f.events.Create(f.ann, tag.Draft{FarmID: f.id, Type: tag.TypeFarm, Content: tag.Content{Fields: tag.Fields{Brand: "Gold"}}})
	must(t, err)
	trader, err := f.Create(system, farm.Details{Name: "Pike Place", Type: farm.TypeDistributor, Activities: []string{"Receive", "Order"}, Country: "USA", State: "Maine"})
	must(t, err)
	child, err := f.events.Create(f.bea, tag.Draft{FarmID: trader.ID, Type: tag.TypeDistributor, Content: tag.Content{Parents: []string{made.ID}}})
	must(t, err)
	f.tag, f.made = made.ID, child.ID
	f.recall = tagtest.Recall(t, f.db, f.recalls, f.bea, "State of Maine", f.tag)
}

func (f *process) work(t *testing.T) {
	t.Helper()
	must(t, f.queue.RunUntilIdle(t.Context()))
	if n := f.number(t, "SELECT count(*) FROM jobs WHERE state <> 'done' AND due_at <= $1", sqldb.Millis(noon)); n != 0 {
		t.Errorf("%d jobs failed or are left", n)
	}
}

func (f *busyFarm) page(t *testing.T, id string) tag.Page {
	t.Helper()
	page, err := f.tags.Public(context.Background(), id)
	must(t, err)
	return page
}

func (f *busyFarm) download() int {
	mux, w := http.NewServeMux(), httptest.NewRecorder()
	mux.Handle("GET /exports/{token}", f.exports.Download())
	mux.ServeHTTP(w, httptest.NewRequest("GET", f.link, nil))
	return w.Code
}

func (f *busyFarm) photo(t *testing.T, path string) int {
	t.Helper()
	mux, w := http.NewServeMux(), httptest.NewRecorder()
	mux.Handle("GET /photos/{name}", blob.Photos(f.bucket))
	mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w.Code
}

// leftOf counts the rows that any table has of a farm, by table.
func (f *process) leftOf(t *testing.T, farmID string) map[string]int64 {
	t.Helper()
	left := map[string]int64{}
	for _, table := range []string{
		"leases", "animal_groups", "lots", "activities", "entries", "balances", "farm_state", "uploads", "upload_files", "upload_progress",
		"dashboards", "ledger_segments", "farm_users", "tagging_reminders", "tagging_requests", "farm_emptying", "ledger_staged",
	} {
		if n := f.number(t, "SELECT count(*) FROM "+table+" WHERE farm_id = $1", farmID); n > 0 {
			left[table] = n
		}
	}
	return left
}

var everything = farm.Contents{Animals: 1100, Groups: 1, Lots: 2, Activities: 3, Leases: 1, FillProfiles: 2, Uploads: 1, Exports: 1, Dashboards: 1,
	Users: 1, Tags: 1, Recalls: 1, Photo: true}

var cleaned = farm.Contents{Animals: 1100, Groups: 1, Lots: 2, Activities: 3, Leases: 1, FillProfiles: 2, Uploads: 1, Exports: 1, Dashboards: 1}

func checkContents(t *testing.T, what string, got, want farm.Contents) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(farm.Contents{}), cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "photoName" || p.String() == "book" }, cmp.Ignore())); diff != "" {
		t.Errorf("%s: (-want +got)\n%s", what, diff)
	}
}

// AFARM-6: a clean says beforehand what it removes, removes it, and says the same
// afterwards. The record, its people, its photo, tags and recalls stay, and so
// does every other farm. The same file is then recorded anew.
func TestClean(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		f.addTags(t)
		before, err := f.Contents(f.bea, f.id)
		must(t, err)
		checkContents(t, "before", before, everything)
		page, madePage := f.page(t, f.tag), f.page(t, f.made)
		if r, err := f.reports.Report(f.ann, f.id, report365("")); err != nil || r.Data[len(r.Data)-1].Planted != 1200 {
			t.Fatalf("the report before: %+v %v", r, err)
		}
		neighbours := f.leftOf(t, f.other)

		removed, err := f.Clean(f.bea, f.id, "")
		must(t, err)
		checkContents(t, "removed", removed.Contents, cleaned)
		after, err := f.Contents(f.bea, f.id)
		must(t, err)
		checkContents(t, "after", after, farm.Contents{Users: 1, Tags: 1, Recalls: 1, Photo: true})
		if diff := cmp.Diff(map[string]int64{"farm_state": 1, "farm_users": 1}, f.leftOf(t, f.id)); diff != "" {
			t.Errorf("left of it (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff(neighbours, f.leftOf(t, f.other)); diff != "" {
			t.Errorf("the other farm (-before +after)\n%s", diff)
		}
		if diff := cmp.Diff([]tag.Page{page, madePage}, []tag.Page{f.page(t, f.tag), f.page(t, f.made)}); diff != "" {
			t.Errorf("the tag pages (-before +after)\n%s", diff)
		}
		f.emptyScreens(t)
		if code := f.download(); code != http.StatusNotFound {
			t.Errorf("the download of an export: %d", code)
		}

		id, err := f.uploads.Receive(f.bea, f.id, upload.NewUpload{Filename: "a.csv", Content: []byte(sheetText)})
		must(t, err)
		f.work(t)
		again, err := f.uploads.Get(f.bea, f.id, id)
		must(t, err)
		if id == f.sheetID || again.Recorded != 3 || again.Skipped != 0 {
			t.Errorf("the same file again: %+v", again)
		}
		if r, err := f.reports.Report(f.ann, f.id, report365("")); err != nil || r.Data[len(r.Data)-1].Planted != 1200 {
			t.Errorf("the report after the same file: %+v %v", r, err)
		}
	})
}

// emptyScreens asks for everything that a farm's people can see, of an emptied one.
func (f *busyFarm) emptyScreens(t *testing.T) {
	t.Helper()
	whole, err := f.Get(f.ann, f.id)
	must(t, err)
	if len(whole.Leases) != 0 || whole.Photo == "" || f.photo(t, whole.Photo) != http.StatusOK {
		t.Errorf("the farm: %+v", whole)
	}
	for _, m := range report.Metrics {
		if !m.IsReport() {
			continue
		}
		metric := m.Name
		r, err := f.reports.Report(f.ann, f.id, report.Query{Metric: metric, DateRange: "Last 365 days"})
		must(t, err)
		for _, row := range r.Data {
			if row.Planted+row.Harvested+row.Lost+row.Inventory != 0 || row.Value != nil && *row.Value != 0 {
				t.Errorf("%s still has %+v", metric, row)
			}
		}
	}
	if _, err := f.reports.Equipment(f.ann, f.id, "", nil); err != nil {
		t.Error(err)
	}
	if _, err := f.reports.Dashboard(f.ann, f.id, ""); err != nil {
		t.Error(err)
	}
	if filters, err := f.reports.Filters(f.ann, f.id); err != nil || len(filters.Nickname) != 0 {
		t.Errorf("filters: %+v %v", filters, err)
	}
	if noted, err := f.ledger.Journal(f.ann, f.id, ledger.Of{}, 0, 20); err != nil || len(noted) != 0 {
		t.Errorf("journal: %+v %v", noted, err)
	}
	if held, err := f.ledger.Places(f.ann, f.id); err != nil || len(held) != 0 {
		t.Errorf("places: %+v %v", held, err)
	}
	if list, err := f.exports.List(f.ann, f.id); err != nil || len(list) != 0 {
		t.Errorf("exports: %+v %v", list, err)
	}
	if list, err := f.uploads.List(f.bea, f.id); err != nil || len(list) != 0 {
		t.Errorf("uploads: %+v %v", list, err)
	}
}

// AFARM-6: a delete removes the farm with all that it has. Its tag pages answer as
// before, and so do those of tags made from its tags, its recall stands, and no
// screen breaks.
func TestDelete(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		f.addTags(t)
		pages := []tag.Page{f.page(t, f.tag), f.page(t, f.made)}
		version, err := f.tags.Version(context.Background(), f.made)
		must(t, err)
		neighbours := f.leftOf(t, f.other)

		removed, err := f.Delete(f.bea, f.id, "")
		must(t, err)
		want := cleaned
		want.Users = 1
		checkContents(t, "removed", removed.Contents, want)
		if left := f.leftOf(t, f.id); len(left) != 0 {
			t.Errorf("left of it: %v", left)
		}
		if diff := cmp.Diff(neighbours, f.leftOf(t, f.other)); diff != "" {
			t.Errorf("the other farm (-before +after)\n%s", diff)
		}
		if diff := cmp.Diff(pages, []tag.Page{f.page(t, f.tag), f.page(t, f.made)}); diff != "" {
			t.Errorf("the tag pages (-before +after)\n%s", diff)
		}
		if now, err := f.tags.Version(context.Background(), f.made); err != nil || now == version {
			t.Errorf("the page's version: %s, before %s, %v", now, version, err)
		}
		if code := f.photo(t, pages[0].Farm.Photo); code != http.StatusOK {
			t.Errorf("the photo that the tag page shows: %d", code)
		}
		tagtest.End(t, f.db, f.recalls, f.bea, f.recall)
		tagtest.Recall(t, f.db, f.recalls, f.bea, "FDA", f.tag) // of the farm that is gone
		if page := f.page(t, f.made); page.Recall == nil || *page.Recall != "FDA" {
			t.Errorf("the recall does not reach what was made from it: %+v", page.Recall)
		}
		f.goneScreens(t)
		f.work(t)
	})
}

// goneScreens asks for everything of a farm that is gone.
func (f *busyFarm) goneScreens(t *testing.T) {
	t.Helper()
	_, get := f.Get(f.ann, f.id)
	_, contents := f.Contents(f.bea, f.id)
	_, clean := f.Clean(f.bea, f.id, "")
	_, remove := f.Delete(f.bea, f.id, "")
	_, add := f.AddLease(f.ann, f.id, farm.Lease{Name: "North"})
	_, inventory := f.reports.Report(f.ann, f.id, report365(""))
	_, dashboard := f.reports.Dashboard(f.ann, f.id, "")
	_, exports := f.exports.List(f.ann, f.id)
	_, uploads := f.uploads.List(f.bea, f.id)
	_, journal := f.ledger.Journal(f.ann, f.id, ledger.Of{}, 0, 20)
	for what, err := range map[string]error{"farm": get, "contents": contents, "clean": clean, "delete": remove, "lease": add, "report": inventory,
		"dashboard": dashboard, "exports": exports, "uploads": uploads, "journal": journal} {
		refused(t, what, err, fault.NotFound, "", "No such farm.")
	}
	if code := f.download(); code != http.StatusNotFound {
		t.Errorf("the download of an export: %d", code)
	}
	for _, caller := range []context.Context{f.ann, f.bea} {
		list, err := f.List(caller, farm.Search{}, query())
		must(t, err)
		for _, row := range list.Data {
			if row.ID == f.id {
				t.Error("the farm is still listed")
			}
		}
	}
	if mine, err := f.exports.List(f.ann, f.other); err != nil || len(mine) != 1 || mine[0].URL == nil {
		t.Errorf("the exports of the other farm: %+v %v", mine, err)
	}
}

// AFARM-6: the photo of a farm without tags goes with it.
func TestDeleteTakesAPhotoThatNoPageShows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		whole, err := f.Get(f.bea, f.id)
		must(t, err)
		if code := f.photo(t, whole.Photo); code != http.StatusOK {
			t.Fatalf("the photo before: %d", code)
		}
		removed, err := f.Delete(f.bea, f.id, "")
		must(t, err)
		if code := f.photo(t, whole.Photo); !removed.Photo || code != http.StatusNotFound {
			t.Errorf("the photo after: %d, said to be removed: %v", code, removed.Photo)
		}
	})
}

// AFARM-6: only staff count, clean and delete; a call that is refused changes nothing.
func TestOnlyStaffEmptyAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		before := f.leftOf(t, f.id)
		_, contents := f.Contents(f.ann, f.id)
		_, clean := f.Clean(f.ann, f.id, "")
		_, remove := f.Delete(f.ann, f.id, "")
		for what, err := range map[string]error{"contents": contents, "clean": clean, "delete": remove} {
			if !fault.Is(err, fault.Denied) {
				t.Errorf("%s by the manager: %v", what, err)
			}
		}
		if diff := cmp.Diff(before, f.leftOf(t, f.id)); diff != "" {
			t.Errorf("something changed:\n%s", diff)
		}
	})
}

// AFARM-6: an upload and an export that are waiting when their farm is emptied or
// deleted end without an error, and send nothing.
func TestWhatWaitsWhenItsFarmIsEmptied(t *testing.T) {
	for what, empty := range map[string]func(*busyFarm) error{
		"clean":  func(f *busyFarm) error { _, err := f.Clean(f.bea, f.id, ""); return err },
		"delete": func(f *busyFarm) error { _, err := f.Delete(f.bea, f.id, ""); return err },
	} {
		t.Run(what, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				f := fillFarm(t, db)
				_, err := f.uploads.Receive(f.bea, f.id, upload.NewUpload{Filename: "b.csv", Content: []byte(strings.ReplaceAll(sheetText, "2026", "2025"))})
				must(t, err)
				_, err = f.exports.Request(f.ann, f.id, export.Request{Query: report.Query{Metric: "Snapshot"}, Email: "buyer@market.example"})
				must(t, err)
				mails := f.number(t, "SELECT count(*) FROM jobs WHERE kind = 'mail.send'")
				must(t, empty(f))
				f.work(t)
				if n := f.number(t, "SELECT count(*) FROM entries WHERE farm_id = $1", f.id); n != 0 {
					t.Errorf("%d entries were recorded after it was emptied", n)
				}
				if n := f.number(t, "SELECT count(*) FROM jobs WHERE kind = 'mail.send'"); n != mails {
					t.Errorf("%d mails were sent after it was emptied", n-mails)
				}
			})
		})
	}
}
