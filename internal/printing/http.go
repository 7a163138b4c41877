package printing

import (
	"context"
	"mime"

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

// FileOutput is a file for a printer.
type FileOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// HandlePrint answers POST /api/farms/{id}/labels.
func (s *Service) HandlePrint(ctx context.Context, in *PrintInput) (*FileOutput, error) {
	f, err := s.Print(ctx, in.ID, in.Body)
	return &FileOutput{f.Type, mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}), f.Content}, err
}
