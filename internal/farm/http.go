package farm

import (
	"context"

	"github.com/merroir/merroir/internal/page"
)

// ListInput is the query of the list of farms.
type ListInput struct {
	Name string `query:"name" maxLength:"200" doc:"Part of the name or company name"`
	page.Query
}

// ListOutput is a page of farms.
type ListOutput struct{ Body page.List[Summary] }

// HandleList answers GET /api/farms.
func (s *Service) HandleList(ctx context.Context, in *ListInput) (*ListOutput, error) {
	list, err := s.List(ctx, in.Name, in.Query)
	return &ListOutput{list}, err
}

// IDInput names a farm.
type IDInput struct {
	ID string `path:"id" maxLength:"64"`
}

// Output is a farm.
type Output struct{ Body Farm }

// HandleGet answers GET /api/farms/{id}.
func (s *Service) HandleGet(ctx context.Context, in *IDInput) (*Output, error) {
	f, err := s.Get(ctx, in.ID)
	return &Output{f}, err
}

// CreateInput is the form of a new farm.
type CreateInput struct{ Body Details }

// HandleCreate answers POST /api/farms.
func (s *Service) HandleCreate(ctx context.Context, in *CreateInput) (*Output, error) {
	f, err := s.Create(ctx, in.Body)
	return &Output{f}, err
}
