package printing

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

// begin starts a print and returns when it is about to draw for the first time; finish lets it go on.
func (p *pier) begin(job Print) (finish func() (File, error)) {
	type outcome struct {
		file File
		err  error
	}
	done, reached, goOn := make(chan outcome, 1), make(chan struct{}), make(chan struct{})
	var first sync.Once
	p.beforeDrawing = func() { first.Do(func() { close(reached); <-goOn }) }
	go func() {
		file, err := p.Print(manager, p.farmID, job)
		done <- outcome{file, err}
	}()
	<-reached

	return func() (File, error) {
		close(goOn)
		end := <-done
		return end.file, end.err
	}
}

func (p *pier) rename(to string) {
	p.t.Helper()
	_, err := farm.New(p.db, booktest.Clock).Edit(system, p.farmID, 0, farm.Change{Name: &to})
	must(p.t, err)
}

// LABEL-3: while labels are drawn, others write.
func TestPrint_LetsOthersWriteWhileItDraws(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		finish := p.begin(Print{ID: "a", Wanted: p.order(), Format: PDF})

		soon, cancel := context.WithTimeout(system, 5*time.Second)
		defer cancel()
		err := db.Write(soon, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(soon, "UPDATE users SET email = 'c@d.example' WHERE id = 'u1'")
			return err
		})
		if err != nil {
			t.Errorf("somebody else waited: %v", err)
		}
		if _, err := finish(); err != nil {
			t.Error(err)
		}
		if p.printed() != 2 {
			t.Errorf("%d are counted", p.printed())
		}
	})
}

// LABEL-3: what changes while labels are drawn is on the labels that are counted.
func TestPrint_DrawsAgainWhatChanged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		finish := p.begin(Print{ID: "a", Wanted: p.order(), Format: ZPL})
		p.rename("Renamed")

		file, err := finish()
		must(t, err)
		if !bytes.Contains(file.Content, []byte("Renamed")) {
			t.Errorf("the labels name the firm as it was: %.600s", file.Content)
		}
		if p.printed() != 2 {
			t.Errorf("%d are counted", p.printed())
		}
	})
}

// LABEL-2: what is recalled while its labels are drawn is not printed.
func TestPrint_RefusesWhatIsRecalledMeanwhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		finish := p.begin(Print{ID: "a", Wanted: p.order(), Format: ZPL})
		tagtest.Recall(t, db, reach.New(db, booktest.Clock, p.public), system, "Bay Fish", p.tags[1])

		_, err := finish()
		if fields := fault.As(err).Fields; len(fields) != 1 || fields[0].Name != "labels.1.tag" {
			t.Errorf("%v %+v", err, fields)
		}
		if p.printed() != 0 {
			t.Errorf("%d are counted", p.printed())
		}
	})
}

// LABEL-3: a print sent again is neither drawn nor written.
func TestPrint_SentAgainCostsALookUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		job := Print{ID: "a", Wanted: p.order(), Format: PDF}
		first, err := p.Print(manager, p.farmID, job)
		must(t, err)

		must(t, p.acquire(t.Context())) // nothing can be drawn
		defer p.release()
		db.Listen([]string{"label_prints", "paper_prints", "paper_stock"}, func() { t.Error("it was written again") })
		soon, cancel := context.WithTimeout(manager, 5*time.Second)
		defer cancel()
		again, err := p.Print(soon, p.farmID, job)
		must(t, err)
		if !bytes.Equal(first.Content, again.Content) || first.Name != again.Name || first.Type != again.Type {
			t.Error("again it gave another file")
		}

		tagtest.Recall(t, db, reach.New(db, booktest.Clock, p.public), system, "Bay Fish", p.tags[1])
		if _, err := p.Print(soon, p.farmID, job); !fault.Is(err, fault.Invalid) {
			t.Errorf("a recalled tag was printed again: %v", err)
		}
	})
}

func TestPrint_StopsWithItsCall(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		must(t, p.acquire(t.Context()))
		defer p.release()
		soon, cancel := context.WithTimeout(manager, time.Second)
		defer cancel()

		if _, err := p.Print(soon, p.farmID, Print{ID: "a", Wanted: p.order(), Format: PDF}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a print: %v", err)
		}
		if _, err := p.Look(soon, p.farmID, p.order()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a preview: %v", err)
		}
	})
}
