package demo

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/stock"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/scan"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// The tags that farms of the demo make of what they harvest, by the events of a farm.
const (
	firstBag     = "7a0000000000000000000011"
	secondBag    = "7a0000000000000000000012"
	mixedBag     = "7a0000000000000000000013" // of the first two
	petiteBag    = "7a0000000000000000000014"
	marketBag    = "7a0000000000000000000015" // of the petites, as the next
	dozenBag     = "7a0000000000000000000016"
	dozens       = "7a0000000000000000000017"
	floatingBag  = "7a0000000000000000000018"
	receivedBag  = "7a0000000000000000000019"
	halfBag      = "7a000000000000000000001a"
	neighbourBag = "7a000000000000000000001b" // what the recall reaches, and was shipped
)

var (
	pikePlace = tag.Consignee{Name: "Pike Place Fish", Email: "receiving@pikeplace.example", Phone: "+1 206 555 0121", Address: "86 Pike Place\nSeattle, Washington 98101"}
	harbor    = tag.Consignee{Name: "Harbor House", Email: "chef@harborhouse.example", Phone: "+1 253 555 0186", Address: "2101 Dock Street\nTacoma, Washington 98402"}
	walrus    = tag.Consignee{Name: "The Walrus", Phone: "+1 503 555 0164", Address: "14 Ankeny Square\nPortland, Oregon 97204"}
	elliott   = tag.Consignee{Name: "Elliott Bay Seafood", Cert: "WA-0311-SS", Email: "sam@elliottbay.example", Phone: "+1 206 555 0110", Address: "1500 Alaskan Way\nSeattle, Washington 98101"}
)

const (
	harvestedLeast = 400 // animals in a lot, of which at most 240 go onto tags
	daysAfterwards = 2   // until what was harvested has come to a kitchen
)

// market lets Stony Point tag what it harvested and sell it, and Elliott Bay sell it on.
// What was done once is not done again.
func (s Services) market(ctx context.Context) error {
	if _, err := s.Tags.Version(ctx, firstBag); !fault.Is(err, fault.NotFound) {
		return err
	}
	var today ledger.Day
	if err := s.DB.Read(ctx, func(tx *sqldb.Tx) error {
		stony, err := farm.Require(ctx, tx, stonyFarm)
		today = ledger.Day(stony.Today(s.Now()))
		return err
	}); err != nil {
		return err
	}
	neighbours := today - 12
	bought := []event.Event{
		{Kind: tag.Receive, TagID: neighbourBag, Day: neighbours, Clock: "09:20", Quantity: 60, Unit: ledger.Dozen, States: event.Stated{
			Brand: "Bay Center Selects", Species: "Pacific oyster, Magallana gigas", CertID: "c1", Parcel: "87",
			HarvestDate: neighbours.String(), HarvestTime: "06:55", HarvestLocation: "Willapa Bay, Palix Mouth", SourceCert: "WA-0977-SS",
		}},
		shipped(neighbourBag, neighbours+1, 25, pikePlace), shipped(neighbourBag, neighbours+1, 20, harbor),
	}
	if err := s.take(ctx, stonyFarm, bought); err != nil {
		return err
	}
	harvests, err := s.Stock.Untagged(ctx, stonyFarm, (today - daysAfterwards).String())
	if err != nil {
		return err
	}
	lots := onTwoDays(harvests)
	if len(lots) < 2 {
		return nil
	}
	selects, petites := lots[0], lots[1]
	if err := s.take(ctx, stonyFarm, append(selects.sold(), petites.soldAsPetites()...)); err != nil {
		return err
	}
	arrived := selects.day + daysAfterwards
	soldOn := []event.Event{
		{Kind: tag.Receive, TagID: receivedBag, Day: arrived, Clock: "05:50", From: []event.Draw{{TagID: secondBag, Quantity: 80}}, Quantity: 80, Unit: ledger.Each},
		{Kind: tag.Split, TagID: halfBag, Day: arrived, From: []event.Draw{{TagID: receivedBag}}, Quantity: 40, Unit: ledger.Each},
		shipped(halfBag, arrived, 40, harbor), shipped(receivedBag, arrived, 24, walrus),
	}
	if err := s.take(ctx, seattleFishFarm, soldOn); err != nil {
		return err
	}
	return s.scanned(ctx)
}

// harvest is a lot of one day, of which there is enough.
type harvest struct {
	day ledger.Day
	stock.Untagged
}

// onTwoDays gives the newest lots of two days.
func onTwoDays(all []stock.Untagged) (lots []harvest) {
	for _, h := range all {
		day, err := ledger.ParseDay(h.Date)
		if err != nil || h.Harvested-h.Tagged < harvestedLeast || len(lots) > 0 && lots[0].day == day {
			continue
		}
		if lots = append(lots, harvest{day, h}); len(lots) == 2 {
			break
		}
	}
	return lots
}

// bag is a tag for animals of the lot.
func (h harvest) bag(id string, animals int64, brand, certID string) event.Event {
	return event.Event{
		Kind: tag.Harvest, TagID: id, Day: h.day, Clock: "06:40", LeaseID: h.LeaseID, Lots: []event.LotDraw{{LotID: h.LotID, Animals: animals}},
		States: event.Stated{Brand: brand, CertID: certID, Parcel: "112"},
	}
}

func (h harvest) sold() []event.Event {
	cold := int64(3_4)
	return []event.Event{
		h.bag(firstBag, 120, "Bay Center Selects", "c1"),
		h.bag(secondBag, 120, "Bay Center Selects", "c1"),
		{Kind: tag.Ice, TagID: firstBag, Day: h.day, Clock: "08:05"},
		{Kind: tag.Ice, TagID: secondBag, Day: h.day, Clock: "08:05"},
		{Kind: tag.Temperature, TagID: firstBag, Day: h.day, Clock: "11:30", Temperature: &cold},
		{Kind: tag.Commingle, TagID: mixedBag, Day: h.day, From: []event.Draw{{TagID: firstBag, Quantity: 40}, {TagID: secondBag, Quantity: 40}}, Quantity: 80, Unit: ledger.Each},
		shipped(firstBag, h.day+1, 60, pikePlace), shipped(secondBag, h.day+1, 80, elliott), shipped(mixedBag, h.day+1, 48, harbor),
	}
}

func (h harvest) soldAsPetites() []event.Event {
	return []event.Event{
		h.bag(petiteBag, 240, "Stony Point Petites", "c2"),
		{Kind: tag.Ice, TagID: petiteBag, Day: h.day, Clock: "08:20"},
		{Kind: tag.Split, TagID: marketBag, Day: h.day, From: []event.Draw{{TagID: petiteBag}}, Quantity: 96, Unit: ledger.Each},
		{Kind: tag.Split, TagID: dozenBag, Day: h.day, From: []event.Draw{{TagID: petiteBag}}, Quantity: 96, Unit: ledger.Each},
		{Kind: tag.Retag, TagID: dozens, Day: h.day, From: []event.Draw{{TagID: dozenBag}}, Quantity: 8, Unit: ledger.Dozen},
		{Kind: tag.WetStorageIn, TagID: floatingBag, Day: h.day, From: []event.Draw{{TagID: petiteBag}}, Quantity: 48, Unit: ledger.Each, WetStorageLot: "W-" + h.day.Time().Format("0102")},
		shipped(marketBag, h.day+1, 96, walrus), shipped(dozens, h.day+1, 5, pikePlace),
	}
}

func shipped(id string, day ledger.Day, quantity float64, to tag.Consignee) event.Event {
	return event.Event{Kind: tag.Ship, TagID: id, Day: day, Clock: "14:30", Quantity: quantity, To: &to}
}

func (s Services) take(ctx context.Context, farmID string, events []event.Event) error {
	for i := range events {
		events[i].Key = fmt.Sprintf("demo %s %d", events[0].TagID, i)
	}
	_, err := s.Events.Take(ctx, farmID, events)
	return err
}

// Where the tags are scanned: networks of the United States, Canada and Mexico.
const (
	inSeattle   = "73.19.0.1"
	inVancouver = "24.80.0.1"
	inEnsenada  = "189.203.0.1"
	phone       = "Mozilla/5.0 (Linux; Android 15)"
)

// scanned lets people scan tags in the last days, one of them in two countries at once.
func (s Services) scanned(ctx context.Context) error {
	at := s.Now()
	counter := scan.NewCounter(s.DB, func() time.Time { return at }, slog.Default())
	for ago := daysAfterwards; ago >= 0; ago-- {
		at = s.Now().AddDate(0, 0, -ago)
		for n, id := range []string{stonyTag, firstBag, mixedBag, marketBag, receivedBag, halfBag} {
			for range 2 + (n+ago)%4 {
				counter.Count(id, inSeattle, phone)
			}
		}
		counter.Count(stonyTag, inVancouver, phone)
		counter.Count(kumiaiTag, inEnsenada, phone)
	}
	return counter.Flush(ctx)
}
