package today

import (
	"context"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/page"
)

// FarmOutput is how a farm is today.
type FarmOutput struct{ Body Today }

// HandleFarm answers GET /api/farms/{id}/today.
func (s *Service) HandleFarm(ctx context.Context, in *farm.IDInput) (*FarmOutput, error) {
	t, err := s.Farm(ctx, in.ID)
	return &FarmOutput{t}, err
}

// NeedsOutput is how much a farm needs of its people.
type NeedsOutput struct {
	Body struct {
		NeedsInAll int `json:"needsInAll"`
	}
}

// HandleNeeds answers GET /api/farms/{id}/needs.
func (s *Service) HandleNeeds(ctx context.Context, in *farm.IDInput) (*NeedsOutput, error) {
	out := &NeedsOutput{}
	var err error
	out.Body.NeedsInAll, err = s.Needs(ctx, in.ID)
	return out, err
}

// FarmsOutput is how each farm is today.
type FarmsOutput struct {
	Body struct {
		Data []Glance `json:"data"`
	}
}

// HandleFarms answers GET /api/farms/today.
func (s *Service) HandleFarms(ctx context.Context, _ *struct{}) (*FarmsOutput, error) {
	out := &FarmsOutput{}
	var err error
	out.Body.Data, err = s.Farms(ctx)
	return out, err
}

// WorkOutput is what waits for staff.
type WorkOutput struct{ Body Work }

// HandleWork answers GET /api/work.
func (s *Service) HandleWork(ctx context.Context, _ *struct{}) (*WorkOutput, error) {
	w, err := s.Work(ctx)
	return &WorkOutput{w}, err
}

// SliceInput asks for a page of a list.
type SliceInput struct{ page.Slice }

// FailedPaymentsOutput is a page of failed payments.
type FailedPaymentsOutput struct {
	Body page.List[billing.FailedPayment]
}

// HandleFailedPayments answers GET /api/work/payments.
func (s *Service) HandleFailedPayments(ctx context.Context, in *SliceInput) (*FailedPaymentsOutput, error) {
	list, err := s.FailedPayments(ctx, in.Slice)
	return &FailedPaymentsOutput{list}, err
}
