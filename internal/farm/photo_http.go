package farm

import (
	"context"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/rest"
)

// PhotoFields are the fields of the form of a photo.
var PhotoFields = []rest.FormField{{Name: "photo", Doc: "A PNG, GIF or JPEG picture of at most 5 MB and 25 megapixels; fewer where the server has little memory", File: true}}

// PhotoInput is a picture for a farm.
type PhotoInput struct {
	ID string `path:"id" maxLength:"64"`
	rest.FormInput
}

// PhotoOutput is the photo of a farm.
type PhotoOutput struct {
	Body struct {
		Photo   string `json:"photo" doc:"Path of the photo, empty without one"`
		Version int64  `json:"version"`
	}
}

// HandleSet answers POST /api/farms/{id}/photo.
func (p *Photos) HandleSet(ctx context.Context, in *PhotoInput) (*PhotoOutput, error) {
	if err := p.allowed(ctx, in.ID); err != nil { // before megabytes are read
		return nil, err
	}
	form, err := in.ReadForm()
	if err != nil {
		return nil, err
	}
	if form.File == nil {
		return nil, fault.ForField("photo", "Please choose a picture")
	}
	f, err := p.Set(ctx, in.ID, form.File)
	return photoOutput(f), err
}

// HandleClear answers DELETE /api/farms/{id}/photo.
func (p *Photos) HandleClear(ctx context.Context, in *IDInput) (*PhotoOutput, error) {
	f, err := p.Clear(ctx, in.ID)
	return photoOutput(f), err
}

func photoOutput(f Farm) *PhotoOutput {
	out := &PhotoOutput{}
	out.Body.Photo, out.Body.Version = f.Photo, f.Version
	return out
}
