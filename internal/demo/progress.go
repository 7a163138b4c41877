package demo

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// progress is how far the past is told. It is noted before the farms are made, so
// that a first start that is interrupted anywhere is gone on with by the next.
type progress struct {
	Today int64    // Unix milliseconds, of the start that began
	Day   int      // days before it, the next to be told
	Farms []string // whose past it is
}

func (p progress) today() time.Time { return time.UnixMilli(p.Today).UTC() }

// told gives the farms whose past it is, without those that could not be made.
func (s Services) told(ctx context.Context, p progress) (farms []Farm, err error) {
	for _, f := range Farms {
		if f.tagging == nil || !slices.Contains(p.Farms, f.ID) {
			continue
		}
		switch _, err := s.Farms.Get(ctx, f.ID); {
		case err == nil:
			farms = append(farms, f)
		case !fault.Is(err, fault.NotFound):
			return nil, err
		}
	}
	return farms, nil
}

// beginPast marks the past of farms that are not there yet, unless one is being told.
func (s Services) beginPast(ctx context.Context) error {
	if _, begun, err := s.progress(ctx); err != nil || begun {
		return err
	}
	p := progress{Today: sqldb.Millis(s.Now()), Day: 7 * longest}
	for _, f := range Farms {
		_, err := s.Farms.Get(ctx, f.ID)
		switch {
		case fault.Is(err, fault.NotFound):
			p.Farms = append(p.Farms, f.ID)
		case err != nil:
			return err
		}
	}
	if len(p.Farms) == 0 {
		return nil
	}
	return s.storeProgress(ctx, p)
}

// unfurnished gives the farms that the start which began may have left without
// what they are furnished with: all that it was to make, until its past is told.
func (s Services) unfurnished(ctx context.Context) ([]string, error) {
	p, begun, err := s.progress(ctx)
	if !begun || p.Day != 7*longest {
		return nil, err
	}
	return p.Farms, err
}

func (s Services) progress(ctx context.Context) (p progress, begun bool, err error) {
	noted, err := s.Noted(ctx)
	if err != nil || noted == "" {
		return p, false, err
	}
	return p, true, json.Unmarshal([]byte(noted), &p)
}

func (s Services) storeProgress(ctx context.Context, p progress) error {
	noted, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.Note(ctx, string(noted))
}
