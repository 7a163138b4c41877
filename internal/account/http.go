package account

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
)

type message struct {
	Message string `json:"message"`
}

// MessageOutput answers with a sentence.
type MessageOutput struct{ Body message }

// SignInInput is the sign-in form.
type SignInInput struct {
	Body struct {
		Username string `json:"username" doc:"Username or email address" maxLength:"254"`
		Password string `json:"password" maxLength:"4096"`
		Code     string `json:"code" required:"false" maxLength:"40" doc:"From the authenticator app, or a recovery code, where the user has a second factor"`
	}
}

// SignInOutput carries the session.
type SignInOutput struct {
	Body struct {
		Token string `json:"token" doc:"Bearer token of the session"`
		User  User   `json:"user"`
	}
}

// HandleSignIn answers POST /api/login.
func (s *Service) HandleSignIn(ctx context.Context, in *SignInInput) (*SignInOutput, error) {
	out := &SignInOutput{}
	var err error
	out.Body.Token, out.Body.User, err = s.SignIn(ctx, SignInForm{in.Body.Username, in.Body.Password, in.Body.Code}, actor.OriginOf(ctx).IP)
	return out, err
}

// HandleSignOut answers POST /api/logout.
func (s *Service) HandleSignOut(ctx context.Context, _ *struct{}) (*MessageOutput, error) {
	return &MessageOutput{message{"Logout successful."}}, s.SignOut(ctx)
}

// ForgotInput asks for a reset link.
type ForgotInput struct {
	Body struct {
		Email string `json:"email" maxLength:"254"`
		App   string `json:"app,omitempty" doc:"distributor or farmer, where the person came from there" maxLength:"64"`
	}
}

// HandleForgot answers POST /api/login/forgot, the same for every address.
func (s *Service) HandleForgot(ctx context.Context, in *ForgotInput) (*MessageOutput, error) {
	err := s.Forgot(ctx, in.Body.Email, in.Body.App, actor.OriginOf(ctx).IP)
	return &MessageOutput{message{"If an account matched that address, an email will be sent with instructions."}}, err
}

// ResetInput sets a new password with the key of a reset link.
type ResetInput struct {
	Body struct {
		Email    string `json:"email" maxLength:"254"`
		Key      string `json:"key" maxLength:"100"`
		Password string `json:"password" maxLength:"4096"`
		Revoke   bool   `json:"revokeIssued" required:"false" doc:"Also revoke the open invitations, and the API keys of the last day, that the user issued"`
	}
}

// HandleReset answers POST /api/login/reset.
func (s *Service) HandleReset(ctx context.Context, in *ResetInput) (*MessageOutput, error) {
	err := s.Reset(ctx, in.Body.Email, in.Body.Key, in.Body.Password, in.Body.Revoke)
	return &MessageOutput{message{"Your password has been reset."}}, err
}
