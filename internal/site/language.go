package site

import (
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/tagpage"
)

// mostLanguages bounds what is read of a header.
const mostLanguages = 30

// languageOf gives the language of a page for a reader who asks for these, as
// Accept-Language says it: of those that the page speaks the one liked best.
func languageOf(accept string) string {
	best, liked := tagpage.Languages[0], 0.0
	read := 0
	for item := range strings.SplitSeq(accept, ",") {
		if read++; read > mostLanguages {
			break
		}
		tag, parameter, _ := strings.Cut(item, ";")
		primary, _, _ := strings.Cut(strings.TrimSpace(tag), "-")
		weight := 1.0
		if _, q, weighed := strings.Cut(parameter, "="); weighed {
			var err error
			if weight, err = strconv.ParseFloat(strings.TrimSpace(q), 64); err != nil {
				continue
			}
		}
		if !(weight > liked && weight <= 1) {
			continue
		}
		for _, known := range tagpage.Languages {
			if strings.EqualFold(primary, known) {
				best, liked = known, weight
			}
		}
	}
	return best
}
