package paper

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Prints are how many tags were printed on a type of paper.
type Prints struct {
	PaperType string `json:"paperType" maxLength:"20" doc:"A paper type, or a kind of roll of it"`
	Count     int64  `json:"count" minimum:"1" maximum:"1000000" doc:"Tags"`
}

// PrintBatch is what an app printed since its last batch. Sent again, it counts once.
type PrintBatch struct {
	BatchID   string   `json:"batchId" minLength:"1" maxLength:"100" doc:"Chosen by the app. The same id with other prints is refused"`
	Prints    []Prints `json:"prints" minItems:"1" maxItems:"100"`
	Confirmed bool     `json:"confirmed" required:"false" doc:"Count prints that are far more than the stock and than the farm's last batches. Otherwise they are answered with 409 and the code far-from-usual, and nothing is counted"`
}

const (
	maxPrints = 1_000_000 // tags of one entry

	codeUnusual  = "far-from-usual"
	alwaysUsual  = 1000 // tags of a type in a batch, which nobody is asked about
	timesStock   = 2
	timesBatches = 3
	lastBatches  = 20
)

// counts adds the prints up by type, and refuses what cannot be.
func (b PrintBatch) counts() (map[Type]int64, error) {
	counts, found := map[Type]int64{}, faults{}
	for i, p := range b.Prints {
		t, known := typeOf(p.PaperType)
		if !known {
			found.refuse(fmt.Sprintf("prints.%d.paperType", i), "There is no such paper type")
		}
		found.within(fmt.Sprintf("prints.%d.count", i), p.Count, 1, maxPrints)
		counts[t] += p.Count
	}
	if b.BatchID == "" {
		found.refuse("batchId", "Please give the batch an id")
	}
	return counts, fault.ForFields(found)
}

// Print counts prints. The farm's own people may send them, those who keep farm
// records, and an app with its key. It never waits for money.
func (s *Service) Print(ctx context.Context, farmID string, b PrintBatch) error {
	return s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		who, err := s.printer(ctx, tx, farmID)
		if err != nil {
			return err
		}
		counts, err := b.counts()
		if err != nil {
			return err
		}
		return s.count(ctx, tx, farmID, b, counts, who)
	})
}

// count lowers the stock by a batch, once.
func (s *Service) count(ctx context.Context, tx *sqldb.Tx, farmID string, b PrintBatch, counts map[Type]int64, who string) error {
	fresh, err := s.storeBatch(ctx, tx, farmID, b, counts, who)
	if err != nil || !fresh {
		return err
	}
	all, err := stocks(ctx, tx, farmID)
	if err != nil {
		return err
	}
	if !b.Confirmed {
		if err := askUnusual(ctx, tx, farmID, b.BatchID, counts, all); err != nil {
			return err
		}
	}
	for t, count := range counts {
		stock := all[t]
		stock.Printed += count
		if err := storeStock(ctx, tx, farmID, *stock); err != nil {
			return err
		}
	}
	if err := s.reached("printing"); err != nil {
		return err
	}
	return s.advanceIfDue(ctx, tx, farmID, all)
}

// askUnusual returns a Conflict with the code far-from-usual if a batch has far more prints of a type
// than are in stock and than the farm's last batches had: a misplaced digit would order paper.
func askUnusual(ctx context.Context, tx *sqldb.Tx, farmID, batchID string, counts map[Type]int64, all map[Type]*Stock) error {
	var unusual []Type
	for _, t := range Types {
		if counts[t] > alwaysUsual && counts[t] > timesStock*all[t].left() {
			unusual = append(unusual, t)
		}
	}
	if len(unusual) == 0 {
		return nil
	}

	stored, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT prints FROM paper_prints WHERE farm_id = $1 AND batch_id <> $2 ORDER BY created_at DESC, batch_id LIMIT $3",
		farmID, batchID, lastBatches)
	if err != nil {
		return err
	}
	largest := map[Type]int64{}
	for _, text := range stored {
		var batch map[Type]int64
		if err := json.Unmarshal([]byte(text), &batch); err != nil {
			return fmt.Errorf("prints of farm %s: %w", farmID, err)
		}
		for t, count := range batch {
			largest[t] = max(largest[t], count)
		}
	}

	for _, t := range unusual {
		if counts[t] > timesBatches*largest[t] {
			return fault.WithCode(fault.Conflict, codeUnusual, fmt.Sprintf("%s prints of %s are far more than usual (%s in stock). If they are right, confirm them.",
				humanize.Comma(counts[t]), t.label(), humanize.Comma(all[t].left())))
		}
	}

	return nil
}

// PrintLabels lets a farm print labels: do is called in a transaction in which those
// who change the farm's paper take turns, and gives the batch to count; one without
// prints counts nothing, and so does a farm without tagging. Who may is as for Print,
// but for apps.
func (s *Service) PrintLabels(ctx context.Context, farmID string, do func(tx *sqldb.Tx, who string) (PrintBatch, error)) error {
	return s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.RequireRecordTo(ctx, tx, farmID, actor.Companies); err != nil {
			return err
		}
		caller, _ := actor.From(ctx)
		b, err := do(tx, caller.Username)
		if err != nil || len(b.Prints) == 0 {
			return err
		}
		f, err := load(ctx, tx, farmID)
		if err != nil || f.state != farm.TaggingOn {
			return err
		}
		counts, err := b.counts()
		if err != nil {
			return err
		}
		b.Confirmed = true // a file has few labels, and they were looked at

		return s.count(ctx, tx, farmID, b, counts, caller.Username)
	})
}

// printer gives who sends prints, and refuses who may not.
func (s *Service) printer(ctx context.Context, tx *sqldb.Tx, farmID string) (who string, err error) {
	if name, is := s.app(ctx); is {
		_, err := farm.RequireRecord(actor.With(ctx, actor.System), tx, farmID)
		return "app " + name, err
	}
	_, err = farm.Recording.RequireRecordTo(ctx, tx, farmID, actor.Companies)
	caller, _ := actor.From(ctx)
	return caller.Username, err
}

// storeBatch stores the batch; false where it was stored before.
func (s *Service) storeBatch(ctx context.Context, tx *sqldb.Tx, farmID string, b PrintBatch, counts map[Type]int64, who string) (fresh bool, err error) {
	stored, err := json.Marshal(counts)
	if err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, `INSERT INTO paper_prints (farm_id, batch_id, prints, who, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (farm_id, batch_id) DO NOTHING`, farmID, b.BatchID, string(stored), who, sqldb.Millis(s.now()))
	if err != nil || n > 0 {
		return n > 0, err
	}
	before, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT prints FROM paper_prints WHERE farm_id = $1 AND batch_id = $2", farmID, b.BatchID)
	if err == nil && before != string(stored) {
		err = fault.New(fault.Conflict, "That batch was sent already, with other prints.")
	}
	return false, err
}

// advanceIfDue lets a job look at the farm if there is something to see.
func (s *Service) advanceIfDue(ctx context.Context, tx *sqldb.Tx, farmID string, all map[Type]*Stock) error {
	f, err := load(ctx, tx, farmID)
	if err != nil {
		return err
	}
	for _, t := range Types {
		if f.settings.custom(t) != nil || f.due(all[t]) != nothing {
			return s.advanceSoon(ctx, tx, farmID)
		}
	}
	return nil
}
