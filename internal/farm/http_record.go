package farm

import (
	"context"

	"github.com/danielgtaylor/huma/v2"
)

// Versioned is part of the body of an edit.
type Versioned struct {
	Version int64 `json:"version" required:"false" minimum:"1" doc:"The version that the editor saw. If the farm has another one by now, nothing is changed and the answer is 409; left out, it is not checked"`
}

// EditInput is an edit of the form of a farm. What is left out stays as it is.
type EditInput struct {
	IDInput
	Body struct {
		Versioned
		Change
	}
}

// HandleEdit answers PUT /api/farms/{id}.
func (s *Service) HandleEdit(ctx context.Context, in *EditInput) (*Output, error) {
	f, err := s.Edit(ctx, in.ID, in.Body.Version, in.Body.Change)
	return &Output{f}, err
}

// EditPublicInput is an edit of what the tag page shows of a farm. What is left
// out stays as it is.
type EditPublicInput struct {
	IDInput
	Body struct {
		Versioned
		PublicChange
	}
}

// PublicOutput is what the tag page shows of a farm.
type PublicOutput struct {
	Body struct {
		Version  int64  `json:"version"`
		Location string `json:"location"`
		Phone    string `json:"phone"`
		Website  string `json:"website"`
		Public
	}
}

// HandleEditPublic answers POST /api/farms/{id}/farmDetails.
func (s *Service) HandleEditPublic(ctx context.Context, in *EditPublicInput) (*PublicOutput, error) {
	f, err := s.EditPublic(ctx, in.ID, in.Body.Version, in.Body.PublicChange)
	out := &PublicOutput{}
	out.Body.Version, out.Body.Location, out.Body.Phone, out.Body.Website, out.Body.Public = f.Version, f.Location, f.Phone, f.Website, f.Public
	return out, err
}

// EditShippingInput is an edit of the shipping address. What is left out stays
// as it is.
type EditShippingInput struct {
	IDInput
	Body struct {
		Versioned
		ShippingChange
	}
}

// ShippingOutput is the shipping address.
type ShippingOutput struct {
	Body struct {
		ShippingAddress ShippingAddress `json:"shippingAddress"`
		Version         int64           `json:"version"`
	}
}

// HandleEditShipping answers PUT /api/farms/{id}/shippingAddress.
func (s *Service) HandleEditShipping(ctx context.Context, in *EditShippingInput) (*ShippingOutput, error) {
	f, err := s.EditShipping(ctx, in.ID, in.Body.Version, in.Body.ShippingChange)
	out := &ShippingOutput{}
	out.Body.ShippingAddress, out.Body.Version = f.ShippingAddress, f.Version
	return out, err
}

// EditFeaturesInput switches flags. What is left out stays as it is.
type EditFeaturesInput struct {
	IDInput
	Body struct {
		Versioned
		FeaturesChange
	}
}

// FeaturesOutput is the flags that are on.
type FeaturesOutput struct {
	Body struct {
		Features map[string]bool `json:"features"`
		Version  int64           `json:"version"`
	}
}

// HandleEditFeatures answers PUT /api/farms/{id}/features.
func (s *Service) HandleEditFeatures(ctx context.Context, in *EditFeaturesInput) (*FeaturesOutput, error) {
	f, err := s.EditFeatures(ctx, in.ID, in.Body.Version, in.Body.FeaturesChange)
	out := &FeaturesOutput{}
	out.Body.Features, out.Body.Version = f.Features, f.Version
	return out, err
}

// Schema describes the state to the API document.
func (TaggingState) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		OneOf:       []*huma.Schema{{Type: huma.TypeBoolean}, {Type: huma.TypeString, Enum: []any{string(TaggingPending)}}},
		Description: "true, false or 'pending'",
	}
}
