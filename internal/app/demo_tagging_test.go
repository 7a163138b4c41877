package app

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/paper"
)

var everything = page.Slice{Limit: 100, Page: 1}

// The demo has a subscription in every state, each made by what people and
// machines do, and starts again with the same. FARM-5, SUB-1 to SUB-8, PAPER-1.
func TestDemoSubscriptions(t *testing.T) {
	config := filledDemo(t)
	for range 2 {
		a := start(t, config)
		checkDemoFarms(t, a)
		checkDemoQueue(t, a)
		must(t, a.Close())
	}
}

// A first start that is interrupted while it tells the subscriptions' past is gone
// on with by the next, as often as that happens, to the same books.
func TestDemoGoesOnWithItsPast(t *testing.T) {
	config := demoConfig(t, dbtest.SQLiteURL(t))
	folder, err := mail.NewFolder(config.mailDir())
	must(t, err)
	config.Demo = false
	for _, daysAgo := range []int{210, 104} {
		a := start(t, config)
		ctx, cancel := context.WithCancel(system)
		services := a.demoServices(folder)
		past, at := services.Past, time.Now().AddDate(0, 0, -daysAgo).Add(-time.Hour)
		services.Past = func(now func() time.Time) (demo.Past, error) {
			return past(func() time.Time {
				if now().After(at) {
					cancel()
				}
				return now()
			})
		}
		if err := services.Fill(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("%d days ago: %v", daysAgo, err)
		}
		must(t, a.Close())
	}
	config.Demo = true
	a := start(t, config)
	checkDemoFarms(t, a)
	checkDemoQueue(t, a)
	must(t, a.Close())
}

// A start that ended between making a farm and furnishing it, or amid that, is gone
// on with: each farm has what it is to have, once.
func TestDemoGoesOnFurnishing(t *testing.T) {
	config := demoConfig(t, dbtest.SQLiteURL(t))
	folder, err := mail.NewFolder(config.mailDir())
	must(t, err)
	config.Demo = false
	a := start(t, config)
	services := a.demoServices(folder)
	ids := []string{}
	for _, f := range demo.Farms {
		ids = append(ids, f.ID)
	}
	noted, err := json.Marshal(map[string]any{"Today": time.Now().UnixMilli(), "Day": 210, "Farms": ids})
	must(t, err)
	must(t, services.Note(system, string(noted)))
	for _, f := range demo.Farms[:2] {
		_, err := a.farms.CreateWithID(system, f.ID, f.Details)
		must(t, err)
	}
	_, err = a.farms.AddLease(system, demo.Farms[1].ID, demo.Farms[1].Leases[0])
	must(t, err)
	must(t, services.Fill(system))
	for _, f := range demo.Farms {
		got, err := a.farms.Get(system, f.ID)
		must(t, err)
		linked, wanted := len(got.Users) == 1, f.Managed
		if len(got.Leases) != len(f.Leases) || linked != wanted {
			t.Errorf("%s: %d leases, linked: %v", got.Name, len(got.Leases), linked)
		}
	}
	must(t, a.Close())
}

func checkDemoFarms(t *testing.T, a *App) {
	t.Helper()
	records := map[string]paper.FarmRecord{}
	states, invoices := map[farm.TaggingState]int{}, map[billing.State]int{}
	for _, f := range demo.Farms {
		r, err := a.papers.Farm(system, f.ID)
		must(t, err)
		records[r.Name] = r
		states[r.TaggingActive]++
		list, err := a.invoices.List(system, f.ID, "", everything)
		must(t, err)
		for _, v := range list.Data {
			invoices[v.State]++
		}
	}
	if want := map[farm.TaggingState]int{farm.TaggingOn: 4, farm.TaggingPending: 1, farm.TaggingOff: 2}; !maps.Equal(states, want) {
		t.Errorf("subscriptions: %v", states)
	}
	if want := map[billing.State]int{billing.Paid: 7, billing.Open: 4, billing.Refunded: 1}; !maps.Equal(invoices, want) {
		t.Errorf("invoices: %v", invoices)
	}
	setup := records["Damariscotta Tide Farm"]
	v, err := a.invoices.Get(system, setup.ID, setup.TaggingSetupInvoice)
	if err != nil || v.State != billing.Open || v.Total != 500_00+99_00 || setup.TaggingInvoiceAmount != v.Total {
		t.Errorf("the pending setup: %+v %v", v, err)
	}
	stony := records["Stony Point Shellfish"]
	if len(stony.Printers) != 2 || stony.TagsInStock.Mobile != 2*1320-24-29*80 || len(stony.TaggingInvoices.Mobile) != 3 || !stony.TaggingInvoices.MobileSticker[0].Refunded {
		t.Errorf("Stony Point: %+v", stony.Overview)
	}
	if h := records["Bahía Falsa Ostiones"].ShipmentHolds; len(h) != 1 || h[0].Type != paper.Mobile {
		t.Errorf("holds: %+v", h)
	}
	if r := records["Elliott Bay Seafood"]; !r.StopAutoReplenishment || r.TagsInStock.Industrial != 6000-17*250 {
		t.Errorf("custom paper: %+v", r.Overview)
	}
}

func checkDemoQueue(t *testing.T, a *App) {
	t.Helper()
	for state, want := range map[paper.QueueState]int{paper.ToSend: 3, paper.Held: 1, paper.Was: 8, paper.Owing: 1} {
		list, err := a.papers.Queue(system, paper.QueueQuery{State: state, Page: everything})
		must(t, err)
		if len(list.Data) != want {
			t.Errorf("%d orders are %s", len(list.Data), state)
		}
		for _, o := range list.Data {
			if state == paper.Was && (o.Carrier != "UPS" || o.Tracking == "") {
				t.Errorf("sent: %+v", o)
			}
		}
	}
	stored, err := a.mailFolder.List()
	must(t, err)
	var subjects []string
	for _, m := range stored {
		subjects = append(subjects, m.Subject)
	}
	for _, subject := range []string{
		"Enable your Merroir tagging subscription", "Stony Point Shellfish will get new paper soon", "Paper was ordered for Stony Point Shellfish", "To ship: Stony Point Shellfish",
		"Your paper is on its way to Stony Point Shellfish", "Shipments of mobile paper to Bahía Falsa Ostiones are on hold", "Half of the custom paper of Elliott Bay Seafood is used",
	} {
		if !slices.Contains(subjects, subject) {
			t.Errorf("no mail %q among %q", subject, subjects)
		}
	}
}
