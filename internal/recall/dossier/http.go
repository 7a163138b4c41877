package dossier

import (
	"context"

	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/recall"
)

// Service gives books of recalls as documents.
type Service struct{ recalls *recall.Service }

// New makes the service.
func New(recalls *recall.Service) *Service { return &Service{recalls} }

// Input names a recall and the kind of document.
type Input struct {
	recall.RecallInput
	Format string `query:"format" enum:"pdf,xlsx" required:"false" doc:"A document to read, as it is without it, or a spreadsheet to sort"`
}

// HandleGet answers GET /api/recalls/{recallId}/document, also below /api/farms/{id}.
func (s *Service) HandleGet(ctx context.Context, in *Input) (*download.File, error) {
	return s.document(ctx, in.FarmID, in.RecallID, in.Format)
}

// document reads the book and writes it. Who may is as for the book.
func (s *Service) document(ctx context.Context, farmID, recallID, format string) (*download.File, error) {
	book, err := s.recalls.Whole(ctx, farmID, recallID)
	if err != nil {
		return nil, err
	}
	write, contentType, ending := PDF, download.PDF, ".pdf"
	if format == "xlsx" {
		write, contentType, ending = XLSX, download.XLSX, ".xlsx"
	}
	content, err := write(&book)
	return download.New(book.Kind+"-"+book.ID+ending, contentType, content), err
}
