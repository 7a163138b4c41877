package news

import (
	"context"
	"errors"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	tellJob     = "news.tell"
	tellEvery   = 10 * time.Minute
	tellFarmJob = "news.tell.farm"

	farmsAtOnce = 100

	uploadsFor = 7 * 24 * time.Hour // after which the end of an upload is no news any more
	restsFor   = 7 * 24 * time.Hour // for which what comes back goes on, and is not told again
)

// TellByJobs has people told every few minutes.
func (s *Service) TellByJobs(queue *jobs.Queue) {
	jobs.Handle(queue, tellJob, func(ctx context.Context, _ struct{}) error { return s.Tell(ctx) })
	queue.Every(tellEvery, tellJob)
	jobs.Handle(queue, tellFarmJob, s.tellFarm)
	jobs.Handle(queue, weekJob, func(ctx context.Context, _ struct{}) error { return s.Weeks(ctx) })
	queue.Every(tellEvery, weekJob)
	s.queue = queue
}

// oneFarm is the argument of the job that tells the people of one farm.
type oneFarm struct{ FarmID string }

// Soon has the people of a farm told of what the caller's transaction does, once that is
// committed.
func (s *Service) Soon(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	return s.queue.Enqueue(ctx, tx, tellFarmJob, oneFarm{farmID})
}

func (s *Service) tellFarm(ctx context.Context, one oneFarm) error {
	var changes []change
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		farms, err := farm.PeopledOne(ctx, tx, one.FarmID)
		if err == nil && len(farms) > 0 {
			changes, err = s.changesOn(ctx, tx, farms)
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.applyAll(ctx, changes)
}

// Tell tells the people of all farms what they were not told yet, and ends what holds
// no more.
func (s *Service) Tell(ctx context.Context) error {
	for after := ""; ; {
		changes, last, err := s.look(ctx, after)
		if err != nil {
			return err
		}
		if err := s.applyAll(ctx, changes); err != nil || last == "" {
			return err
		}
		after = last
	}
}

func (s *Service) applyAll(ctx context.Context, changes []change) (err error) {
	for _, c := range changes { // what is wrong with one keeps no other waiting
		err = errors.Join(err, s.db.Write(ctx, func(tx *sqldb.Tx) error { return s.apply(ctx, tx, c) }))
	}
	return err
}

// change is what is to be told of a farm, and what is over, where the tally is still the same.
type change struct {
	farmID string
	tally  tally
	tell   []News
	over   []string // ids
	goesOn []string // ids of what was over
}

// look finds what is to be changed on the next farms, and the last of them; it is empty
// when there are no more.
func (s *Service) look(ctx context.Context, after string) (changes []change, last string, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		changes, last = nil, ""
		farms, err := farm.Peopled(ctx, tx, after, farmsAtOnce)
		if err != nil || len(farms) == 0 {
			return err
		}
		last = farms[len(farms)-1].ID
		changes, err = s.changesOn(ctx, tx, farms)
		return err
	})
	return changes, last, err
}

// changesOn finds what is to be changed on some farms.
func (s *Service) changesOn(ctx context.Context, tx *sqldb.Tx, farms []farm.Ref) (changes []change, err error) {
	known, err := s.knownOn(ctx, tx, farms)
	if err != nil {
		return nil, err
	}
	held, err := holding(ctx, tx, farm.IDs(farms), s.now().Add(-restsFor))
	if err != nil {
		return nil, err
	}
	for _, f := range farms {
		if len(known[f.ID])+len(held[f.ID]) == 0 {
			continue
		}
		c, err := changeOn(ctx, tx, f.ID, known[f.ID], held[f.ID])
		if err != nil {
			return nil, err
		}
		if len(c.tell)+len(c.over)+len(c.goesOn) > 0 {
			changes = append(changes, c)
		}
	}
	return changes, nil
}

// knownOn is what the people of farms should know, by farm.
func (s *Service) knownOn(ctx context.Context, tx *sqldb.Tx, farms []farm.Ref) (map[string][]News, error) {
	needs, err := s.today.NeedsOn(ctx, tx, farms)
	if err != nil {
		return nil, err
	}
	uploads, err := upload.EndedOn(ctx, tx, farm.IDs(farms), s.now().Add(-uploadsFor))
	if err != nil {
		return nil, err
	}
	above, err := s.reports.AboveMark(ctx, tx, farms)
	known := map[string][]News{}
	for _, f := range farms {
		all := newsOf(needs[f.ID])
		for _, u := range uploads[f.ID] {
			all = append(all, uploadNews(u))
		}
		if percent, is := above[f.ID]; is {
			all = append(all, mortalityNews(percent))
		}
		known[f.ID] = all
	}
	return known, err
}

// changeOn compares what the people of a farm should know with what they were told.
func changeOn(ctx context.Context, tx *sqldb.Tx, farmID string, all, held []News) (c change, err error) {
	c.farmID = farmID
	people, err := farm.Managers(ctx, tx, farmID)
	if err != nil {
		return c, err
	}
	if c.tally, err = tallyOf(ctx, tx, farmID); err != nil {
		return c, err
	}
	current, known := map[fact]bool{}, map[string]map[fact]bool{}
	for _, n := range all {
		current[n.fact()] = true
	}
	for _, n := range held {
		if known[n.userID] == nil {
			known[n.userID] = map[fact]bool{}
		}
		switch {
		case !current[n.fact()] && !n.Over:
			c.over = append(c.over, n.ID)
		case current[n.fact()] && n.Over && !known[n.userID][n.fact()]:
			c.goesOn = append(c.goesOn, n.ID)
		}
		known[n.userID][n.fact()] = true
	}
	for _, n := range all {
		for _, person := range people {
			if n.userID = person.ID; isFor(person.Level, n.Kind) && !known[n.userID][n.fact()] {
				c.tell = append(c.tell, n)
			}
		}
	}
	return c, nil
}

// apply writes a change, but where another process has written since it was found: what is
// left to do then, the next time finds.
func (s *Service) apply(ctx context.Context, tx *sqldb.Tx, c change) error {
	now, err := tallyOf(ctx, tx, c.farmID)
	if err != nil || now != c.tally {
		return err
	}
	for _, id := range c.over {
		if err := end(ctx, tx, c.farmID, id, s.now()); err != nil {
			return err
		}
	}
	for _, id := range c.goesOn {
		if err := goOn(ctx, tx, c.farmID, id); err != nil {
			return err
		}
	}
	var fresh []News
	for _, n := range c.tell {
		is, err := insert(ctx, tx, c.farmID, n, s.now())
		if err != nil {
			return err
		}
		if is {
			fresh = append(fresh, n)
		}
	}
	return s.mailAll(ctx, tx, c.farmID, fresh)
}
