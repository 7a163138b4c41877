package printing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

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

// Print gives the file of the labels, and counts the paper where the farm has tagging.
// If any label must not be printed none is, and the fault has everything that is wrong,
// by tag and field. The farm's people may, and those with the permission companies.
func (s *Service) Print(ctx context.Context, farmID string, p Print) (file File, err error) {
	err = s.papers.PrintLabels(ctx, farmID, func(tx *sqldb.Tx, who string) (b paper.PrintBatch, err error) {
		ref, err := farm.Recording.RequireRecord(ctx, tx, farmID)
		if err != nil {
			return b, err
		}
		all, c, err := s.labels(ctx, tx, ref, p.Wanted)
		if err != nil {
			return b, err
		}
		if err := refusal(all); err != nil {
			return b, err
		}
		if file, err = s.file(ctx, p, c, all); err != nil {
			return b, err
		}
		fresh, err := s.keep(ctx, tx, farmID, p, c, file, who)
		if err != nil || !fresh || c.paper.Sheet {
			return b, err
		}
		return paper.PrintBatch{BatchID: "labels:" + p.ID, Prints: []paper.Prints{{PaperType: c.paper.ID, Count: int64(len(all) * c.Copies)}}}, nil
	})
	return file, err
}

// refusal is everything that is wrong, by tag and field.
func refusal(all []Looked) error {
	var fields []fault.Field
	for i, l := range all {
		for _, f := range l.Findings {
			fields = append(fields, fault.Field{Name: fmt.Sprintf("labels.%d.%s", i, f.Field), Message: fmt.Sprintf("%s %s (%s)", f.Message, f.Rule.Words, f.Rule.Source)})
		}
	}
	if len(fields) == 0 {
		return nil
	}
	return &fault.Fault{Kind: fault.Invalid, Message: "Nothing was printed: " + fields[0].Message + ".", Fields: fields}
}

// file draws the labels. The same print of the same tags gives the same bytes.
func (s *Service) file(ctx context.Context, p Print, c checked, all []Looked) (File, error) {
	pages := make([]label.Page, len(all))
	for i, l := range all {
		pages[i] = l.page
	}
	name := "labels-" + all[0].Tag
	if len(all) > 1 {
		name = fmt.Sprintf("%s-and-%d-more", name, len(all)-1)
	}
	file := File{Name: name + "." + string(p.Format), Type: "application/octet-stream"}
	var err error
	switch {
	case p.Format == PDF:
		file.Type = download.PDF
		file.Content, err = label.PDF(ctx, pages, c.Copies, name)
	case c.paper.Sheet:
		err = fault.ForField("format", "Sheets of paper are printed as PDF")
	case p.Format == ZPL:
		file.Content, err = label.ZPL(pages, c.DPI, c.Copies)
	default:
		file.Content, err = label.TSPL(pages, c.DPI, c.Copies)
	}
	return file, err
}

// keep stores that it was printed; false where it was before. Another print under the
// id of one is refused, and so is the same one of tags that state something else now.
func (s *Service) keep(ctx context.Context, tx *sqldb.Tx, farmID string, p Print, c checked, file File, who string) (fresh bool, err error) {
	p.Wanted = c.Wanted
	asked, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	sum := sha256.Sum256(file.Content)
	digest := hex.EncodeToString(sum[:])
	n, err := tx.Exec(ctx, `INSERT INTO label_prints (farm_id, print_id, asked, digest, labels, username, printed_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (farm_id, print_id) DO NOTHING`, farmID, p.ID, string(asked), digest, len(p.Tags)*p.Copies, who, sqldb.Millis(s.now()))
	if err != nil || n > 0 {
		return n > 0, err
	}
	before, err := sqldb.One(ctx, tx, func(r sqldb.Row) (was [2]string, err error) { return was, r.Scan(&was[0], &was[1]) },
		"SELECT asked, digest FROM label_prints WHERE farm_id = $1 AND print_id = $2", farmID, p.ID)
	switch {
	case err != nil:
	case before[0] != string(asked):
		err = fault.New(fault.Conflict, "Another print has this id.")
	case before[1] != digest:
		err = fault.New(fault.Conflict, "What the tags state has changed since they were printed. Please print them anew.")
	}
	return false, err
}
