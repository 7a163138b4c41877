package label

import (
	"bytes"
	"fmt"
	"strings"
)

// codeSinks is by how many dots a printer sets a code lower than its ^FO says: by the height of bar
// codes (^BY), which no QR code has and which stays set from label to label. So it is set before each
// code, to the height that printers begin with.
const codeSinks = 10

// ZPL returns the labels for printers that read ZPL II, each with its copies. Every line
// stands where it was laid out, in the printer's scalable font.
func ZPL(pages []Page, dpi, copies int) ([]byte, error) {
	var out bytes.Buffer
	for _, p := range pages {
		media := "^MNY"
		if p.Paper.BlackLine {
			media = "^MNM"
		}
		fmt.Fprintf(&out, "^XA\n^CI28\n%s\n^PW%d\n^LL%d\n^LH0,0\n^PON\n", media, dots(p.Paper.Width, dpi), dots(p.Paper.Height, dpi))
		for _, t := range p.Texts {
			at := fmt.Sprintf("^FO%d,%d", dots(t.X, dpi), dots(t.Y, dpi))
			if plainText(t.Words) {
				size := int(t.Size * float64(dpi) / inch)
				fmt.Fprintf(&out, "%s^A0N,%d,%d^FH_^FD%s^FS\n", at, size, size, zplText(t.Words))
				continue
			}
			s, err := t.strip(dpi)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, "^FX%s^FS\n%s^GFA,%d,%d,%d,%X^FS\n", remark(t.Words), at, len(s.bits), len(s.bits), s.perRow, s.bits)
		}
		// The H is the level of correction, the A leaves the kind of letters to the printer.
		fmt.Fprintf(&out, "^BY2,3,%d^FO%d,%d^BQN,2,%d^FH_^FDHA,%s^FS\n", codeSinks,
			dots(p.Code.X, dpi), dots(p.Code.Y, dpi)-codeSinks, p.Code.module(dpi), zplText(p.Code.URL))
		fmt.Fprintf(&out, "^PQ%d\n^XZ\n", copies)
	}
	return out.Bytes(), nil
}

// zplText writes what begins a command, and the sign of its own writing, by number.
func zplText(words string) string {
	return strings.NewReplacer("_", "_5F", "^", "_5E", "~", "_7E", `\`, "_5C").Replace(words)
}
