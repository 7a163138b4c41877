package tagpage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/tag"
)

// step is a stop on the way from the water.
type step struct {
	title, detail string
	when          moment
	// since is "1 h 25 min after harvest", "2 days 6 h later": since the stop before; empty where that cannot be said.
	since string
}

// Fixed ranks come first; everything else follows by date.
const (
	rankHarvest = iota + 1
	rankShipper
	rankDated
)

// candidate is a step that is told if there is anything to tell.
type candidate struct {
	step
	at
	rank int
	// tie is the order among steps of one day: Ice before Wet before Ship, Start before End.
	tie int
}

// timeline is what happened to the product, in the order in which it is told, from the place
// where it was harvested.
func timeline(f *tag.PublicFarm, t *tag.Fields, place string, w *words) []step {
	told := slices.DeleteFunc(candidates(f, t, place, w), func(c candidate) bool { return c.detail == "" && c.when.label == "" })
	sorting.By(told, inOrder)
	steps := make([]step, len(told))
	for i, c := range told {
		steps[i] = c.step
		steps[i].title = w.labelled(c.title)
		steps[i].since = sinceStop(told[:i], c, w)
	}
	return steps
}

// sinceStop says how long after the last stop with a day; of the harvest it is said what it was.
func sinceStop(earlier []candidate, c candidate, w *words) string {
	for _, before := range slices.Backward(earlier) {
		if before.when.label == "" || !before.dated || c.when.label == "" {
			continue
		}
		after := between(before.at, c.at, w)
		if after == "" {
			return ""
		}
		if before.rank == rankHarvest && before.title == harvestLabel {
			return w.afterHarvest(after)
		}
		return w.later(after)
	}
	return ""
}

func candidates(f *tag.PublicFarm, t *tag.Fields, place string, w *words) []candidate {
	start, heading := beginning(f, t)
	// A lot number has no date of its own: it is given when storage starts.
	lotDate := t.WetStorageDate
	if text(lotDate) == "" {
		lotDate = t.WetStorageEndDate
	}
	timed := func(rank, tie int, title, detail, date, clock string) candidate {
		return candidate{step{title: title, detail: detail, when: momentOf(date, clock, w)}, readAt(date, clock), rank, tie}
	}
	dated := func(tie int, title, date string) candidate {
		return candidate{step{title: title, when: dayMoment(date, w)}, readAt(date, ""), rankDated, tie}
	}
	return []candidate{
		timed(rankHarvest, 0, heading, place, start, t.HarvestTime),
		{step: step{title: shipperTitle(t), detail: text(t.SourceCert)}, rank: rankShipper},
		timed(rankDated, receivedTie(t), "Received Date", "", t.ReceiptDate, t.ReceiptTime),
		timed(rankDated, 2, "Ice/Refrigeration", "", t.IcingDate, t.IcingTime),
		{step{title: "Wet Storage Lot #", detail: text(t.WetStorageLot)}, readAt(lotDate, ""), rankDated, 4},
		dated(5, "Wet Storage Start Date", t.WetStorageDate),
		dated(6, "Wet Storage End Date", t.WetStorageEndDate),
		timed(rankDated, 7, "Ship", text(t.Destination), t.ShipDate, t.ShipTime),
	}
}

func shipperTitle(t *tag.Fields) string {
	if strings.EqualFold(text(t.VendorType), "harvester") {
		return "Harvester"
	}
	return "Original Shipper"
}

// receivedTie: receipt has no fixed place among the steps of its day. The clock decides
// between it and the ice, and it always comes before storage and shipping.
func receivedTie(t *tag.Fields) int {
	received, iced := readAt("", t.ReceiptTime), readAt("", t.IcingTime)
	if received.timed && iced.timed && received.minute < iced.minute {
		return 1
	}
	return 3
}

// inOrder is by rank, then by day with undated steps last, then by the order within a day.
func inOrder(a, b candidate) int {
	if a.rank != b.rank {
		return cmp.Compare(a.rank, b.rank)
	}
	switch {
	case a.dated != b.dated && a.dated:
		return -1
	case a.dated != b.dated:
		return 1
	case a.day != b.day:
		return cmp.Compare(a.day, b.day)
	}
	return cmp.Compare(a.tie, b.tie)
}
