package tag_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// TAGP-10 API: the answer has the names of the contract, each of them always,
// and an item with its nulls.
func TestPublicIsTheContract(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.EditPublic(north, farm.PublicChange{
			Dealer: new("D"), GrowerNames: new("Ada"), Cert: new("C1"), HarvesterCert: new("C2"),
			Certs:             []farm.Certificate{{CertID: "x", Cert: "N", Phone: "1", Website: "good.example"}},
			DistributorBrands: []farm.BrandNotes{{Brand: "B", GrowingProcess: "G", TastingNotes: "N"}},
			Labels:            &farm.Headings{Species: "Type", Harvest: "Processing Date"},
		})
		w.Exec("UPDATE farms SET photo = 'p.jpg' WHERE id = $1", north)
		_, err := w.Events.Create(system, tag.Draft{ID: id('a', 1), FarmID: north, Type: tag.TypeFarm, Content: tag.Content{
			Fields: tag.Fields{Brand: " B ", Species: tag.Species{Value: "Pacific oyster"}, HarvestDate: "2026-11-14", HarvestTime: "6:40 AM"},
			Item:   tag.Item{"brand": "Over", "parcel": nil, "species": map[string]any{"value": "Kumamoto"}},
		}})
		must(t, err)
		got, err := json.MarshalIndent(w.Page(id('a', 1)), "", " ")
		must(t, err)
		if diff := cmp.Diff(contract, string(got)); diff != "" {
			t.Error(diff)
		}
	})
}

const contract = `{
 "farm": {
  "_id": "f00000000000000000000001",
  "name": "North Bay",
  "type": "farm",
  "photo": "/photos/p.jpg",
  "dealer": "D",
  "growerNames": "Ada",
  "distributorBrands": [
   {
    "brand": "B",
    "growingProcess": "G",
    "tastingNotes": "N"
   }
  ],
  "certs": [
   {
    "certId": "x",
    "cert": "N",
    "phone": "1",
    "website": "good.example",
    "address1": "",
    "address2": "",
    "city": "",
    "state": "",
    "zip": "",
    "country": ""
   }
  ],
  "phone": "",
  "website": "",
  "address1": "",
  "address2": "",
  "city": "",
  "state": "Maine",
  "zip": "",
  "country": "USA",
  "cert": "C1",
  "harvesterCert": "C2",
  "labels": {
   "species": "Type",
   "harvest": "Processing Date"
  }
 },
 "tag": {
  "_id": "a00000000000000000000001",
  "type": "FARM",
  "brand": "B",
  "species": {
   "value": "Pacific oyster"
  },
  "shellfishType": "",
  "sizeCull": "",
  "certId": "",
  "cert": "",
  "sourceCert": "",
  "vendorType": "",
  "harvestDate": "2026-11-14",
  "harvestTime": "6:40 am",
  "harvestLocation": "",
  "parcel": "",
  "processingDate": "",
  "icingDate": "",
  "icingTime": "",
  "receiptDate": "",
  "receiptTime": "",
  "wetStorageLot": "",
  "wetStorageDate": "",
  "wetStorageEndDate": "",
  "wetStorageCert": "",
  "destination": "",
  "shipDate": "",
  "shipTime": "",
  "item": {
   "brand": "Over",
   "parcel": null,
   "species": {
    "value": "Kumamoto"
   }
  }
 },
 "rootTag": null,
 "recall": null
}`

// S7: nothing of a farm that is not public can be read through a tag, whatever
// is in its columns and in its lists.
func TestPublicHoldsNothingPrivate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.Make(1, north, tag.Fields{})
		w.Make(2, trade, tag.Fields{}, 1)
		private := []string{"company_name", "owner", "email", "time_zone", "tagging_setup_invoice", "location", "shipping_address"}
		for _, column := range private {
			w.Exec("UPDATE farms SET " + column + " = 'PRIVATE'")
		}
		list := `[{"brand":"B","certId":"c","owner":"PRIVATE","email":"PRIVATE","users":["PRIVATE"],"_id":"PRIVATE"}]`
		w.Exec(`UPDATE farms SET activities = '["PRIVATE"]', features = '{"PRIVATE":true}', certs = $1, distributor_brands = $1`, list)
		for _, tagID := range []string{id('a', 1), id('a', 2)} {
			got, err := json.Marshal(w.Page(tagID))
			must(t, err)
			if strings.Contains(string(got), "PRIVATE") || !strings.Contains(string(got), `"certId":"c"`) {
				t.Errorf("%s", got)
			}
		}
	})
}

// S6: an address that is more than a page to open is not given out.
func TestWebsitesThatAreNoneAreHidden(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	w.Make(1, north, tag.Fields{})
	hidden := []string{
		"javascript:alert(1)", " java\tscript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "//evil.example", "/evil",
		"https://good.example@evil.example", "https://good.example:x@evil.example", "ftp://evil.example", "https://", "https://nodot",
		"https://a.example/\"onclick=", "https://a.example/<script>", "https://" + strings.Repeat("a", 5000) + ".example", "http:evil.example", "mailto:a@b.example",
	}
	shown := []string{"https://a.example", "HTTP://a.example/x?y=z#w", "a.example", "a.example:8080/shop", "www.xn--4ca.example", "größe.example"}
	for _, address := range slices.Concat(hidden, shown) {
		certs, err := json.Marshal([]map[string]string{{"certId": "c", "website": address}})
		must(t, err)
		w.Exec("UPDATE farms SET website = $1, certs = $2, version = version + 1", address, string(certs))
		want := address
		if slices.Contains(hidden, address) {
			want = ""
		}
		if f := w.Page(id('a', 1)).Farm; f.Website != want || f.Certs[0].Website != want {
			t.Errorf("%q is given out as %q and %q", address, f.Website, f.Certs[0].Website)
		}
	}
}

// S7 TAGP-12: whatever is asked for, it is a tag or it is not there.
func TestUnknownTags(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		known := w.Make(1, north, tag.Fields{})
		for _, unknown := range []string{
			id('a', 2), north, "", "..", "%2e%2e", "users/my", "farms/1", known + "/", known[:23],
			"' OR 1=1 --", strings.Repeat("a", 2000), "a\x00b", "\xff",
		} {
			if _, err := w.HandleGet(nobody, &tag.GetInput{ID: unknown}); !fault.Is(err, fault.NotFound) {
				t.Errorf("Get(%.30q) = %v", unknown, err)
			}
			if _, err := w.Version(nobody, unknown); !fault.Is(err, fault.NotFound) {
				t.Errorf("Version(%.30q) = %v", unknown, err)
			}
		}
		if got, err := w.HandleGet(nobody, &tag.GetInput{ID: known}); err != nil || got.Body.Tag.ID != known {
			t.Errorf("Get = %+v, %v", got, err)
		}
	})
}

func TestCreateChecksItsFields(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	draft := func() tag.Draft { return tag.Draft{FarmID: north, Type: tag.TypeFarm} }
	tests := []struct {
		name   string
		change func(*tag.Draft)
		field  string
	}{
		{"an id of another form", func(d *tag.Draft) { d.ID = "abc" }, "_id"},
		{"no type", func(d *tag.Draft) { d.Type = "" }, "type"},
		{"a day that is none", func(d *tag.Draft) { d.HarvestDate = "2026-02-30" }, "harvestDate"},
		{"a time that is none", func(d *tag.Draft) { d.ShipTime = "13:40 pm" }, "shipTime"},
		{"a long text", func(d *tag.Draft) { d.Brand = strings.Repeat("x", 201) }, "brand"},
		{"a control character", func(d *tag.Draft) { d.Species.Value = "a\x00b" }, "species.value"},
		{"text that is no UTF-8", func(d *tag.Draft) { d.Destination = "\xff" }, "destination"},
		{"an item with a foreign field", func(d *tag.Draft) { d.Item = tag.Item{"owner": "x"} }, "item.owner"},
		{"an item that would rename the tag", func(d *tag.Draft) { d.Item = tag.Item{"_id": "x"} }, "item._id"},
		{"an item in other letters", func(d *tag.Draft) { d.Item = tag.Item{"BRAND": "x"} }, "item.BRAND"},
		{"an item with a number", func(d *tag.Draft) { d.Item = tag.Item{"parcel": 7} }, "item.parcel"},
		{"an item with a bad day", func(d *tag.Draft) { d.Item = tag.Item{"icingDate": "soon"} }, "item.icingDate"},
		{"an item with a strange species", func(d *tag.Draft) { d.Item = tag.Item{"species": map[string]any{"owner": "x"}} }, "item.species"},
		{"a parent that is not there", func(d *tag.Draft) { d.Parents = []string{id('a', 9)} }, "parents"},
		{"itself for a parent", func(d *tag.Draft) { d.ID, d.Parents = id('a', 9), []string{id('a', 9)} }, "parents"},
		{"too many parents", func(d *tag.Draft) {
			for i := range 201 {
				d.Parents = append(d.Parents, id('b', i))
			}
		}, "parents"},
	}
	for _, tt := range tests {
		d := draft()
		tt.change(&d)
		_, err := w.Events.Create(system, d)
		if f := fault.As(err); err == nil || f.Kind != fault.Invalid || f.Fields[len(f.Fields)-1].Name != tt.field {
			t.Errorf("%s: %+v", tt.name, f)
		}
	}
	if _, err := w.Events.Create(system, draft()); err != nil {
		t.Errorf("the draft itself: %v", err)
	}
}

func TestCreateWithAnIdTwice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.Make(1, north, tag.Fields{})
		w.Make(2, trade, tag.Fields{Brand: "B"}, 1)
		before, err := w.Version(nobody, id('a', 2))
		must(t, err)
		w.Now = w.Now.Add(time.Hour)
		w.Make(2, trade, tag.Fields{Brand: "B"}, 1)
		if after, err := w.Version(nobody, id('a', 2)); err != nil || after != before {
			t.Errorf("the same again: %s became %s, %v", before, after, err)
		}
		must(t, db.Write(nobody, func(tx *sqldb.Tx) error { // stored before tags had this field
			n, err := tx.Exec(nobody, "UPDATE tags SET doc = replace(doc, ',\"wetStorageCert\":\"\"', '') WHERE id = $1 AND doc LIKE '%wetStorageCert%'", id('a', 2))
			if n != 1 {
				t.Errorf("%d tags were made older", n)
			}
			return err
		}))
		w.Make(2, trade, tag.Fields{Brand: "B"}, 1)
		same := tag.Draft{ID: id('a', 2), FarmID: trade, Type: tag.TypeDistributor,
			Content: tag.Content{Fields: tag.Fields{Brand: "B"}, Parents: []string{id('a', 1)}}}
		for name, change := range map[string]func(*tag.Draft){
			"another farm": func(d *tag.Draft) { d.FarmID = south }, "another brand": func(d *tag.Draft) { d.Brand = "C" },
			"another type": func(d *tag.Draft) { d.Type = tag.TypeFarm }, "no parent": func(d *tag.Draft) { d.Parents = nil },
		} {
			d := same
			change(&d)
			if _, err := w.Events.Create(system, d); !fault.Is(err, fault.Conflict) {
				t.Errorf("%s under the same id: %v", name, err)
			}
		}
	})
}

func TestRights(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		create := func(ctx context.Context, farmID string) error {
			_, err := w.Events.Create(ctx, tag.Draft{FarmID: farmID, Type: tag.TypeFarm})
			return err
		}
		tests := []struct {
			name string
			err  error
			kind fault.Kind
		}{
			{"nobody makes a tag", create(nobody, north), fault.Unauthenticated},
			{"a member makes a tag", create(member, north), fault.NotFound},
			{"a manager makes another farm's tag", create(manager, south), fault.NotFound},
			{"a tag of no farm", create(system, id('f', 9)), fault.NotFound},
		}
		for _, tt := range tests {
			if !fault.Is(tt.err, tt.kind) {
				t.Errorf("%s: %v", tt.name, tt.err)
			}
		}
		if err := create(manager, north); err != nil {
			t.Errorf("a manager makes a tag of their own farm: %v", err)
		}
	})
}
