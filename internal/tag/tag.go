package tag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sorting"
)

// Types of tag.
const (
	TypeFarm        = "FARM"
	TypeDistributor = "DISTRIBUTOR"
)

const (
	MaxText    = 200 // characters of a field
	MaxParents = 200
)

// Fields are what a tag states. Dates are YYYY-MM-DD, times 'h:mm am', and any
// may be empty.
type Fields struct {
	Brand             string  `json:"brand"`
	Species           Species `json:"species"`
	ShellfishType     string  `json:"shellfishType" doc:"Shown where species has no value"`
	SizeCull          string  `json:"sizeCull"`
	CertID            string  `json:"certId" doc:"Names one of the farm's certs"`
	Cert              string  `json:"cert"`
	SourceCert        string  `json:"sourceCert" doc:"Certificate of the original shipper or harvester"`
	VendorType        string  `json:"vendorType" doc:"Harvester, or any other for a shipper"`
	HarvestDate       string  `json:"harvestDate" doc:"YYYY-MM-DD or empty, as all dates"`
	HarvestTime       string  `json:"harvestTime" doc:"h:mm am or pm, or empty, as all times"`
	HarvestLocation   string  `json:"harvestLocation"`
	Parcel            string  `json:"parcel"`
	ProcessingDate    string  `json:"processingDate"`
	IcingDate         string  `json:"icingDate"`
	IcingTime         string  `json:"icingTime"`
	ReceiptDate       string  `json:"receiptDate"`
	ReceiptTime       string  `json:"receiptTime"`
	WetStorageLot     string  `json:"wetStorageLot"`
	WetStorageDate    string  `json:"wetStorageDate"`
	WetStorageEndDate string  `json:"wetStorageEndDate"`
	WetStorageCert    string  `json:"wetStorageCert" doc:"Certificate of the facility of the wet storage"`
	Destination       string  `json:"destination"`
	ShipDate          string  `json:"shipDate"`
	ShipTime          string  `json:"shipTime"`
}

// Species is the species of the animals.
type Species struct {
	Value string `json:"value"`
}

// Item holds fields, by their names in the API, that override the tag's own; a
// null overrides nothing.
type Item map[string]any

// Content is what a tag states and what it was made from.
type Content struct {
	Fields
	Item    Item
	Parents []string // ids of tags
}

// Draft is a tag to be made.
type Draft struct {
	ID     string // chosen by the caller, or empty
	FarmID string
	Type   string
	Content
}

// Document is a tag's content as it is stored.
type Document struct {
	Fields
	Item      Item   `json:"item"`
	TakenBack string `json:"takenBack,omitempty"` // YYYY-MM-DD
}

var (
	timeForm = regexp.MustCompile(`^(0?[1-9]|1[0-2]):[0-5][0-9] [ap]m$`)
)

// CanonicalID returns the form in which the id of a tag is stored and shown: phones begin what is typed with
// a capital letter, and people read digits aloud.
func CanonicalID(typed string) string { return strings.ToLower(strings.TrimSpace(typed)) }

// IsID says whether a text could be the id of a tag: 24 digits 0 to 9 or a to f.
func IsID(id string) bool { return len(id) == 24 && strings.Trim(id, "0123456789abcdef") == "" }

// Check brings the draft into its stored form and gives the faults of its
// fields.
func (d *Draft) Check() error {
	var fields []fault.Field
	d.ID = CanonicalID(d.ID)
	if d.ID != "" && !IsID(d.ID) {
		fields = append(fields, fault.Field{Name: "_id", Message: "An id is 24 digits 0 to 9 or a to f"})
	}
	if d.Type != TypeFarm && d.Type != TypeDistributor {
		fields = append(fields, fault.Field{Name: "type", Message: "A type is FARM or DISTRIBUTOR"})
	}
	return fault.ForFields(append(fields, d.problems()...))
}

func (c *Content) Check() error { return fault.ForFields(c.problems()) }

func (c *Content) problems() []fault.Field {
	problems := c.Fields.Problems("")
	for i, parent := range c.Parents {
		c.Parents[i] = CanonicalID(parent)
	}
	slices.Sort(c.Parents)
	c.Parents = slices.Compact(c.Parents)
	if len(c.Parents) > MaxParents {
		problems = append(problems, fault.Field{Name: "parents", Message: fmt.Sprintf("A tag has at most %d parents", MaxParents)})
	}
	if len(c.Item) == 0 {
		c.Item = nil
		return problems
	}
	return append(problems, c.Item.problems()...)
}

// EachField visits the texts of the fields with their names in the API.
func (f *Fields) EachField(visit func(name string, value *string)) {
	all := reflect.ValueOf(f).Elem()
	for i := range all.NumField() {
		name := all.Type().Field(i).Tag.Get("json")
		switch value := all.Field(i).Addr().Interface().(type) {
		case *string:
			visit(name, value)
		case *Species:
			visit(name+".value", &value.Value)
		}
	}
}

// Problems trims the texts and gives what is wrong with them.
func (f *Fields) Problems(prefix string) (problems []fault.Field) {
	refuse := func(name, message string) {
		problems = append(problems, fault.Field{Name: prefix + name, Message: message})
	}
	f.EachField(func(name string, value *string) {
		*value = strings.TrimSpace(*value)
		switch {
		case *value == "":
		case utf8.RuneCountInString(*value) > MaxText:
			refuse(name, fmt.Sprintf("That has more than %d characters", MaxText))
		case !plain.Line(*value):
			refuse(name, plain.Refusal)
		case strings.HasSuffix(name, "Date"):
			if _, err := time.Parse(time.DateOnly, *value); err != nil {
				refuse(name, "A date looks like 2026-11-20")
			}
		case strings.HasSuffix(name, "Time"):
			if *value = strings.ToLower(*value); !timeForm.MatchString(*value) {
				refuse(name, "A time looks like 6:40 am")
			}
		}
	})
	return problems
}

// problems gives what is wrong with the overriding fields: they are held to
// the same rules as those that they override.
func (i Item) problems() (problems []fault.Field) {
	known := map[string]bool{}
	new(Fields).EachField(func(name string, _ *string) { known[strings.TrimSuffix(name, ".value")] = true })
	for name, value := range i {
		if !known[name] {
			problems = append(problems, fault.Field{Name: "item." + name, Message: "A tag has no such field"})
			continue
		}
		fields, err := (Item{name: value}).over(Fields{})
		if err != nil {
			problems = append(problems, fault.Field{Name: "item." + name, Message: "That is not text"})
			continue
		}
		problems = append(problems, fields.Problems("item.")...)
	}
	sorting.By(problems, func(a, b fault.Field) int { return strings.Compare(a.Name, b.Name) })
	return problems
}

// over gives the fields with those of the item in their place.
func (i Item) over(fields Fields) (Fields, error) {
	set := map[string]any{}
	for name, value := range i {
		if value != nil {
			set[name] = value
		}
	}
	encoded, err := json.Marshal(set)
	if err != nil {
		return fields, err
	}
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(&fields)
	return fields, err
}
