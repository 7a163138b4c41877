package event_test

import "github.com/merroir/merroir/internal/tag/tagtest"

type (
	book = tagtest.Book
)

var (
	nobody    = tagtest.Nobody
	system    = tagtest.System
	manager   = tagtest.Manager
	member    = tagtest.Member
	north     = tagtest.North
	south     = tagtest.South
	trade     = tagtest.Trade
	bay       = tagtest.Bay
	cove      = tagtest.Cove
	id        = tagtest.ID
	must      = tagtest.Must
	day       = tagtest.Day
	harvested = tagtest.Harvested
	newBook   = tagtest.NewBook
	newChain  = tagtest.NewChain
)
