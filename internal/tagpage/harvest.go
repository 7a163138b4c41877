package tagpage

import (
	"strings"

	"github.com/merroir/merroir/internal/tag"
)

// The farm's words for the beginning, of which each has rules of its own.
const (
	harvestLabel    = "Harvest"
	processingLabel = "Processing Date"
)

// beginning is when the story begins, and under which heading: a farm labelled 'Processing
// Date' tells when it processed; without that day, when it harvested.
func beginning(f *tag.PublicFarm, t *tag.Fields) (start, heading string) {
	heading = firstText(f.Labels.Harvest, harvestLabel)
	if heading == processingLabel {
		return firstText(t.ProcessingDate, t.HarvestDate), heading
	}
	return t.HarvestDate, heading
}

// place is where something was harvested.
type place struct{ location, parcel string }

// placeOf is where the tag whose harvest is told was harvested: its own place, or that of
// the tag that it was made from.
func placeOf(p *tag.Page, t *tag.Fields) place {
	own := place{text(t.HarvestLocation), text(t.Parcel)}
	// Of several growers the root is one, and the others harvested elsewhere.
	several := strings.Contains(p.Farm.GrowerNames, ",")
	if own != (place{}) || p.RootTag == nil || several {
		return own
	}
	return place{text(p.RootTag.HarvestLocation), text(p.RootTag.Parcel)}
}

// recorded says the place as it was recorded.
func (p place) recorded(w *words) string {
	parcel := p.named(w)
	if p.location == "" && strings.HasPrefix(parcel, "p") {
		return "P" + parcel[1:]
	}
	return joined(", ", p.location, parcel)
}

// named is the parcel with the word before it, unless it was typed with it.
func (p place) named(w *words) string {
	const word = "parcel"
	if p.parcel == "" || len(p.parcel) >= len(word) && strings.EqualFold(p.parcel[:len(word)], word) &&
		(len(p.parcel) == len(word) || !inWord(rune(p.parcel[len(word)]))) {
		return p.parcel
	}
	return w.parcel(p.parcel)
}

// spoken says the place in a sentence, the bed before its water: "Stony Point 4, Willapa Bay".
func (p place) spoken() string {
	water, bed, two := strings.Cut(p.location, ", ")
	if two && bed != "" && !strings.Contains(bed, ", ") && isWater(water) && !isWater(bed) {
		return bed + ", " + water
	}
	return p.location
}

var waters = map[string]bool{
	"bay": true, "river": true, "sound": true, "inlet": true, "creek": true, "cove": true, "canal": true,
	"harbor": true, "harbour": true, "estuary": true, "lagoon": true, "strait": true,
}

func isWater(name string) bool {
	name = strings.ToLower(name)
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return !inWord(r) }) {
		if waters[word] {
			return true
		}
	}
	return strings.Contains(name, "bahia") || strings.Contains(name, "bahía")
}

func inWord(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
}

// harvestLine is "Harvested 9 Nov 2026 at Palix Mouth, Willapa Bay, parcel 87."; nothing
// where neither day nor place is on record.
func harvestLine(f *tag.PublicFarm, t *tag.Fields, where place, withParcel bool, w *words) string {
	parcel := ""
	if withParcel {
		parcel = where.named(w)
	}
	said := joined(", ", where.spoken(), parcel)
	_, heading := beginning(f, t)
	processed, isProcessed := 0, false
	if heading == processingLabel {
		processed, isProcessed = readDay(t.ProcessingDate)
	}
	day := ""
	if harvested, ok := readDay(t.HarvestDate); ok && !isProcessed {
		day = dayText(harvested, w)
	}
	var harvest, process string
	if day != "" || said != "" {
		harvest = w.harvested(day, said)
	}
	if isProcessed {
		process = w.processed(dayText(processed, w))
	}
	return joined(" ", harvest, process)
}

// iceLine is "On ice 1 h 25 min later."; nothing where that cannot be said.
func iceLine(f *tag.PublicFarm, t *tag.Fields, w *words) string {
	start, _ := beginning(f, t)
	from, to := readAt(start, t.HarvestTime), readAt(t.IcingDate, t.IcingTime)
	if after := between(from, to, w); after != "" {
		return w.iced(after)
	}
	if from.dated && to.dated && from.day == to.day && !(from.timed && to.timed) {
		return w.icedSameDay
	}
	return ""
}
