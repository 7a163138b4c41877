package paper

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// SUB-6: a farm's record has its newest orders, and says how many it leaves out.
func TestALongHistory(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.subscribed(t, alpha())
		for range maxHistory + 1 {
			_, err := d.SendMore(system, id, MoreForm{MobileRolls: 1})
			must(t, err)
		}
		r := d.record(t, id)
		if n := len(r.TaggingInvoices.Mobile); n != maxHistory || r.OlderOrders != 2 {
			t.Errorf("%d orders, and %d older", n, r.OlderOrders)
		}
	})
}

// A page of the queue and a farm's record take as many statements however many orders there are.
func TestListsReadTheirOrdersTogether(t *testing.T) {
	db, statements := dbtest.Counted(t)
	d := newDesk(t, db)
	id := d.subscribed(t, alpha())
	cost := func() int64 {
		before := statements()
		d.queued(t, ToSend)
		d.record(t, id)
		return statements() - before
	}
	more := func() {
		_, err := d.SendMore(system, id, MoreForm{MobileRolls: 1})
		must(t, err)
	}
	more()
	one := cost()
	for range 9 {
		more()
	}
	ten := cost()
	if ten != one {
		t.Errorf("%d statements for one order, %d for ten", one, ten)
	}
	for range 2 {
		_, err := d.SendMore(system, d.subscribed(t, alpha()), MoreForm{MobileRolls: 1})
		must(t, err)
	}
	must(t, d.PlaceHold(system, id, "industrial", "Closed"))
	if farms := cost(); farms != ten {
		t.Errorf("%d statements for the orders of one farm, %d for those of three", ten, farms)
	}
}
