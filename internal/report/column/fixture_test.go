package column

import "github.com/merroir/merroir/internal/report/reporttest"

var (
	noon          = reporttest.Noon
	system        = reporttest.System
	clock         = reporttest.Clock
	must          = reporttest.Must
	notebookFarm  = reporttest.NotebookFarm
	historyStart  = reporttest.HistoryStart
	historyPlaces = reporttest.HistoryPlaces
	plantings     = reporttest.Plantings
	drawActivity  = reporttest.DrawActivity
	record        = reporttest.Record
	recordAtOnce  = reporttest.RecordAtOnce
	clean         = reporttest.Clean
)
