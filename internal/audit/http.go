package audit

import (
	"context"

	"github.com/merroir/merroir/internal/page"
)

// ListInput is the query of the trail, which has one order.
type ListInput struct {
	Search  string `query:"search" maxLength:"200" doc:"Part of who, to what, action or address"`
	Action  string `query:"action" maxLength:"60" doc:"The whole name of an action"`
	Subject string `query:"subject" maxLength:"64" doc:"The id of what it was done to, such as a farm"`
	From    string `query:"from" maxLength:"10" doc:"First day, YYYY-MM-DD in UTC"`
	To      string `query:"to" maxLength:"10" doc:"Last day, YYYY-MM-DD in UTC"`
	page.Slice
}

// ListOutput is a page of the trail.
type ListOutput struct{ Body page.List[AuditEntry] }

// HandleList answers GET /api/audit.
func (s *Service) HandleList(ctx context.Context, in *ListInput) (*ListOutput, error) {
	q := Query{Search: in.Search, Action: in.Action, Subject: in.Subject, From: in.From, To: in.To, Page: in.Slice}
	list, err := s.List(ctx, q)
	return &ListOutput{list}, err
}
