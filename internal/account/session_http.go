package account

import "context"

// SessionsOutput lists sessions, the newest first.
type SessionsOutput struct {
	Body struct {
		Data []Session `json:"data"`
	}
}

func sessionsOutput(list []Session, err error) (*SessionsOutput, error) {
	out := &SessionsOutput{}
	out.Body.Data = list
	return out, err
}

// HandleMySessions answers GET /api/users/my/sessions.
func (s *Service) HandleMySessions(ctx context.Context, _ *struct{}) (*SessionsOutput, error) {
	return sessionsOutput(s.MySessions(ctx))
}

// HandleSessions answers GET /api/users/{id}/sessions.
func (s *Service) HandleSessions(ctx context.Context, in *UserInput) (*SessionsOutput, error) {
	return sessionsOutput(s.Sessions(ctx, in.ID))
}

// RevokeInput says whether what the user issued ends with their sessions.
type RevokeInput struct {
	Revoke bool `query:"revokeIssued" doc:"Also revoke the open invitations, and the API keys of the last day, that the user issued; see the issued call"`
}

// SessionInput names a session of the caller.
type SessionInput struct {
	SessionID string `path:"sessionId" maxLength:"64"`
	RevokeInput
}

// EndSessionsInput names a user whose sessions end.
type EndSessionsInput struct {
	UserInput
	RevokeInput
}

// IssuedOutput lists what a user issued, the newest first.
type IssuedOutput struct {
	Body struct {
		Data []Issued `json:"data"`
	}
}

func issuedOutput(all []Issued, err error) (*IssuedOutput, error) {
	out := &IssuedOutput{}
	out.Body.Data = all
	return out, err
}

// HandleMyIssued answers GET /api/users/my/issued.
func (s *Service) HandleMyIssued(ctx context.Context, _ *struct{}) (*IssuedOutput, error) {
	return issuedOutput(s.MyIssued(ctx))
}

// HandleIssued answers GET /api/users/{id}/issued.
func (s *Service) HandleIssued(ctx context.Context, in *UserInput) (*IssuedOutput, error) {
	return issuedOutput(s.IssuedBy(ctx, in.ID))
}

// HandleEndMySession answers DELETE /api/users/my/sessions/{sessionId}.
func (s *Service) HandleEndMySession(ctx context.Context, in *SessionInput) (*MessageOutput, error) {
	return &MessageOutput{message{"Session ended."}}, s.EndMySession(ctx, in.SessionID, in.Revoke)
}

// HandleEndMySessions answers DELETE /api/users/my/sessions.
func (s *Service) HandleEndMySessions(ctx context.Context, in *RevokeInput) (*MessageOutput, error) {
	text, err := s.EndMyOtherSessions(ctx, in.Revoke)
	return &MessageOutput{message{text}}, err
}

// HandleEndSessions answers DELETE /api/users/{id}/sessions.
func (s *Service) HandleEndSessions(ctx context.Context, in *EndSessionsInput) (*MessageOutput, error) {
	text, err := s.EndSessions(ctx, in.ID, in.Revoke)
	return &MessageOutput{message{text}}, err
}
