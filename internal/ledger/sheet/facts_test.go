package sheet

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

const factHeader = "date,activity,growing area,count,landed,buyer,order,quantity,unit,price,currency,harvester,water temp,air temp\n"

// UPL-3 TAG-2: what is known of a harvest comes in by a sheet as it does by an app.
func TestImportFactsOfAHarvest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		_, err := importText(db, farmID, factHeader+"2026-03-01,plant,Cove,500,,,,,,,,,,\n"+
			"2026-06-02,harvest,Cove,100,6:40,Pike Place,PO 7,8.25,Dozen,12.5,usd,Mel Brook,14.44,-0.5\n"+
			"2026-06-03,harvest,Cove,50,,,,,,,,,,\n", Options{})
		must(t, err)
		noted, err := ledger.New(db, clock).Journal(system, farmID, ledger.Of{}, 0, 10)
		must(t, err)
		water, air := 14.4, -0.5
		got := *noted[1].Facts
		want := got
		want.Landed, want.Buyer, want.Order, want.Quantity, want.Unit, want.PriceCents, want.Currency = "2026-06-02 06:40", "Pike Place", "PO 7", 8.25, "dozen", 1250, "USD"
		want.Harvester, want.WaterTempC, want.AirTempC = "Mel Brook", &water, &air
		if !cmp.Equal(got, want) {
			t.Error(cmp.Diff(want, got))
		}
		if noted[0].Facts != nil || noted[2].Facts != nil {
			t.Errorf("facts that nobody gave: %+v %+v", noted[0].Facts, noted[2].Facts)
		}
		_, err = importText(db, farmID, "date,activity,growing area,count,buyer's address\n2026-06-04,harvest,Cove,50,85 Pike St\n", Options{})
		must(t, err)
		noted, err = ledger.New(db, clock).Journal(system, farmID, ledger.Of{}, 0, 1)
		must(t, err)
		if noted[0].Facts == nil || noted[0].Facts.BuyerAddress != "85 Pike St" {
			t.Errorf("where it went: %+v", noted[0].Facts)
		}
	})
}

func TestImportRefusesFactsThatCannotBe(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	for cells, want := range map[string]string{
		"harvest,Cove,1,noon,,,,,,,,,":     `column "landed": "noon" is not a time`,
		"harvest,Cove,1,,,,1.2345,kg,,,,,": `column "quantity": 1.2345 has more than 3 decimals`,
		"harvest,Cove,1,,,,1e3,kg,,,,,":    `column "quantity": "1e3" is not a number`,
		"harvest,Cove,1,,,,,kg,1.005,,,,":  `column "price": 1.005 has more than 2 decimals`,
		"harvest,Cove,1,,,,,kg,5,,,,":      `column "currency": a price needs its currency`,
		"harvest,Cove,1,,,,,crate,,,,,":    `column "unit": "crate" is not a unit`,
		"harvest,Cove,1,,,,,,,,,warm,":     `column "water temp": "warm" is not a temperature`,
		"loss,Cove,1,,Pike Place,,,,,,,,":  "belong to a harvest",
	} {
		_, err := importText(db, farmID, factHeader+"2026-03-01,plant,Cove,500,,,,,,,,,,\n2026-06-02,"+cells+"\n", Options{})
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", cells, err)
		}
	}
}

func TestTimeCells(t *testing.T) {
	for cell, want := range map[string]string{"0.2777777777777778": "06:40", "46082.75": "2026-03-01 18:00", "6:40": "6:40", "": "", "46082": "2026-03-01 00:00"} {
		if got := timeText(cell, excelEpoch); got != want {
			t.Errorf("%q is %q", cell, got)
		}
	}
}
