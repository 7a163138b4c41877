package recall

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/page"
)

// FarmPreviewInput asks what a drill of the farm, or a recall that it asks for, would
// reach of its own.
type FarmPreviewInput struct {
	farm.IDInput
	PreviewInput
}

// HandleFarmPreview answers POST /api/farms/{id}/recall-preview.
func (s *Service) HandleFarmPreview(ctx context.Context, in *FarmPreviewInput) (*ReachOutput, error) {
	reach, err := s.Preview(ctx, in.ID, in.Body.Choice)
	return &ReachOutput{reach}, err
}

// DrillInput begins a drill of the farm.
type DrillInput struct {
	farm.IDInput
	Body struct {
		Words
		Choice Choice `json:"choice"`
		Seen   Seen   `json:"seen" doc:"Of the preview"`
	}
}

// HandleDrill answers POST /api/farms/{id}/recall-drills.
func (s *Service) HandleDrill(ctx context.Context, in *DrillInput) (*RecallIDOutput, error) {
	return made(s.Declare(ctx, Declaration{Kind: Drill, FarmID: in.ID, Words: in.Body.Words, Choice: in.Body.Choice, Seen: in.Body.Seen}))
}

// FarmRecallsInput asks for a page of the recalls that reach a farm, and of its drills.
type FarmRecallsInput struct {
	farm.IDInput
	page.Slice
}

// HandleFarmList answers GET /api/farms/{id}/recalls.
func (s *Service) HandleFarmList(ctx context.Context, in *FarmRecallsInput) (*RecallBooksOutput, error) {
	list, err := s.List(ctx, in.ID, "", in.Slice)
	return &RecallBooksOutput{list}, err
}

// FarmRecallInput names a recall at a farm that it reaches.
type FarmRecallInput struct {
	farm.IDInput
	RecallInput
}

// HandleFarmGet answers GET /api/farms/{id}/recalls/{recallId}.
func (s *Service) HandleFarmGet(ctx context.Context, in *FarmRecallInput) (*RecallOutput, error) {
	d, err := s.Get(ctx, in.ID, in.RecallID)
	return &RecallOutput{d}, err
}

// FarmEndInput ends a drill of the farm.
type FarmEndInput struct {
	FarmRecallInput
	Body ReasonBody
}

// HandleFarmEnd answers POST /api/farms/{id}/recalls/{recallId}/end.
func (s *Service) HandleFarmEnd(ctx context.Context, in *FarmEndInput) (*RecallIDOutput, error) {
	return made(in.RecallID, s.End(ctx, in.ID, in.RecallID, in.Body.Reason))
}

// FarmPartyInput names one of those whom the farm shipped to, or the farm itself.
type FarmPartyInput struct {
	FarmRecallInput
	PartyID string `path:"partyId" maxLength:"64"`
}

// HandleFarmParty answers GET /api/farms/{id}/recalls/{recallId}/parties/{partyId}.
func (s *Service) HandleFarmParty(ctx context.Context, in *FarmPartyInput) (*PartyOutput, error) {
	d, err := s.Party(ctx, in.ID, in.RecallID, in.PartyID)
	return &PartyOutput{d}, err
}

// HandleFarmSendAgain answers POST /api/farms/{id}/recalls/{recallId}/parties/{partyId}/notice.
func (s *Service) HandleFarmSendAgain(ctx context.Context, in *FarmPartyInput) (*RecallIDOutput, error) {
	return made(in.RecallID, s.SendAgain(ctx, in.ID, in.RecallID, in.PartyID))
}

// FarmCallInput notes a call to one of those whom the farm shipped to.
type FarmCallInput struct {
	FarmPartyInput
	Body CallBody
}

// HandleFarmCall answers POST /api/farms/{id}/recalls/{recallId}/parties/{partyId}/call.
func (s *Service) HandleFarmCall(ctx context.Context, in *FarmCallInput) (*RecallIDOutput, error) {
	return made(in.RecallID, s.NoteCall(ctx, in.ID, in.RecallID, in.PartyID, in.Body.SpokeTo, in.Body.Note))
}

// FarmAccountInput enters what became of something that the farm shipped.
type FarmAccountInput struct {
	FarmRecallInput
	Body NewEntry
}

// HandleFarmAccount answers POST /api/farms/{id}/recalls/{recallId}/accounts.
func (s *Service) HandleFarmAccount(ctx context.Context, in *FarmAccountInput) (*RecallIDOutput, error) {
	return made(s.Account(ctx, in.ID, in.RecallID, in.Body))
}

// FarmEntryInput takes an entry back.
type FarmEntryInput struct {
	FarmRecallInput
	EntryID string `path:"entryId" maxLength:"64"`
	Body    ReasonBody
}

// HandleFarmTakeBack answers POST /api/farms/{id}/recalls/{recallId}/accounts/{entryId}/reverse.
func (s *Service) HandleFarmTakeBack(ctx context.Context, in *FarmEntryInput) (*RecallIDOutput, error) {
	return made(in.RecallID, s.TakeBack(ctx, in.ID, in.RecallID, in.EntryID, in.Body.Reason))
}

// AskInput asks staff for a recall.
type AskInput struct {
	farm.IDInput
	Body struct {
		Choice Choice `json:"choice"`
		Reason string `json:"reason" maxLength:"2000" lines:"true"`
	}
}

// HandleAsk answers POST /api/farms/{id}/recall-requests.
func (s *Service) HandleAsk(ctx context.Context, in *AskInput) (*RecallIDOutput, error) {
	return made(s.Ask(ctx, in.ID, in.Body.Choice, in.Body.Reason))
}

// FarmRequestInput names a request of a farm.
type FarmRequestInput struct {
	farm.IDInput
	RequestID string `path:"requestId" maxLength:"64"`
}

// HandleWithdraw answers POST /api/farms/{id}/recall-requests/{requestId}/withdraw.
func (s *Service) HandleWithdraw(ctx context.Context, in *FarmRequestInput) (*RecallIDOutput, error) {
	return made(in.RequestID, s.Withdraw(ctx, in.ID, in.RequestID))
}

// HandleFarmRequests answers GET /api/farms/{id}/recall-requests.
func (s *Service) HandleFarmRequests(ctx context.Context, in *farm.IDInput) (*RequestsOutput, error) {
	out := &RequestsOutput{}
	var err error
	out.Body.Data, err = s.Requests(ctx, in.ID)
	return out, err
}
