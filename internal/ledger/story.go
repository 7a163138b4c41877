package ledger

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Story is what became of the animals of a lot or of a group.
type Story struct {
	GroupID    string      `json:"groupId"`
	Group      GroupFields `json:"group"`
	LotID      string      `json:"lotId" doc:"Empty for a group"`
	Lot        LotFields   `json:"lot" doc:"All empty for a group"`
	Living     int64       `json:"living"`
	Containers int64       `json:"containers"`
	First      string      `json:"first" doc:"Day of the first entry, YYYY-MM-DD; empty where there is none"`
	Last       string      `json:"last" doc:"Day of the latest entry"`
	Flow       Flow        `json:"flow" doc:"All that ever happened"`
	Months     []Period    `json:"months" doc:"Those with an entry, the latest first"`
	Every      string      `json:"every" enum:"day,week,month,year" doc:"How long the periods of the course are: the shortest of which a picture has room for all"`
	Course     []Period    `json:"course" doc:"All periods from the first day to the last, in their order"`
	Places     []Held      `json:"places" doc:"Where something is now"`
	From       []Route     `json:"from" doc:"Where its animals came from, the most first; of a group, empty"`
	To         []Route     `json:"to" doc:"Where they went, harvest and losses aside; of a group, empty"`
	Lots       []LotOf     `json:"lots" doc:"All lots of the group, those with the most animals first"`
}

// Flow is animals by what happened to them, less what was undone.
type Flow struct {
	Planted   int64 `json:"planted"`
	MovedIn   int64 `json:"movedIn" doc:"From other places of the lot or the group too"`
	MovedOut  int64 `json:"movedOut"`
	Counted   int64 `json:"counted" doc:"Found by counts beyond what the book had; negative where fewer were"`
	Harvested int64 `json:"harvested"`
	Lost      int64 `json:"lost"`
}

// Period is what happened in some days, and what was at their end.
type Period struct {
	From     string   `json:"from" doc:"YYYY-MM-DD; the first and the last period hold only the days from the first entry to the latest"`
	To       string   `json:"to"`
	Flow     Flow     `json:"flow"`
	Living   int64    `json:"living" doc:"At its end"`
	Measured int64    `json:"measured"`
	MeanMM   *float64 `json:"meanMm" doc:"Of the measured animals; null where there were none"`
	Areas    []InArea `json:"areas" doc:"Where they lived at its end, the most first"`
}

// InArea is what lived in a growing area.
type InArea struct {
	LeaseID string `json:"leaseId"`
	Area    string `json:"area"`
	Living  int64  `json:"living"`
}

// Route is animals that came from another place or went there.
type Route struct {
	LotID   string    `json:"lotId"`
	LeaseID string    `json:"leaseId"`
	Area    string    `json:"area"`
	Lot     LotFields `json:"lot"`
	Animals int64     `json:"animals"`
}

// LotOf is a lot of a group.
type LotOf struct {
	LotID  string    `json:"lotId"`
	Lot    LotFields `json:"lot"`
	Living int64     `json:"living"`
}

// Story tells what became of a lot or a group. The farm's people and those who see every farm
// may ask; anyone else gets NotFound.
func (s *Service) Story(ctx context.Context, farmID string, of Of) (story Story, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.Require(ctx, tx, farmID); err != nil {
			return err
		}
		story, err = readStory(ctx, tx, farmID, of)
		return err
	})
	return story, err
}

func readStory(ctx context.Context, tx *sqldb.Tx, farmID string, of Of) (s Story, err error) {
	if s, err = readNames(ctx, tx, farmID, of); err != nil {
		return s, err
	}
	if s.Places, err = readPlaces(ctx, tx, farmID, of); err != nil {
		return s, err
	}
	for _, h := range s.Places {
		s.Living, s.Containers = s.Living+h.OnHand, s.Containers+h.Containers
	}
	if err := s.readCourse(ctx, tx, farmID, of); err != nil || of.LotID == "" {
		return s, err
	}
	if s.From, err = readRoutes(ctx, tx, farmID, of.LotID, "e", "f"); err != nil {
		return s, err
	}
	s.To, err = readRoutes(ctx, tx, farmID, of.LotID, "f", "e")
	return s, err
}

// readNames gives the fields of the lot or the group, and all lots of the group. Lots of a book
// that was cleaned are none, though they may still be stored.
func readNames(ctx context.Context, tx *sqldb.Tx, farmID string, of Of) (s Story, err error) {
	s.Places, s.From, s.To, s.LotID = []Held{}, []Route{}, []Route{}, of.LotID
	where := "l.group_id = $2"
	if of.LotID != "" {
		where = "l.group_id = (SELECT o.group_id FROM lots o WHERE o.farm_id = $1 AND o.id = $2)"
	}
	s.Lots, err = sqldb.All(ctx, tx, func(r sqldb.Row) (lot LotOf, err error) {
		var l Lot
		err = r.Scan(append([]any{&lot.LotID, &s.GroupID, &lot.Living}, l.columns()...)...)
		lot.Lot, s.Group = l.lotFields(), l.fields()
		if lot.LotID == of.LotID {
			s.Lot = lot.Lot
		}
		return lot, err
	}, `SELECT l.id, l.group_id, CAST((SELECT COALESCE(SUM(b.on_hand), 0) FROM balances b WHERE b.farm_id = l.farm_id AND b.lot_id = l.id) AS BIGINT) AS living, `+lotColumns+`
		FROM lots l JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		WHERE l.farm_id = $1 AND `+where+` AND EXISTS (SELECT 1 FROM entries x WHERE x.farm_id = l.farm_id AND x.lot_id = l.id
			AND +x.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1))
		ORDER BY living DESC, l.size_label, l.mesh_size, l.nickname, l.id`, farmID, of.id())
	known := slices.ContainsFunc(s.Lots, func(lot LotOf) bool { return of.LotID == "" || lot.LotID == of.LotID })
	if err == nil && !known {
		err = fault.New(fault.NotFound, "The farm has no such animals.")
	}
	return s, err
}

// add counts an entry. What a move takes is its first entry, whatever its sign: undone, it comes back.
func (f *Flow) add(kind Kind, arrives bool, delta int64) {
	switch {
	case kind == Move && arrives:
		f.MovedIn += delta
	case kind == Move:
		f.MovedOut -= delta
	case kind == Plant:
		f.Planted += delta
	case kind == Adjust:
		f.Counted += delta
	case kind == Harvest:
		f.Harvested -= delta
	case kind == Loss:
		f.Lost -= delta
	}
}

// readRoutes adds up the moves of a lot by the other place: with own e they are those that brought
// animals to it from f, the other way around those that took them to e. The lot's own come first,
// or SQLite reads the whole ledger of the farm.
func readRoutes(ctx context.Context, tx *sqldb.Tx, farmID, lotID, own, other string) ([]Route, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (one Route, err error) {
		return one, r.Scan(&one.LotID, &one.LeaseID, &one.Area, &one.Lot.SizeLabel, &one.Lot.MeshSize, &one.Lot.Nickname, &one.Animals)
	}, "SELECT l.id, p.id, p.name, l.size_label, l.mesh_size, l.nickname, CAST(SUM(e.delta) AS BIGINT) AS animals FROM entries "+own+" CROSS JOIN entries "+other+`
		JOIN leases p ON p.farm_id = $1 AND p.id = `+other+`.lease_id
		JOIN lots l ON l.farm_id = $1 AND l.id = `+other+`.lot_id
		WHERE `+own+".farm_id = $1 AND "+own+".lot_id = $2 AND "+own+".kind = 'move' AND "+other+`.farm_id = $1
			AND e.activity_seq = f.seq AND +f.seq = f.activity_seq AND e.seq <> f.seq AND f.lot_id <> e.lot_id
			AND +`+own+`.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)
		GROUP BY l.id, p.id, p.name, l.size_label, l.mesh_size, l.nickname HAVING SUM(e.delta) <> 0
		ORDER BY animals DESC, p.name, l.id`, farmID, lotID)
}
