package reach_test

import "github.com/merroir/merroir/internal/tag/tagtest"

var (
	nobody      = tagtest.Nobody
	system      = tagtest.System
	manager     = tagtest.Manager
	north       = tagtest.North
	south       = tagtest.South
	trade       = tagtest.Trade
	bay         = tagtest.Bay
	cove        = tagtest.Cove
	id          = tagtest.ID
	must        = tagtest.Must
	day         = tagtest.Day
	newWorld    = tagtest.NewWorld
	newChain    = tagtest.NewChain
	threeLevels = tagtest.ThreeLevels
)
