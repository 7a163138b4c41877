package billing

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// shown is the text of a PDF, its strings one on a line; the outlines of the
// product's name count as its name.
func shown(t *testing.T, content []byte) string {
	t.Helper()
	var all strings.Builder
	for _, stream := range regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`).FindAllSubmatch(content, -1) {
		reader, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // no text
		}
		text, err := io.ReadAll(reader)
		must(t, err)
		if regexp.MustCompile(`(?s) c\n.*h\nf\n`).Match(text) {
			all.WriteString("Merroir, drawn\n")
		}
		for _, s := range regexp.MustCompile(`\((.*?)\) ?Tj`).FindAllSubmatch(text, -1) {
			all.Write(append(s[1], '\n'))
		}
	}
	return all.String()
}

// FARM-6: an invoice is a document with its lines, its total and where it stands,
// and twice the same.
func TestAnInvoiceAsPDF(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db).withFarm()
		v := o.issue("setup", false, append(printer, Line{"Papier für Austern " + strings.Repeat("very long ", 20) + "line", 1})...)
		name, first, err := o.PDF(system, o.farm, v.ID)
		must(t, err)
		_, second, err := o.PDF(system, o.farm, v.ID)
		must(t, err)
		if name != "invoice-M-1001.pdf" || !bytes.HasPrefix(first, []byte("%PDF-")) || !bytes.Equal(first, second) {
			t.Errorf("%s: %.20q, %d and %d bytes", name, first, len(first), len(second))
		}
		text := shown(t, first)
		for _, want := range []string{
			"Merroir, drawn", "Invoice M-1001", "Tagging subscription", "Bay Center Selects LLC", "Date: November 20, 2026", "Due on December 20, 2026",
			"TSC ALPHA-30RB with mobile paper", "$289.00", "$100.00", "Papier f\xfcr Austern", "Total in US dollars", "$389.01", "reference of your transfer",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in %q", want, text)
			}
		}
		_, err = o.RecordPayment(system, o.farm, v.ID, "Transfer 7")
		must(t, err)
		if _, paid, err := o.PDF(system, o.farm, v.ID); err != nil || !strings.Contains(shown(t, paid), "Paid on November 20, 2026: $389.01 \\(Transfer 7\\)") {
			t.Errorf("paid: %v %q", err, shown(t, paid))
		}
	})
}
