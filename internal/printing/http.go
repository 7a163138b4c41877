package printing

import (
	"context"

	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/farm"
)

// ChoicesOutput is what there is to choose from.
type ChoicesOutput struct{ Body Choices }

// HandleChoices answers GET /api/farms/{id}/labels.
func (s *Service) HandleChoices(ctx context.Context, in *farm.IDInput) (*ChoicesOutput, error) {
	c, err := s.Choices(ctx, in.ID)
	return &ChoicesOutput{c}, err
}

// LookInput is an order to look at.
type LookInput struct {
	farm.IDInput
	Body Wanted
}

// LookOutput is what would be printed.
type LookOutput struct {
	Body struct {
		Labels []Looked `json:"labels" doc:"In the order of the tags"`
	}
}

// HandleLook answers POST /api/farms/{id}/labels/preview.
func (s *Service) HandleLook(ctx context.Context, in *LookInput) (*LookOutput, error) {
	all, err := s.Look(ctx, in.ID, in.Body)
	out := &LookOutput{}
	out.Body.Labels = all
	return out, err
}

// PrintInput is a print.
type PrintInput struct {
	farm.IDInput
	Body Print
}

// HandlePrint answers POST /api/farms/{id}/labels.
func (s *Service) HandlePrint(ctx context.Context, in *PrintInput) (*download.File, error) {
	f, err := s.Print(ctx, in.ID, in.Body)
	return download.New(f.Name, f.Type, f.Content), err
}
