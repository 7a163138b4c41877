package brand

import "regexp"

// The mark, 24 units wide and high: a shell outline and two rings of growth, as paths of SVG.
const (
	Shell = "M13.2 2.2c4.9 0 8.3 3.7 8.3 8.8 0 6.2-4.7 10.8-10.6 10.8-5 0-8.4-3.4-8.4-8.2 0-6.5 4.6-11.4 10.7-11.4Z"
	Rings = "M7 14.6c0-4.3 2.9-7.3 6.9-7.4M11 15.8c0-2.6 1.7-4.4 4.1-4.5"
)

var outlines = regexp.MustCompile(`viewBox="([^"]+)".* d="([^"]+)"`).FindSubmatch(drawn)

// Wordmark is the product's name as a path of SVG and the box around it, ten times the size
// of the mark: from the outlines of TeX Gyre Pagella, as no phone need have the font.
func Wordmark() (path, box string) { return string(outlines[2]), string(outlines[1]) }
