package account

import "context"

// TicketInput says who is to be signed in, and at which farm.
type TicketInput struct {
	Body struct {
		User string `json:"user" maxLength:"64" doc:"Id of the user"`
		Farm string `json:"farm" maxLength:"64" doc:"Id of the farm"`
	}
}

// TicketOutput is a ticket and the address that uses it.
type TicketOutput struct {
	Body struct {
		Ticket string `json:"ticket" doc:"Good once, for a minute, as bearer token of GET /api/users/my"`
		URL    string `json:"url"`
	}
}

// HandleTicket answers POST /api/sso/tickets.
func (s *Service) HandleTicket(ctx context.Context, in *TicketInput) (*TicketOutput, error) {
	out := &TicketOutput{}
	var err error
	out.Body.Ticket, err = s.Mint(ctx, in.Body.User, in.Body.Farm)
	out.Body.URL = s.publicURL + "/sso/" + out.Body.Ticket + "/" + in.Body.Farm
	return out, err
}
