package key

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
)

// KeysInput names a farm.
type KeysInput struct {
	ID string `path:"id" maxLength:"64"`
}

// KeysOutput lists the keys of a farm.
type KeysOutput struct {
	Body struct {
		Data []Key `json:"data" doc:"Those that may be used first, then the newest first"`
	}
}

// HandleList answers GET /api/farms/{id}/keys.
func (s *Service) HandleList(ctx context.Context, in *KeysInput) (out *KeysOutput, err error) {
	out = &KeysOutput{}
	out.Body.Data, err = s.List(ctx, in.ID)
	return out, err
}

// NewKeyInput is a key to be made.
type NewKeyInput struct {
	KeysInput
	Body struct {
		Name   string        `json:"name" maxLength:"60" doc:"Of the program that will use it"`
		Rights []actor.Right `json:"rights" maxItems:"10" doc:"reports: read reports; record: record and correct; tags: see tags and say what was done with them; prints: print labels"`
	}
}

// NewKeyOutput is a key with its token.
type NewKeyOutput struct {
	Body struct {
		Key
		Token string `json:"token" doc:"The bearer token of the key. Nobody can see it again"`
	}
}

// HandleMake answers POST /api/farms/{id}/keys.
func (s *Service) HandleMake(ctx context.Context, in *NewKeyInput) (out *NewKeyOutput, err error) {
	out = &NewKeyOutput{}
	out.Body.Key, out.Body.Token, err = s.Make(ctx, in.ID, in.Body.Name, in.Body.Rights)
	return out, err
}

// OneKeyInput names a key of a farm.
type OneKeyInput struct {
	KeysInput
	KeyID string `path:"keyId" maxLength:"64"`
}

// EndOutput says that a key has ended.
type EndOutput struct {
	Body struct {
		Message string `json:"message"`
	}
}

// HandleEnd answers DELETE /api/farms/{id}/keys/{keyId}.
func (s *Service) HandleEnd(ctx context.Context, in *OneKeyInput) (*EndOutput, error) {
	out := &EndOutput{}
	out.Body.Message = "The key was ended."
	return out, s.End(ctx, in.ID, in.KeyID)
}
