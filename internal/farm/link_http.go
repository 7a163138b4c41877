package farm

import (
	"context"

	"github.com/merroir/merroir/internal/account"
)

// LinkInput links a farm to a user.
type LinkInput struct {
	ID   string `path:"id" maxLength:"64" doc:"The user"`
	Body struct {
		May         string `json:"may" required:"false" enum:"record,reports,manage" doc:"What the link opens; manage by default"`
		Farm        string `json:"farm" maxLength:"64" doc:"Id of the farm"`
		AccountName string `json:"accountName" required:"false" maxLength:"400" doc:"The user's full name, which is not looked at"`
	}
}

// AccountOutput is the user with the links.
type AccountOutput struct{ Body account.Account }

// HandleLink answers POST /api/users/{id}/farm.
func (s *Service) HandleLink(ctx context.Context, in *LinkInput) (*AccountOutput, error) {
	level := Managing
	if in.Body.May != "" {
		var err error
		if level, err = LevelNamed(in.Body.May); err != nil {
			return nil, err
		}
	}
	a, err := s.link(ctx, in.Body.Farm, in.ID, level)
	return &AccountOutput{a}, err
}

// UnlinkInput names a link.
type UnlinkInput struct {
	ID     string `path:"id" maxLength:"64" doc:"The user"`
	FarmID string `path:"farmId" maxLength:"64"`
}

// HandleUnlink answers DELETE /api/users/{id}/farm/{farmId}.
func (s *Service) HandleUnlink(ctx context.Context, in *UnlinkInput) (*AccountOutput, error) {
	a, err := s.UnlinkUser(ctx, in.FarmID, in.ID)
	return &AccountOutput{a}, err
}
