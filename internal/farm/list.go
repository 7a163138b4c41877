package farm

import (
	"context"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// List gives a page of the farms that the caller may see, and counts no others:
// all for those who see every farm, the linked ones for a farm manager. Nobody
// else may ask.
func (s *Service) List(ctx context.Context, asked Search, q page.Query) (list page.List[Summary], err error) {
	err = s.ask(ctx, asked, func(tx *sqldb.Tx, names *names, found []bool, total int) error {
		rows, err := summaries(ctx, tx, names.page(found, total, q))
		list = page.Of(q.Slice, rows, total)
		return err
	})
	return list, err
}

// ask lets answer have the farms that the caller may see, and which of them are asked
// for, in the order of ids; nil when all are.
func (s *Service) ask(ctx context.Context, asked Search, answer func(tx *sqldb.Tx, names *names, found []bool, total int) error) error {
	caller, err := enrolled(ctx)
	switch {
	case err != nil:
		return err
	case !caller.ReachesFarms():
		return actor.ErrDenied
	}
	return s.db.Read(ctx, func(tx *sqldb.Tx) error {
		names, err := s.visible(ctx, tx, caller)
		if err != nil {
			return err
		}
		found, total := names.search(sqldb.SearchKey(asked.Text))
		if asked.Filter != (Filter{}) {
			if found, total, err = names.narrow(found, asked.Filter, s.now()); err != nil {
				return err
			}
		}
		return answer(tx, names, found, total)
	})
}

// visible gives the names of the farms that the caller may see.
func (s *Service) visible(ctx context.Context, tx *sqldb.Tx, caller actor.Actor) (*names, error) {
	if caller.SeesFarms() {
		return s.names.current(ctx, tx)
	}
	if !caller.FarmManager {
		return new(names), nil
	}
	linked, err := linkedNames(ctx, tx, caller)
	return new(names).with(0, linked, nil), err
}

// page gives the ids of a page of what was found, in all total farms.
func (n *names) page(found []bool, total int, q page.Query) (ids []string) {
	at := func(i int) int { return i }
	if strings.HasSuffix(q.Sort, "name") {
		at = func(i int) int { return int(n.order[i]) }
	}
	backwards := strings.HasPrefix(q.Sort, "-")
	skip := q.Offset()
	count := min(q.Limit, total-skip)
	if count <= 0 {
		return nil
	}
	fromEnd := skip > total/2
	if fromEnd { // it is nearer
		skip, backwards = total-skip-count, !backwards
	}
	i, step := 0, 1
	if backwards {
		i, step = len(n.byID)-1, -1
	}
	if found == nil {
		i, skip = i+step*skip, 0
	}
	for ; len(ids) < count; i += step {
		switch {
		case found != nil && !found[at(i)]:
		case skip > 0:
			skip--
		default:
			ids = append(ids, n.byID[at(i)].id)
		}
	}
	if fromEnd {
		slices.Reverse(ids)
	}
	return ids
}

// search says for each farm, in the order of ids, whether its key holds the
// search; nil when all do.
func (n *names) search(search string) (found []bool, total int) {
	if search == "" {
		return nil, len(n.byID)
	}
	wanted := traitsOf(search)
	known := len(search) == 1 && wanted.letters != 0 // the traits say all
	found = make([]bool, len(n.byID))
	start := 0
	for i := range n.traits {
		if n.traits[i].hold(&wanted) && (known || strings.Contains(n.text[start:n.ends[i]], search)) {
			found[i] = true
			total++
		}
		start = n.ends[i]
	}
	return found, total
}
