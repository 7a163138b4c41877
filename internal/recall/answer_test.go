package recall_test

import (
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

// fieldOf returns the field and the message of a refusal.
func fieldOf(err error) string {
	if err == nil || len(fault.As(err).Fields) != 1 {
		return ""
	}
	f := fault.As(err).Fields[0]
	return f.Name + ": " + f.Message
}

// RECALL-2: what a company reports is at most what was shipped to it, and can be corrected while the recall is
// open; what it reported before stays on record.
func TestAnswer_IsCheckedAndCorrected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.real()
		link := o.linkTo(t, "chef@harbor.example") // 30 bags were shipped to it
		n := func(quantity float64) *float64 { return &quantity }

		err := o.Acknowledge(nobody, link, "Kim", recall.NoticeAnswer{OnHand: n(20), Sold: n(8), Destroyed: n(2), Returned: n(0.5)}, false)
		want(t, "too much", fieldOf(err), "total: That is 30.5 bags in all, but only 30 bags was shipped to them")
		err = o.Acknowledge(nobody, link, "Kim", recall.NoticeAnswer{Sold: n(1.23456)}, false)
		want(t, "a fraction", fieldOf(err), "sold: A quantity has at most three decimals")
		err = o.Acknowledge(nobody, link, "Kim", recall.NoticeAnswer{Sold: n(-1)}, false)
		want(t, "less than nothing", fieldOf(err), "sold: A quantity is more than 0")
		want(t, "not acknowledged", o.party(id, "Harbor House").Told, "delivered")

		must(t, o.Acknowledge(nobody, link, "Kim", recall.NoticeAnswer{OnHand: n(20), Sold: n(10)}, false))
		must(t, o.Acknowledge(nobody, link, "Lou", recall.NoticeAnswer{}, false)) // pressed the same button later
		told, err := o.ByToken(nobody, link)
		must(t, err)
		want(t, "who acknowledged", told.AckedBy, "Kim")
		want(t, "still here", *told.Answer.OnHand, 20.0)

		o.now = o.now.Add(time.Hour)
		must(t, o.Acknowledge(nobody, link, "Lou", recall.NoticeAnswer{OnHand: n(0), Returned: n(20), Sold: n(10)}, true))
		must(t, o.Acknowledge(nobody, link, "Lou", recall.NoticeAnswer{OnHand: n(0), Returned: n(20), Sold: n(10)}, true)) // the same again
		err = o.Acknowledge(nobody, link, "Lou", recall.NoticeAnswer{OnHand: n(31)}, true)
		want(t, "a correction is checked", fault.Is(err, fault.Invalid), true)

		p := o.party(id, "Harbor House")
		want(t, "acknowledged by", p.AcknowledgedBy, "Kim")
		want(t, "returned", *p.Notices[0].Answer.Returned, 20.0)
		history := o.get(id).History
		last := history[len(history)-1]
		want(t, "entries of the history", len(history), 2)
		want(t, "the last", last.Action+" by "+last.By, "answer by Lou")
		want(t, "what it said before", last.Detail["before"].(map[string]any)["onHand"], any(20.0))
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			audited, err := sqldb.One(nobody, tx, sqldb.Scalar[int], "SELECT count(*) FROM audit WHERE action = 'recall.answer' AND subject_id = $1", id)
			want(t, "in the audit trail", audited, 1)
			return err
		}))

		must(t, o.End(recaller, "", id, "Over", "Still open"))
		err = o.Acknowledge(nobody, link, "Lou", recall.NoticeAnswer{}, true)
		want(t, "corrected after the end", fault.Is(err, fault.Conflict), true)
	})
}

// RECALL-2: a firm acknowledges in the app, where it reads the recall, for itself alone.
func TestAnswer_InTheApp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.real()
		own, house := o.party(id, "North Bay"), o.party(id, "Harbor House")

		err := o.Answer(manager, north, id, house.ID, recall.NoticeAnswer{Note: "x"})
		want(t, "for its consignee", fault.Is(err, fault.Conflict), true)
		err = o.Answer(manager, trade, id, own.ID, recall.NoticeAnswer{})
		want(t, "for another firm", fault.Is(err, fault.NotFound), true)
		err = o.Answer(staff, north, id, own.ID, recall.NoticeAnswer{})
		want(t, "without the permission", fault.Is(err, fault.Denied), true)
		err = o.Answer(recaller, "", id, own.ID, recall.NoticeAnswer{})
		want(t, "by those who recall", fault.Is(err, fault.Conflict), true)

		must(t, o.Answer(manager, north, id, own.ID, recall.NoticeAnswer{Note: "All put aside"}))
		own = o.party(id, "North Bay")
		want(t, "told", own.Told, "acknowledged")
		want(t, "by", own.AcknowledgedBy, "ann")
		want(t, "of those to be told", o.get(id).Effectiveness.Answered, 1)

		must(t, o.Answer(recaller, "", id, own.ID, recall.NoticeAnswer{Note: "Ann called: all destroyed"}))
		own = o.party(id, "North Bay")
		want(t, "corrected", own.Notices[len(own.Notices)-1].Answer.Note, "Ann called: all destroyed")

		o.sent = nil
		must(t, o.End(recaller, "", id, "Over", "Still open"))
		o.work()
		want(t, "told of the end", strings.Join(o.to(), " "), "ann@people.example chef@harbor.example office@north.example")
	})
}

// RECALL-3: a recall with product unaccounted for ends only for a reason, and says what is open.
func TestEnd_NeedsAReasonForWhatIsOpen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.real()
		must(t, o.Acknowledge(nobody, o.linkTo(t, "chef@harbor.example"), "Kim", recall.NoticeAnswer{}, false))

		err := o.End(recaller, "", id, "Enough", " ")
		want(t, "what is open", fieldOf(err), "openReason: 60 bags unaccounted for; not acknowledged by 3 of 4: North Bay, Pike Place, Corner Bar. Please say why it ends anyway")
		want(t, "the page", o.shows(held), "Washington State")

		must(t, o.End(recaller, "", id, "Enough", "The rest was eaten"))
		d := o.get(id)
		want(t, "on record", d.OpenReason, "The rest was eaten")
		last := d.History[len(d.History)-1]
		want(t, "in the history", last.Detail["openReason"], any("The rest was eaten"))
	})
}

// RECALL-2: a notice is sent again once in ten minutes, and an address gets at most five a day, the first one
// included, whichever company of the recall it belongs to. Two companies share the address here.
func TestSendAgain_IsLimitedByAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		o.ship("same", trade, held, 1, tag.Consignee{Name: "Harbor House by Pike", Email: "CHEF@harbor.example"})
		id := o.real()
		house, same := o.party(id, "Harbor House"), o.party(id, "Harbor House by Pike")
		o.now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		again := func(p recall.PartyDetail) string {
			err := o.SendAgain(recaller, "", id, p.ID)
			if err != nil && !fault.Is(err, fault.TooMany) {
				t.Fatal(err)
			}
			if err != nil {
				return err.Error()
			}
			return "sent"
		}

		want(t, "again", again(house), "sent")
		want(t, "at once", again(house), "They were notified recently. You can send it again in 10 minutes, at 12:10 UTC.")
		o.now = o.now.Add(3*time.Minute + time.Second)
		want(t, "the address of another party", again(same), "They were notified recently. You can send it again in 7 minutes, at 12:10 UTC.")
		want(t, "another address", again(o.party(id, "North Bay")), "sent")

		for n := range 2 {
			o.now = o.now.Add(10 * time.Minute)
			want(t, "later", again([]recall.PartyDetail{same, house}[n%2]), "sent")
		}
		o.now = o.now.Add(10 * time.Minute)
		want(t, "the sixth of a day", again(same), "They were notified recently. You can send it again in 20 hours 27 minutes, at 09:00 UTC.")
		o.now = time.Date(2026, 11, 21, 9, 0, 1, 0, time.UTC)
		want(t, "the next day", again(same), "sent")
	})
}

// RECALL-2: the limit of notices to an address is over all recalls. The first notices of another recall go out
// at once, and those that could not be delivered are not counted.
func TestSendAgain_CountsNoticesOfAllRecalls(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		mails := func() (n int) {
			for _, l := range o.sent {
				if strings.EqualFold(l.To, "chef@harbor.example") {
					n++
				}
			}
			return n
		}
		again := func(id string) error { return o.SendAgain(recaller, "", id, o.party(id, "Harbor House").ID) }

		first := o.real()
		o.now = o.now.Add(10 * time.Minute)
		must(t, again(first))
		second := o.real()
		want(t, "a second recall is sent at once", mails(), 3)
		if err := again(second); !fault.Is(err, fault.TooMany) {
			t.Errorf("after a notice of the other recall: %v", err)
		}

		o.now = o.now.Add(10 * time.Minute)
		must(t, again(second))
		o.work()
		o.now = o.now.Add(10 * time.Minute)
		must(t, again(first))
		o.work()
		o.now = o.now.Add(10 * time.Minute)
		for _, id := range []string{first, second} {
			if err := again(id); !fault.Is(err, fault.TooMany) {
				t.Errorf("the sixth of a day: %v", err)
			}
		}

		o.real()
		want(t, "a third recall is sent at once", mails(), 6)
	})
}

// A notice that was sent while a clock was a day ahead does not keep others back.
func TestSendAgain_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.real()
		p := o.party(id, "Harbor House")
		right := o.now.Add(time.Hour)
		o.now = right.Add(24 * time.Hour)
		must(t, o.SendAgain(recaller, "", id, p.ID))

		o.now = right
		must(t, o.SendAgain(recaller, "", id, p.ID))
		if err := o.SendAgain(recaller, "", id, p.ID); !fault.Is(err, fault.TooMany) {
			t.Errorf("at once: %v", err)
		}
	})
}

// RECALL-2: the notice to a consignee names whom to call, and what was shipped: species, harvest date and area.
func TestNotice_NamesWhomToCallAndWhat(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		o.exec("UPDATE farms SET phone = '360 555 0100', address1 = '1 Bay Road', city = 'Nahcotta', zip = '98637' WHERE id = $1", north)
		o.real()
		for _, l := range o.sent {
			if l.To != "chef@harbor.example" {
				continue
			}
			for _, text := range []string{l.Text, l.HTML} {
				for _, words := range []string{"North Bay, 360 555 0100, office@north.example, 1 Bay Road, Nahcotta, Washington, 98637", "20 bags of Pacific oyster on 13 November 2026, harvested in Willapa Bay, WA on 10 November 2026"} {
					if !strings.Contains(text, words) {
						t.Errorf("%q is not in %s", words, text)
					}
				}
			}
		}
		told, err := o.ByToken(nobody, o.linkTo(t, "chef@harbor.example"))
		must(t, err)
		want(t, "contacts", len(told.Contacts), 1)
		want(t, "the phone", told.Contacts[0].Phone, "360 555 0100")
		want(t, "the area", told.Lines[0].Area, "Willapa Bay, WA")
		want(t, "shipped to them", told.Parts, 30_000)
	})
}

// RECALL-2: a company that a reached firm shipped to and that is a reached firm itself has one row, one
// acknowledgement, and one notice to each address; also one that turns out to be that firm later.
func TestCompany_IsToldOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		o.exec("UPDATE farms SET email = 'office@pike.example' WHERE id = $1", trade)
		o.ship("pike", north, part, 10, tag.Consignee{Name: "Pike Place", Email: "Office@Pike.example", Phone: "555 3"})
		o.ship("late", north, lot[0], 5, tag.Consignee{Name: "Late Market", Email: "office@late.example"})
		id := o.real()
		want(t, "mails", strings.Join(o.to(), " "), "ann@people.example chef@harbor.example office@late.example office@north.example office@pike.example")
		d := o.get(id)
		want(t, "parties", len(d.Parties), 5)
		pike := o.party(id, "Pike Place")
		want(t, "it is", pike.Kind, "firm")
		want(t, "its phone", pike.Phone, "555 3")
		want(t, "received", pike.Totals[0].Received, 30.0) // of which the shipment of 10 is a part
		want(t, "accounts for", pike.Totals[0].Shipped, 17.5)

		must(t, o.Acknowledge(nobody, o.linkTo(t, "office@pike.example"), "Lee", recall.NoticeAnswer{}, false))
		want(t, "answered", o.get(id).Effectiveness.Answered, 1)
		seen, err := o.Get(manager, north, id)
		must(t, err)
		for _, p := range seen.Parties {
			if p.Name == "Pike Place" {
				want(t, "as its shipper sees it", p.Kind+" "+p.Told, "consignee acknowledged")
			}
		}
	})
}

// RECALL-3: a receipt counts as long as no shipment covers it: a shipment that is recorded later, or a receipt
// that is taken back, changes nothing twice.
func TestReceipt_CountsUntilItsShipmentIsRecorded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.declare(recaller, recall.Declaration{Kind: recall.Drill, Words: words(), Choice: byDate})
		o.work()
		total := func(what string, received, shipped float64) {
			t.Helper()
			o.now = o.now.Add(2 * time.Minute)
			o.work()
			pike := o.party(id, "Pike Place")
			want(t, what+": received", pike.Totals[0].Received, received)
			want(t, what+": shipped", o.get(id).Effectiveness.Totals[0].Shipped, shipped)
		}
		total("no shipment", 30, 60)
		o.ship("some", north, part, 10, tag.Consignee{Name: "Pike Place"})
		total("a part of it", 30, 60)
		o.ship("rest", north, part, 20, tag.Consignee{Name: "Pike Place"})
		total("all of it", 30, 60)
		const mistake = "7b00000000000000000000aa"
		o.take(trade, event.Event{Key: "again", Kind: tag.Receive, TagID: mistake, Day: day("2026-11-13"), Quantity: 5, Unit: "bag", From: []event.Draw{{TagID: part}}})
		total("received once more", 35, 65)
		o.take(trade, event.Event{Key: "mistake", Kind: tag.Void, TagID: mistake, Day: day("2026-11-13"), Note: "Another tag"})
		total("taken back", 30, 60)
	})
}

// RECALL-2: a linked user who can't see the farm gets no notice of its recalls.
func TestNotice_OnlyGoesToThoseWhoSeeTheFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		o.exec("UPDATE users SET is_farmmanager = FALSE WHERE id = 'u1'")
		o.real()
		want(t, "mails", strings.Join(o.to(), " "), "chef@harbor.example office@north.example")
	})
}
