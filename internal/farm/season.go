package farm

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// The bounds of a mark, in tenths of a percent a month.
const (
	minMark = 1
	maxMark = 1000
)

// Season is by what a farm judges its figures: the month with which its season begins, and the
// mortality that it does not want to pass.
type Season struct {
	Month int64    `json:"month" minimum:"1" maximum:"12" doc:"With whose first day the season begins; January unless the farm says otherwise"`
	Mark  *float64 `json:"mark" required:"false" nullable:"true" doc:"Percent of the animals lost a month that are too many, from 0.1 to 100, to one decimal; null for no mark"`
}

// Begin is the first day of the season that the day is in.
func (s Season) Begin(today time.Time) time.Time {
	year := today.Year()
	if int64(today.Month()) < s.Month {
		year--
	}
	return time.Date(year, time.Month(s.Month), 1, 0, 0, 0, 0, time.UTC)
}

// seasonOf is the farm's.
func seasonOf(ctx context.Context, tx *sqldb.Tx, farmID string) (Season, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (s Season, err error) {
		var tenths int64
		err = r.Scan(&s.Month, &tenths)
		s.Mark = markOf(tenths)
		return s, err
	}, "SELECT season_month, mortality_mark FROM farms WHERE id = $1", farmID)
}

// markOf reads a mark in tenths of a percent.
func markOf(tenths int64) *float64 {
	if tenths == 0 {
		return nil
	}
	mark := float64(tenths) / 10
	return &mark
}

// Marks are the marks of those of the farms that have one, in percent a month, by farm.
func Marks(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string]float64, error) {
	marks := map[string]float64{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (id string, err error) {
		var tenths int64
		err = r.Scan(&id, &tenths)
		marks[id] = float64(tenths) / 10
		return id, err
	}, "SELECT id, mortality_mark FROM farms WHERE mortality_mark > 0 AND id IN ("+sqldb.In(1, len(farmIDs))+")", sqldb.Args(farmIDs)...)
	return marks, err
}

// SetSeason stores the season, unless that is not what was seen any more.
func (s *Service) SetSeason(ctx context.Context, farmID string, season Season, seen *Season) (Season, error) {
	if season.Month < int64(time.January) || season.Month > int64(time.December) {
		return Season{}, fault.ForField("month", "Choose a month from 1 to 12.")
	}

	var mark int64
	if season.Mark != nil {
		var err error
		mark, err = tenthsOf(*season.Mark, minMark, maxMark, "mark", fmt.Sprintf("A mark is from 0.1 to %d percent a month.", maxMark/10))
		if err != nil {
			return Season{}, err
		}
	}
	return setFigures(ctx, s, farmID, "farm.season", seen, seasonOf,
		"UPDATE farms SET season_month = $1, mortality_mark = $2 WHERE id = $3", season.Month, mark)
}

// SeasonInput sets the season of a farm.
type SeasonInput struct {
	FarmID string `path:"id" maxLength:"64"`
	Body   struct {
		Season
		Seen *Season `json:"seen" required:"false" doc:"What was shown when the change was begun: a Conflict if something else is stored by now; not checked without it"`
	}
}

// SeasonOutput is the season as it is stored.
type SeasonOutput struct{ Body Season }

// HandleSeason answers GET /api/farms/{id}/season.
func (s *Service) HandleSeason(ctx context.Context, in *IDInput) (*SeasonOutput, error) {
	stored, err := figuresOf(ctx, s, in.ID, seasonOf)
	return &SeasonOutput{stored}, err
}

// HandleSetSeason answers PUT /api/farms/{id}/season.
func (s *Service) HandleSetSeason(ctx context.Context, in *SeasonInput) (*SeasonOutput, error) {
	stored, err := s.SetSeason(ctx, in.FarmID, in.Body.Season, in.Body.Seen)
	return &SeasonOutput{stored}, err
}
