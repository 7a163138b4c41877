package reporttest

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// BusyFarm was at work this autumn. Today is 20 November 2026; 90 days ago was
// 22 August.
//
//	North, trays: 1,000 planted, 50 harvested by 22 August, so 950 then; 50 lost and 100
//	  harvested since, so 800 today. They were 40 mm long then and are 60 mm now.
//	  Others were all harvested on 24 May, the day before the 90 days before.
//	South, bags: 200 planted in October, never measured.
func BusyFarm(t testing.TB, db *sqldb.DB) (farmID string, areas map[string]string) {
	t.Helper()
	farmID, areas = NewFarm(t, db), map[string]string{}
	for name, spots := range map[string]int{"North": 30, "South": 10} {
		lease, err := farm.New(db, Clock).AddLease(System, farmID, farm.Lease{Name: name, Lines: []farm.Line{{Name: "1", Spots: spots}}})
		Must(t, err)
		areas[name] = lease.ID
	}
	_, err := sheet.Import(System, ledger.New(db, Clock), farmID, "sheet.csv", strings.NewReader(
		"date,activity,growing area,animal type,year,equipment,count,containers,measured,size mm\n"+
			"2026-05-20,plant,North,Pacific oyster,2024,tray,10,1,,\n"+
			"2026-05-24,harvest,North,Pacific oyster,2024,tray,10,1,,\n"+
			"2026-08-01,plant,North,Pacific oyster,2025,tray,1000,20,,\n"+
			"2026-08-05,harvest,North,Pacific oyster,2025,tray,50,,,\n"+
			"2026-08-10,size,North,Pacific oyster,2025,tray,,,10,40\n"+
			"2026-09-01,loss,North,Pacific oyster,2025,tray,50,,,\n"+
			"2026-10-01,harvest,North,Pacific oyster,2025,tray,100,2,,\n"+
			"2026-10-15,plant,South,Kumamoto,2026,bag,200,4,,\n"+
			"2026-11-01,size,North,Pacific oyster,2025,tray,,,10,60\n"), sheet.Options{})
	Must(t, err)
	return farmID, areas
}

// HungFarm has containers in two growing areas. By hand:
//
//	North, 30 + 10 spots: 25 planted in trays; 5 of them go South, and 20 hold 500
//	  animals. 6 bags are emptied by a harvest of all that is in them. So 20 hang
//	  and 20 spots are free.
//	South, 4 spots: the 5 trays, and 2 bags without a type. So 7 hang, three more
//	  than there are spots, and none is free. In 3 nets all animals died; a net
//	  without a living animal is not in use, even where nobody said that it is gone.
//	Far, 12 spots: nothing hangs, all are free.
func HungFarm(t testing.TB, db *sqldb.DB) (farmID string, areas map[string]string) {
	t.Helper()
	farmID, areas = NewFarm(t, db), map[string]string{}
	for name, lines := range map[string][]farm.Line{
		"North": {{Name: "N1", Spots: 30}, {Name: "N2", Spots: 10}}, "South": {{Name: "S1", Spots: 4}}, "Far": {{Name: "F1", Spots: 12}},
	} {
		lease, err := farm.New(db, Clock).AddLease(System, farmID, farm.Lease{Name: name, Lines: lines})
		Must(t, err)
		areas[name] = lease.ID
	}
	_, err := sheet.Import(System, ledger.New(db, Clock), farmID, "sheet.csv", strings.NewReader(
		"date,activity,growing area,to growing area,year,equipment,to equipment,count,containers\n"+
			"2026-03-01,plant,North,,2026,tray,,1000,25\n"+
			"2026-04-01,move,North,South,2026,tray,tray,500,5\n"+
			"2026-03-02,plant,North,,2025,bag,,300,6\n"+
			"2026-05-01,harvest,North,,2025,bag,,300,6\n"+
			"2026-06-01,plant,South,,2025,,,40,2\n"+
			"2026-06-02,plant,South,,2024,net,,10,3\n"+
			"2026-06-03,loss,South,,2024,net,,10,0\n"), sheet.Options{})
	Must(t, err)
	return farmID, areas
}
