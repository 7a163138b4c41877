package printing

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"image/png"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/stock"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

var (
	system  = booktest.System
	manager = actor.With(context.Background(), actor.Actor{UserID: "u1", Username: "ann", FarmManager: true})
	keeper  = actor.With(context.Background(), actor.Actor{UserID: "u9", Username: "bea", Admin: true, Limited: true, Permissions: []actor.Permission{actor.Companies}})
	staff   = actor.With(context.Background(), actor.Actor{UserID: "u8", Username: "cay", Admin: true, Limited: true, Permissions: []actor.Permission{actor.Export}})
)

// pier is a farm with a harvest, two tags of it and one that came from elsewhere.
type pier struct {
	*Service
	t        *testing.T
	db       *sqldb.DB
	farmID   string
	tags     []string // of the harvest
	received string
	public   *tag.Service
	events   *event.Service
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v %+v", err, fault.As(err).Fields)
	}
}

func newPier(t *testing.T, db *sqldb.DB) *pier {
	t.Helper()
	farmID, areas := booktest.NewFarm(t, db, "Baie d'Été")
	farms, ledgers, tags := farm.New(db, booktest.Clock), ledger.New(db, booktest.Clock), tag.New(db, booktest.Clock)
	ledgers.KeepTagged(stock.Tagged())
	events, stock := event.New(db, booktest.Clock, tags), stock.New(db, booktest.Clock, tags)
	text := func(s string) *string { return &s }
	_, err := farms.EditPublic(system, farmID, 0, farm.PublicChange{Cert: text("ME-77-SP"), HarvesterCert: text("ME-123")})
	must(t, err)
	_, err = farms.Edit(system, farmID, 0, farm.Change{Name: text("Huîtres & Fils"), Address1: text("1 Pier"), City: text("Bath"), Zip: text("04530")})
	must(t, err)
	must(t, farms.SetSubscription(system, farmID, farm.Subscription{TaggingActive: farm.TaggingOn}))
	p := &pier{t: t, db: db, farmID: farmID}
	p.public, p.events = tags, events
	p.Service = New(db, booktest.Clock, stock, papers(t, db, farms), "https://tags.example")
	day, _ := ledger.ParseDay("2026-11-19")
	at := ledger.Place{LeaseID: areas["Baie d'Été"], Lot: ledger.Lot{Group: ledger.Group{OysterType: "Pacific oyster", Year: 2025}, SizeLabel: "Select"}}
	_, err = ledgers.Record(system, farmID, []ledger.Activity{{Kind: ledger.Plant, Day: day, Place: at, Count: 500}, {Kind: ledger.Harvest, Day: day, Place: at, Count: 200}})
	must(t, err)
	places, err := ledgers.Places(system, farmID)
	must(t, err)
	harvest := event.Event{Kind: tag.Harvest, Day: day, Clock: "06:40", LeaseID: at.LeaseID, Lots: []event.LotDraw{{LotID: places[0].LotID, Animals: 100}}}
	one, two := harvest, harvest
	one.Key, two.Key = "1", "2"
	taken, err := events.Take(system, farmID, []event.Event{one, two, {Key: "3", Kind: tag.Receive, Day: day, Quantity: 2, Unit: ledger.Bag,
		States: event.Stated{Species: "Mussels", HarvestDate: "2026-11-18", HarvestLocation: "Casco Bay, ME", SourceCert: "ME-9-SS"}}})
	must(t, err)
	p.tags, p.received = []string{taken[0].TagID, taken[1].TagID}, taken[2].TagID
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at)
			VALUES ('u1', 'ann', 'ann', 'a@b.example', 'a@b.example', '', 0, 0)`)
		return err
	}))
	must(t, farms.LinkUser(system, farmID, "u1"))
	return p
}

func papers(t *testing.T, db *sqldb.DB, farms *farm.Service) *paper.Service {
	folder, err := mail.NewFolder(t.TempDir())
	must(t, err)
	queue := jobs.New(db, jobs.Options{Now: booktest.Clock, Logger: slog.New(slog.DiscardHandler)})
	mailer, err := mail.New(queue, folder, mail.Options{From: "noreply@merroir.example", Product: "Merroir", Now: booktest.Clock})
	must(t, err)
	bills := billing.New(db, billing.Options{Now: booktest.Clock, Queue: queue, Mail: mailer, PublicURL: "https://tags.example"})
	return paper.New(db, paper.Options{Now: booktest.Clock, Mail: mailer, Queue: queue, Farms: farms, Billing: bills, App: func(context.Context) (string, bool) { return "", false }, PublicURL: "https://tags.example"})
}

// order asks for labels of the harvest.
func (p *pier) order() Wanted { return Wanted{Tags: p.tags, Kind: label.Harvester, Paper: "mobile"} }

func (p *pier) printed() int64 {
	p.t.Helper()
	var n int64
	must(p.t, p.db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT CAST(coalesce(sum(printed), 0) AS BIGINT) FROM paper_stock WHERE farm_id = $1", p.farmID)
		return err
	}))
	return n
}

// LABEL-3: a print gives its file; again, the same file, and the paper counts once.
func TestAPrintCountsOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		job := Print{ID: "a", Wanted: p.order(), Format: ZPL}
		job.Copies = 3
		first, err := p.Print(manager, p.farmID, job)
		must(t, err)
		for _, want := range []string{"^FDME-123^FS", "^FDNov 19, 2026^FS", "^FXBaie d'Été, ME^FS", "^FDPacific oyster, Select, 100^FS", "^FDHA,https://tags.example/tag/" + p.tags[0] + "^FS", "^PQ3"} {
			if !strings.Contains(string(first.Content), want) {
				t.Errorf("%s is not in\n%.3000s", want, first.Content)
			}
		}
		again, err := p.Print(keeper, p.farmID, job)
		must(t, err)
		if !bytes.Equal(first.Content, again.Content) || first.Name != again.Name || p.printed() != 6 {
			t.Errorf("again it gave another file, or counted: %d printed", p.printed())
		}
		job.ID = "b"
		_, err = p.Print(manager, p.farmID, job)
		must(t, err)
		if p.printed() != 12 {
			t.Errorf("printed anew, %d are counted", p.printed())
		}
		job.Copies = 4
		if _, err := p.Print(manager, p.farmID, job); !fault.Is(err, fault.Conflict) {
			t.Errorf("another print under the same id: %v", err)
		}
		_, err = farm.New(db, booktest.Clock).Edit(system, p.farmID, 0, farm.Change{Name: new("Renamed")})
		must(t, err)
		job.Copies = 3
		if _, err := p.Print(manager, p.farmID, job); !fault.Is(err, fault.Conflict) {
			t.Errorf("the same print of a changed label: %v", err)
		}
		if p.printed() != 12 {
			t.Errorf("refused prints count: %d", p.printed())
		}
	})
}

// Sheets of the office and a farm without tagging use up no paper of ours.
func TestWhatCountsNoPaper(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		job := Print{ID: "a", Wanted: p.order(), Format: PDF}
		job.Paper = "letter"
		_, err := p.Print(manager, p.farmID, job)
		must(t, err)
		must(t, farm.New(db, booktest.Clock).SetSubscription(system, p.farmID, farm.Subscription{TaggingActive: farm.TaggingOff}))
		_, err = p.Print(manager, p.farmID, Print{ID: "b", Wanted: p.order(), Format: TSPL})
		must(t, err)
		_, err = p.Look(manager, p.farmID, p.order())
		must(t, err)
		if p.printed() != 0 {
			t.Errorf("%d are counted", p.printed())
		}
	})
}

// What must not be printed is refused whole, with everything that is wrong by tag and field.
func TestRefusedPrints(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		refused := func(change func(*Print), fields ...string) {
			t.Helper()
			job := Print{ID: "x", Wanted: p.order(), Format: ZPL}
			change(&job)
			_, err := p.Print(manager, p.farmID, job)
			var got []string
			if err != nil {
				for _, f := range fault.As(err).Fields {
					got = append(got, f.Name)
				}
			}
			if !slices.Equal(got, fields) {
				t.Errorf("%v: %v, want %v", err, got, fields)
			}
		}
		refused(func(j *Print) { j.Tags = append(slices.Clone(p.tags), p.received) }, "labels.2.form")
		refused(func(j *Print) { j.Paper = "mobileSmall" }, "labels.0.paper", "labels.1.paper")
		refused(func(j *Print) { j.Tags = []string{p.tags[0], p.tags[0]} }, "tags")
		refused(func(j *Print) { j.Tags = []string{"65f0a1b2c3d4e5f601234567"} }, "tags.0")
		refused(func(j *Print) { j.Copies = 501 }, "copies")
		refused(func(j *Print) { j.Copies = math.MaxInt / 2 }, "copies") // twice that is below zero
		refused(func(j *Print) { j.Copies = -1 }, "copies")
		refused(func(j *Print) { j.DPI = 6000 }, "dpi")
		refused(func(j *Print) { j.DPI = -203 }, "dpi")
		refused(func(j *Print) { j.Containers = -1 }, "containers")
		refused(func(j *Print) { j.Tags = nil }, "tags")
		refused(func(j *Print) { j.Tags = make([]string, 201) }, "tags")
		refused(func(j *Print) { j.Paper = "letter" }, "format")
		refused(func(j *Print) { j.Paper = "papyrus" }, "paper")
		refused(func(j *Print) { j.Kind = label.Bulk }, "form")
		refused(func(j *Print) { j.Jurisdiction = "Atlantis" }, "jurisdiction")
		refused(func(j *Print) { j.Kind, j.Jurisdiction = label.WildClam, "MD" }, "labels.0.paper", "labels.1.paper")
		tagtest.Recall(t, db, reach.New(db, booktest.Clock, p.public), system, "Bay Fish", p.tags[1])
		refused(func(*Print) {}, "labels.1.tag")
		day, _ := ledger.ParseDay("2026-11-20")
		_, err := p.events.Take(system, p.farmID, []event.Event{{Key: "9", Kind: tag.Void, TagID: p.tags[0], Day: day, Note: "a mistake"}})
		must(t, err)
		refused(func(*Print) {}, "labels.0.tag", "labels.1.tag")
		if p.printed() != 0 {
			t.Errorf("%d are counted", p.printed())
		}
	})
}

// A look says what would be printed and refused, with the picture, and changes nothing.
func TestALook(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		o := p.order()
		o.Tags, o.Kind = append(slices.Clone(p.tags), p.received), label.Dealer
		all, err := p.Look(manager, p.farmID, o)
		must(t, err)
		if len(all) != 3 || !strings.HasPrefix(all[2].Picture, "data:image/png;base64,") {
			t.Fatalf("%d labels, %.30s", len(all), all[2].Picture)
		}
		for i, l := range all {
			if len(l.Findings) > 0 {
				t.Errorf("label %d: %+v", i, l.Findings)
			}
			address := scanned(t, l.Picture)
			id, ours := strings.CutPrefix(address, "https://tags.example/tag/")
			if shown, err := p.public.Public(context.Background(), id); !ours || err != nil || shown.Tag.ID != l.Tag {
				t.Errorf("the code of label %d leads to %q: %v", i, address, err)
			}
		}
		want := []label.Element{{Field: "shipper", Name: "Original shipper", Text: "ME-9-SS"}, {Field: "product", Name: "Type and quantity", Text: "Mussels, 2 bags"}}
		for _, e := range want {
			if !slices.Contains(all[2].Elements, e) {
				t.Errorf("%+v is not in %+v", e, all[2].Elements)
			}
		}
		c, err := p.Choices(manager, p.farmID)
		must(t, err)
		if c.Jurisdiction != "ME" || c.Kind != label.Harvester || len(c.Places) < 13 {
			t.Errorf("%s %s %d", c.Jurisdiction, c.Kind, len(c.Places))
		}
	})
}

func TestLook_RefusesNumbersBeyondLimits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		for field, change := range map[string]func(*Wanted){
			"dpi":        func(o *Wanted) { o.DPI = 6000 },
			"copies":     func(o *Wanted) { o.Copies = math.MaxInt/2 + 1 },
			"containers": func(o *Wanted) { o.Containers = math.MaxInt64 },
			"tags":       func(o *Wanted) { o.Tags = make([]string, 201) },
		} {
			o := p.order()
			change(&o)

			_, err := p.Look(manager, p.farmID, o)
			if fields := fault.As(err).Fields; len(fields) != 1 || fields[0].Name != field {
				t.Errorf("%s: %v %+v", field, err, fields)
			}
		}
	})
}

// scanned reads the code of a picture as a phone does, which looks again, held a little
// otherwise, where a pattern among the dots has misled it.
func scanned(t *testing.T, picture string) (address string) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(picture, "data:image/png;base64,"))
	must(t, err)
	decoded, err := png.Decode(bytes.NewReader(raw))
	must(t, err)
	for _, degrees := range []float64{0, 5, -5, 11} {
		if address, err = look(decoded, degrees); err == nil {
			return address
		}
	}
	t.Fatal(err)
	return ""
}

func look(picture image.Image, degrees float64) (string, error) {
	size := picture.Bounds().Size()
	frame := image.NewGray(image.Rect(0, 0, size.X, size.Y))
	draw.Draw(frame, frame.Bounds(), image.White, image.Point{}, draw.Src)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	x, y := float64(size.X)/2, float64(size.Y)*3/4 // about where the code is
	turn := f64.Aff3{cos, -sin, x - cos*x + sin*y, sin, cos, y - sin*x - cos*y}
	draw.BiLinear.Transform(frame, turn, picture, picture.Bounds(), draw.Src, nil)
	bitmap, err := gozxing.NewBinaryBitmapFromImage(frame)
	if err != nil {
		return "", err
	}
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		return "", err
	}
	return read.GetText(), nil
}

// Only the firm's own people and those with companies print; who sees every farm looks.
func TestWhoPrints(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		other, _ := booktest.NewFarm(t, db, "Elsewhere")
		job := Print{ID: "x", Wanted: p.order(), Format: ZPL}
		if _, err := p.Print(staff, p.farmID, job); !fault.Is(err, fault.Denied) {
			t.Errorf("staff printed: %v", err)
		}
		if _, err := p.Look(staff, p.farmID, p.order()); err != nil {
			t.Errorf("staff did not see: %v", err)
		}
		if _, err := p.Print(manager, other, job); !fault.Is(err, fault.NotFound) {
			t.Errorf("another firm's people printed: %v", err)
		}
		if _, err := p.Look(manager, other, p.order()); !fault.Is(err, fault.NotFound) {
			t.Errorf("another firm's people saw: %v", err)
		}
		if _, err := p.Choices(manager, other); !fault.Is(err, fault.NotFound) {
			t.Errorf("another firm's people chose: %v", err)
		}
		if _, err := p.Print(system, other, job); fault.As(err).Fields == nil || fault.As(err).Fields[0].Name != "tags.0" {
			t.Errorf("a firm printed another's tag: %v", err)
		}
	})
}
