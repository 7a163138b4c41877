package printing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/maypok86/otter/v2"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/sqldb"
)

// Format is a kind of file.
type Format string

const (
	PDF  Format = "pdf"
	ZPL  Format = "zpl"
	TSPL Format = "tspl"
)

// Print is an order to print, under the client's id.
type Print struct {
	ID string `json:"id" minLength:"1" maxLength:"80" doc:"Made by the app; the same print sent again gives the same file and counts no paper"`
	Wanted
	Format Format `json:"format" enum:"pdf,zpl,tspl"`
}

// File is what goes to the printer.
type File struct {
	Name, Type string
	Content    []byte
}

const (
	printAttempts = 3       // while tags keep changing between the read and the write
	fileBytes     = 4 << 20 // of the files of the last prints
)

// printed is the file of a print with the digest of what its labels say.
type printed struct {
	digest string
	file   File
}

func newFiles() *otter.Cache[string, printed] {
	return otter.Must(&otter.Options[string, printed]{
		MaximumWeight: fileBytes,
		Weigher:       func(_ string, p printed) uint32 { return uint32(len(p.file.Content)) },
	})
}

var errChanged = errors.New("the tags changed while their labels were drawn")

// Print returns the file of the labels, and counts the paper if the farm has tagging. If any label
// must not be printed none is, and the fault has everything that is wrong, by tag and field. The
// farm's people may call it, and those with the permission companies.
//
// The labels are drawn by a read. The write that counts them only checks that the tags still say the
// same, so nobody waits for the drawing. A print sent again is neither counted nor written.
func (s *Service) Print(ctx context.Context, farmID string, p Print) (File, error) {
	for range printAttempts {
		file, err := s.printOnce(ctx, farmID, p)
		if !errors.Is(err, errChanged) {
			return file, err
		}
	}

	return File{}, fault.New(fault.Conflict, "These tags are being changed. Please print again in a moment.")
}

func (s *Service) printOnce(ctx context.Context, farmID string, p Print) (file File, err error) {
	var o order
	var again bool
	var digest string
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Recording.RequireRecordTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		if o, err = s.compose(ctx, tx, ref, p.Wanted); err != nil {
			return err
		}
		if digest, err = o.digest(); err != nil {
			return err
		}
		again, err = s.printedBefore(ctx, tx, farmID, p, o, digest)
		return err
	})
	if err != nil {
		return file, err
	}

	key := farmID + " " + p.ID
	if err := refusal(o.findings); err != nil {
		return file, err
	}
	if kept, known := s.files.GetIfPresent(key); again && known && kept.digest == digest {
		return kept.file, nil
	}

	if file, err = s.draw(ctx, p, o); err != nil {
		return file, err
	}
	if !again {
		if err := s.count(ctx, farmID, p, o, digest); err != nil {
			return File{}, err
		}
	}
	s.files.Set(key, printed{digest, file})

	return file, nil
}

// count stores the print and counts its paper. It returns errChanged if the labels say anything else by now.
func (s *Service) count(ctx context.Context, farmID string, p Print, o order, digest string) error {
	return s.papers.PrintLabels(ctx, farmID, func(tx *sqldb.Tx, who string) (b paper.PrintBatch, err error) {
		ref, err := farm.Recording.RequireRecord(ctx, tx, farmID)
		if err != nil {
			return b, err
		}
		now, err := s.compose(ctx, tx, ref, p.Wanted)
		if err != nil {
			return b, err
		}
		if err := refusal(now.findings); err != nil {
			return b, err
		}
		said, err := now.digest()
		switch {
		case err != nil:
			return b, err
		case said != digest:
			return b, errChanged
		}

		fresh, err := s.keep(ctx, tx, farmID, p, o, digest, who)
		if err != nil || !fresh || o.paper.Sheet {
			return b, err
		}

		return paper.PrintBatch{
			BatchID: "labels:" + p.ID,
			Prints:  []paper.Prints{{PaperType: o.paper.ID, Count: int64(len(o.labels) * o.Copies)}},
		}, nil
	})
}

// refusal returns everything that is wrong, by tag and field.
func refusal(findings [][]label.Finding) error {
	var fields []fault.Field
	for i, found := range findings {
		for _, f := range found {
			fields = append(fields, fault.Field{
				Name:    fmt.Sprintf("labels.%d.%s", i, f.Field),
				Message: fmt.Sprintf("%s %s (%s)", f.Message, f.Rule.Words, f.Rule.Source),
			})
		}
	}
	if len(fields) == 0 {
		return nil
	}

	return &fault.Fault{Kind: fault.Invalid, Message: "Nothing was printed: " + fields[0].Message + ".", Fields: fields}
}

// draw lays the labels out and returns their file. The same print of the same tags gives the same bytes.
func (s *Service) draw(ctx context.Context, p Print, o order) (file File, err error) {
	if o.paper.Sheet && p.Format != PDF {
		return file, fault.ForField("format", "Sheets of paper are printed as PDF")
	}
	if err := s.acquire(ctx); err != nil {
		return file, err
	}
	defer s.release()

	all, err := o.lay(ctx)
	if err != nil {
		return file, err
	}
	findings, pages := make([][]label.Finding, len(all)), make([]label.Page, len(all))
	for i, l := range all {
		findings[i], pages[i] = l.Findings, l.page
	}
	if err := refusal(findings); err != nil {
		return file, err
	}

	name := "labels-" + all[0].Tag
	if len(all) > 1 {
		name = fmt.Sprintf("%s-and-%d-more", name, len(all)-1)
	}
	file = File{Name: name + "." + string(p.Format), Type: "application/octet-stream"}
	switch p.Format {
	case PDF:
		file.Type = download.PDF
		file.Content, err = label.PDF(ctx, pages, o.Copies, name)
	case ZPL:
		file.Content, err = label.ZPL(pages, o.DPI, o.Copies)
	default:
		file.Content, err = label.TSPL(pages, o.DPI, o.Copies)
	}

	return file, err
}

// asked returns the request as it is stored, with what it left out filled in.
func (p Print) asked(o order) (string, error) {
	p.Wanted = o.Wanted
	text, err := json.Marshal(p)
	return string(text), err
}

// printedBefore reports whether the print was counted before. It returns a Conflict if its id stands for
// another print, or if the tags say something else by now.
func (s *Service) printedBefore(ctx context.Context, tx *sqldb.Tx, farmID string, p Print, o order, digest string) (bool, error) {
	asked, err := p.asked(o)
	if err != nil {
		return false, err
	}
	before, err := sqldb.One(ctx, tx, func(r sqldb.Row) (was [2]string, err error) { return was, r.Scan(&was[0], &was[1]) },
		"SELECT asked, digest FROM label_prints WHERE farm_id = $1 AND print_id = $2", farmID, p.ID)
	switch {
	case fault.Is(err, fault.NotFound):
		return false, nil
	case err != nil:
		return false, err
	case before[0] != asked:
		return false, fault.New(fault.Conflict, "Another print has this id.")
	case before[1] != digest:
		return false, fault.New(fault.Conflict, "The tags have changed since they were printed. Please start a new print.")
	}

	return true, nil
}

// keep stores that labels were printed. It returns false if they were before.
func (s *Service) keep(ctx context.Context, tx *sqldb.Tx, farmID string, p Print, o order, digest, who string) (fresh bool, err error) {
	if again, err := s.printedBefore(ctx, tx, farmID, p, o, digest); again || err != nil {
		return false, err
	}
	asked, err := p.asked(o)
	if err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, `INSERT INTO label_prints (farm_id, print_id, asked, digest, labels, username, printed_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (farm_id, print_id) DO NOTHING`, farmID, p.ID, asked, digest, len(o.labels)*o.Copies, who, sqldb.Millis(s.now()))

	return n > 0, err
}
