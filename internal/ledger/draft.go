package ledger

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Draft is what a sheet says, before it is compared with the farm. Its places have
// the names of growing areas where those of the book have their ids; areas that
// the farm does not have are made. A draft holds activities or visits, not both.
type Draft struct {
	Lines  []AreaLine // that growing areas are to have, each once
	Visits Planted    // what the animals of a first visit are

	SkipBad   bool // leave out what is refused, and go on
	Listed    int  // how many refusals to list; at least MaxListed
	MaxPlaces int  // lots or containers that it may name, in each growing area; 0 for as many as memory bears

	Doubt   bool    // collect what is far from the last
	Order   Order   // of all counts that are no visits
	Missing Missing // of all counts

	undoes  *undoing           // what it undoes instead of all this
	visited map[container]bool // with the area's name where others have its id
	batch                      // of visits it has no acts yet; meet makes them
}

// AreaLine is a line that a row of a sheet says a growing area has.
type AreaLine struct {
	Area       string // its name
	Line       farm.Line
	SpotsGiven bool  // the row says how many spots the line has
	Row        int   // number of the sheet's row that says so first
	Rows       []int // numbers of the rows that give its spots
}

const (
	// maxPlaces bounds the memory that a draft takes: a place takes much, an activity
	// little.
	maxPlaces = 150_000

	// MaxPlacesBesideOthers is for a draft that is recorded while others wait for
	// SQLite's one writer: the transaction that makes it count stores the balance of
	// every place, which takes about 20 ms for 1,000.
	MaxPlacesBesideOthers = 6_000
)

func (d *Draft) roomFor(places int) error {
	most := maxPlaces
	if d.MaxPlaces > 0 {
		most = min(d.MaxPlaces, maxPlaces)
	}
	if places > most {
		return fault.Newf(fault.Invalid, "The sheet has more than %d lots or containers, counted in each growing area. Please cut it into several.", most)
	}
	return nil
}

// Add takes a row's activity that [Activity.Refuse] lets through. It is a fault
// when the draft becomes too large.
func (d *Draft) Add(a Activity, row int) error {
	d.add(a, row)
	return d.roomFor(len(d.places))
}

// AddVisit takes a visit. It is a fault when the draft becomes too large.
func (d *Draft) AddVisit(v Visit) error {
	if d.visited == nil {
		d.visited = map[container]bool{}
	}
	d.visits = append(d.visits, v)
	d.visited[container{v.Area, v.Equipment, v.Profile}] = true
	return d.roomFor(len(d.visited))
}

// meet turns names into the ids that the farm has, or will have, and gives the
// recording its batch. To prepare anew, call it again.
func (d *Draft) meet(ctx context.Context, tx *sqldb.Tx, r *Recording) error {
	var err error
	if r.areas, err = loadAreas(ctx, tx, r.farmID); err != nil {
		return err
	}
	d.indexes, d.visited = nil, nil // no place comes after this
	if len(d.visits) > 0 {
		return d.resolveVisits(ctx, tx, r)
	}
	r.batch = &batch{acts: d.acts, parts: d.parts, places: slices.Clone(d.places)}
	for i := range r.places {
		r.places[i].LeaseID = r.areas.id(d.places[i].LeaseID)
	}
	for i := range r.acts {
		if a := &r.acts[i]; a.kind.kind() == Adjust {
			a.order, a.missing = d.Order, d.Missing
		}
	}
	r.areaLines = slices.Clone(d.Lines)
	for _, l := range d.Lines {
		r.areas.setLine(r.areas.id(l.Area), l.Line, l.SpotsGiven)
	}
	r.digestAll()
	copies := map[digest]int32{}
	for i := range r.acts {
		if r.acts[i].key == "" {
			// Equal rows of one sheet are as many activities; in the next sheet they are the same ones.
			copies[r.digests[i]]++
			r.acts[i].copies = copies[r.digests[i]]
		}
	}
	return nil
}

// decide compares the draft with the farm and prepares its recording.
func (d *Draft) decide(ctx context.Context, tx *sqldb.Tx, r *Recording) error {
	if d.undoes != nil {
		return d.decideUndo(ctx, tx, r)
	}
	r.draft, r.skip, r.refused.most = d, d.SkipBad, d.Listed
	if err := d.meet(ctx, tx, r); err != nil {
		return err
	}
	if d.SkipBad || r.refused.Total == 0 {
		if err := r.prepare(ctx, tx); err != nil {
			return err
		}
	}
	if err := r.refused.err(); err != nil && !d.SkipBad {
		return err
	}
	if d.Doubt {
		doubts, err := r.doubts(ctx, tx)
		r.found = doubts
		return err
	}
	return nil
}

// Check decides what a draft becomes on the farm. It writes nothing, so it keeps
// nobody waiting, however long the draft. Unless refused activities are left out,
// they are a fault that holds a [Refused]. The farm's people and those who see
// every farm may call it; anyone else gets NotFound.
func (s *Service) Check(ctx context.Context, farmID string, d *Draft) (r *Recording, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		r = s.recordingOf(ref)
		if r.state, err = readState(ctx, tx, ref.ID); err != nil {
			return err
		}
		return d.decide(ctx, tx, r)
	})
	return r, err
}

// recordingOf is a recording of which nothing is decided.
func (s *Service) recordingOf(ref farm.Ref) *Recording {
	r := newRecording(ref.ID, Day(ref.Today(s.now())))
	r.tagged, r.tagRows, r.died = s.tagged, s.tagRows, ref.MissingDied
	return r
}

// Enter stores what was checked; also runs in the transaction that makes it count,
// so every reader sees all of it or nothing. If the farm's book has changed since
// so that it matters, it is checked anew. Enter gives what was stored. A long
// recording is staged first; if that fails, [Service.Unstage] or the next long
// recording removes what was staged.
func (s *Service) Enter(ctx context.Context, checked *Recording, by Staging, progress func(part float64), also func(*sqldb.Tx, *Recording) error) (r *Recording, err error) {
	if s.isLong(checked) {
		return s.enterStaged(ctx, checked, by, progress, also)
	}
	return s.enterAtOnce(ctx, checked, progress, also)
}

// enterAtOnce is Enter in one transaction.
func (s *Service) enterAtOnce(ctx context.Context, checked *Recording, progress func(part float64), also func(*sqldb.Tx, *Recording) error) (r *Recording, err error) {
	err = s.write(ctx, checked.farmID, func(tx *sqldb.Tx) error {
		ref, err := farm.Require(ctx, tx, checked.farmID)
		if err != nil {
			return err
		}
		now, err := lockState(ctx, tx, ref.ID)
		if err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, ref.ID)
		if err != nil {
			return err
		}
		same, err := checked.tagsAsBefore(ctx, tx)
		if err != nil {
			return err
		}
		if r = checked; !same || now != r.state || !r.areas.isOf(leases) {
			r = s.recordingOf(ref)
			r.state = now
			if err := checked.draft.decide(ctx, tx, r); err != nil {
				return err
			}
		}
		r.progress = progress
		if err := s.store(ctx, tx, r); err != nil {
			return err
		}
		return also(tx, r)
	})
	return r, err
}

// Summary counts the activities of a recording by kind, and what is new to the
// farm.
type Summary struct {
	Kinds  map[Kind]int64
	Areas  []string // names of new growing areas
	Groups int64    // new ones
	Lots   int64    // new ones

	Doubts   []Doubt   // numbers that are far from the last, if the draft collects them
	Recounts []Recount // recorded counts whose difference changes
	SameDay  int64     // counts on a day with removals that do not say which came first
}

// Summary says what the recording becomes.
func (b *Recording) Summary() Summary {
	s := Summary{Kinds: map[Kind]int64{}, Areas: []string{}, Doubts: b.found, Recounts: b.Recounts(), SameDay: int64(len(b.sameDay()))}
	for _, i := range b.pending {
		s.Kinds[b.acts[i].kind.kind()]++
	}
	if b.sweep == nil {
		return s
	}
	areas, lots, groups := map[string]bool{}, map[string]bool{}, map[Group]bool{}
	for _, where := range b.touchedPlaces() {
		at := b.placeIDs[where]
		if b.areas.isNew[at.leaseID] && !areas[at.leaseID] {
			areas[at.leaseID], s.Areas = true, append(s.Areas, b.areas.names[at.leaseID])
		}
		if group := b.lots.byID[at.lotID].Group; b.lots.isNew[at.lotID] {
			lots[at.lotID] = true
			if b.lots.groups[group] == "" {
				groups[group] = true
			}
		}
	}
	s.Lots, s.Groups = int64(len(lots)), int64(len(groups))
	return s
}

// Refused lists what the recording leaves out.
func (b *Recording) Refused() *Refused { return b.refused }
