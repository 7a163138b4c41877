package account

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
)

// MyInput says for which farm a ticket is shown.
type MyInput struct {
	Farm string `query:"farm" maxLength:"64" doc:"With a single sign-on ticket: the farm in its link, which must be the farm that the ticket is for"`
}

// Me is the caller's own user.
type Me struct {
	User
	Token string `json:"token" doc:"Bearer token of the session that a single sign-on ticket opened; empty otherwise"`
}

// MyOutput is the caller's own user.
type MyOutput struct{ Body Me }

// HandleMy answers GET /api/users/my, for the holder of a ticket by opening a
// session.
func (s *Service) HandleMy(ctx context.Context, in *MyInput) (*MyOutput, error) {
	out := &MyOutput{}
	var err error
	if _, signedIn := actor.From(ctx); signedIn {
		out.Body.User, err = s.My(ctx)
	} else {
		out.Body.Token, out.Body.User, err = s.Redeem(ctx, actor.OriginOf(ctx).Bearer, in.Farm)
	}
	return out, err
}

// EditMyInput is the identity form; what is left out stays as it is.
type EditMyInput struct {
	Body struct {
		Username *string     `json:"username" required:"false" maxLength:"254"`
		Email    *string     `json:"email" required:"false" maxLength:"254"`
		Name     *NameChange `json:"name" required:"false"`
	}
}

// UserOutput is the caller's own user.
type UserOutput struct{ Body User }

// HandleEditMy answers PUT /api/users/my.
func (s *Service) HandleEditMy(ctx context.Context, in *EditMyInput) (*UserOutput, error) {
	user, err := s.EditMy(ctx, UserChange{Username: in.Body.Username, Email: in.Body.Email, Name: in.Body.Name})
	return &UserOutput{user}, err
}

// MyPasswordInput is the password form.
type MyPasswordInput struct {
	Body struct {
		Password string `json:"password" maxLength:"4096"`
		Revoke   bool   `json:"revokeIssued" required:"false" doc:"Also revoke the open invitations, and the API keys of the last day, that you issued"`
	}
}

// HandleMyPassword answers PUT /api/users/my/password.
func (s *Service) HandleMyPassword(ctx context.Context, in *MyPasswordInput) (*MessageOutput, error) {
	return &MessageOutput{message{"Success. Changes have been saved."}}, s.ChangeMyPassword(ctx, in.Body.Password, in.Body.Revoke)
}

// ProofInput proves who is asking.
type ProofInput struct {
	Body struct {
		Password string `json:"password" maxLength:"4096"`
		Code     string `json:"code" required:"false" maxLength:"40" doc:"From the authenticator app, or a recovery code, where the user has a second factor"`
	}
}

// HandleProof answers POST /api/users/my/proof.
func (s *Service) HandleProof(ctx context.Context, in *ProofInput) (*MessageOutput, error) {
	return &MessageOutput{message{"Thank you."}}, s.Prove(ctx, in.Body.Password, in.Body.Code)
}

// PasswordRulesOutput is what a form that takes a new password says beforehand.
type PasswordRulesOutput struct {
	Body struct {
		Min int `json:"min" doc:"Characters"`
	}
}

// HandlePasswordRules answers GET /api/passwords/rules.
func (s *Service) HandlePasswordRules(context.Context, *struct{}) (*PasswordRulesOutput, error) {
	out := &PasswordRulesOutput{}
	out.Body.Min = s.rules.Min
	return out, nil
}
