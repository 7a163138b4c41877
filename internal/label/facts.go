package label

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Facts are what a tag states, for its label.
type Facts struct {
	TagID    string
	URL      string // of its public page
	Firm     string
	Address  string // in one line, with state
	Cert     string // of the firm as a dealer
	Licence  string // of the harvester
	Shipper  string // original shipper's certificate, or the harvester's
	Date     string // of harvest, YYYY-MM-DD
	Time     string // of harvest, h:mm am
	Iced     string // date and time, or either
	Location string // of harvest, ending with the abbreviation of state or country
	Product  string // type of shellfish
	Quantity string // with its unit
	Stored   *WetStorage
	Received bool // it came from another firm
	Mixed    bool // it came already mixed

	Containers int64 // under a bulk tag
}

// WetStorage is where and when shellfish were stored after their harvest.
type WetStorage struct{ Cert, From, To string }

// Element is a part of a label that a rule asks for.
type Element struct {
	Field string `json:"field" doc:"What it is, the same wherever it is named"`
	Name  string `json:"name" doc:"In words; on the label where it is a caption"`
	Text  string `json:"text" doc:"As printed"`
	Plain bool   `json:"plain" doc:"It stands without its name"`
}

// Label is a tag as it is printed.
type Label struct {
	Elements []Element
	Firm     string
	TagID    string
	URL      string
}

// Fields of a label.
const (
	fieldHarvester = "harvester" // identification number
	fieldNamed     = "harvesterName"
	fieldDealer    = "dealer"
	fieldFirm      = "firm"
	fieldCerts     = "certificates"
	fieldShipper   = "shipper"
	fieldDate      = "harvestDate"
	fieldDateTime  = "harvestTime"
	fieldIced      = "icing"
	fieldLocation  = "harvestLocation"
	fieldStored    = "wetStorage"
	fieldProduct   = "product"
	fieldCount     = "containers"
	fieldWild      = "wild"
	fieldBulk      = "bulk"
	fieldLot       = "lot"
	fieldStatement = "statement"
	fieldAdvisory  = "advisory"
	fieldNoTag     = "noTag"
)

// spoken is what an element says of the facts, or which of them is missing.
type spoken struct{ name, text, lacks string }

// sayings say an element of the facts; those with a wording of their own are not here.
var sayings = map[string]func(Facts) spoken{
	fieldHarvester: func(f Facts) spoken {
		return needs("Harvester ID", f.Licence, f.Licence, "the harvester's identification number")
	},
	fieldNamed: func(f Facts) spoken {
		return named("Harvester", f.Licence, "the harvester's licence number", f)
	},
	fieldDealer: func(f Facts) spoken {
		return named("Dealer", f.Cert, "the dealer's certification number", f)
	},
	fieldFirm: func(f Facts) spoken {
		return needs("Name and address", lines(f.Firm, f.Address), f.Address, "the firm's address")
	},
	fieldCerts: func(f Facts) spoken {
		text := join("; ", prefixed("Harvester ", f.Licence), prefixed("original shipper ", withState(f.Shipper, f.Location)))
		return needs("Certification numbers", text, f.Licence+f.Shipper, "a certification number")
	},
	fieldShipper: func(f Facts) spoken {
		return needs("Original shipper", withState(f.Shipper, f.Location), f.Shipper, "the original shipper's certification number")
	},
	fieldDate: func(f Facts) spoken { return needs("Harvest date", day(f.Date), day(f.Date), "the harvest date") },
	fieldDateTime: func(f Facts) spoken {
		s := needs("Harvest date and time", join(", ", day(f.Date), f.Time), day(f.Date), "the harvest date")
		if s.lacks == "" && f.Time == "" {
			s.lacks = "the time of harvest"
		}
		return s
	},
	fieldIced: func(f Facts) spoken { return spoken{name: "Iced", text: f.Iced} },
	fieldLocation: func(f Facts) spoken {
		s := needs("Harvest location", f.Location, f.Location, "the harvest location")
		if s.lacks == "" && state(f.Location) == "" {
			s.lacks = "the abbreviation of the state or country at the end of the harvest location"
		}
		return s
	},
	fieldProduct: func(f Facts) spoken {
		s := needs("Type and quantity", join(", ", f.Product, f.Quantity), f.Product, "the type of shellfish")
		if s.lacks == "" && f.Quantity == "" {
			s.lacks = "the quantity"
		}
		return s
	},
	fieldCount: func(f Facts) spoken {
		count := ""
		if f.Containers > 0 {
			count = fmt.Sprint(f.Containers)
		}
		return needs("Containers under this tag", count, count, "the number of containers")
	},
	fieldLot: func(f Facts) spoken { return needs("Lot", f.TagID, f.TagID, "the tag's id") },
}

// Wet storage has a wording of its own in each rule that has one.
func storedAs(wording string) func(Facts) spoken {
	return func(f Facts) spoken {
		if f.Stored == nil {
			return spoken{}
		}
		text := strings.NewReplacer("{state}", state(f.Location), "{cert}", f.Stored.Cert, "{from}", day(f.Stored.From), "{to}", day(f.Stored.To)).Replace(wording)
		s := needs("Wet storage", strings.ToUpper(text), f.Stored.Cert, "the certification number of the wet storage")
		if s.lacks == "" && (day(f.Stored.From) == "" || day(f.Stored.To) == "") {
			s.lacks = "the days from and to which it was in wet storage"
		}
		return s
	}
}

func needs(name, text, needed, lacks string) spoken {
	if needed != "" {
		lacks = ""
	}
	return spoken{name, text, lacks}
}

// named is a firm by name, address and number.
func named(name, number, lacks string, f Facts) spoken {
	s := needs(name, lines(f.Firm, f.Address, number), number, lacks)
	if s.lacks == "" && f.Address == "" {
		s.lacks = "the firm's address"
	}
	return s
}

// lines puts what is there one below the other.
func lines(parts ...string) string { return join("\n", parts...) }

func join(with string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), with)
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// day writes YYYY-MM-DD as nobody can misread it; empty for what is no day.
func day(text string) string {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return ""
	}
	return at.Format("Jan 2, 2006")
}

// state is the abbreviation at the end of a location, or empty.
func state(location string) string {
	last := location[strings.LastIndex(location, ",")+1:]
	if last = strings.TrimSpace(last); abbreviations[last] {
		return last
	}
	return ""
}

var stateInNumber = regexp.MustCompile(`\b[A-Z]{2,3}\b`)

// stateOf returns the abbreviation of a state in a certification number, or nothing.
func stateOf(number string) string {
	for _, word := range stateInNumber.FindAllString(number, -1) {
		if abbreviations[word] {
			return word
		}
	}
	return ""
}

// withState adds the state of the location to a number that has none.
func withState(number, location string) string {
	if number == "" {
		return ""
	}
	if stateOf(number) != "" {
		return number
	}
	return join(" ", number, prefixed("", state(location)))
}
