package ledger

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// InTheWay is what keeps an upload from being undone.
type InTheWay struct {
	First []Obstacle // the first [MaxListed] of them
	Total int
}

// Obstacle is an entry that was recorded later and needs what is to be undone, or another reason.
type Obstacle struct {
	Number   int64  `json:"number" doc:"Of the entry that stands in the way; 0 where it is something else"`
	Activity string `json:"activity"`
	Date     string `json:"date" doc:"YYYY-MM-DD; empty where it is no entry"`
	Area     string `json:"area" doc:"Name of the growing area"`
	Lot      string `json:"lot"`
	LotID    string `json:"lotId"`
	Why      string `json:"why" doc:"A sentence for a person"`
}

func (w *InTheWay) Error() string { return fmt.Sprintf("%d obstacles", w.Total) }

func (w *InTheWay) add(o Obstacle) {
	if w.Total++; len(w.First) < MaxListed {
		w.First = append(w.First, o)
	}
}

func (w *InTheWay) err() error {
	if w.Total == 0 {
		return nil
	}
	message := "Nothing was undone: something needs what the upload recorded."
	if w.Total > 1 {
		message = fmt.Sprintf("Nothing was undone: %s things need what the upload recorded.", humanize.Comma(int64(w.Total)))
	}
	return fault.Wrap(fault.Conflict, message, w)
}

// corrected adds what was recorded in the place of an activity, if that still counts.
func (w *InTheWay) corrected(ctx context.Context, tx *sqldb.Tx, r *Recording, number int64) error {
	for {
		found, err := sqldb.All(ctx, tx, scanNoted,
			"SELECT "+notedColumns+notedFrom+" WHERE a.farm_id = $1 AND a.idem_key = $2 AND a.seq <= $3", r.farmID, rightKey+strconv.FormatInt(number, 10), r.state.seq)
		if err != nil || len(found) == 0 {
			return err
		}
		right := found[0]
		if !right.Reversed {
			lot, err := nameOf(ctx, tx, r.farmID, right.LotID)
			if err != nil {
				return err
			}
			w.add(Obstacle{
				Number: right.Number, Activity: right.Activity, Date: right.Date, Area: right.Area, Lot: lot, LotID: right.LotID,
				Why: fmt.Sprintf("It was recorded in place of entry %s of the upload. Undo it first.", humanize.Comma(number)),
			})
			return nil
		}
		number = right.Number
	}
}

// later adds the entries that were recorded after the upload, in the places that it changed, and
// need it: what takes animals or containers that would be missing, and counts and samples of animals
// that came by it alone.
func (w *InTheWay) later(ctx context.Context, tx *sqldb.Tx, r *Recording) error {
	if r.sweep == nil || r.state.seq <= r.draft.undoes.Last {
		return nil
	}
	short := map[int32]bool{}
	for _, refusal := range r.refused.First {
		if refusal.place > 0 {
			short[refusal.place-1] = true
		}
	}
	changed := map[int32]bool{} // places at which the upload changed what is there
	for _, e := range r.sweep.entries {
		changed[e.at] = changed[e.at] || e.delta != 0 || e.containers != 0
	}
	found, err := sqldb.All(ctx, tx, func(r sqldb.Row) (e madeEntry, err error) {
		return e, r.Scan(append(e.columns(), &e.made)...)
	}, "SELECT "+storedOf("e.")+`, a.kind FROM entries e JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
		WHERE e.farm_id = $1 AND e.seq > $2 AND e.seq <= $3 AND a.reverses IS NULL AND e.readjusts IS NULL
			AND NOT EXISTS (SELECT 1 FROM activities u WHERE u.farm_id = e.farm_id AND u.reverses = a.seq AND u.seq <= $3)
		ORDER BY e.day, e.seq`, r.farmID, r.draft.undoes.Last, r.state.seq)
	if err != nil {
		return err
	}
	newHere, err := r.newPlaces(ctx, tx, found)
	if err != nil {
		return err
	}
	for _, e := range found {
		where, ours := r.placeIDIndex[e.at]
		if !ours || !changed[where] {
			continue
		}
		o := r.obstacle(e)
		switch {
		case short[where] && e.takes() && e.made != Adjust:
			o.Why = "It takes what would not be there."
		case short[where] && e.made == Adjust && newHere[e.at]:
			o.Why = "It counted animals that came by the upload."
		case e.kind == Size && newHere[e.at]:
			o.Why = "It measured animals that came by the upload."
		default:
			continue
		}
		w.add(o)
	}
	return nil
}

// madeEntry is an entry with the kind of its activity.
type madeEntry struct {
	storedEntry
	made Kind
}

func (r *Recording) obstacle(e madeEntry) Obstacle {
	return Obstacle{Number: e.activitySeq, Activity: activityName(e.made, false), Date: e.day.String(), Area: r.areas.names[e.at.leaseID], Lot: r.lots.byID[e.at.lotID].Describe(), LotID: e.at.lotID}
}

// newPlaces returns those of the measured or counted places that had nothing before the upload.
func (r *Recording) newPlaces(ctx context.Context, tx *sqldb.Tx, found []madeEntry) (map[placeID]bool, error) {
	fresh := map[placeID]bool{}
	for _, e := range found {
		if _, ours := r.placeIDIndex[e.at]; !ours || e.made != Size && e.made != Adjust {
			continue
		}
		if _, known := fresh[e.at]; known {
			continue
		}
		before, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM (SELECT 1 FROM entries WHERE farm_id = $1 AND lot_id = $2 AND lease_id = $3 AND seq < $4 LIMIT 1) found",
			r.farmID, e.at.lotID, e.at.leaseID, r.draft.undoes.First)
		if err != nil {
			return nil, err
		}
		fresh[e.at] = before == 0
	}
	return fresh, nil
}

// others adds what the book refuses for another reason: harvests that are on tags, growing areas
// that have ended; and a lack that no later entry explains.
func (w *InTheWay) others(r *Recording) {
	explained := w.Total > 0
	var said []string
	for _, refusal := range r.refused.First {
		if refusal.place > 0 && explained || slices.Contains(said, refusal.Reason) {
			continue
		}
		said = append(said, refusal.Reason)
		w.add(Obstacle{Why: strings.ToUpper(refusal.Reason[:1]) + refusal.Reason[1:] + "."})
	}
}

// nameOf describes a lot for a person.
func nameOf(ctx context.Context, tx *sqldb.Tx, farmID, lotID string) (string, error) {
	index := &lotIndex{groups: map[Group]string{}, ids: map[Lot]string{}, byID: map[string]Lot{}}
	err := index.read(ctx, tx, "l.farm_id = $1 AND l.id = $2", []any{farmID, lotID})
	return index.byID[lotID].Describe(), err
}
