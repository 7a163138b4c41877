package tagpage

// html is markup of this package's own. A constant is one without saying so; a text becomes
// one by a conversion alone, of which there are two, for what comes from the build
// (TestMarkupIsConstant).
type html string

// writer writes markup. Whatever was typed goes through text, which makes it the same in an
// element and between the quotes of an attribute: nothing typed can begin or end either.
type writer struct {
	out  []byte
	cuts [fixedParts]int
}

// part leaves a place for a part that the frame has once for all pages.
func (w *writer) part(number int) { w.cuts[number] = len(w.out) }

// put writes markup, then a text, then markup.
func (w *writer) put(before html, typed string, after html) {
	w.raw(before)
	w.text(typed)
	w.raw(after)
}

func (w *writer) raw(markup html) { w.out = append(w.out, markup...) }

func (w *writer) text(typed string) {
	done := 0
	for i := range len(typed) {
		var escape string
		switch typed[i] {
		case '&':
			escape = "&amp;"
		case '<':
			escape = "&lt;"
		case '>':
			escape = "&gt;"
		case '"':
			escape = "&quot;"
		case '\'':
			escape = "&#x27;"
		default:
			continue
		}
		w.out = append(append(w.out, typed[done:i]...), escape...)
		done = i + 1
	}
	w.out = append(w.out, typed[done:]...)
}
