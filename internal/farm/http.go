package farm

import (
	"context"

	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/page"
)

// ListInput is the query of the list of farms.
type ListInput struct {
	Name string `query:"name" maxLength:"200" doc:"Part of the name or company name, of the owner, email or city, or of a certificate's number"`
	Filter
	page.Query
}

// ListOutput is a page of farms.
type ListOutput struct{ Body page.List[Summary] }

// HandleList answers GET /api/farms.
func (s *Service) HandleList(ctx context.Context, in *ListInput) (*ListOutput, error) {
	list, err := s.List(ctx, Search{in.Name, in.Filter}, in.Query)
	return &ListOutput{list}, err
}

// FileInput is the same without pages.
type FileInput struct {
	Name string `query:"name" maxLength:"200" doc:"As in the list"`
	Filter
}

// HandleCSV answers GET /api/farms/csv.
func (s *Service) HandleCSV(ctx context.Context, in *FileInput) (*download.File, error) {
	content, err := s.CSV(ctx, Search{in.Name, in.Filter})
	return download.New("farms.csv", download.CSV, content), err
}

// IDInput names a farm.
type IDInput struct {
	ID string `path:"id" maxLength:"64"`
}

// Output is a farm.
type Output struct{ Body Farm }

// CreateInput is the form of a new farm.
type CreateInput struct{ Body Details }
