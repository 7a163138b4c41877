package ledger

import (
	"context"
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/sqldb"
)

// refuseEnded refuses to bring animals into a growing area after its last day.
func (b *Recording) refuseEnded(context.Context, *sqldb.Tx) error {
	if len(b.areas.ended) == 0 {
		return nil
	}
	for _, i := range b.pending {
		a := &b.acts[i]
		if a.kind.kind() == Plant {
			b.refuseInto(i, a.place, FieldArea)
		}
		for _, part := range b.partsOf(a) {
			b.refuseInto(i, part.place, FieldTo)
		}
	}
	return nil
}

func (b *Recording) refuseInto(i, place int32, field string) {
	leaseID := b.places[place].LeaseID
	if last, ended := b.areas.ended[leaseID]; ended && Day(b.acts[i].day) > last {
		b.refuse(Refusal{Activity: int(i), Field: field, Reason: fmt.Sprintf("%s ended on %s; reopen it to put animals there", b.areas.names[leaseID], last)})
	}
}

// refuseLeftovers refuses activities that would leave animals in a growing area
// that has ended: counts, corrections, and those dated back before its last day.
func (b *Recording) refuseLeftovers() {
	if len(b.areas.ended) == 0 {
		return
	}
	for where := range b.sweep.closings {
		h := &b.sweep.closings[where]
		leaseID := b.placeIDs[where].leaseID
		last, ended := b.areas.ended[leaseID]
		if !ended || h.refused || h.giver == 0 || h.animals <= 0 {
			continue
		}
		b.sweep.again = b.skip
		b.refuse(Refusal{Activity: h.giver - 1, Field: FieldArea, Reason: fmt.Sprintf("it would leave %s animals in %s, which ended on %s; reopen it first", humanize.Comma(h.animals), b.areas.names[leaseID], last)})
	}
}
