package ledger

import (
	"context"

	"github.com/merroir/merroir/internal/fault"
)

// RecordInput is a batch of activities.
type RecordInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   struct {
		Activities []activityBody `json:"activities" minItems:"1" maxItems:"500"`
		Confirmed  bool           `json:"confirmed" required:"false" doc:"Record sizes and counts that are far from the last. Otherwise they are answered with 409 and the code far-from-last, with what the last was, and nothing is recorded"`
		Try        bool           `json:"try" required:"false" doc:"Record nothing, only answer what would change"`
	}
}

type numbered struct {
	ID     string `json:"id"`
	Number int64  `json:"number" doc:"In the farm's ledger; what a correction names"`
}

// RecordOutput says what became of the batch.
type RecordOutput struct {
	Body struct {
		Recorded   int        `json:"recorded"`
		Skipped    int        `json:"skipped" doc:"Recorded before, with the same content"`
		Activities []numbered `json:"activities" doc:"In the order of the batch"`
		Recounts   []Recount  `json:"recounts" doc:"Recorded counts whose difference changes. They go on showing what was counted"`
		SameDay    []string   `json:"sameDay" doc:"Ids of counts on a day with losses, harvests or moves out that do not say which came first"`
	}
}

// HandleRecord answers POST /api/v2/activities/{farmId}.
func (s *Service) HandleRecord(ctx context.Context, in *RecordInput) (*RecordOutput, error) {
	batch, err := readBatch(in.Body.Activities)
	if err != nil {
		return nil, err
	}
	record := s.RecordUnlessFar
	switch {
	case in.Body.Try:
		record = s.TryRecord
	case in.Body.Confirmed:
		record = s.Record
	}
	result, err := record(ctx, in.FarmID, batch)
	if err != nil {
		return nil, byField(err)
	}
	out := &RecordOutput{}
	out.Body.Recorded, out.Body.Skipped = result.Recorded, result.Skipped
	out.Body.Activities = make([]numbered, len(batch))
	for i, a := range in.Body.Activities {
		out.Body.Activities[i] = numbered{a.ID, result.Numbers[i]}
	}
	out.Body.Recounts, out.Body.SameDay = result.Recounts, []string{}
	for _, i := range result.SameDay {
		out.Body.SameDay = append(out.Body.SameDay, in.Body.Activities[i].ID)
	}
	return out, nil
}

// JournalInput asks for a page of what was recorded.
type JournalInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"Most activities to give"`
	Before int64  `query:"before" minimum:"1" required:"false" doc:"Give those with a smaller number: the smallest of the page before"`
	Lot    string `query:"lotId" maxLength:"64" required:"false" doc:"Those that came to a lot, changed it or left it"`
	Group  string `query:"groupId" maxLength:"64" required:"false" doc:"Those of the lots of a group"`
}

// JournalOutput is a page of what was recorded, the newest first.
type JournalOutput struct {
	Body struct {
		Data []Noted `json:"data"`
	}
}

// HandleJournal answers GET /api/v2/activities/{farmId}.
func (s *Service) HandleJournal(ctx context.Context, in *JournalInput) (*JournalOutput, error) {
	noted, err := s.Journal(ctx, in.FarmID, Of{in.Lot, in.Group}, in.Before, in.Limit)
	out := &JournalOutput{}
	out.Body.Data = noted
	return out, err
}

// PlacesInput names a farm.
type PlacesInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Day    string `query:"day" maxLength:"10" required:"false" doc:"YYYY-MM-DD: where the farm had animals or containers on that day, with what was there at its end; left out, where it has some now"`
}

// PlacesOutput lists where the farm has something.
type PlacesOutput struct {
	Body struct {
		Data []Held `json:"data"`
	}
}

func (s *Service) placesOf(ctx context.Context, in *PlacesInput) ([]Held, error) {
	if in.Day == "" {
		return s.Places(ctx, in.FarmID)
	}

	day, err := ParseDay(in.Day)
	if err != nil {
		return nil, fault.ForField("day", fault.As(err).Message)
	}
	return s.PlacesOn(ctx, in.FarmID, day)
}

// HandlePlaces answers GET /api/v2/places/{farmId}.
func (s *Service) HandlePlaces(ctx context.Context, in *PlacesInput) (*PlacesOutput, error) {
	held, err := s.placesOf(ctx, in)
	out := &PlacesOutput{}
	out.Body.Data = held
	return out, err
}
