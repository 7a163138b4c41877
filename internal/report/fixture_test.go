package report

import "github.com/merroir/merroir/internal/report/reporttest"

var (
	system        = reporttest.System
	clock         = reporttest.Clock
	must          = reporttest.Must
	newFarm       = reporttest.NewFarm
	notebookFarm  = reporttest.NotebookFarm
	newUser       = reporttest.NewUser
	busyFarm      = reporttest.BusyFarm
	hungFarm      = reporttest.HungFarm
	importedFarm  = reporttest.ImportedFarm
	day           = reporttest.Day
	historyStart  = reporttest.HistoryStart
	historyPlaces = reporttest.HistoryPlaces
	plantings     = reporttest.Plantings
	drawActivity  = reporttest.DrawActivity
	record        = reporttest.Record
	recordAtOnce  = reporttest.RecordAtOnce
)
