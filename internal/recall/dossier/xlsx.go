package dossier

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/workbook"
)

// How much of a list stands in a cell, which holds 32,767 characters.
const (
	inCell     = 1000
	lotsInCell = 200
)

// spreadsheet is a book while it is written as one.
type spreadsheet struct {
	*workbook.File
	book *recall.Whole
}

// XLSX is the book as a spreadsheet whose rows can be sorted, each with its tag.
func XLSX(book *recall.Whole) ([]byte, error) {
	file, err := workbook.New(time.UTC)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	x := spreadsheet{file, book}
	for _, sheet := range []func() error{x.about, x.firms, x.tags, x.parties, x.lines, x.entries, x.notices, x.history} {
		if err := sheet(); err != nil {
			return nil, err
		}
	}
	return file.Content()
}

// name is that of a sheet, which says that it is of a drill.
func (x *spreadsheet) name(of string) string {
	if isDrill(x.book) {
		return drillMark + " " + of
	}
	return of
}

func (x *spreadsheet) about() error {
	s, err := x.Begin(x.name("Recall"), []workbook.Column{workbook.Col("", workbook.Text, 24), workbook.Col("", workbook.Text, 100)})
	if err != nil {
		return err
	}
	for _, f := range facts(x.book, inCell) {
		if err := s.Fact(f.name, f.value, workbook.Text); err != nil {
			return err
		}
	}
	return s.Flush()
}

// table writes a sheet of rows below their titles.
func (x *spreadsheet) table(name string, columns []workbook.Column, rows func(add func(cells ...any) error) error) error {
	s, err := x.Begin(x.name(name), columns)
	if err != nil {
		return err
	}
	if err := s.Head(columns); err != nil {
		return err
	}
	if err := rows(func(cells ...any) error {
		for i, cell := range cells {
			switch quantity := cell.(type) {
			case float64:
				cells[i] = tag.Thousandths(quantity)
			case *float64:
				if quantity != nil {
					cells[i] = tag.Thousandths(*quantity)
				}
			}
		}
		return s.Add(cells)
	}); err != nil {
		return err
	}
	return s.Flush()
}

func (x *spreadsheet) firms() error {
	columns := []workbook.Column{
		workbook.Col("Firm", workbook.Text, 28), workbook.Col("Tags", workbook.Whole, 10), workbook.Col("Unit", workbook.Text, 10), workbook.Col("Quantity", workbook.Number, 14),
		workbook.Col("Still there", workbook.Number, 14), workbook.Col("Lots", workbook.Text, 50), workbook.Col("Reached through", workbook.Text, 90),
	}
	return x.table("Firms", columns, func(add func(...any) error) error {
		for _, f := range x.book.Reach.Firms {
			row := func(unit string, quantity, left any) error {
				return add(firmName(f), f.Tags, unit, quantity, left, lots(f.Lots, lotsInCell), path(f.Path))
			}
			if len(f.Quantities) == 0 {
				if err := row("", nil, nil); err != nil {
					return err
				}
			}
			for _, q := range f.Quantities {
				if err := row(q.Unit, q.Quantity, q.Left); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (x *spreadsheet) tags() error {
	columns := []workbook.Column{
		workbook.Col("Tag", workbook.Text, 28), workbook.Col("Firm", workbook.Text, 28), workbook.Col("Chosen itself", workbook.Text, 12), workbook.Col("Made by", workbook.Text, 20), workbook.Col("Made on", workbook.Day, 12),
		workbook.Col("Made from", workbook.Text, 40), workbook.Col("Reached through", workbook.Text, 60), workbook.Col("Unit", workbook.Text, 10), workbook.Col("Quantity", workbook.Number, 14), workbook.Col("Still there", workbook.Number, 14),
		workbook.Col("Harvest date", workbook.Text, 14), workbook.Col("Harvest location", workbook.Text, 30), workbook.Col("Species", workbook.Text, 20), workbook.Col("Original certificate", workbook.Text, 20),
	}
	return x.table("Tags", columns, func(add func(...any) error) error {
		for _, t := range x.book.Tags {
			chosen, quantity, left := "", any(nil), any(nil)
			if t.Root {
				chosen = "yes"
			}
			if t.Quantity != nil {
				quantity, left = tag.InUnits(*t.Quantity, t.Unit), tag.InUnits(*t.Remainder, t.Unit)
			}
			if err := add(t.ID, t.Firm, chosen, events[string(t.Event)], t.MadeOn, strings.Join(t.Parents[:min(len(t.Parents), inCell)], " "), strings.Join(x.book.Path(t.ID), " > "), string(t.Unit), quantity, left,
				t.Fields.HarvestDate, t.Fields.HarvestLocation, cmp.Or(t.Fields.Species.Value, t.Fields.ShellfishType), t.Fields.SourceCert); err != nil {
				return err
			}
		}
		return nil
	})
}

// counted are the columns of what was shipped and what became of it.
var counted = []workbook.Column{
	workbook.Col("Unit", workbook.Text, 10), workbook.Col("Received", workbook.Number, 12), workbook.Col("Passed on", workbook.Number, 12), workbook.Col("Shipped", workbook.Number, 12), workbook.Col("Returned", workbook.Number, 12), workbook.Col("Destroyed", workbook.Number, 12), workbook.Col("Sold", workbook.Number, 12),
	workbook.Col("Unaccounted", workbook.Number, 12), workbook.Col("Recovered", workbook.Percent, 12), workbook.Col("Accounted for", workbook.Percent, 12),
}

func countedCells(t recall.RecallTotal) []any {
	return []any{t.Unit, t.Received, t.PassedOn, t.Shipped, t.Returned, t.Destroyed, t.Sold, t.Unaccounted, t.Recovered, t.Accounted}
}

func (x *spreadsheet) parties() error {
	columns := append([]workbook.Column{
		workbook.Col("Firm or consignee", workbook.Text, 28), workbook.Col("Is", workbook.Text, 12), workbook.Col("Shipped by", workbook.Text, 28), workbook.Col("Email", workbook.Text, 28), workbook.Col("Phone", workbook.Text, 18),
		workbook.Col("Address", workbook.Text, 36), workbook.Col("Certificate", workbook.Text, 16), workbook.Col("Entered", workbook.Instant, 18), workbook.Col("Told", workbook.Text, 28), workbook.Col("Last notice", workbook.Instant, 18),
		workbook.Col("Acknowledged", workbook.Instant, 18), workbook.Col("Acknowledged by", workbook.Text, 24),
	}, counted...)
	return x.table("Who is told", columns, func(add func(...any) error) error {
		for i := range x.book.Parties {
			p := &x.book.Parties[i]
			who := []any{p.Name, p.Kind, shipper(p), p.Email, p.Phone, p.Address, p.Cert, time.UnixMilli(p.AddedAt), toldOf(p), moment(p.ToldAt), moment(p.AcknowledgedAt), p.AcknowledgedBy}
			if len(p.Totals) == 0 {
				if err := add(who...); err != nil {
					return err
				}
			}
			for _, t := range p.Totals {
				if err := add(append(who[:len(who):len(who)], countedCells(t)...)...); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (x *spreadsheet) lines() error {
	columns := append([]workbook.Column{
		workbook.Col("Consignee", workbook.Text, 28), workbook.Col("Shipped by", workbook.Text, 28), workbook.Col("Tag", workbook.Text, 28), workbook.Col("Reached through", workbook.Text, 60),
	}, counted...)
	return x.table("Accounts", columns, func(add func(...any) error) error {
		for _, p := range x.book.Parties {
			for _, l := range p.Lines {
				if err := add(append([]any{p.Name, shipper(&p), l.TagID, strings.Join(x.book.Path(l.TagID), " > ")}, countedCells(l.RecallTotal)...)...); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (x *spreadsheet) entries() error {
	columns := []workbook.Column{
		workbook.Col("At", workbook.Instant, 18), workbook.Col("By", workbook.Text, 16), workbook.Col("Consignee", workbook.Text, 28), workbook.Col("Shipped by", workbook.Text, 28), workbook.Col("Tag", workbook.Text, 28), workbook.Col("What became of it", workbook.Text, 16),
		workbook.Col("Quantity", workbook.Number, 12), workbook.Col("Unit", workbook.Text, 10), workbook.Col("Stands", workbook.Text, 24), workbook.Col("Note or reason", workbook.Text, 60),
	}
	return x.table("Entries", columns, func(add func(...any) error) error {
		for _, p := range x.book.Parties {
			for _, e := range p.Entries {
				if err := add(time.UnixMilli(e.At), e.By, p.Name, shipper(&p), e.TagID, e.Outcome, e.Quantity, e.Unit, stands(e), e.Note); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (x *spreadsheet) notices() error {
	columns := []workbook.Column{
		workbook.Col("Firm or consignee", workbook.Text, 28), workbook.Col("Shipped by", workbook.Text, 28), workbook.Col("What", workbook.Text, 18), workbook.Col("To", workbook.Text, 30), workbook.Col("Sent", workbook.Instant, 18), workbook.Col("Sent by", workbook.Text, 16),
		workbook.Col("Delivered", workbook.Instant, 18), workbook.Col("Failed", workbook.Instant, 18), workbook.Col("Trouble", workbook.Text, 30), workbook.Col("Acknowledged", workbook.Instant, 18), workbook.Col("By", workbook.Text, 24),
		workbook.Col("They say they have", workbook.Number, 12), workbook.Col("They say sold", workbook.Number, 12), workbook.Col("They say destroyed", workbook.Number, 12), workbook.Col("They say returned", workbook.Number, 12), workbook.Col("Note", workbook.Text, 50),
	}
	return x.table("Notices", columns, func(add func(...any) error) error {
		for i := range x.book.Parties {
			p := &x.book.Parties[i]
			for _, n := range p.Notices {
				answer := recall.NoticeAnswer{}
				if n.Answer != nil {
					answer = *n.Answer
				}
				if err := add(p.Name, shipper(p), notices[n.Kind], n.Email, time.UnixMilli(n.SentAt), n.By, moment(n.DeliveredAt), moment(n.FailedAt), n.Trouble, moment(n.AcknowledgedAt), n.AcknowledgedBy,
					answer.OnHand, answer.Sold, answer.Destroyed, answer.Returned, answer.Note); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (x *spreadsheet) history() error {
	columns := []workbook.Column{workbook.Col("At", workbook.Instant, 18), workbook.Col("By", workbook.Text, 18), workbook.Col("What", workbook.Text, 20), workbook.Col("Why, and what it was before", workbook.Text, 120)}
	return x.table("History", columns, func(add func(...any) error) error {
		for _, e := range x.book.History {
			if err := add(time.UnixMilli(e.At), orNone(e.By, "Merroir"), actions[e.Action], said(x.book, e, inCell)); err != nil {
				return err
			}
		}
		return nil
	})
}

// moment is an instant as a cell, empty for none.
func moment(ms *int64) any {
	if ms == nil {
		return nil
	}
	return time.UnixMilli(*ms)
}

func firmName(f scope.ReachedFirm) string {
	if f.Gone {
		return f.Name + " (deleted)"
	}
	return f.Name
}

// shipper returns the firms that shipped to a company.
func shipper(p *recall.PartyDetail) string { return strings.Join(p.Shippers, ", ") }

// stands says of an entry that it was taken back, or takes another back.
func stands(e recall.RecallEntry) string {
	switch {
	case e.Reverses != "":
		return "takes an entry back"
	case e.Reversed:
		return "taken back"
	}
	return "stands"
}

func lots(all []scope.ReachedLotName, most int) string {
	words := []string{}
	for _, l := range all[:min(len(all), most)] {
		words = append(words, strings.Join([]string{orNone(l.Name, l.LotID), l.Area, l.Date}, ", "))
	}
	if more := len(all) - len(words); more > 0 {
		words = append(words, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(words, "; ")
}
