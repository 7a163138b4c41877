package reach

import (
	"strings"
	"unicode"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// told is what those tags of a farm say that a recall reaches.
type told struct {
	tags                         int64
	first, firstDate, firstPlace string          // of the tag with the first id
	texts                        map[string]bool // places and parcels
	kind                         tag.Shellfish
}

func (t *told) add(tagID string, states tag.Fields) {
	t.texts[states.HarvestLocation], t.texts[states.Parcel] = true, true
	if t.kind = t.kind.And(states.Kind()); t.tags == 0 {
		t.kind = states.Kind()
	}
	if t.tags++; t.first == "" || tagID < t.first {
		t.first, t.firstDate, t.firstPlace = tagID, states.HarvestDate, states.HarvestLocation
	}
}

// areasNamed gives the growing areas whose name any of the texts has in it, as
// whole words: tags name their places in words alone.
func areasNamed(areas []farm.AreaName, texts map[string]bool) []string {
	ids, said := []string{}, map[string]bool{}
	for text := range texts {
		said[words(text)] = true
	}
	for _, a := range areas {
		name := words(a.Name)
		for text := range said {
			if name != "" && strings.Contains(text, name) {
				ids = append(ids, a.ID)
				break
			}
		}
	}
	return ids
}

// words gives the folded words of a text, each between spaces.
func words(text string) string {
	found := strings.FieldsFunc(sqldb.Fold(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
	})
	if len(found) == 0 {
		return ""
	}
	return " " + strings.Join(found, " ") + " "
}
