package upload

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/rest"
)

// UploadFields are the fields of an upload besides the file.
var UploadFields = []rest.FormField{
	{Name: "filename", Doc: "Name of the file; that of the file part where it is absent"},
	{Name: "mode", Doc: "all (default): every row or none; skip: bad rows are left out", Enum: []any{modeAll, modeSkip}},
	{Name: sheet.FieldAnimalType, Doc: "Animal type, where the sheet has no such column"},
	{Name: sheet.FieldAreaPrefix, Doc: "Put before the name of each growing area: 'Site ' makes 'Site A' of 'A'. A space at its end counts"},
	{Name: "missing", Doc: "What animals that a count does not find are: missing adjusts the inventory, dead is a loss; the farm's default where it is absent", Enum: []any{ledger.MissingStay, ledger.MissingDied}},
	{Name: "countsAfter", Doc: "true: the counts were taken after the losses, harvests and moves out of their day; else before them. Not of a field notebook, whose visits count first", Enum: []any{"true", "false"}},
	{Name: "preview", Doc: "true: stop before anything is recorded, until it is confirmed", Enum: []any{"true", "false"}},
}

// UploadInput is a file for a farm.
type UploadInput struct {
	ID      string `path:"id" maxLength:"64"`
	OnceKey string `header:"Idempotency-Key" maxLength:"255" doc:"The same key with the same file is the same upload"`
	rest.FormInput
}

// UploadOutput says that the file has come.
type UploadOutput struct {
	Body struct {
		Message string `json:"message"`
		ID      string `json:"_id" doc:"Of the upload"`
	}
}

// HandleReceive answers POST /api/farms/upload/{id}.
func (u *Uploads) HandleReceive(ctx context.Context, in *UploadInput) (*UploadOutput, error) {
	if err := u.MayUpload(ctx, in.ID); err != nil { // before ten megabytes are read
		return nil, err
	}
	form, err := in.ReadForm()
	if err != nil {
		return nil, err
	}
	sent := NewUpload{
		Filename: form.Fields["filename"], Content: form.File, Preview: form.Fields["preview"] == "true", OnceKey: in.OnceKey,
		AnimalType: form.Fields[sheet.FieldAnimalType], AreaPrefix: form.Fields[sheet.FieldAreaPrefix],
	}
	if sent.Filename == "" {
		sent.Filename = form.FileName
	}
	sent.Counts.Order = orderOf(form.Fields["countsAfter"])
	switch missing := ledger.Missing(form.Fields["missing"]); missing {
	case ledger.MissingByDefault, ledger.MissingStay, ledger.MissingDied:
		sent.Counts.Missing = missing
	default:
		return nil, fault.New(fault.Invalid, "Animals that a count does not find are missing or dead.")
	}
	switch form.Fields["mode"] {
	case "", modeAll:
	case modeSkip:
		sent.SkipBad = true
	default:
		return nil, fault.New(fault.Invalid, "The mode of an upload is all or skip.")
	}
	out := &UploadOutput{}
	out.Body.Message = "Your file was uploaded. It is being imported now."
	if sent.Preview {
		out.Body.Message = "Your file was uploaded. What it would do is shown once it is checked."
	}
	out.Body.ID, err = u.Receive(ctx, in.ID, sent)
	return out, err
}

// UploadsInput names a farm.
type UploadsInput struct {
	ID string `path:"id" maxLength:"64"`
}

// UploadsOutput lists the uploads of a farm.
type UploadsOutput struct {
	Body struct {
		Data []Upload `json:"data" doc:"The newest first, at most fifty"`
	}
}

// HandleList answers GET /api/farms/{id}/uploads.
func (u *Uploads) HandleList(ctx context.Context, in *UploadsInput) (*UploadsOutput, error) {
	list, err := u.List(ctx, in.ID)
	out := &UploadsOutput{}
	out.Body.Data = list
	return out, err
}

// OneUploadInput names an upload of a farm.
type OneUploadInput struct {
	ID       string `path:"id" maxLength:"64"`
	UploadID string `path:"uploadId" maxLength:"64"`
}

// OneUploadOutput is an upload as it is now.
type OneUploadOutput struct{ Body Upload }

// HandleGet answers GET /api/farms/{id}/uploads/{uploadId}.
func (u *Uploads) HandleGet(ctx context.Context, in *OneUploadInput) (*OneUploadOutput, error) {
	one, err := u.Get(ctx, in.ID, in.UploadID)
	return &OneUploadOutput{one}, err
}

// ConfirmUploadInput names an upload and says how to record it.
type ConfirmUploadInput struct {
	OneUploadInput
	Mode string `query:"mode" enum:"all,skip" required:"false" doc:"skip leaves bad rows out, whatever the upload said"`

	Missing     ledger.Missing `query:"missing" enum:"missing,dead" required:"false" doc:"What animals that a count does not find are; what the upload said where it is absent"`
	CountsAfter string         `query:"countsAfter" enum:"true,false" required:"false" doc:"true: the counts were taken after the losses, harvests and moves out of their day; what the upload said where it is absent"`
}

// HandleConfirm answers POST /api/farms/{id}/uploads/{uploadId}/confirm.
func (u *Uploads) HandleConfirm(ctx context.Context, in *ConfirmUploadInput) (*OneUploadOutput, error) {
	one, err := u.Confirm(ctx, in.ID, in.UploadID, in.Mode == modeSkip, CountChoice{in.Missing, orderOf(in.CountsAfter)})
	return &OneUploadOutput{one}, err
}

// orderOf returns what comes first on the day of a count, by the value of countsAfter.
func orderOf(after string) ledger.Order {
	return map[string]ledger.Order{"true": ledger.AfterRemovals, "false": ledger.BeforeRemovals}[after]
}

// CheckUploadInput names a preview and says what its counts mean.
type CheckUploadInput struct {
	OneUploadInput
	Missing     ledger.Missing `query:"missing" enum:"missing,dead" required:"false" doc:"What animals that a count does not find are; what the upload said where it is absent"`
	CountsAfter bool           `query:"countsAfter" required:"false" doc:"The counts were taken after the losses, harvests and moves out of their day; else before them"`
}

// HandleCheck answers POST /api/farms/{id}/uploads/{uploadId}/check.
func (u *Uploads) HandleCheck(ctx context.Context, in *CheckUploadInput) (*OneUploadOutput, error) {
	counts := CountChoice{in.Missing, ledger.BeforeRemovals}
	if in.CountsAfter {
		counts.Order = ledger.AfterRemovals
	}
	one, err := u.CheckAgain(ctx, in.ID, in.UploadID, counts)
	return &OneUploadOutput{one}, err
}

// HandleCancel answers POST /api/farms/{id}/uploads/{uploadId}/cancel.
func (u *Uploads) HandleCancel(ctx context.Context, in *OneUploadInput) (*OneUploadOutput, error) {
	one, err := u.Cancel(ctx, in.ID, in.UploadID)
	return &OneUploadOutput{one}, err
}

// UndoUploadInput names an upload and says why it is undone.
type UndoUploadInput struct {
	OneUploadInput
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"2000" doc:"Why; kept with everything that is undone"`
	}
}

// HandleUndo answers POST /api/farms/{id}/uploads/{uploadId}/undo.
func (u *Uploads) HandleUndo(ctx context.Context, in *UndoUploadInput) (*OneUploadOutput, error) {
	one, err := u.Undo(ctx, in.ID, in.UploadID, in.Body.Reason)
	return &OneUploadOutput{one}, err
}

// HandleRefused answers GET /api/farms/{id}/uploads/{uploadId}/refused.
func (u *Uploads) HandleRefused(ctx context.Context, in *OneUploadInput) (*download.File, error) {
	one, err := u.Get(ctx, in.ID, in.UploadID)
	if err != nil {
		return nil, err
	}
	content, err := u.RefusedRows(ctx, in.ID, in.UploadID)
	name := strings.TrimSuffix(one.Filename, path.Ext(one.Filename))
	return download.New(name+"-refused.csv", download.CSV, content), err
}

// TemplateInput says which template.
type TemplateInput struct {
	Layout string `query:"layout" enum:"activities,visits" default:"activities"`
	Format string `query:"format" enum:"csv,xlsx" default:"xlsx"`
}

// HandleTemplate answers GET /api/farms/upload-template.
func (u *Uploads) HandleTemplate(ctx context.Context, in *TemplateInput) (*download.File, error) {
	caller, err := actor.SignedIn(ctx)
	switch {
	case err != nil:
		return nil, err
	case !caller.ReachesFarms():
		return nil, actor.ErrDenied
	}
	name := fmt.Sprintf("merroir-%s.%s", in.Layout, in.Format)
	contentType := download.XLSX
	if in.Format == sheet.CSV {
		contentType = download.CSV
	}
	content, err := sheet.Template(sheet.Layout(in.Layout), in.Format)
	return download.New(name, contentType, content), err
}
