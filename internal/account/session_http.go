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

// SessionInput names a session of the caller.
type SessionInput struct {
	SessionID string `path:"sessionId" maxLength:"64"`
}

// HandleEndMySession answers DELETE /api/users/my/sessions/{sessionId}.
func (s *Service) HandleEndMySession(ctx context.Context, in *SessionInput) (*MessageOutput, error) {
	return &MessageOutput{message{"Session ended."}}, s.EndMySession(ctx, in.SessionID)
}

// HandleEndMySessions answers DELETE /api/users/my/sessions.
func (s *Service) HandleEndMySessions(ctx context.Context, _ *struct{}) (*MessageOutput, error) {
	text, err := s.EndMyOtherSessions(ctx)
	return &MessageOutput{message{text}}, err
}

// HandleEndSessions answers DELETE /api/users/{id}/sessions.
func (s *Service) HandleEndSessions(ctx context.Context, in *UserInput) (*MessageOutput, error) {
	text, err := s.EndSessions(ctx, in.ID)
	return &MessageOutput{message{text}}, err
}
