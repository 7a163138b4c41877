package ledger

import (
	"fmt"

	"github.com/merroir/merroir/internal/fault"
)

// MaxListed is how many refusals are listed, unless a draft asks for more.
const MaxListed = 100

// Refusal says why one activity of a batch cannot be recorded.
type Refusal struct {
	Activity int    // index in the batch; -1 for a visit that cannot become an activity
	Row      int    // line of the sheet; 0 where it comes from none
	Kind     Kind   // of the activity
	Field    string // the field at fault; empty where it is the activity as a whole
	Reason   string
	Conflict bool  // its key is taken by another activity, or what it undoes is undone
	Twin     int   // line of the sheet, or number in the batch from 1, of the activity with the same key; 0 if that is recorded
	place    int32 // which of the recording's places would hold less than nothing, counted from 1; 0 where it is something else
}

// Refused lists what was refused of a batch. Unless that is left out
// ([Draft.SkipBad]), nothing of the batch is recorded.
type Refused struct {
	First []Refusal // the first MaxListed of them, or as many as most says, in the order found
	Total int
	most  int

	clashed int // the last row whose key is taken
}

func (r *Refused) Error() string { return fmt.Sprintf("%d activities refused", r.Total) }

func (r *Refused) add(activity int, field, reason string) {
	r.addRefusal(Refusal{Activity: activity, Field: field, Reason: reason})
}

// addRefusal counts a row whose key is taken once, though a visit is several activities.
func (r *Refused) addRefusal(refusal Refusal) {
	if refusal.Conflict && refusal.Row > 0 {
		if r.clashed == refusal.Row {
			return
		}
		r.clashed = refusal.Row
	}

	if r.Total++; len(r.First) < max(r.most, MaxListed) {
		r.First = append(r.First, refusal)
	}
}

// err is the fault for the caller of a batch, nil when nothing was refused. It is
// a Conflict when every refusal is one, otherwise Invalid.
func (r *Refused) err() error {
	if r.Total == 0 {
		return nil
	}
	kind := fault.Conflict
	for _, refusal := range r.First {
		if !refusal.Conflict {
			kind = fault.Invalid
		}
	}
	first := r.First[0]
	message := fmt.Sprintf("Activity %d (%s): %s.", first.Activity+1, first.Field, first.Reason)
	if r.Total > 1 {
		message += fmt.Sprintf(" %d more were refused.", r.Total-1)
	}
	return fault.Wrap(kind, message+" Nothing was recorded.", r)
}
