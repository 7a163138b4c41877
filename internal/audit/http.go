package audit

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/merroir/merroir/internal/rest"
)

// ListInput is the query of the trail, which has one order.
type ListInput struct {
	Search string `query:"search" maxLength:"200" doc:"Part of who, to what, action or address"`
	Action string `query:"action" maxLength:"60" doc:"The whole name of an action"`
	From   string `query:"from" maxLength:"10" doc:"First day, YYYY-MM-DD in UTC"`
	To     string `query:"to" maxLength:"10" doc:"Last day, YYYY-MM-DD in UTC"`
	Limit  int    `query:"limit" default:"20" doc:"Rows on a page: 5, 10, 20, 50 or 100"`
	Page   int    `query:"page" minimum:"1" maximum:"10000" default:"1" doc:"Page, counted from 1"`
}

// Resolve refuses a limit that the lists do not offer.
func (in *ListInput) Resolve(ctx huma.Context) []error { return in.paging().Resolve(ctx) }

func (in *ListInput) paging() rest.ListQuery { return rest.ListQuery{Limit: in.Limit, Page: in.Page} }

// ListOutput is a page of the trail.
type ListOutput struct{ Body rest.List[AuditEntry] }

// HandleList answers GET /api/audit.
func (s *Service) HandleList(ctx context.Context, in *ListInput) (*ListOutput, error) {
	q := Query{Search: in.Search, Action: in.Action, From: in.From, To: in.To, Page: in.paging()}
	list, err := s.List(ctx, q)
	return &ListOutput{list}, err
}
