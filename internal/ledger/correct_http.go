package ledger

import (
	"context"
	"errors"
	"strings"

	"github.com/merroir/merroir/internal/fault"
)

// OneInput names an activity.
type OneInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Number int64  `path:"number" minimum:"1"`
}

// OneOutput is an activity.
type OneOutput struct {
	Body struct {
		Noted
		Found      *int64       `json:"found" doc:"Animals that a count found; null for any other activity"`
		CountTaken *CountFields `json:"countTaken,omitempty" doc:"What a count says besides its difference; absent for any other activity"`
	}
}

// HandleOne answers GET /api/v2/activities/{farmId}/{number}.
func (s *Service) HandleOne(ctx context.Context, in *OneInput) (out *OneOutput, err error) {
	out = &OneOutput{}
	out.Body.Noted, out.Body.CountTaken, err = s.One(ctx, in.FarmID, in.Number)
	if out.Body.CountTaken != nil {
		out.Body.Found = &out.Body.CountTaken.Found
	}
	return out, err
}

// CorrectInput says how an activity is put right.
type CorrectInput struct {
	OneInput
	Body struct {
		Reason    string        `json:"reason" maxLength:"2000" doc:"Why; kept with the correction"`
		Activity  *activityBody `json:"activity" required:"false" doc:"What is right, of the same kind; absent where the entry should not be at all. Its id means nothing: an entry is corrected once"`
		Confirmed bool          `json:"confirmed" required:"false" doc:"Record a size or a count that is far from the last"`
		Try       bool          `json:"try" required:"false" doc:"Change nothing, only say what would change, or what stands in the way"`
	}
}

// CorrectOutput says what a correction changed.
type CorrectOutput struct {
	Body struct {
		Changes  []Change  `json:"changes" doc:"By place; of a repeated call, none"`
		Recounts []Recount `json:"recounts" doc:"Recorded counts whose difference changes. They go on showing what was counted"`
	}
}

// HandleCorrect answers POST /api/v2/activities/{farmId}/{number}/correction.
func (s *Service) HandleCorrect(ctx context.Context, in *CorrectInput) (*CorrectOutput, error) {
	c := Correction{Number: in.Number, Reason: strings.TrimSpace(in.Body.Reason), Ask: !in.Body.Confirmed, Try: in.Body.Try}
	if in.Body.Activity != nil {
		batch, err := readBatch([]activityBody{*in.Body.Activity})
		if err != nil {
			return nil, err
		}
		c.Right = &batch[0]
	}
	done, err := s.Correct(ctx, in.FarmID, c)
	if err != nil {
		return nil, oneRefused(byField(err), err)
	}
	out := &CorrectOutput{}
	out.Body.Changes, out.Body.Recounts = done.Changes, done.Recounts
	return out, nil
}

// oneRefused says what stands in the way of one correction, where the message for a batch would
// number its activities.
func oneRefused(answer, err error) error {
	var refused *Refused
	var said *fault.Fault
	if errors.As(err, &refused) && errors.As(answer, &said) {
		said.Message = fieldOf(0, "", refused.First[0].Reason).Message + " Nothing was changed."
	}
	return answer
}
