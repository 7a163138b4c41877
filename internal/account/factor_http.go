package account

import "context"

// FactorOutput is a new second factor, to be put into an authenticator app.
type FactorOutput struct {
	Body struct {
		Secret string `json:"secret" doc:"Base32, to type in by hand"`
		URL    string `json:"url" doc:"otpauth://…, to be shown as a QR code"`
	}
}

// HandleBeginFactor answers POST /api/users/my/second-factor.
func (s *Service) HandleBeginFactor(ctx context.Context, _ *struct{}) (*FactorOutput, error) {
	out := &FactorOutput{}
	var err error
	out.Body.Secret, out.Body.URL, err = s.BeginFactor(ctx)
	return out, err
}

// ConfirmFactorInput shows that the app makes the right codes.
type ConfirmFactorInput struct {
	Body struct {
		Code string `json:"code" maxLength:"40"`
	}
}

// RecoveryCodesOutput is shown once.
type RecoveryCodesOutput struct {
	Body struct {
		RecoveryCodes []string `json:"recoveryCodes" doc:"Each signs in once in the place of a code"`
	}
}

// HandleConfirmFactor answers POST /api/users/my/second-factor/confirm.
func (s *Service) HandleConfirmFactor(ctx context.Context, in *ConfirmFactorInput) (*RecoveryCodesOutput, error) {
	out := &RecoveryCodesOutput{}
	var err error
	out.Body.RecoveryCodes, err = s.ConfirmFactor(ctx, in.Body.Code)
	return out, err
}

// HandleRemoveFactor answers DELETE /api/users/my/second-factor.
func (s *Service) HandleRemoveFactor(ctx context.Context, _ *struct{}) (*MessageOutput, error) {
	return &MessageOutput{message{"Your second factor has been removed."}}, s.RemoveFactor(ctx)
}

// HandleResetFactor answers DELETE /api/users/{id}/second-factor.
func (s *Service) HandleResetFactor(ctx context.Context, in *UserInput) (*MessageOutput, error) {
	return &MessageOutput{message{"The second factor has been removed."}}, s.ResetFactor(ctx, in.ID)
}
