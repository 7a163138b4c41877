package sheet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
)

// BenchmarkImport imports a sheet of 100,000 activities into an empty farm.
func BenchmarkImport(b *testing.B) {
	sheet := busySheet(100_000)
	for b.Loop() {
		b.StopTimer()
		db := dbtest.SQLite(b)
		farmID, _ := newFarm(b, db)
		b.StartTimer()
		_, err := importFile(db, farmID, "sheet.csv", bytes.NewReader(sheet), Options{})
		must(b, err)
	}
}

// busySheet is a sheet of rows activities: 1,000 lots planted in the first
// year, then taken from, counted, measured and moved in the order of days.
func busySheet(rows int) []byte {
	const lots = 1_000
	random := rand.New(rand.NewPCG(1, 2))
	start := day("2022-01-01")
	var sheet bytes.Buffer
	sheet.WriteString("date,activity,growing area,to growing area,animal type,seed source,year,month,date planted,location planted,size,equipment,fill profile,count,measured,size mm\n")
	for i := range rows {
		lot := i % lots
		on := start + ledger.Day(i*1_700/rows)
		planted := start + ledger.Day(lot%200)
		area := fmt.Sprintf("Area %d", lot%10)
		activity, count, sample := "plant", "1000000", ","
		to := ""
		if i >= lots {
			switch random.IntN(6) {
			case 0, 1:
				activity, count = "harvest", fmt.Sprint(1+random.IntN(100))
			case 2, 3:
				activity, count = "loss", fmt.Sprint(1+random.IntN(20))
			case 4:
				activity, count, sample = "size", "", fmt.Sprintf("%d,%d.%d", 10+random.IntN(40), 30+random.IntN(60), random.IntN(10))
			case 5:
				activity, count, to = "move", fmt.Sprint(1+random.IntN(50)), "Area 10"
			}
		}
		fmt.Fprintf(&sheet, "%s,%s,%s,%s,Pacific oyster,Hatchery %d,2022,%d,%s,%s,%d mm,bag,line %d,%s,%s\n",
			on, activity, area, to, lot%7, 1+lot%12, planted, area, 50+lot%4*10, lot, count, sample)
	}
	return sheet.Bytes()
}
