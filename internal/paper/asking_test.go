package paper

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

var untagged = farm.Subscription{TaggingActive: farm.TaggingOff}

// managing makes somebody who manages the farm.
func (d *desk) managing(t *testing.T, farmID string) context.Context {
	t.Helper()
	must(t, d.db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_farmmanager, created_at, updated_at)
			VALUES ('u1', 'ann', 'ann', 'ann@home.example', 'ann@home.example', 'x', TRUE, 1, 1)`)
		return err
	}))
	must(t, d.farms.LinkUser(system, farmID, "u1"))
	return actor.With(context.Background(), actor.Actor{UserID: "u1", Username: "ann", FarmManager: true})
}

func (d *desk) asking(t *testing.T) []AskingFarm {
	t.Helper()
	list, err := d.Asking(system, page.Slice{Limit: 10, Page: 1})
	must(t, err)
	if n := len(list.Data); list.Items.Total != n {
		t.Errorf("%d of %d", n, list.Items.Total)
	}
	return list.Data
}

func (d *desk) trail(t *testing.T, action string) (n int) {
	t.Helper()
	must(t, d.db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int], "SELECT count(*) FROM audit WHERE action = $1", action)
		return err
	}))
	return n
}

// TAGGING-1: a farm asks for tagging once while nobody has answered: one entry, one mail to the team with
// the way to the farm, one row among what waits for staff.
func TestAFarmAsksForTaggingOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "office@farm.example", untagged)
		ann := d.managing(t, id)
		if asked := d.record(t, id).TaggingRequest; asked != nil {
			t.Errorf("before: %+v", asked)
		}
		for range 2 {
			must(t, d.Ask(ann, id))
			must(t, d.restart(db).Ask(system, id))
		}
		want := []AskingFarm{{FarmID: id, FarmName: "Stony Point", At: d.time.UnixMilli(), By: "ann", Email: "ann@home.example"}}
		if diff := cmp.Diff(want, d.asking(t)); diff != "" {
			t.Error(diff)
		}
		if asked := d.record(t, id).TaggingRequest; asked == nil || asked.Outcome != "" || asked.By != "ann" {
			t.Errorf("%+v", asked)
		}
		sent := d.mails(t)
		if len(sent) != 1 || !strings.Contains(sent[0].To, "team@merroir.example") || !strings.Contains(sent[0].Subject, "Stony Point asks for tagging") ||
			!strings.Contains(sent[0].Text, "https://merroir.example/farms/"+id) || !strings.Contains(sent[0].Text, "ann") {
			t.Errorf("%+v", sent)
		}
		if n := d.trail(t, "paper.ask"); n != 1 {
			t.Errorf("%d entries", n)
		}
	})
}

// TAGGING-2: a request ends once: taken back by the farm, answered by staff, or with the setup of the
// subscription. The farm can ask again, about which the team is not mailed within minutes.
func TestHowARequestForTaggingEnds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "office@farm.example", untagged)
		ann := d.managing(t, id)
		outcome := func(want string) {
			t.Helper()
			if asked := d.record(t, id).TaggingRequest; asked == nil || asked.Outcome != want || (asked.AnsweredAt != nil) != (want != "") {
				t.Errorf("not %q: %+v", want, asked)
			}
		}
		must(t, d.EndAsking(ann, id)) // nothing waits
		must(t, d.Ask(ann, id))
		for range 2 {
			must(t, d.EndAsking(ann, id))
		}
		outcome("withdrawn")
		d.time = d.time.Add(askPause - time.Millisecond)
		must(t, d.Ask(ann, id))
		outcome("")
		if sent := d.mails(t); len(sent) != 1 {
			t.Errorf("%d mails within minutes", len(sent))
		}
		for range 2 {
			must(t, d.EndAsking(system, id))
		}
		outcome("answered")
		d.time = d.time.Add(askPause)
		must(t, d.Ask(ann, id))
		if sent := d.mails(t); len(sent) != 2 {
			t.Errorf("%d mails", len(sent))
		}
		must(t, d.Subscribe(system, id, alpha()))
		if waiting := d.asking(t); len(waiting) != 0 {
			t.Errorf("it still waits: %+v", waiting)
		}
		if err := d.Ask(ann, id); !fault.Is(err, fault.Conflict) {
			t.Errorf("with a setup invoice: %v", err)
		}
		for action, n := range map[string]int{"paper.ask": 3, "paper.withdraw": 1, "paper.answer": 2} {
			if got := d.trail(t, action); got != n {
				t.Errorf("%s: %d entries", action, got)
			}
		}
	})
}

// TAGGING-3: what tagging costs is what would be billed: the farm's own fee, its promotion and its
// discount, by the prices of the day, and in Australia without what is not sold there.
func TestWhatTaggingWouldCost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "office@farm.example", untagged)
		ann := d.managing(t, id)
		offer := func() Offer {
			t.Helper()
			o, err := d.Offer(ann, id)
			must(t, err)
			return o
		}
		plain := offer()
		mobile := OfferedPaper{Name: "mobile paper", Printers: "mobile", Cost: 108_00, Rolls: 12, Tags: 1320, Shipping: 18_00}
		if plain.SetupFee != 250_00 || plain.TaxRate != 0 || len(plain.Printers) != 3 || len(plain.Papers) != len(rollKinds) || plain.Papers[0] != mobile ||
			plain.Contact != (Contact{Name: "Robin", Phone: "+1 207 555 0134"}) {
			t.Errorf("%+v", plain)
		}
		quote, err := d.Quote(system, id, QuoteForm{Printers: []ChosenPrinter{{Name: plain.Printers[0].Name, PaperType: mobileRoll, RollCount: 12}}})
		must(t, err)
		if total(quote) != plain.SetupFee+plain.Printers[0].Cost {
			t.Errorf("billed would be %d, of %+v", total(quote), plain)
		}
		fee, australia := int64(99_00), "Australia"
		state := "Tasmania"
		_, err = d.farms.Edit(system, id, 0, farm.Change{SetupFee: &fee, Country: &australia, State: &state})
		must(t, err)
		must(t, d.farms.SetSubscription(system, id, farm.Subscription{TaggingActive: farm.TaggingOff, PaperDiscount: true}))
		special := offer()
		if special.SetupFee != 99_00 || len(special.Printers) != 2 || len(special.Papers) != len(rollKinds)-3 || special.Papers[0].Cost != 96_00 {
			t.Errorf("%+v", special)
		}
		must(t, d.db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, `INSERT INTO tagging_subscriptions (farm_id, settings) VALUES ($1, '{"promotionalFee":0}')`, id)
			return err
		}))
		if free := offer(); free.SetupFee != 0 {
			t.Errorf("%+v", free)
		}
	})
}
