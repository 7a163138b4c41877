package news

import (
	"context"

	"github.com/merroir/merroir/internal/page"
)

// ListInput asks for a page of what the caller was told of a farm.
type ListInput struct {
	FarmID string `path:"id" maxLength:"64"`
	page.Slice
}

// ListOutput is that page.
type ListOutput struct{ Body MyNews }

// HandleList answers GET /api/farms/{id}/news.
func (s *Service) HandleList(ctx context.Context, in *ListInput) (*ListOutput, error) {
	mine, err := s.List(ctx, in.FarmID, in.Slice)
	return &ListOutput{mine}, err
}

// ReadInput says what the caller has read of it.
type ReadInput struct {
	FarmID string `path:"id" maxLength:"64"`
	Body   struct {
		IDs  []string `json:"ids" minItems:"1" maxItems:"100" doc:"Of your own; others are passed over"`
		Read bool     `json:"read"`
	}
}

// ReadOutput says what is left to read.
type ReadOutput struct {
	Body struct {
		Unread int `json:"unread" doc:"Of all: not read, and holds still"`
	}
}

// HandleRead answers PUT /api/farms/{id}/news/read.
func (s *Service) HandleRead(ctx context.Context, in *ReadInput) (*ReadOutput, error) {
	out := &ReadOutput{}
	var err error
	out.Body.Unread, err = s.SetRead(ctx, in.FarmID, in.Body.IDs, in.Body.Read)
	return out, err
}

// SwitchesInput names the farm.
type SwitchesInput struct {
	FarmID string `path:"id" maxLength:"64"`
}

// SwitchesOutput is where the caller is told.
type SwitchesOutput struct{ Body Switches }

// HandleSwitches answers GET /api/farms/{id}/news/switches.
func (s *Service) HandleSwitches(ctx context.Context, in *SwitchesInput) (*SwitchesOutput, error) {
	mine, err := s.Switches(ctx, in.FarmID)
	return &SwitchesOutput{mine}, err
}

// SwitchInput switches one kind.
type SwitchInput struct {
	FarmID string `path:"id" maxLength:"64"`
	Body   Switch
}

// HandleSwitch answers PUT /api/farms/{id}/news/switches.
func (s *Service) HandleSwitch(ctx context.Context, in *SwitchInput) (*SwitchesOutput, error) {
	mine, err := s.SetSwitch(ctx, in.FarmID, in.Body)
	return &SwitchesOutput{mine}, err
}
