package ledger

import (
	"fmt"

	"github.com/merroir/merroir/internal/fault"
)

// maxListed bounds how many mistakes are told at once.
const maxListed = 100

// Refusal says why one activity of a batch cannot be recorded.
type Refusal struct {
	Activity int    // index in the batch; -1 of a visit that nothing can be made of
	Row      int    // line of the sheet; 0 where it comes from none
	Kind     Kind   // of the activity
	Field    string // the field at fault; empty where it is the whole
	Reason   string
	Conflict bool // its key is taken by another activity, or what it undoes is undone
}

// Refused is why a batch was not recorded. Nothing of it was.
type Refused struct {
	First []Refusal // at most a hundred, or as many as most says, in the order found
	Total int
	most  int
}

func (r *Refused) Error() string { return fmt.Sprintf("%d activities refused", r.Total) }

func (r *Refused) add(activity int, field, reason string) {
	r.addRefusal(Refusal{Activity: activity, Field: field, Reason: reason})
}

func (r *Refused) addRefusal(refusal Refusal) {
	if r.Total++; len(r.First) < max(r.most, maxListed) {
		r.First = append(r.First, refusal)
	}
}

// err is the fault for the caller of a batch, nil when nothing was refused. It
// is a Conflict only when that is all that is wrong.
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
