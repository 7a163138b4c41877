package stock_test

import "github.com/merroir/merroir/internal/tag/tagtest"

type (
	book = tagtest.Book
)

var (
	system    = tagtest.System
	manager   = tagtest.Manager
	north     = tagtest.North
	trade     = tagtest.Trade
	bay       = tagtest.Bay
	cove      = tagtest.Cove
	must      = tagtest.Must
	day       = tagtest.Day
	harvested = tagtest.Harvested
	newBook   = tagtest.NewBook
)
