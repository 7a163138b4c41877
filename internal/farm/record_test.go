package farm_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

var firstFarm = fmt.Sprintf("%024d", 1)

// What a later release stores in a list stays when this one changes something else:
// during an update both run at once.
func TestAnEditKeepsWhatItDoesNotKnow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 1)
		const certs = `[{"certId":"c","cert":"ME-1","signedBy":"a later field"}]`
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE farms SET certs = $2 WHERE id = $1", firstFarm, certs)
			return err
		}))
		_, err := s.Edit(system, firstFarm, 0, farm.Change{Owner: new("Ada")})
		must(t, err)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			return s.Subscribe(system, tx, firstFarm, func(sub *farm.Subscription) { sub.PaperDiscount = true })
		}))
		must(t, db.Read(system, func(tx *sqldb.Tx) error {
			got, err := sqldb.One(system, tx, sqldb.Scalar[string], "SELECT certs FROM farms WHERE id = $1", firstFarm)
			if got != certs {
				t.Errorf("stored: %s", got)
			}
			return err
		}))
		if f := get(t, s); f.Owner != "Ada" || !f.PaperDiscount || f.Version != 3 {
			t.Errorf("%+v", f)
		}
	})
}

func get(t *testing.T, s *farm.Service) farm.Farm {
	t.Helper()
	f, err := s.Get(system, firstFarm)
	must(t, err)
	return f
}

// sameFarm compares what can be stored of farms.
func sameFarm(a, b farm.Farm) string { return cmp.Diff(a, b, cmpopts.IgnoreUnexported(farm.Farm{})) }

// AFARM-5 AFARM-11: what an edit leaves out stays as it was, in every form.
func TestEditsKeepWhatTheyLeaveOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 2)
		want := get(t, s)
		step := func(name string, got farm.Farm, err error) {
			t.Helper()
			must(t, err)
			want.Version++
			for where, f := range map[string]farm.Farm{"answer": got, "stored": get(t, s)} {
				if diff := sameFarm(want, f); diff != "" {
					t.Errorf("%s, %s (-want +got):\n%s", name, where, diff)
				}
			}
		}
		f, err := s.Edit(system, firstFarm, want.Version, farm.Change{Name: new(" Étang "), Location: new("The north shore")})
		want.Name, want.Location = "Étang", "The north shore"
		step("name and location", f, err)

		f, err = s.Edit(system, firstFarm, 0, farm.Change{Type: new(farm.TypeDistributor), SetupFee: new(int64(12_50))})
		want.Type, want.SetupFee, want.Activities = farm.TypeDistributor, 12_50, []string{"Order", "Receive"}
		step("type, with the activities it begins with", f, err)

		certs := []farm.Certificate{{CertID: "c1", Cert: "ME-1", Website: "a.example"}, {CertID: "c2", Cert: "ME-2"}}
		f, err = s.EditPublic(system, firstFarm, want.Version, farm.PublicChange{Certs: certs, Dealer: new("D"), Phone: new("1"), Labels: &farm.Headings{Harvest: "Processing Date"}})
		want.Certs, want.Dealer, want.Phone, want.Labels.Harvest = certs, "D", "1", "Processing Date"
		step("certificates", f, err)

		brands := []farm.BrandNotes{{Brand: "B", GrowingProcess: "Bags", TastingNotes: "Salt"}}
		f, err = s.EditPublic(system, firstFarm, 0, farm.PublicChange{DistributorBrands: brands, GrowerNames: new("Ada\nBen")})
		want.DistributorBrands, want.GrowerNames = brands, "Ada\nBen"
		step("brands", f, err)

		f, err = s.EditFeatures(system, firstFarm, 0, farm.FeaturesChange{Inventory: new(true), Logs: new(true), Items: new(false)})
		want.Features = map[string]bool{"inventory": true, "logs": true}
		step("features", f, err)

		f, err = s.EditShipping(system, firstFarm, 0, farm.ShippingChange{Name: new("Ann"), Address1: new("1 Pier"), City: new("Bath"), State: new("Maine"), PostalCode: new("04530"), Country: new("USA")})
		want.ShippingAddress = farm.ShippingAddress{Name: "Ann", Address1: "1 Pier", City: "Bath", State: "Maine", PostalCode: "04530", Country: "USA"}
		step("shipping address", f, err)

		f, err = s.Edit(system, firstFarm, 0, farm.Change{Type: new(farm.TypeFarm)})
		want.Type, want.Activities, want.Features = farm.TypeFarm, []string{"Harvest"}, map[string]bool{"logs": true}
		step("a farm again: the distributors' features go", f, err)

		f, err = s.EditPublic(system, firstFarm, 0, farm.PublicChange{Certs: []farm.Certificate{}, DistributorBrands: []farm.BrandNotes{}})
		want.Certs, want.DistributorBrands = []farm.Certificate{}, []farm.BrandNotes{}
		step("lists emptied", f, err)
	})
}

// A repeated call is answered with the farm as it was made, whatever its
// tagging state.
func TestAFarmSurvivesJSON(t *testing.T) {
	s := fixture(t, dbtest.SQLite(t), 1)
	for _, state := range []farm.TaggingState{farm.TaggingOff, farm.TaggingPending, farm.TaggingOn} {
		must(t, s.SetSubscription(system, firstFarm, farm.Subscription{TaggingActive: state}))
		want := get(t, s)
		text, err := json.Marshal(want)
		must(t, err)
		var got farm.Farm
		must(t, json.Unmarshal(text, &got))
		if diff := sameFarm(want, got); diff != "" {
			t.Errorf("%s: %s", state, diff)
		}
	}
}

// S-R15 AFARM-5: of two people who edit at the same time, the second is told so in
// every form, and nothing of theirs is written; without a version each changes only its own fields.
func TestTwoEditors(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 1)
		seen := get(t, s).Version
		_, err := s.Edit(system, firstFarm, seen, farm.Change{City: new("Bath")})
		must(t, err)
		before := get(t, s)
		_, edit := s.Edit(system, firstFarm, seen, farm.Change{Owner: new("Late")})
		_, public := s.EditPublic(system, firstFarm, seen, farm.PublicChange{Dealer: new("Late")})
		_, features := s.EditFeatures(system, firstFarm, seen, farm.FeaturesChange{Logs: new(true)})
		_, shipping := s.EditShipping(manager, firstFarm, seen, farm.ShippingChange{Name: new("Late")})
		for form, err := range map[string]error{"edit": edit, "public": public, "features": features, "shipping": shipping} {
			if !fault.Is(err, fault.Conflict) || err.Error() != "Somebody else changed this farm meanwhile." {
				t.Errorf("%s: %v", form, err)
			}
		}
		if diff := sameFarm(before, get(t, s)); diff != "" {
			t.Errorf("a refused edit wrote:\n%s", diff)
		}
		_, err = s.Edit(system, firstFarm, 0, farm.Change{Owner: new("Ann")})
		must(t, err)
		_, err = s.EditPublic(system, firstFarm, 0, farm.PublicChange{Dealer: new("Ben")})
		must(t, err)
		if f := get(t, s); f.City != "Bath" || f.Owner != "Ann" || f.Dealer != "Ben" {
			t.Errorf("an earlier edit was undone: %+v", f)
		}
	})
}

// S-R15: of twenty edits of one version, made at once, exactly one wins; of
// edits without a version, made at once, none is lost.
func TestEditsAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 1)
		seen := get(t, s).Version
		var wg sync.WaitGroup
		var mu sync.Mutex
		var winners []string
		for i := range 20 {
			wg.Go(func() {
				owner := fmt.Sprint("Owner ", i)
				_, err := s.Edit(system, firstFarm, seen, farm.Change{Owner: &owner})
				if err == nil {
					mu.Lock()
					defer mu.Unlock()
					winners = append(winners, owner)
				} else if !fault.Is(err, fault.Conflict) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if f := get(t, s); len(winners) != 1 || f.Owner != winners[0] || f.Version != seen+1 {
			t.Errorf("winners %v, owner %s, version %d after %d", winners, f.Owner, f.Version, seen)
		}
		changes := []farm.Change{{Owner: new("O")}, {Phone: new("P")}, {City: new("C")}, {Zip: new("Z")}, {Address1: new("A")}}
		for _, c := range changes {
			wg.Go(func() {
				if _, err := s.Edit(system, firstFarm, 0, c); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if f := get(t, s); f.Owner+f.Phone+f.City+f.Zip+f.Address1 != "OPCZA" || f.Version != seen+1+int64(len(changes)) {
			t.Errorf("an edit was lost: %+v", f.Details)
		}
	})
}

// AFARM-1 AFARM-2 AFARM-3: the rules apply to the record as it would become, not only
// to the fields that were sent.
func TestEditsThatBreakARule(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 1)
		before := get(t, s)
		many := make([]farm.Certificate, 101)
		edit := func(c farm.Change) error {
			_, err := s.Edit(system, firstFarm, 0, c)
			return err
		}
		public := func(c farm.PublicChange) error {
			_, err := s.EditPublic(system, firstFarm, 0, c)
			return err
		}
		cert := func(c farm.Certificate) error { return public(farm.PublicChange{Certs: []farm.Certificate{c}}) }
		for _, tt := range []struct {
			err         error
			field, says string
		}{
			{edit(farm.Change{Name: new(" ")}), "name", "Name is required"},
			{edit(farm.Change{Country: new("Canada")}), "state", "Maine is not a state of Canada"},
			{edit(farm.Change{Activities: []string{"Harvest", "Record"}, Type: new("farm")}), "activities", "A farm has exactly one of Harvest, Outgoing and Record"},
			{edit(farm.Change{Activities: []string{"Order", "Receive", "Order"}, Type: new("distributor")}), "activities", "Order is there twice"},
			{edit(farm.Change{SetupFee: new(int64(-1))}), "setupFee", "A setup fee is $0 to $100000"},
			{edit(farm.Change{Location: new(strings.Repeat("å", 201))}), "location", "That has more than 200 characters"},
			{public(farm.PublicChange{Website: new("javascript:alert(1)")}), "website", "A website is an address like https://farm.example"},
			{public(farm.PublicChange{Certs: many}), "certs", "A farm has at most 100 certificates"},
			{public(farm.PublicChange{DistributorBrands: make([]farm.BrandNotes, 101)}), "distributorBrands", "A farm has at most 100 brands"},
			{public(farm.PublicChange{DistributorBrands: []farm.BrandNotes{{TastingNotes: "Salt"}}}), "distributorBrands.0.brand", "A brand needs a name"},
			{public(farm.PublicChange{DistributorBrands: []farm.BrandNotes{{Brand: "B", TastingNotes: strings.Repeat("x", 2001)}}}), "distributorBrands.0.tastingNotes", "That has more than 2000 characters"},
			{public(farm.PublicChange{Labels: &farm.Headings{Species: "Kind"}}), "labels.species", "That label is Species or Type"},
			{public(farm.PublicChange{Labels: &farm.Headings{Harvest: "Date"}}), "labels.harvest", "That label is Harvest or Processing Date"},
			{cert(farm.Certificate{}), "certs.0.cert", "A certificate needs its number"},
			{cert(farm.Certificate{Cert: "1", Website: "https://good.example@evil.example"}), "certs.0.website", "A website is an address like https://farm.example"},
			{public(farm.PublicChange{Certs: []farm.Certificate{{CertID: "c", Cert: "1"}, {CertID: "c", Cert: "2"}}}), "certs.1.certId", "Another certificate has this id"},
		} {
			if !fault.Is(tt.err, fault.Invalid) {
				t.Errorf("%s: %v", tt.field, tt.err)
				continue
			}
			fields := fault.As(tt.err).Fields
			if got := fields[len(fields)-1]; got != (fault.Field{Name: tt.field, Message: tt.says}) {
				t.Errorf("want %s %q, got %+v", tt.field, tt.says, fields)
			}
		}
		if diff := sameFarm(before, get(t, s)); diff != "" {
			t.Errorf("a refused edit wrote:\n%s", diff)
		}
	})
}

// A certificate without an id gets one, by which tags can name it, and keeps it.
func TestCertificatesGetIds(t *testing.T) {
	s := fixture(t, dbtest.SQLite(t), 1)
	f, err := s.EditPublic(system, firstFarm, 0, farm.PublicChange{Certs: []farm.Certificate{{Cert: "1"}, {Cert: "2"}}})
	must(t, err)
	if f.Certs[0].CertID == "" || f.Certs[0].CertID == f.Certs[1].CertID {
		t.Errorf("ids %+v", f.Certs)
	}
	again, err := s.EditPublic(system, firstFarm, 0, farm.PublicChange{Certs: f.Certs})
	must(t, err)
	if !slices.Equal(f.Certs, again.Certs) {
		t.Errorf("%+v became %+v", f.Certs, again.Certs)
	}
}

// AFARM-7: what only a distributor may have is refused to a farm, also together
// with flags that it may have; what is off may be switched off anywhere.
func TestFeaturesOfDistributors(t *testing.T) {
	s := fixture(t, dbtest.SQLite(t), 1)
	yes, no := new(true), new(false)
	for flag, c := range map[string]farm.FeaturesChange{
		"inventory": {Inventory: yes}, "itemInventory": {ItemInventory: yes}, "profitMargin": {ProfitMargin: yes}, "purchases": {Purchases: yes, Companies: yes},
		"expectedLotsFromPurchases": {ExpectedLotsFromPurchases: yes}, "wetStorage": {WetStorage: yes}, "locations": {Locations: yes}, "webReceiving": {WebReceiving: yes},
	} {
		_, err := s.EditFeatures(system, firstFarm, 0, c)
		if !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0] != (fault.Field{Name: flag, Message: "Only a distributor can have that"}) {
			t.Errorf("%s: %v", flag, err)
		}
	}
	f, err := s.EditFeatures(system, firstFarm, 0, farm.FeaturesChange{
		Companies: yes, Items: yes, Logs: yes, SalesOrders: yes, BillOfLading: yes, PackOut: yes, Accounting: yes, Inventory: no, WetStorage: no})
	must(t, err)
	if len(f.Features) != 7 {
		t.Errorf("features %v", f.Features)
	}
}

// SUB-9 AFARM-11: the shipping address is edited by the farm's own people, and what is
// missing is told in the words of its form.
func TestShippingAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 2)
		_, err := s.EditShipping(manager, firstFarm, 0, farm.ShippingChange{Business: new("B"), City: new(" ")})
		want := []fault.Field{{Name: "name", Message: "Name is required."}, {Name: "address1", Message: "Address 1 is required."}, {Name: "city", Message: "City is required."},
			{Name: "state", Message: "State is required."}, {Name: "postalCode", Message: "Zip Code is required."}, {Name: "country", Message: "Country is required."}}
		if !fault.Is(err, fault.Invalid) || !slices.Equal(fault.As(err).Fields, want) {
			t.Errorf("an empty form: %v", err)
		}
		full := farm.ShippingChange{Name: new("Ann"), Address1: new("1 Pier"), City: new("Bath"), State: new("Maine"), PostalCode: new("04530"), Country: new("USA")}
		f, err := s.EditShipping(manager, firstFarm, 0, full)
		must(t, err)
		if f.ShippingAddress.PostalCode != "04530" || len(f.Users) != 0 {
			t.Errorf("saved: %+v, users %v", f.ShippingAddress, f.Users)
		}
		if _, err := s.EditShipping(manager, fmt.Sprintf("%024d", 2), 0, full); !fault.Is(err, fault.NotFound) {
			t.Errorf("another's farm: %v", err)
		}
		if _, err := s.EditShipping(member, firstFarm, 0, full); !fault.Is(err, fault.NotFound) {
			t.Errorf("a member: %v", err)
		}
	})
}
