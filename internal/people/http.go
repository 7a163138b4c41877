package people

import (
	"context"

	"github.com/merroir/merroir/internal/account"
)

// FarmInput names a farm.
type FarmInput struct {
	ID string `path:"id" maxLength:"64"`
}

// PeopleOutput is the people of a farm.
type PeopleOutput struct{ Body People }

// HandleList answers GET /api/farms/{id}/people.
func (s *Service) HandleList(ctx context.Context, in *FarmInput) (*PeopleOutput, error) {
	p, err := s.List(ctx, in.ID)
	return &PeopleOutput{p}, err
}

// InviteInput invites somebody to a farm.
type InviteInput struct {
	FarmInput
	Body struct {
		Email string `json:"email" maxLength:"254"`
		May   string `json:"may" enum:"record,reports,manage" doc:"What they may do"`
	}
}

// HandleInvite answers POST /api/farms/{id}/people/invitations.
func (s *Service) HandleInvite(ctx context.Context, in *InviteInput) (*PeopleOutput, error) {
	p, err := s.Invite(ctx, in.ID, in.Body.Email, in.Body.May)
	return &PeopleOutput{p}, err
}

// TakeBackInput names an invitation to a farm.
type TakeBackInput struct {
	FarmInput
	InvitationID string `path:"invitationId" maxLength:"64"`
}

// HandleTakeBack answers DELETE /api/farms/{id}/people/invitations/{invitationId}.
func (s *Service) HandleTakeBack(ctx context.Context, in *TakeBackInput) (*PeopleOutput, error) {
	p, err := s.TakeBack(ctx, in.ID, in.InvitationID)
	return &PeopleOutput{p}, err
}

// PersonInput names one of a farm's people.
type PersonInput struct {
	FarmInput
	UserID string `path:"userId" maxLength:"64"`
}

// MayInput says what they may do.
type MayInput struct {
	PersonInput
	Body struct {
		May string `json:"may" enum:"record,reports,manage"`
	}
}

// HandleMay answers PUT /api/farms/{id}/people/{userId}.
func (s *Service) HandleMay(ctx context.Context, in *MayInput) (*PeopleOutput, error) {
	p, err := s.SetMay(ctx, in.ID, in.UserID, in.Body.May)
	return &PeopleOutput{p}, err
}

// HandleRemove answers DELETE /api/farms/{id}/people/{userId}.
func (s *Service) HandleRemove(ctx context.Context, in *PersonInput) (*PeopleOutput, error) {
	p, err := s.Remove(ctx, in.ID, in.UserID)
	return &PeopleOutput{p}, err
}

// HandOverInput hands the management to somebody else.
type HandOverInput struct {
	PersonInput
	Body struct {
		Then string `json:"then" enum:"record,reports,leave" doc:"What you may do afterwards"`
	}
}

// HandleHandOver answers POST /api/farms/{id}/people/{userId}/hand-over.
func (s *Service) HandleHandOver(ctx context.Context, in *HandOverInput) (*PeopleOutput, error) {
	p, err := s.HandOver(ctx, in.ID, in.UserID, in.Body.Then)
	return &PeopleOutput{p}, err
}

// InvitationsOutput is the open invitations to the platform.
type InvitationsOutput struct {
	Body struct {
		Data []Invitation `json:"data" doc:"The newest first"`
	}
}

// HandleOpen answers GET /api/invitations.
func (s *Service) HandleOpen(ctx context.Context, _ *struct{}) (*InvitationsOutput, error) {
	out := &InvitationsOutput{}
	var err error
	out.Body.Data, err = s.Open(ctx)
	return out, err
}

// InvitePlatformInput invites somebody to the platform.
type InvitePlatformInput struct {
	Body struct {
		Email string `json:"email" maxLength:"254"`
	}
}

// HandleInvitePlatform answers POST /api/invitations.
func (s *Service) HandleInvitePlatform(ctx context.Context, in *InvitePlatformInput) (*InvitationsOutput, error) {
	out := &InvitationsOutput{}
	var err error
	out.Body.Data, err = s.InviteToPlatform(ctx, in.Body.Email)
	return out, err
}

// InvitationInput names an invitation to the platform.
type InvitationInput struct {
	InvitationID string `path:"invitationId" maxLength:"64"`
}

// HandleTakeBackPlatform answers DELETE /api/invitations/{invitationId}.
func (s *Service) HandleTakeBackPlatform(ctx context.Context, in *InvitationInput) (*InvitationsOutput, error) {
	out := &InvitationsOutput{}
	var err error
	out.Body.Data, err = s.TakeBackFromPlatform(ctx, in.InvitationID)
	return out, err
}

// TokenInput is the token of an invitation's link.
type TokenInput struct {
	Body struct {
		Token string `json:"token" maxLength:"100"`
	}
}

// AskedOutput is what an invitation says.
type AskedOutput struct{ Body Asked }

// HandleLook answers POST /api/invitations/look.
func (s *Service) HandleLook(ctx context.Context, in *TokenInput) (*AskedOutput, error) {
	a, err := s.Look(ctx, in.Body.Token)
	return &AskedOutput{a}, err
}

// AcceptInput makes the account of somebody who was invited.
type AcceptInput struct {
	Body struct {
		Token    string             `json:"token" maxLength:"100"`
		Username string             `json:"username" maxLength:"254"`
		Password string             `json:"password" maxLength:"4096"`
		Name     account.NameChange `json:"name" required:"false"`
	}
}

// HandleAccept answers POST /api/invitations/accept.
func (s *Service) HandleAccept(ctx context.Context, in *AcceptInput) (*AskedOutput, error) {
	n := Newcomer{Username: in.Body.Username, Password: in.Body.Password}
	in.Body.Name.Apply(&n.Name)
	a, err := s.Accept(ctx, in.Body.Token, n)
	return &AskedOutput{a}, err
}

// JoinedOutput says which farm is open now.
type JoinedOutput struct {
	Body struct {
		FarmID string `json:"farm" doc:"Empty where the invitation was to the platform"`
	}
}

// HandleAcceptSignedIn answers POST /api/invitations/join.
func (s *Service) HandleAcceptSignedIn(ctx context.Context, in *TokenInput) (*JoinedOutput, error) {
	out := &JoinedOutput{}
	var err error
	out.Body.FarmID, err = s.AcceptSignedIn(ctx, in.Body.Token)
	return out, err
}
