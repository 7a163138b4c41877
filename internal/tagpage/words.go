package tagpage

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/tag"
)

// words are what the page says in a language.
type words struct {
	lang string
	// day is '14 Nov 2026'; months count from 0.
	day  func(day, month, year int) string
	time func(hour, minute int) string // '6:40 am'
	days func(count int) string        // '2 days'

	pageTitle string
	// title is the page's, of a farm that may have no name.
	title func(product, farm string) string
	story func(name string) string
	// recalledBy stands under the exact English line of a recall; empty in English.
	recalledBy func(party string) string
	// takenBack is of a tag that its firm took back as a mistake; first on the page.
	takenBack                   func(day string) string
	these                       [tag.KindsOfShellfish]string // shellfish of a kind
	notToEat                    func(these string) string
	keepApart                   func(kind tag.Shellfish) string
	call                        func(phone string) string
	harvested                   func(day, place string) string
	processed, iced             func(said string) string
	icedSameDay                 string
	parcel, later, afterHarvest func(said string) string
	packedBy                    func(name string) string
	cert, fromWater, nothing    string
	labels                      map[string]string // by what the server calls them
	notFound, failed            trouble
	tryAgain                    string
}

type trouble struct{ heading, sentence string }

// labelNames are the labels that a farm may choose among, and the rest.
var labelNames = []string{
	"Brand", "Species", "Type", "Size", "Grown By", "Growing Process", "Tasting Notes",
	harvestLabel, processingLabel, "Original Shipper", "Harvester", "Received Date", "Ice/Refrigeration",
	"Wet Storage Lot #", "Wet Storage Start Date", "Wet Storage End Date", "Ship",
}

// labelled is a label in the reader's language; one that a farm made up itself as it is.
func (w *words) labelled(label string) string {
	if own, ok := w.labels[label]; ok {
		return own
	}
	return label
}

// recalledInEnglish is there in every language, as the specification has it.
func recalledInEnglish(party string) string { return "PRODUCT RECALLED BY " + party }

// Languages are those that the page speaks; the first is for whoever reads none of them.
var Languages = []string{english.lang, spanish.lang, french.lang}

// wordsOf are the words of a language; English for one that the page does not speak.
func wordsOf(lang string) *words {
	for _, w := range []*words{&spanish, &french} {
		if w.lang == lang {
			return w
		}
	}
	return &english
}

// DayIn says a day since 1970-01-01 in a language: '14 Nov 2026'.
func DayIn(lang string, day int) string { return dayText(day, wordsOf(lang)) }

// TimeIn says the time of a day in a language: '6:40 am'.
func TimeIn(lang string, hour, minute int) string { return wordsOf(lang).time(hour, minute) }

// around puts a text into the middle of a sentence.
func around(before, after string) func(string) string {
	return func(said string) string { return before + said + after }
}

// some puts a word before a text, if there is a text.
func some(before, said string) string {
	if said == "" {
		return ""
	}
	return before + said
}

func dayWith(months string) func(day, month, year int) string {
	names := strings.Fields(months)
	return func(day, month, year int) string {
		return strconv.Itoa(day) + " " + names[month] + " " + strconv.Itoa(year)
	}
}

func daysOf(one, many string) func(int) string {
	return func(count int) string {
		if count == 1 {
			return "1 " + one
		}
		return strconv.Itoa(count) + " " + many
	}
}

func labelsOf(names ...string) map[string]string {
	labels := make(map[string]string, len(names))
	for i, label := range labelNames {
		labels[label] = names[i]
	}
	return labels
}

// english is the specification's, letter for letter.
var english = words{
	lang: "en",
	day:  dayWith("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
	time: func(hour, minute int) string {
		half := "am"
		if hour >= 12 {
			half = "pm"
		}
		return fmt.Sprintf("%d:%02d %s", (hour+11)%12+1, minute, half)
	},
	days:      daysOf("day", "days"),
	pageTitle: "Harvest Tag Information",
	title:     func(product, farm string) string { return joined(" ", product, farm, "Harvest Tag Information") },
	story:     around("Harvest tag of ", ": where this product was grown and harvested, how it was stored and shipped."),

	recalledBy: func(string) string { return "" },
	takenBack:  around("This tag is not valid. The firm that made it took it back on ", "."),
	these:      [...]string{"these shellfish", "these oysters", "these clams", "these mussels", "these scallops", "these geoducks"},
	notToEat:   around("Do not eat, serve or sell ", "."),
	keepApart:  func(tag.Shellfish) string { return "Keep them apart. Keep this tag." },
	call:       around("Call ", ""),

	harvested:    func(day, place string) string { return "Harvested " + joined(" ", day, some("at ", place)) + "." },
	processed:    around("Processed ", "."),
	iced:         around("On ice ", " later."),
	icedSameDay:  "On ice the same day.",
	parcel:       around("parcel ", ""),
	later:        around("", " later"),
	afterHarvest: around("", " after harvest"),
	packedBy:     around("Packed by ", ""),
	cert:         "CERT#",
	fromWater:    "From the water to you",
	nothing:      "Nothing has been recorded for this tag yet.",
	labels:       labelsOf(labelNames...),
	notFound:     trouble{"Tag not found", "We're sorry. The tag you scanned could not be found."},
	failed:       trouble{"An Error Occured", "We're sorry. Something went wrong looking for your tag."},
	tryAgain:     "Try again",
}
