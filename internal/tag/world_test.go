package tag_test

import "github.com/merroir/merroir/internal/tag/tagtest"

type (
	world = tagtest.World
)

var (
	nobody      = tagtest.Nobody
	system      = tagtest.System
	manager     = tagtest.Manager
	member      = tagtest.Member
	staff       = tagtest.Staff
	north       = tagtest.North
	south       = tagtest.South
	trade       = tagtest.Trade
	id          = tagtest.ID
	must        = tagtest.Must
	newWorld    = tagtest.NewWorld
	newChain    = tagtest.NewChain
	threeLevels = tagtest.ThreeLevels
)
