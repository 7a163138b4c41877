package recall

import (
	"context"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/recall/scope"
)

// PreviewInput asks what a recall of a choice would reach.
type PreviewInput struct {
	scope.AtInput
	Body struct {
		Choice scope.Choice `json:"choice"`
	}
}

// ReachOutput is what it would reach.
type ReachOutput struct{ Body scope.RecallReach }

// HandlePreview answers POST /api/recalls/preview, also below /api/farms/{id}.
func (s *Service) HandlePreview(ctx context.Context, in *PreviewInput) (*ReachOutput, error) {
	reach, err := s.Preview(ctx, in.FarmID, in.Body.Choice)
	return &ReachOutput{reach}, err
}

// DeclareInput is a yes to what was previewed.
type DeclareInput struct {
	scope.AtInput
	Body struct {
		Kind Kind `json:"kind" enum:"recall,drill"`
		Words
		Choice    scope.Choice `json:"choice"`
		Seen      scope.Seen   `json:"seen" doc:"Of the preview; when the reach has changed since, the answer is 412 and nothing is done"`
		RequestID string       `json:"request" required:"false" maxLength:"64" doc:"That it answers"`
	}
}

// HandleDeclare answers POST /api/recalls, also below /api/farms/{id}.
func (s *Service) HandleDeclare(ctx context.Context, in *DeclareInput) (*scope.RecallIDOutput, error) {
	b := in.Body
	return scope.Made(s.Declare(ctx, Declaration{Kind: b.Kind, FarmID: in.FarmID, Words: b.Words, Choice: b.Choice, Seen: b.Seen, RequestID: b.RequestID}))
}

// RecallsInput asks for a page of the recalls.
type RecallsInput struct {
	scope.AtInput
	page.Slice
	State string `query:"state" enum:",open,closed,drills" required:"false" doc:"Only those; all when empty"`
}

// RecallBooksOutput is a page of recalls, the newest first.
type RecallBooksOutput struct{ Body page.List[RecallBook] }

// HandleList answers GET /api/recalls, also below /api/farms/{id}.
func (s *Service) HandleList(ctx context.Context, in *RecallsInput) (*RecallBooksOutput, error) {
	list, err := s.List(ctx, in.FarmID, in.State, in.Slice)
	return &RecallBooksOutput{list}, err
}

// RecallInput names a recall.
type RecallInput struct {
	scope.AtInput
	RecallID string `path:"recallId" maxLength:"64"`
}

// RecallOutput is a recall, or a firm's part of it.
type RecallOutput struct{ Body RecallDetail }

// HandleGet answers GET /api/recalls/{recallId}, also below /api/farms/{id}.
func (s *Service) HandleGet(ctx context.Context, in *RecallInput) (*RecallOutput, error) {
	d, err := s.Get(ctx, in.FarmID, in.RecallID)
	return &RecallOutput{d}, err
}

// CorrectionBody is a recall as it is to be.
type CorrectionBody struct {
	Words
	Choice scope.Choice `json:"choice"`
	Seen   scope.Seen   `json:"seen" doc:"Of a preview of the choice"`
	Why    string       `json:"why" maxLength:"2000" lines:"true" doc:"Why it is corrected, on record"`
}

// CorrectRecallInput corrects a recall.
type CorrectRecallInput struct {
	RecallInput
	Body CorrectionBody
}

// HandleCorrect answers PUT /api/recalls/{recallId}, also below /api/farms/{id}.
func (s *Service) HandleCorrect(ctx context.Context, in *CorrectRecallInput) (*scope.RecallIDOutput, error) {
	return scope.Made(in.RecallID, s.Correct(ctx, in.FarmID, in.RecallID, Correction(in.Body)))
}

// EndRecallInput ends a recall.
type EndRecallInput struct {
	RecallInput
	Body EndRecallBody
}

// EndRecallBody says why a recall ends.
type EndRecallBody struct {
	scope.ReasonBody
	OpenReason string `json:"openReason" required:"false" maxLength:"2000" lines:"true" doc:"Why it ends with product unaccounted for; needed then, on record"`
}

// HandleEnd answers POST /api/recalls/{recallId}/end, also below /api/farms/{id}.
func (s *Service) HandleEnd(ctx context.Context, in *EndRecallInput) (*scope.RecallIDOutput, error) {
	return scope.Made(in.RecallID, s.End(ctx, in.FarmID, in.RecallID, in.Body.Reason, in.Body.OpenReason))
}

// PartyInput names a firm or a consignee of a recall.
type PartyInput struct {
	RecallInput
	PartyID string `path:"partyId" maxLength:"64"`
}

// PartyOutput is a firm or a consignee of a recall.
type PartyOutput struct{ Body PartyDetail }

// HandleParty answers GET /api/recalls/{recallId}/parties/{partyId}, also below /api/farms/{id}.
func (s *Service) HandleParty(ctx context.Context, in *PartyInput) (*PartyOutput, error) {
	d, err := s.Party(ctx, in.FarmID, in.RecallID, in.PartyID)
	return &PartyOutput{d}, err
}

// HandleSendAgain answers POST /api/recalls/{recallId}/parties/{partyId}/notice, also below /api/farms/{id}.
func (s *Service) HandleSendAgain(ctx context.Context, in *PartyInput) (*scope.RecallIDOutput, error) {
	return scope.Made(in.RecallID, s.SendAgain(ctx, in.FarmID, in.RecallID, in.PartyID))
}

// CallBody notes a call.
type CallBody struct {
	SpokeTo string `json:"spokeTo" maxLength:"200" doc:"Who was spoken to"`
	Note    string `json:"note" required:"false" maxLength:"2000" lines:"true"`
}

// CallInput notes a call to a party.
type CallInput struct {
	PartyInput
	Body CallBody
}

// HandleCall answers POST /api/recalls/{recallId}/parties/{partyId}/call, also below /api/farms/{id}.
func (s *Service) HandleCall(ctx context.Context, in *CallInput) (*scope.RecallIDOutput, error) {
	return scope.Made(in.RecallID, s.NoteCall(ctx, in.FarmID, in.RecallID, in.PartyID, in.Body.SpokeTo, in.Body.Note))
}

// AnswerInput acknowledges a recall, or corrects what a company reported.
type AnswerInput struct {
	PartyInput
	Body NoticeAnswer
}

// HandleAnswer answers PUT /api/recalls/{recallId}/parties/{partyId}/answer, also below /api/farms/{id}.
func (s *Service) HandleAnswer(ctx context.Context, in *AnswerInput) (*scope.RecallIDOutput, error) {
	return scope.Made(in.RecallID, s.Answer(ctx, in.FarmID, in.RecallID, in.PartyID, in.Body))
}

// AccountInput enters what became of something.
type AccountInput struct {
	RecallInput
	Body NewEntry
}

// HandleAccount answers POST /api/recalls/{recallId}/accounts, also below /api/farms/{id}.
func (s *Service) HandleAccount(ctx context.Context, in *AccountInput) (*scope.RecallIDOutput, error) {
	return scope.Made(s.Account(ctx, in.FarmID, in.RecallID, in.Body))
}

// EntryInput takes an entry back.
type EntryInput struct {
	RecallInput
	EntryID string `path:"entryId" maxLength:"64"`
	Body    scope.ReasonBody
}

// HandleTakeBack answers POST /api/recalls/{recallId}/accounts/{entryId}/reverse, also below /api/farms/{id}.
func (s *Service) HandleTakeBack(ctx context.Context, in *EntryInput) (*scope.RecallIDOutput, error) {
	return scope.Made(in.RecallID, s.TakeBack(ctx, in.FarmID, in.RecallID, in.EntryID, in.Body.Reason))
}
