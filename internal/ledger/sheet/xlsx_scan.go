package sheet

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
)

// How much memory a part takes when it is decoded depends less on its size than on
// what it is made of, so that is bounded too.
const (
	maxAttributes = 200     // of an element
	maxDepth      = 100     // elements within one another
	maxRun        = 1 << 20 // bytes of text between two tags; a cell has at most 32,767 characters
)

var (
	errDocType  = errors.New("a part has a document type")
	errEncoding = errors.New("a part says that it is not UTF-8")
	errShape    = errors.New("a part has too many attributes, levels or characters in one place")
)

// partScan finds out what a part is made of without decoding it. It tells tags from
// text as encoding/xml does.
type partScan struct {
	size     int64
	elements int
	lastRow  int
	tail     []byte // end of the chunk before, so that no row is missed at the seam

	in         region
	depth      int
	attributes int    // of this element
	run        int    // bytes of this text
	quote      byte   // ends this value
	before     byte   // the byte before this one, in an opening tag
	special    []byte // this instruction, comment or CDATA text, after its <

	cell cellScan // of a worksheet
}

// region is what a byte of XML belongs to.
type region uint8

const (
	inText region = iota
	inStart
	inOpening
	inValue
	inClosing
	inSpecial
)

var rowNumber = regexp.MustCompile(`^<row\s(?:[^<>]*\s)?r="(\d{1,10})"`)

// take reads on. It fails when the part must not be decoded.
func (s *partScan) take(chunk []byte) error {
	const longest = 512 // of what is looked for
	s.size += int64(len(chunk))
	for _, c := range chunk {
		if err := s.next(c); err != nil {
			return err
		}
	}
	text := append(s.tail, chunk...)
	if at := bytes.LastIndex(text, []byte("<row ")); at >= 0 {
		if found := rowNumber.FindSubmatch(text[at:]); found != nil {
			s.lastRow, _ = strconv.Atoi(string(found[1])) // at most ten digits
		}
	}
	s.tail = append([]byte(nil), text[max(0, len(text)-longest):]...)
	return nil
}

func (s *partScan) next(c byte) error {
	switch s.in {
	case inText:
		if s.run++; c == '<' {
			s.cell.text(s.run - 1)
			s.in, s.run = inStart, 0
		}
	case inStart:
		switch c {
		case '/':
			s.in = inClosing
			s.cell.tag(c)
		case '!', '?':
			s.in, s.special = inSpecial, append(s.special[:0], c)
		default:
			s.in, s.attributes, s.before = inOpening, 0, c
			s.elements++
			s.depth++
			s.cell.tag(c)
		}
	case inOpening:
		s.cell.within(c)
		switch c {
		case '"', '\'':
			s.in, s.quote = inValue, c
			s.attributes++
		case '>':
			s.in = inText
			if s.before == '/' {
				s.depth--
			}
		}
		s.before = c
	case inValue:
		s.cell.within(c)
		if c == s.quote {
			s.in = inOpening
		}
	case inClosing:
		s.cell.within(c)
		if c == '>' {
			s.in = inText
			s.depth--
		}
	case inSpecial:
		s.special = append(s.special, c)
		return s.endSpecial()
	}
	if s.attributes > maxAttributes || s.depth > maxDepth || s.run > maxRun {
		return errShape
	}
	return nil
}

var saysUTF8 = regexp.MustCompile(`encoding\s*=\s*(?:"(?i:utf-8)"|'(?i:utf-8)')`)

// endSpecial goes on with text at the end of an instruction, a comment or CDATA text.
func (s *partScan) endSpecial() error {
	for _, kind := range []struct{ start, end string }{{"?", "?>"}, {"!--", "-->"}, {"![CDATA[", "]]>"}} {
		after, begun := bytes.CutPrefix(s.special, []byte(kind.start))
		switch {
		case begun && bytes.HasSuffix(after, []byte(kind.end)):
			s.in = inText
			if kind.start == "?" && bytes.Contains(saysUTF8.ReplaceAll(after, nil), []byte("encoding")) {
				return errEncoding
			}
			return nil
		case len(s.special) > maxRun:
			return errShape
		case begun, bytes.HasPrefix([]byte(kind.start), s.special):
			return nil
		}
	}
	return errDocType
}

// cellScan finds the first cell of a worksheet whose formula has no stored value. Programs that
// write workbooks without computing them leave such cells.
type cellScan struct {
	found     string // its name, as E4
	formulaAt string // the first cell with a formula

	head    []byte // the tag that is read, as far as it says what it is
	name    string // of the cell
	is      bool   // in a cell
	formula bool
	valued  bool
	chars   int // of the text before this tag
}

const longestHead = 80 // of a tag

func (c *cellScan) text(chars int) { c.chars = chars }

// tag begins another tag.
func (c *cellScan) tag(first byte) { c.head = append(c.head[:0], first) }

// within goes on with the tag, up to its end.
func (c *cellScan) within(b byte) {
	if b != '>' {
		if len(c.head) < longestHead {
			c.head = append(c.head, b)
		}
		return
	}

	name, _, _ := bytes.Cut(c.head, []byte(" "))
	switch string(bytes.TrimSuffix(name, []byte("/"))) {
	case "c":
		c.is, c.formula, c.chars = !bytes.HasSuffix(c.head, []byte("/")), false, 0
		c.valued = bytes.Contains(c.head, []byte(` t="str"`)) // a text, which may be empty
		c.name = attribute(c.head, ` r="`)
	case "f":
		c.formula = true
		if c.formulaAt == "" {
			c.formulaAt = c.name
		}
	case "is":
		c.valued = true
	case "/v":
		c.valued = c.valued || c.chars > 0
	case "/c":
		if c.is && c.formula && !c.valued && c.found == "" {
			c.found = c.name
		}
		c.is = false
	}
}

// attribute returns the value that begins after the text.
func attribute(tag []byte, begin string) string {
	_, after, _ := bytes.Cut(tag, []byte(begin))
	value, _, _ := bytes.Cut(after, []byte(`"`))
	return string(value)
}
