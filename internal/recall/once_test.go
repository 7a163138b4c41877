package recall_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/dossier"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

// animal is one animal of an oracle that follows each of them.
type animal struct {
	at   string // the company that has it
	came string // the tag under which its company got it; empty if it never was delivered
	from string // the company that delivered it
}

// shelf is a tag of the oracle: its animals in the order in which they go.
type shelf struct {
	firm, id string
	reached  bool
	animals  []*animal
}

// market is random histories of tags, followed animal by animal.
type market struct {
	*office
	*rand.Rand
	tags []*shelf
	all  []*animal
	sent map[string][]*animal // on their way to a firm, by tag and firm
	n    int
	did  map[string]int
}

var firmNames = map[string]string{north: "North Bay", trade: "Pike Place", later: "Elliott Bay Seafood"}

var firmCerts = map[string]string{north: "WA-901-SP", trade: "WA-902-SS", later: "WA-903-SS"}

func newMarket(t *testing.T, db *sqldb.DB, seed uint64) *market {
	t.Helper()
	o := open(t, db)
	for i, name := range []string{"ann", "rea", "bea"} {
		o.exec(`INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at, is_active, is_farmmanager)
			VALUES ($1, $2, $2, $3, $3, '', 0, 0, TRUE, TRUE)`, fmt.Sprintf("u%d", i+1), name, name+"@people.example")
	}
	o.farm(north, farm.Details{Name: firmNames[north], Type: farm.TypeFarm, Activities: []string{"Harvest"}, Email: "office@north.example"})
	o.farm(trade, farm.Details{Name: firmNames[trade], Type: farm.TypeDistributor, Activities: []string{"Receive", "Order"}, Email: "office@pike.example"})
	o.farm(later, farm.Details{Name: firmNames[later], Type: farm.TypeDistributor, Activities: []string{"Receive", "Order"}})
	for firm, cert := range firmCerts {
		_, err := o.farms.EditPublic(system, firm, 0, farm.PublicChange{Cert: &cert})
		must(t, err)
	}
	return &market{office: o, Rand: rand.New(rand.NewPCG(seed, 11)), sent: map[string][]*animal{}, did: map[string]int{}}
}

func (m *market) id(kind byte) string { m.n++; return id(kind, m.n) }

// do takes an event a minute after the last one and reports whether it was taken.
func (m *market) do(firm string, e event.Event) bool {
	m.now = m.now.Add(time.Minute)
	m.n++
	e.Key, e.Day = fmt.Sprint("k", m.n), day("2026-11-20")
	_, err := m.events.Take(system, firm, []event.Event{e})
	if err != nil && !fault.Is(err, fault.Invalid) {
		m.t.Fatal(err)
	}
	m.did[string(e.Kind)]++
	return err == nil
}

// put makes a tag of animals. On it, those that were not delivered go first.
func (m *market) put(firm, tagID string, reached bool, animals []*animal) {
	slices.SortStableFunc(animals, func(a, b *animal) int { return strings.Compare(m.delivered(a), m.delivered(b)) })
	for _, a := range animals {
		a.at = firm
	}
	m.tags = append(m.tags, &shelf{firm, tagID, reached, animals})
}

// delivered returns the recalled tag under which an animal was delivered, empty for none.
func (m *market) delivered(a *animal) string {
	if m.isReached(a.came) {
		return a.came
	}
	return ""
}

// take splits animals off a tag.
func (s *shelf) take(n int) []*animal {
	some := s.animals[:n]
	s.animals = slices.Clone(s.animals[n:])
	return slices.Clone(some)
}

// pick returns a tag that has animals, nil if none has.
func (m *market) pick(firm string) *shelf {
	var some []*shelf
	for _, s := range m.tags {
		if len(s.animals) > 0 && (firm == "" || s.firm == firm) {
			some = append(some, s)
		}
	}
	if len(some) == 0 {
		return nil
	}
	return some[m.IntN(len(some))]
}

// unit counts a tag of the oracle: half of them by the dozen.
func (m *market) unit(tagID string, n int) (float64, ledger.Unit) {
	if n%12 == 0 && m.IntN(2) == 0 {
		return float64(n) / 12, ledger.Dozen
	}
	return float64(n), ledger.Each
}

func (m *market) harvest(recalled bool) {
	firm := []string{north, trade, later}[m.IntN(3)]
	n, tagID, day := 12*(1+m.IntN(4)), m.id('a'), "2026-11-11"
	if recalled {
		day = "2026-11-10"
	}
	quantity, unit := m.unit(tagID, n)
	m.do(firm, event.Event{Kind: tag.Receive, TagID: tagID, Quantity: quantity, Unit: unit, States: event.Stated{
		HarvestDate: day, HarvestLocation: "Willapa Bay, WA", SourceCert: "WA-1-SS", Species: "Pacific oyster",
	}})
	animals := make([]*animal, n)
	for i := range animals {
		animals[i] = &animal{}
	}
	m.all = append(m.all, animals...)
	m.put(firm, tagID, recalled, animals)
}

// split also retags, and puts into wet storage and out of it.
func (m *market) split() {
	s := m.pick("")
	if s == nil {
		return
	}
	n, made := 1+m.IntN(len(s.animals)), m.id('b')
	quantity, unit := m.unit(made, n)
	kind := []tag.EventKind{tag.Split, tag.Retag}[m.IntN(2)]
	if m.do(s.firm, event.Event{Kind: kind, TagID: made, Quantity: quantity, Unit: unit, From: []event.Draw{{TagID: s.id, Quantity: float64(n), Unit: ledger.Each}}}) {
		m.put(s.firm, made, s.reached, s.take(n))
	}
}

func (m *market) store() {
	s := m.pick("")
	if s == nil {
		return
	}
	n, in, out := 1+m.IntN(len(s.animals)), m.id('b'), m.id('b')
	whole := func(from string) []event.Draw {
		return []event.Draw{{TagID: from, Quantity: float64(n), Unit: ledger.Each}}
	}
	if m.do(s.firm, event.Event{Kind: tag.WetStorageIn, TagID: in, Quantity: float64(n), Unit: ledger.Each, WetStorageLot: "W1", From: whole(s.id)}) {
		m.do(s.firm, event.Event{Kind: tag.WetStorageOut, TagID: out, Quantity: float64(n), Unit: ledger.Each, From: whole(in)})
		m.put(s.firm, out, s.reached, s.take(n))
	}
}

// mix puts two tags of a firm together.
func (m *market) mix() {
	a := m.pick("")
	if a == nil {
		return
	}
	b := m.pick(a.firm)
	if a == b {
		return
	}
	n, k, made := 1+m.IntN(len(a.animals)), 1+m.IntN(len(b.animals)), m.id('b')
	if !m.do(a.firm, event.Event{Kind: tag.Commingle, TagID: made, Quantity: float64(n + k), Unit: ledger.Each, From: []event.Draw{
		{TagID: a.id, Quantity: float64(n), Unit: ledger.Each}, {TagID: b.id, Quantity: float64(k), Unit: ledger.Each},
	}}) {
		return
	}
	parts := [][]*animal{a.take(n), b.take(k)}
	if a.id > b.id {
		slices.Reverse(parts)
	}
	m.put(a.firm, made, a.reached || b.reached, append(parts[0], parts[1]...))
}

// ship sends something to a firm, often back to where it came from, to the shipper itself, or to somebody outside.
func (m *market) ship() {
	s := m.pick("")
	if s == nil {
		return
	}
	to := []string{north, trade, later, "Harbor House", "Corner Bar"}[m.IntN(5)]
	consignee := tag.Consignee{Name: to}
	if to == s.firm {
		consignee = tag.Consignee{Name: "Our freezer", Cert: strings.ToLower(strings.ReplaceAll(firmCerts[to], "-", " "))}
		m.did["ship to itself"]++
	} else if name := firmNames[to]; name != "" {
		consignee.Name = name
		switch m.IntN(3) {
		case 0:
			consignee.Name = strings.ToUpper(name)
		case 1:
			consignee.Name = strings.TrimSuffix(name, " Seafood")
		}
	}
	n := 1 + m.IntN(len(s.animals))
	if !m.do(s.firm, event.Event{Kind: tag.Ship, TagID: s.id, Quantity: float64(n), Unit: ledger.Each, To: &consignee}) {
		return
	}
	gone := s.take(n)
	for _, a := range gone {
		a.at, a.came, a.from = to, s.id, s.firm
	}
	if firmNames[to] != "" && to != s.firm { // a firm can't receive its own tag
		m.sent[s.id+to] = append(m.sent[s.id+to], gone...)
		m.receive(s.id, to, s.reached)
	}
}

// receive takes in all that was sent to a firm under a tag.
func (m *market) receive(tagID, firm string, reached bool) {
	some := m.sent[tagID+firm]
	n := len(some)
	made := m.id('c')
	quantity, unit := m.unit(made, n)
	if m.do(firm, event.Event{Kind: tag.Receive, TagID: made, Quantity: quantity, Unit: unit, From: []event.Draw{{TagID: tagID, Quantity: float64(n), Unit: ledger.Each}}}) {
		delete(m.sent, tagID+firm)
		m.put(firm, made, reached, some)
	}
}

// RECALL-3: each animal counts once, at the last company that got it, whatever happened to its tags: shipped,
// received, shipped on, sent back, shipped to oneself, split, retagged, mixed, put into wet storage and out of it.
// An oracle follows each animal. A company has one row, and with everything returned the recall has recovered 100 %.
func TestRandomHistories_CountEachAnimalOnce(t *testing.T) {
	dbtest.EachShare(t, 12, func(t *testing.T, db *sqldb.DB, histories int) {
		seed := rand.Uint64()
		m := newMarket(t, db, seed)
		for h := range histories {
			m.history(t, []recall.Kind{recall.Real, recall.Drill}[h%2])
			if t.Failed() {
				t.Fatalf("seed %d, history %d; did %v", seed, h, m.did)
			}
		}
		if m.did["ship to itself"] == 0 {
			t.Errorf("no firm shipped to itself: %v", m.did)
		}
	})
}

func (m *market) history(t *testing.T, kind recall.Kind) {
	t.Helper()
	m.tags, m.all, m.sent = nil, nil, map[string][]*animal{}
	for i := range 60 {
		switch n := m.IntN(14); {
		case i < 2 || n == 0:
			m.harvest(true)
		case n == 1:
			m.harvest(false)
		case n < 5:
			m.split()
		case n < 7:
			m.mix()
		case n == 7:
			m.store()
		default:
			m.ship()
		}
	}

	// The tags of former histories are of the same day: recall those of this one.
	choice := scope.Choice{}
	for _, s := range m.tags {
		if s.reached {
			choice.Tags = append(choice.Tags, s.id)
		}
	}
	id := m.declare(recaller, recall.Declaration{Kind: kind, Words: words(), Choice: choice})
	m.work()
	m.agrees(t, id)

	for range 5 { // what happens while it is open: a drill lets ship
		m.split()
		if kind == recall.Drill {
			m.ship()
		}
	}
	m.now = m.now.Add(2 * time.Minute)
	m.work()
	m.agrees(t, id)

	for _, p := range m.get(id).Parties {
		d, err := m.Party(recaller, "", id, p.ID)
		must(t, err)
		for _, l := range d.Lines {
			if l.Unaccounted > 0 {
				_, err := m.Account(recaller, "", id, recall.NewEntry{PartyID: p.ID, TagID: l.TagID, Outcome: recall.Returned, Quantity: l.Unaccounted})
				must(t, err)
			}
		}
	}
	e := m.get(id).Effectiveness
	if e.Recovered != nil && (*e.Recovered != 100 || e.Unaccounted != 0) {
		t.Errorf("with everything returned: %+v", e)
	}
	must(t, m.End(recaller, "", id, "All is back", ""))
	m.work()
}

// agrees compares the recall with the animals.
func (m *market) agrees(t *testing.T, id string) {
	t.Helper()
	total, by := 0, map[string]int{} // by company
	for _, a := range m.all {
		if m.delivered(a) != "" {
			total++
			company := a.at
			if firmNames[company] == "" {
				company += " of " + a.from
			}
			by[company]++
		}
	}

	w, err := m.Whole(recaller, "", id)
	must(t, err)
	got := map[string]int{}
	for _, p := range w.Parties {
		company := p.Name + " of " + p.FarmID
		if p.Kind == "firm" {
			company = p.FarmID
		}
		if _, twice := got[company]; twice {
			t.Errorf("%s has two rows", company)
		}
		n := 0
		for _, one := range p.Totals {
			n += int(in(t, one.Shipped, one.Unit))
			if in(t, one.Shipped, one.Unit) != in(t, one.Received, one.Unit)-in(t, one.PassedOn, one.Unit) {
				t.Errorf("%s: %+v", company, one)
			}
		}
		got[company] = n
	}
	for company, n := range got {
		if by[company] != n {
			t.Errorf("%s accounts for %d, want %d", company, n, by[company])
		}
	}
	for company, n := range by {
		if got[company] != n {
			t.Errorf("%s accounts for %d, want %d", company, got[company], n)
		}
	}

	whole := 0
	for _, one := range w.Effectiveness.Totals {
		whole += int(in(t, one.Shipped, one.Unit))
	}
	want(t, "shipped in all", whole, total)
	if total > 0 {
		m.documentsAgree(t, &w)
	}
}

// documentsAgree looks for the totals in the spreadsheet.
func (m *market) documentsAgree(t *testing.T, w *recall.Whole) {
	t.Helper()
	file, err := dossier.XLSX(w)
	must(t, err)
	sheet := "Who is told"
	if w.Kind == string(recall.Drill) {
		sheet = "DRILL " + sheet
	}
	sums := map[string]int64{}
	for _, row := range sheetOf(t, file, sheet)[1:] {
		if len(row) > 15 && row[12] != "" {
			var shipped float64
			_, err := fmt.Sscan(row[15], &shipped)
			must(t, err)
			sums[row[12]] += in(t, shipped, row[12])
		}
	}
	for _, one := range w.Effectiveness.Totals {
		if want := in(t, one.Shipped, one.Unit); sums[one.Unit] != want {
			t.Errorf("the spreadsheet has %d parts of %s, want %d", sums[one.Unit], one.Unit, want)
		}
	}
}

// isReached reports whether the recall reaches a tag.
func (m *market) isReached(tagID string) bool {
	for _, s := range m.tags {
		if s.id == tagID {
			return s.reached
		}
	}
	return false
}
