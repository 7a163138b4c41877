package paper

import (
	"context"
	"maps"
	"slices"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// QueueState is a list of the fulfilment queue.
type QueueState string

const (
	ToSend QueueState = "toSend"
	Held   QueueState = "held"   // would be sent or invoiced but for a hold
	Was    QueueState = "sent"   // the newest first
	Owing  QueueState = "unpaid" // waits for its payment
)

const onHold = `EXISTS (SELECT 1 FROM paper_order_types t JOIN paper_holds h ON h.farm_id = t.farm_id AND h.type = t.type
	WHERE t.farm_id = o.farm_id AND t.order_id = o.id)`

// where gives the condition and the order of a list.
func (q QueueState) where() (condition, sort string) {
	switch q {
	case Held:
		return "o.state IN ('ready', 'waiting') AND " + onHold, "o.id"
	case Was:
		return "o.state = 'sent'", "o.sent_at DESC, o.id DESC"
	case Owing:
		return "o.state = 'unpaid'", "o.id"
	}
	return "o.state = 'ready' AND NOT " + onHold, "o.id"
}

// QueueQuery says which orders of all farms are asked for.
type QueueQuery struct {
	State  QueueState
	Search string // in the names of farm and receiver, and the order's id
	FarmID string // of one farm, if it is not empty
	Kind   OrderKind
	Page   page.Slice
}

// Shipment is an order in the fulfilment queue.
type Shipment struct {
	Order
	FarmName      string        `json:"farmName"`
	Holds         []Hold        `json:"holds" doc:"That it waits for"`
	InvoiceNumber string        `json:"invoiceNumber"`
	InvoiceState  billing.State `json:"invoiceState"`
}

// Queue gives a page of the fulfilment queue over all farms. Only those who keep
// farm records may.
func (s *Service) Queue(ctx context.Context, q QueueQuery) (list page.List[Shipment], err error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return list, err
	}
	condition, sort := q.State.where()
	condition += " AND o.search_key LIKE $1 ESCAPE '!' AND ($2 = '' OR o.farm_id = $2) AND ($3 = '' OR o.kind = $3)"
	args := []any{"%" + sqldb.Like(sqldb.SearchKey(q.Search)) + "%", q.FarmID, string(q.Kind)}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		total, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM paper_orders o WHERE "+condition, args...)
		if err != nil {
			return err
		}
		orders, err := sqldb.All(ctx, tx, scanOrder, "SELECT "+orderColumns+" FROM paper_orders o WHERE "+condition+" ORDER BY "+sort+" LIMIT $4 OFFSET $5",
			append(args, q.Page.Limit, q.Page.Offset())...)
		if err != nil {
			return err
		}
		rows, err := shipments(ctx, tx, orders)
		list = page.Of(q.Page, rows, total)
		return err
	})
	return list, err
}

// CountIn counts the orders of all farms in a list of the queue. The caller has
// asked for the right to see them.
func CountIn(ctx context.Context, tx *sqldb.Tx, state QueueState) (int, error) {
	condition, _ := state.where()
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM paper_orders o WHERE "+condition)
}

// Shipment gives an order of any farm. Only those who keep farm records may.
func (s *Service) Shipment(ctx context.Context, id string) (Shipment, error) {
	found, err := s.shipmentsBy(ctx, id)
	if err != nil {
		return Shipment{}, err
	}
	return found[0], nil
}

// shipmentsBy gives orders of any farms in the order of the ids, as they are
// together. Only those who keep farm records may; NotFound if one is missing.
func (s *Service) shipmentsBy(ctx context.Context, ids ...string) (found []Shipment, err error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return nil, err
	}
	byID := map[string]Shipment{}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		orders, err := sqldb.All(ctx, tx, scanOrder, "SELECT "+orderColumns+" FROM paper_orders o WHERE o.id IN ("+sqldb.In(1, len(ids))+")", sqldb.Args(ids)...)
		if err != nil {
			return err
		}
		all, err := shipments(ctx, tx, orders)
		for _, sh := range all {
			byID[sh.ID] = sh
		}
		return err
	})
	for _, id := range ids {
		sh, is := byID[id]
		if err == nil && !is {
			err = errNoOrder
		}
		found = append(found, sh)
	}
	return found, err
}

// shipments adds to orders what the queue shows beside them.
func shipments(ctx context.Context, tx *sqldb.Tx, orders []Order) ([]Shipment, error) {
	if err := complete(ctx, tx, orders); err != nil {
		return nil, err
	}
	invoices, err := invoicesOf(ctx, tx, orders)
	if err != nil {
		return nil, err
	}
	names, err := farmNames(ctx, tx, orders)
	if err != nil {
		return nil, err
	}
	held, err := holdsOf(ctx, tx, slices.Collect(maps.Keys(names))...)
	rows := make([]Shipment, len(orders))
	for i, o := range orders {
		v := invoices[o.InvoiceID]
		rows[i] = Shipment{o, names[o.FarmID], held.of(&o), v.Number, v.State}
	}
	return rows, err
}

// farmNames gives the names of the orders' farms by their ids.
func farmNames(ctx context.Context, tx *sqldb.Tx, orders []Order) (map[string]string, error) {
	names, ids := map[string]string{}, []string{}
	for _, o := range orders {
		if _, known := names[o.FarmID]; !known {
			names[o.FarmID], ids = "", append(ids, o.FarmID)
		}
	}
	if len(ids) == 0 {
		return names, nil
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, name string
		err := r.Scan(&id, &name)
		names[id] = name
		return struct{}{}, err
	}, "SELECT id, name FROM farms WHERE id IN ("+sqldb.In(1, len(ids))+")", sqldb.Args(ids)...)
	return names, err
}

// of gives the holds for which the order waits.
func (h holds) of(o *Order) []Hold {
	mine := []Hold{}
	for _, hold := range h {
		if hold.farmID == o.FarmID && o.State != Sent && o.State != Cancelled && slices.Contains(o.Types, hold.Type) {
			mine = append(mine, hold)
		}
	}
	return mine
}
