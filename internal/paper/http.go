package paper

import (
	"context"

	"github.com/merroir/merroir/internal/fault"
)

// ResendInput names a farm.
type ResendInput struct {
	ID string `path:"id" maxLength:"64"`
	// The call is a GET that sends a mail, so the check of writing calls does not
	// see where it came from.
	Site string `header:"Sec-Fetch-Site" hidden:"true"`
}

// ResendOutput says that the mail is on its way.
type ResendOutput struct {
	Body struct {
		Message string `json:"message"`
	}
}

// HandleResend answers GET /api/enableTagging/{id}/resendTaggingSetupEmail.
func (s *Service) HandleResend(ctx context.Context, in *ResendInput) (*ResendOutput, error) {
	if in.Site != "" && in.Site != "same-origin" && in.Site != "none" {
		return nil, fault.New(fault.Denied, "That request came from another site.")
	}
	out := &ResendOutput{}
	out.Body.Message = "Reminder Email Sent"
	return out, s.ResendSetupEmail(ctx, in.ID)
}
