package paper

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
)

// FarmIDInput names a farm in the other spelling of the paths.
type FarmIDInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
}

// FarmOutput is a farm with its subscription.
type FarmOutput struct{ Body FarmRecord }

// HandleFarm answers GET /api/farms/{id}.
func (s *Service) HandleFarm(ctx context.Context, in *farm.IDInput) (*FarmOutput, error) {
	return s.farm(ctx, in.ID, nil)
}

// HandleCreate answers POST /api/farms.
func (s *Service) HandleCreate(ctx context.Context, in *farm.CreateInput) (*FarmOutput, error) {
	f, err := s.farms.Create(ctx, in.Body)
	return s.farm(ctx, f.ID, err)
}

// farm answers with the farm after what was done to it.
func (s *Service) farm(ctx context.Context, farmID string, err error) (*FarmOutput, error) {
	if err != nil {
		return nil, err
	}
	r, err := s.Farm(ctx, farmID)
	return &FarmOutput{r}, err
}

// QuoteInput asks for a cost list.
type QuoteInput struct {
	FarmIDInput
	Body QuoteForm
}

// Cost is a line of a cost list.
type Cost struct {
	Description string `json:"description"`
	Cost        int64  `json:"cost" doc:"Cents"`
}

// QuoteOutput is a cost list.
type QuoteOutput struct{ Body []Cost }

// HandleQuote answers POST /api/enableTagging/{farmId}/invoiceAmount.
func (s *Service) HandleQuote(ctx context.Context, in *QuoteInput) (*QuoteOutput, error) {
	lines, err := s.Quote(ctx, in.FarmID, in.Body)
	return costsOf(lines), err
}

func costsOf(lines []OrderLine) *QuoteOutput {
	out := &QuoteOutput{Body: []Cost{}}
	for _, l := range lines {
		out.Body = append(out.Body, Cost{l.Description, l.Cents})
	}
	return out
}

// SubscribeInput is the form of a subscription.
type SubscribeInput struct {
	farm.IDInput
	Body SubscriptionForm
}

// HandleSubscribe answers POST /api/enableTagging/{id}.
func (s *Service) HandleSubscribe(ctx context.Context, in *SubscribeInput) (*FarmOutput, error) {
	return s.farm(ctx, in.ID, s.Subscribe(ctx, in.ID, in.Body))
}

// HandleEnd answers DELETE /api/enableTagging/{id}.
func (s *Service) HandleEnd(ctx context.Context, in *farm.IDInput) (*FarmOutput, error) {
	return s.farm(ctx, in.ID, s.End(ctx, in.ID))
}

// MoreInput is the form of 'Send more paper'.
type MoreInput struct {
	FarmIDInput
	Body MoreForm
}

// MoreOutput says that the paper is ordered.
type MoreOutput struct {
	Body struct {
		Message string `json:"message"`
		Order   Order  `json:"order"`
	}
}

// HandleMore answers POST /api/enableTagging/{farmId}/sendPaper.
func (s *Service) HandleMore(ctx context.Context, in *MoreInput) (out *MoreOutput, err error) {
	out = &MoreOutput{}
	out.Body.Message = "Paper has been sucessfully sent!"
	out.Body.Order, err = s.SendMore(ctx, in.FarmID, in.Body)
	return out, err
}

// HandleQuoteMore answers POST /api/enableTagging/{farmId}/sendPaperAmount.
func (s *Service) HandleQuoteMore(ctx context.Context, in *MoreInput) (*QuoteOutput, error) {
	lines, err := s.QuoteMore(ctx, in.FarmID, in.Body)
	return costsOf(lines), err
}

// PrintInput is a batch of prints.
type PrintInput struct {
	FarmIDInput
	Body PrintBatch
}

// PrintOutput says that the batch counts.
type PrintOutput struct {
	Body struct {
		BatchID string `json:"batchId"`
	}
}

// HandlePrint answers POST /api/farms/{farmId}/prints.
func (s *Service) HandlePrint(ctx context.Context, in *PrintInput) (*PrintOutput, error) {
	out := &PrintOutput{}
	out.Body.BatchID = in.Body.BatchID
	return out, s.Print(ctx, in.FarmID, in.Body)
}

// HoldInput names a hold.
type HoldInput struct {
	FarmIDInput
	PaperType string `path:"paperType" maxLength:"20"`
}

// PlaceHoldInput places a hold.
type PlaceHoldInput struct {
	HoldInput
	Body struct {
		Reason string `json:"reason" maxLength:"300"`
	}
}

// HandlePlaceHold answers POST /api/farms/{farmId}/shipmentHold/{paperType}.
func (s *Service) HandlePlaceHold(ctx context.Context, in *PlaceHoldInput) (*FarmOutput, error) {
	return s.farm(ctx, in.FarmID, s.PlaceHold(ctx, in.FarmID, in.PaperType, in.Body.Reason))
}

// HandleRemoveHold answers DELETE /api/farms/{farmId}/shipmentHold/{paperType}.
func (s *Service) HandleRemoveHold(ctx context.Context, in *HoldInput) (*FarmOutput, error) {
	return s.farm(ctx, in.FarmID, s.RemoveHold(ctx, in.FarmID, in.PaperType))
}

// AdjustInput is a correction of a stock.
type AdjustInput struct {
	FarmIDInput
	Body Adjustment
}

// HandleAdjust answers POST /api/farms/{farmId}/paperAdjustments.
func (s *Service) HandleAdjust(ctx context.Context, in *AdjustInput) (*FarmOutput, error) {
	return s.farm(ctx, in.FarmID, s.Adjust(ctx, in.FarmID, in.Body))
}
