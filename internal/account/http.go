package account

import (
	"context"

	"github.com/merroir/merroir/internal/rest"
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
	out.Body.Token, out.Body.User, err = s.SignIn(ctx, in.Body.Username, in.Body.Password, rest.ClientIP(ctx))
	return out, err
}

// HandleSignOut answers POST /api/logout.
func (s *Service) HandleSignOut(ctx context.Context, _ *struct{}) (*MessageOutput, error) {
	return &MessageOutput{message{"Logout successful."}}, s.SignOut(ctx)
}

// MyOutput is the caller's own user.
type MyOutput struct{ Body User }

// HandleMy answers GET /api/users/my.
func (s *Service) HandleMy(ctx context.Context, _ *struct{}) (*MyOutput, error) {
	user, err := s.My(ctx)
	return &MyOutput{user}, err
}
