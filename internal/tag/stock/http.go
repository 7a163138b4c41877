package stock

import (
	"context"

	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/page"
)

// TagsInput asks for a page of a firm's tags.
type TagsInput struct {
	FarmID string `path:"id" maxLength:"64"`
	Search string `query:"search" maxLength:"200" doc:"A part of the tag's id, a lot, a growing area, the brand, the species, a certificate or a buyer"`
	Lease  string `query:"lease" maxLength:"64" doc:"Id of a growing area; also finds what was made of tags from there"`
	Lot    string `query:"lot" maxLength:"64" doc:"Id of a lot; also finds what was made of tags of it"`
	From   string `query:"from" maxLength:"10" doc:"YYYY-MM-DD, the first day of harvest"`
	To     string `query:"to" maxLength:"10" doc:"YYYY-MM-DD, the last day of harvest"`
	Buyer  string `query:"buyer" maxLength:"200" doc:"A part of the name of a consignee"`
	State  string `query:"state" enum:",left,wet-storage,gone" doc:"Something is left of it, it is in wet storage, or nothing is left"`
	page.Slice
}

// TagsOutput is a page of a firm's tags, the newest first.
type TagsOutput struct{ Body page.List[OwnTag] }

// HandleTags answers GET /api/farms/{id}/tags.
func (s *Service) HandleTags(ctx context.Context, in *TagsInput) (*TagsOutput, error) {
	list, err := s.List(ctx, in.FarmID, Search{in.Search, in.Lease, in.Lot, in.From, in.To, in.Buyer, in.State, in.Slice})
	return &TagsOutput{list}, err
}

// TagInput names a tag of a firm.
type TagInput struct {
	FarmID string `path:"id" maxLength:"64"`
	TagID  string `path:"tagId" maxLength:"64"`
}

// TagOutput is a tag with all that the firm knows of it.
type TagOutput struct{ Body Detail }

// HandleTag answers GET /api/farms/{id}/tags/{tagId}.
func (s *Service) HandleTag(ctx context.Context, in *TagInput) (*TagOutput, error) {
	detail, err := s.Get(ctx, in.FarmID, in.TagID)
	return &TagOutput{detail}, err
}

// ShipmentsInput asks for a page of what a firm has shipped.
type ShipmentsInput struct {
	ShipmentsCSVInput
	page.Slice
}

// ShipmentsOutput is a page of shipments, the latest first.
type ShipmentsOutput struct{ Body page.List[Shipped] }

// HandleShipments answers GET /api/farms/{id}/shipments.
func (s *Service) HandleShipments(ctx context.Context, in *ShipmentsInput) (*ShipmentsOutput, error) {
	search := in.search()
	search.Slice = in.Slice
	list, err := s.Shipments(ctx, in.FarmID, search)
	return &ShipmentsOutput{list}, err
}

// ShipmentsCSVInput asks for all shipments that a list shows page by page.
type ShipmentsCSVInput struct {
	FarmID string `path:"id" maxLength:"64"`
	Search string `query:"search" maxLength:"200" doc:"As of the list of tags"`
	Buyer  string `query:"buyer" maxLength:"200" doc:"A part of the name of the consignee"`
	From   string `query:"from" maxLength:"10" doc:"YYYY-MM-DD, the first day of shipping"`
	To     string `query:"to" maxLength:"10" doc:"YYYY-MM-DD, the last day of shipping"`
}

func (in *ShipmentsCSVInput) search() Search {
	return Search{Text: in.Search, Buyer: in.Buyer, From: in.From, To: in.To}
}

// HandleShipmentsCSV answers GET /api/farms/{id}/shipments/csv.
func (s *Service) HandleShipmentsCSV(ctx context.Context, in *ShipmentsCSVInput) (*download.File, error) {
	content, err := s.ShipmentsCSV(ctx, in.FarmID, in.search())
	return download.New("shipments.csv", download.CSV, content), err
}

// UntaggedInput asks for the harvests of the thirty days before a day.
type UntaggedInput struct {
	FarmID string `path:"id" maxLength:"64"`
	Until  string `query:"until" maxLength:"10" doc:"YYYY-MM-DD; today where it is left out"`
}

// UntaggedOutput lists harvests with what of them is on tags, the newest first.
type UntaggedOutput struct {
	Body struct {
		Data []Untagged `json:"data"`
	}
}

// HandleUntagged answers GET /api/farms/{id}/harvests.
func (s *Service) HandleUntagged(ctx context.Context, in *UntaggedInput) (*UntaggedOutput, error) {
	list, err := s.Untagged(ctx, in.FarmID, in.Until)
	out := &UntaggedOutput{}
	out.Body.Data = list
	return out, err
}
