package account

import "context"

// StayInput is a call about the browser that it comes from. No page of another
// site can send its header: the browser would ask the server first, which agrees
// to nothing.
type StayInput struct {
	Asked  string `header:"X-Stay" required:"true" maxLength:"10" doc:"Anything: a page of another site cannot send it"`
	Cookie string `header:"Cookie" hidden:"true"`
}

// StayOutput has the browser keep a pass, or forget the one that it has.
type StayOutput struct {
	SetCookie string `header:"Set-Cookie"`
	Body      message
}

// HandleStay answers POST /api/users/my/stay.
func (s *Service) HandleStay(ctx context.Context, in *StayInput) (*StayOutput, error) {
	cookie, err := s.Stay(ctx, in.Cookie)
	return &StayOutput{cookie, message{"You stay signed in on this device."}}, err
}

// ResumeOutput carries a session, and the next pass.
type ResumeOutput struct {
	SetCookie string `header:"Set-Cookie"`
	SignInOutput
}

// HandleResume answers POST /api/login/stay.
func (s *Service) HandleResume(ctx context.Context, in *StayInput) (*ResumeOutput, error) {
	out := &ResumeOutput{}
	var err error
	out.Body.Token, out.Body.User, out.SetCookie, err = s.Resume(ctx, in.Cookie)
	return out, err
}

// HandleLeave answers DELETE /api/login/stay.
func (s *Service) HandleLeave(ctx context.Context, in *StayInput) (*StayOutput, error) {
	cookie, err := s.Leave(ctx, in.Cookie)
	return &StayOutput{cookie, message{"You do not stay signed in on this device."}}, err
}
