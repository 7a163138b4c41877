package dossier

import (
	"context"
	"mime"

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

// Output is the file.
type Output struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// HandleGet answers GET /api/recalls/{recallId}/document, also below /api/farms/{id}.
func (s *Service) HandleGet(ctx context.Context, in *Input) (*Output, error) {
	return s.document(ctx, in.FarmID, in.RecallID, in.Format)
}

const (
	pdfType  = "application/pdf"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// document reads the book and writes it. Who may is as for the book.
func (s *Service) document(ctx context.Context, farmID, recallID, format string) (*Output, error) {
	book, err := s.recalls.Whole(ctx, farmID, recallID)
	if err != nil {
		return nil, err
	}
	write, contentType, ending := PDF, pdfType, ".pdf"
	if format == "xlsx" {
		write, contentType, ending = XLSX, xlsxType, ".xlsx"
	}
	content, err := write(&book)
	name := mime.FormatMediaType("attachment", map[string]string{"filename": book.Kind + "-" + book.ID + ending})
	return &Output{contentType, name, content}, err
}
