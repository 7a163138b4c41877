package paper

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/page"
)

// OfferOutput is what tagging would cost a farm.
type OfferOutput struct{ Body Offer }

// HandleOffer answers GET /api/farms/{id}/tagging-offer.
func (s *Service) HandleOffer(ctx context.Context, in *farm.IDInput) (*OfferOutput, error) {
	o, err := s.Offer(ctx, in.ID)
	return &OfferOutput{o}, err
}

// HandleAsk answers POST /api/farms/{id}/tagging-request.
func (s *Service) HandleAsk(ctx context.Context, in *farm.IDInput) (*FarmOutput, error) {
	return s.farm(ctx, in.ID, s.Ask(ctx, in.ID))
}

// HandleEndAsking answers DELETE /api/farms/{id}/tagging-request.
func (s *Service) HandleEndAsking(ctx context.Context, in *farm.IDInput) (*FarmOutput, error) {
	return s.farm(ctx, in.ID, s.EndAsking(ctx, in.ID))
}

// AskingInput asks for a page of the farms that ask.
type AskingInput struct{ page.Slice }

// AskingOutput is a page of the farms that ask.
type AskingOutput struct {
	Body page.List[AskingFarm]
}

// HandleAsking answers GET /api/work/tagging.
func (s *Service) HandleAsking(ctx context.Context, in *AskingInput) (*AskingOutput, error) {
	list, err := s.Asking(ctx, in.Slice)
	return &AskingOutput{list}, err
}
