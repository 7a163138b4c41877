package label

import (
	"bytes"
	"fmt"
	"strings"
)

// density is how hot the head burns, of 15.
const density = 8

// TSPL gives the labels for the printers that are sold, each with its copies.
func TSPL(pages []Page, dpi, copies int) ([]byte, error) {
	var out bytes.Buffer
	for i, p := range pages {
		if i == 0 {
			media := "GAP 3 mm,0 mm"
			if p.Paper.BlackLine {
				media = "BLINE 3 mm,0 mm"
			}
			fmt.Fprintf(&out, "SIZE %.1f mm,%.1f mm\r\n%s\r\nDENSITY %d\r\nDIRECTION 1\r\nREFERENCE 0,0\r\n", p.Paper.Width, p.Paper.Height, media, density)
		}
		out.WriteString("CLS\r\n")
		for _, t := range p.Texts {
			if err := t.tspl(&out, dpi); err != nil {
				return nil, err
			}
		}
		fmt.Fprintf(&out, "QRCODE %d,%d,H,%d,A,0,M2,\"%s\"\r\n", dots(p.Code.X, dpi), dots(p.Code.Y, dpi), p.Code.module(dpi), p.Code.URL)
		fmt.Fprintf(&out, "PRINT 1,%d\r\n", copies)
	}
	return out.Bytes(), nil
}

func (t Text) tspl(out *bytes.Buffer, dpi int) error {
	x, y := dots(t.X, dpi), dots(t.Y, dpi)
	if plainText(t.Words) && !strings.ContainsAny(t.Words, commandMarks) {
		points := int(t.Size * 72 / inch)
		_, err := fmt.Fprintf(out, "TEXT %d,%d,\"0\",0,%d,%d,\"%s\"\r\n", x, y, points, points, t.Words)
		return err
	}
	s, err := t.strip(dpi)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "REM %s\r\nBITMAP %d,%d,%d,%d,0,", remark(t.Words), x, y, s.perRow, s.rows)
	for _, b := range s.bits {
		out.WriteByte(^b) // a dot is burned where the bit is 0
	}
	out.WriteString("\r\n")
	return nil
}

// commandMarks begin or end a command of one of the languages that label printers tell apart by
// themselves. Text with any of them is sent as a picture.
const commandMarks = "^~\\\""

// remark returns text for a comment, which only people read: without the marks of commands.
func remark(words string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || strings.ContainsRune(commandMarks, r) {
			return ' '
		}
		return r
	}, words)
}
