package export

import (
	"context"
	"log/slog"
	"mime"
	"net/http"
	"time"

	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	downloadPath = "/exports/"
	downloadTime = 10 * time.Minute // a large file over a slow connection
)

// ExportRequest is a request as the API document calls it.
type ExportRequest Request

// ExportInput asks for an export of a farm.
type ExportInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   ExportRequest
}

type exportRequested struct {
	Message string `json:"message"`
	ID      string `json:"_id"`
}

// ExportOutput says that the export is under way.
type ExportOutput struct{ Body exportRequested }

// HandleExport answers PUT /api/v2/reportExport/{farmId}.
func (x *Service) HandleExport(ctx context.Context, in *ExportInput) (*ExportOutput, error) {
	id, err := x.Request(ctx, in.FarmID, Request(in.Body))
	return &ExportOutput{exportRequested{"Your export was successfully sent.", id}}, err
}

// ExportsInput names a farm.
type ExportsInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
}

type exportList struct {
	Data []Export `json:"data" doc:"The newest first, at most fifty"`
}

// ExportsOutput is the exports of a farm.
type ExportsOutput struct{ Body exportList }

// HandleExports answers GET /api/v2/exports/{farmId}.
func (x *Service) HandleExports(ctx context.Context, in *ExportsInput) (*ExportsOutput, error) {
	list, err := x.List(ctx, in.FarmID)
	return &ExportsOutput{exportList{list}}, err
}

// Download serves GET /exports/{token}. Whoever has the link may, until it
// expires or the person who asked for the export may not export the farm any more.
func (x *Service) Download() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		// The answer may take longer than others, and so may reading the file.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), downloadTime)
		defer cancel()
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(downloadTime)) // a test's writer has none
		e, object, err := x.open(ctx, r.PathValue("token"))
		if err != nil {
			status, sentence := http.StatusNotFound, "This link is not valid any more. Please ask for the export again."
			if !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Denied) {
				slog.ErrorContext(ctx, "an export cannot be read", "err", err)
				status, sentence = http.StatusServiceUnavailable, "The file cannot be read right now. Please try again."
			}
			http.Error(w, sentence, status)
			return
		}
		defer object.Close()
		h.Set("Content-Type", download.XLSX)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": e.fileName}))
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
		http.ServeContent(w, r, e.fileName, object.Modified, object)
	})
}

func (x *Service) open(ctx context.Context, token string) (e stored, object *blob.Object, err error) {
	err = x.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if e, err = storedByDigest(ctx, tx, secret.Digest(token), x.now()); err != nil {
			return err
		}
		_, err = x.entitled(ctx, tx, e)
		return err
	})
	if err != nil {
		return e, nil, err
	}
	object, err = x.bucket.Get(ctx, objectName(e.id))
	return e, object, err
}
