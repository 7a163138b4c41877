package asked

import (
	"context"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/recall/scope"
)

// RequestsInput asks for a page of requests.
type RequestsInput struct {
	scope.AtInput
	page.Slice
}

// RequestsOutput is a page of requests for a recall.
type RequestsOutput struct{ Body page.List[RecallRequest] }

// HandleRequests answers GET /api/recall-requests, also below /api/farms/{id}.
func (s *Service) HandleRequests(ctx context.Context, in *RequestsInput) (*RequestsOutput, error) {
	list, err := s.Requests(ctx, in.FarmID, in.Slice)
	return &RequestsOutput{list}, err
}

// RequestInput names a request.
type RequestInput struct {
	scope.AtInput
	ID string `path:"requestId" maxLength:"64"`
}

// RequestOutput is a request for a recall.
type RequestOutput struct{ Body RecallRequest }

// HandleRequest answers GET /api/recall-requests/{requestId}.
func (s *Service) HandleRequest(ctx context.Context, in *RequestInput) (*RequestOutput, error) {
	q, err := s.Request(ctx, in.ID)
	return &RequestOutput{q}, err
}

// DeclineInput declines a request.
type DeclineInput struct {
	RequestInput
	Body scope.ReasonBody
}

// HandleDecline answers POST /api/recall-requests/{requestId}/decline.
func (s *Service) HandleDecline(ctx context.Context, in *DeclineInput) (*scope.RecallIDOutput, error) {
	return scope.Made(in.ID, s.Decline(ctx, in.ID, in.Body.Reason))
}

// AskInput asks staff for a recall.
type AskInput struct {
	scope.AtInput
	Body struct {
		Choice scope.Choice `json:"choice"`
		Reason string       `json:"reason" maxLength:"2000" lines:"true"`
	}
}

// HandleAsk answers POST /api/farms/{id}/recall-requests.
func (s *Service) HandleAsk(ctx context.Context, in *AskInput) (*scope.RecallIDOutput, error) {
	return scope.Made(s.Ask(ctx, in.FarmID, in.Body.Choice, in.Body.Reason))
}

// HandleWithdraw answers POST /api/farms/{id}/recall-requests/{requestId}/withdraw.
func (s *Service) HandleWithdraw(ctx context.Context, in *RequestInput) (*scope.RecallIDOutput, error) {
	return scope.Made(in.ID, s.Withdraw(ctx, in.FarmID, in.ID))
}
