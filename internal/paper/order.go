package paper

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// OrderKind says why something is sent.
type OrderKind string

const (
	SetupOrder    OrderKind = "setup"
	PrintersOrder OrderKind = "printers" // added later
	RefillOrder   OrderKind = "refill"
	MoreOrder     OrderKind = "more" // 'Send more paper'
)

// OrderState is where an order stands (docs/paper.md).
type OrderState string

const (
	Waiting   OrderState = "waiting"   // ordered, not invoiced yet
	Unpaid    OrderState = "unpaid"    // invoiced; not sent before it is paid
	Ready     OrderState = "ready"     // to be sent
	Sent      OrderState = "sent"      // once
	Cancelled OrderState = "cancelled" // never sent
)

// Order is a parcel with its invoice. Instants are Unix milliseconds.
type Order struct {
	ID        string               `json:"_id"`
	FarmID    string               `json:"farm"`
	Kind      OrderKind            `json:"kind" enum:"setup,printers,refill,more"`
	State     OrderState           `json:"state" enum:"waiting,unpaid,ready,sent,cancelled"`
	InvoiceID string               `json:"invoice" doc:"Empty until it is invoiced"`
	Address   farm.ShippingAddress `json:"shippingAddress" doc:"As it was when it was ordered"`
	Types     []Type               `json:"paperTypes"`
	Lines     []OrderLine          `json:"lines" doc:"Those of its invoice"`
	Total     int64                `json:"total" doc:"Cents: the sum of the lines"`
	CreatedAt int64                `json:"createdAt"`
	SentAt    *int64               `json:"sentAt"`
	Carrier   string               `json:"carrier"`
	Tracking  string               `json:"trackingNumber"`
	SentBy    string               `json:"sentBy"`
	Note      string               `json:"note" doc:"Why it was cancelled"`

	tellTeam bool
}

var errNoOrder = fault.New(fault.NotFound, "No such order.")

const orderColumns = "o.farm_id, o.id, o.kind, o.state, o.invoice_id, o.address, o.tell_team, o.note, o.created_at, o.sent_at, o.carrier, o.tracking, o.sent_by"

func scanOrder(r sqldb.Row) (o Order, err error) {
	var address string
	if err := r.Scan(&o.FarmID, &o.ID, &o.Kind, &o.State, &o.InvoiceID, &address, &o.tellTeam, &o.Note, &o.CreatedAt,
		&o.SentAt, &o.Carrier, &o.Tracking, &o.SentBy); err != nil {
		return o, err
	}
	o.Types, o.Lines = []Type{}, []OrderLine{}
	return o, json.Unmarshal([]byte(address), &o.Address)
}

// orderByID gives an order with its lines.
func orderByID(ctx context.Context, tx *sqldb.Tx, farmID, id string) (Order, error) {
	o, err := sqldb.One(ctx, tx, scanOrder, "SELECT "+orderColumns+" FROM paper_orders o WHERE o.farm_id = $1 AND o.id = $2", farmID, id)
	if fault.Is(err, fault.NotFound) {
		return o, errNoOrder
	}
	if err != nil {
		return o, err
	}
	all := []Order{o}
	err = complete(ctx, tx, all)
	return all[0], err
}

// ordersOf gives orders of the farm in one of the states, the oldest first.
func ordersOf(ctx context.Context, tx *sqldb.Tx, farmID string, states ...OrderState) ([]Order, error) {
	args := []any{farmID}
	for _, state := range states {
		args = append(args, string(state))
	}
	all, err := sqldb.All(ctx, tx, scanOrder, "SELECT "+orderColumns+" FROM paper_orders o WHERE o.farm_id = $1 AND o.state IN ("+
		sqldb.In(2, len(states))+") ORDER BY o.id", args...)
	if err == nil {
		err = complete(ctx, tx, all)
	}
	return all, err
}

// complete adds the lines and types to orders.
func complete(ctx context.Context, tx *sqldb.Tx, orders []Order) error {
	if len(orders) == 0 {
		return nil
	}
	at, farms, ids := map[string]*Order{}, []any{}, []any{}
	for i := range orders {
		o := &orders[i]
		if at[o.ID] = o; !slices.Contains(farms, any(o.FarmID)) {
			farms = append(farms, o.FarmID)
		}
		ids = append(ids, o.ID)
	}
	of := " WHERE farm_id IN (" + sqldb.In(1, len(farms)) + ") AND order_id IN (" + sqldb.In(1+len(farms), len(ids)) + ")"
	args := append(farms, ids...)
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		var l OrderLine
		err := r.Scan(&id, &l.Type, &l.Roll, &l.Rolls, &l.Tags, &l.Printer, &l.Description, &l.Cents)
		if o := at[id]; o != nil {
			o.Lines = append(o.Lines, l)
		}
		return struct{}{}, err
	}, "SELECT order_id, type, roll, rolls, tags, printer, description, cents FROM paper_order_lines"+of+" ORDER BY order_id, position", args...)
	if err != nil {
		return err
	}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		var t Type
		err := r.Scan(&id, &t)
		if o := at[id]; o != nil {
			o.Types = append(o.Types, t)
		}
		return struct{}{}, err
	}, "SELECT order_id, type FROM paper_order_types"+of, args...)
	for i := range orders {
		o := &orders[i]
		o.Total = total(o.Lines)
		sorting.By(o.Types, func(a, b Type) int { return slices.Index(Types, a) - slices.Index(Types, b) })
	}
	return err
}

// invoicesOf gives the invoices of the orders by their ids, without their lines.
func invoicesOf(ctx context.Context, tx *sqldb.Tx, orders []Order) (map[string]billing.Invoice, error) {
	var ids []string
	for _, o := range orders {
		if o.InvoiceID != "" {
			ids = append(ids, o.InvoiceID)
		}
	}
	return billing.Heads(ctx, tx, ids)
}

// insertOrder stores a new order, with its lines where it has some already.
func (s *Service) insertOrder(ctx context.Context, tx *sqldb.Tx, f *account, o *Order) error {
	o.ID, o.FarmID, o.Address, o.CreatedAt = sqldb.NewID(), f.id, f.address, sqldb.Millis(s.now())
	address, err := json.Marshal(o.Address)
	if err != nil {
		return err
	}
	if len(o.Lines) > 0 {
		o.Types = typesOf(o.Lines)
	}
	_, err = tx.Exec(ctx, `INSERT INTO paper_orders (farm_id, id, kind, state, address, tell_team, search_key, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		o.FarmID, o.ID, string(o.Kind), string(o.State), string(address), o.tellTeam,
		sqldb.SearchKey(f.name+" "+f.company+" "+o.Address.Name+" "+o.Address.City+" "+o.ID), o.CreatedAt)
	if err != nil {
		return err
	}
	for _, t := range o.Types {
		if _, err := tx.Exec(ctx, "INSERT INTO paper_order_types (farm_id, order_id, type) VALUES ($1, $2, $3)", o.FarmID, o.ID, string(t)); err != nil {
			return err
		}
	}
	return o.storeLines(ctx, tx)
}

func (o *Order) storeLines(ctx context.Context, tx *sqldb.Tx) error {
	o.Total = total(o.Lines)
	rows := make([][]any, len(o.Lines))
	for i, l := range o.Lines {
		rows[i] = []any{o.FarmID, o.ID, i + 1, string(l.Type), string(l.Roll), l.Rolls, l.Tags, l.Printer, l.Description, l.Cents}
	}
	return tx.InsertRows(ctx, "paper_order_lines",
		[]string{"farm_id", "order_id", "position", "type", "roll", "rolls", "tags", "printer", "description", "cents"}, rows)
}

// typesOf gives the types whose paper is in the lines.
func typesOf(lines []OrderLine) (types []Type) {
	for _, t := range Types {
		if slices.ContainsFunc(lines, func(l OrderLine) bool { return l.Type == t && l.Roll != "" }) {
			types = append(types, t)
		}
	}
	return types
}

// tags gives how many tags of the type the parcel has.
func (o *Order) tags(t Type) (tags int64) {
	for _, l := range o.Lines {
		if l.Type == t {
			tags += l.Tags
		}
	}
	return tags
}

// followed reports whether a refill follows the order.
func (o *Order) followed() bool { return o.Kind != MoreOrder }

// setState moves an order on; false where it was no longer in that state.
func (o *Order) setState(ctx context.Context, tx *sqldb.Tx, to OrderState, note string) (moved bool, err error) {
	n, err := tx.Exec(ctx, "UPDATE paper_orders SET state = $4, note = $5, invoice_id = $6 WHERE farm_id = $1 AND id = $2 AND state = $3",
		o.FarmID, o.ID, string(o.State), string(to), note, o.InvoiceID)
	if err == nil && n > 0 {
		o.State, o.Note = to, note
	}
	return n > 0, err
}

// invoice bills the order, which has its lines, and says whether it can be sent:
// what is billed by hand when it is invoiced, but for a setup, and what a card
// pays for when it is paid. The key makes the invoice one, whatever is retried.
func (s *Service) invoice(ctx context.Context, tx *sqldb.Tx, o *Order) error {
	lines := make([]billing.Line, len(o.Lines))
	for i, l := range o.Lines {
		lines[i] = billing.Line{Description: l.Description, Cents: l.Cents}
	}
	v, err := s.bills.Issue(ctx, tx, billing.NewInvoice{
		Key: "paper:" + o.ID, FarmID: o.FarmID, Kind: string(o.Kind), Title: o.Kind.title(), Lines: lines, Charge: o.Kind != SetupOrder,
	})
	if err != nil {
		return err
	}
	*o, err = orderByID(ctx, tx, o.FarmID, o.ID) // an invoice over nothing is paid by now
	if err != nil {
		return err
	}
	o.InvoiceID = v.ID
	to := o.State
	if to == Waiting {
		to = Unpaid
	}
	if to == Unpaid && (v.State == billing.Paid || v.Provider == billing.ByHand && o.Kind != SetupOrder) {
		to = Ready
	}
	released := to == Ready && o.State != Ready
	if _, err := o.setState(ctx, tx, to, ""); err != nil || !released {
		return err
	}
	return s.tellToShip(ctx, tx, o)
}

func (k OrderKind) title() string {
	return map[OrderKind]string{
		SetupOrder: "Setup of the tagging subscription", PrintersOrder: "Printers for the tagging subscription",
		RefillOrder: "Paper refill", MoreOrder: "Paper",
	}[k]
}
