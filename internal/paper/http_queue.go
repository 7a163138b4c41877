package paper

import (
	"context"

	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/page"
)

// QueueInput is the query of the fulfilment queue.
type QueueInput struct {
	State  string `query:"state" enum:"toSend,held,sent,unpaid" default:"toSend"`
	Search string `query:"search" maxLength:"200" doc:"Part of the farm's or receiver's name, or the order's id"`
	Farm   string `query:"farm" maxLength:"64"`
	Kind   string `query:"kind" enum:",setup,printers,refill,more"`
	page.Slice
}

// QueueOutput is a page of the fulfilment queue.
type QueueOutput struct{ Body page.List[Shipment] }

// HandleQueue answers GET /api/shipments.
func (s *Service) HandleQueue(ctx context.Context, in *QueueInput) (*QueueOutput, error) {
	list, err := s.Queue(ctx, QueueQuery{QueueState(in.State), in.Search, in.Farm, OrderKind(in.Kind), in.Slice})
	return &QueueOutput{list}, err
}

// ShipmentInput names an order.
type ShipmentInput struct {
	ID string `path:"id" maxLength:"64"`
}

// ShipmentOutput is an order of the queue.
type ShipmentOutput struct{ Body Shipment }

// HandleShipment answers GET /api/shipments/{id}.
func (s *Service) HandleShipment(ctx context.Context, in *ShipmentInput) (*ShipmentOutput, error) {
	sh, err := s.Shipment(ctx, in.ID)
	return &ShipmentOutput{sh}, err
}

// SendInput says which orders were sent, and how.
type SendInput struct {
	Body struct {
		Shipments []Parcel `json:"shipments" maxItems:"100"`
	}
}

// SendOutput says how many orders are marked as sent.
type SendOutput struct {
	Body struct {
		Sent int `json:"sent"`
	}
}

// HandleSend answers POST /api/shipments/send.
func (s *Service) HandleSend(ctx context.Context, in *SendInput) (*SendOutput, error) {
	out := &SendOutput{}
	out.Body.Sent = len(in.Body.Shipments)
	return out, s.Send(ctx, in.Body.Shipments)
}

// HandleSlip answers GET /api/shipments/{id}/packingSlip.
func (s *Service) HandleSlip(ctx context.Context, in *ShipmentInput) (*download.File, error) {
	content, err := s.Slips(ctx, in.ID)
	return download.New("packing-slip-"+in.ID+".pdf", download.PDF, content), err
}

// SlipsInput names orders.
type SlipsInput struct {
	IDs []string `query:"ids" maxItems:"100" maxLength:"64" doc:"Of the orders, one after the other"`
}

// HandleSlips answers GET /api/shipments/packingSlips.
func (s *Service) HandleSlips(ctx context.Context, in *SlipsInput) (*download.File, error) {
	content, err := s.Slips(ctx, in.IDs...)
	return download.New("packing-slips.pdf", download.PDF, content), err
}
