package sheet

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/merroir/merroir/internal/plain"
)

// Layout is the kind of a sheet.
type Layout string

const (
	Activities Layout = "activities" // a row is an activity
	Visits     Layout = "visits"     // a row is a visit to a container, as in a field notebook
)

// column is a column of a layout, with the names that a sheet may call it by.
type column struct {
	names    []string // the first is the one shown to people
	required bool
}

// The columns of a sheet.
const (
	colDate            = "date"
	colActivity        = "activity"
	colArea            = "growing area"
	colToArea          = "to growing area"
	colToSize          = "to size"
	colToEquipment     = "to equipment"
	colToFillProfile   = "to fill profile"
	colOysterType      = "animal type"
	colSeedSource      = "seed source"
	colYear            = "year"
	colMonth           = "month"
	colDatePlanted     = "date planted"
	colLocationPlanted = "location planted"
	colSize            = "size"
	colEquipment       = "equipment"
	colFillProfile     = "fill profile"
	colCount           = "count"
	colContainers      = "containers"
	colMeasured        = "measured"
	colSizeMM          = "size mm"
	colLengths         = "lengths mm"
	colNote            = "note"
	colID              = "id"
	colCounted         = "total counted"
	colDead            = "dead removed"
	colLive            = "live"
	colTaken           = "harvested"
	colLine            = "line"
	colSpots           = "spots"
	colLanded          = "landed"
	colBuyer           = "buyer"
	colBuyerAddress    = "buyer's address"
	colOrder           = "order"
	colQuantity        = "quantity"
	colUnit            = "unit"
	colPrice           = "price"
	colCurrency        = "currency"
	colHarvester       = "harvester"
	colWaterTemp       = "water temperature"
	colAirTemp         = "air temperature"
)

var layouts = map[Layout]map[string]column{
	Activities: {
		colDate:            {[]string{"date", "day"}, true},
		colActivity:        {[]string{"activity", "activity type"}, true},
		colArea:            {[]string{"growing area", "area", "site", "lease"}, true},
		colToArea:          {[]string{"to growing area", "to area", "to site", "to lease"}, false},
		colToSize:          {[]string{"to size", "to size label"}, false},
		colToEquipment:     {[]string{"to equipment", "to gear", "to mesh size"}, false},
		colToFillProfile:   {[]string{"to fill profile", "to nickname", "to bag"}, false},
		colOysterType:      {[]string{"animal type", "oyster type", "species"}, false},
		colSeedSource:      {[]string{"seed source", "seed", "hatchery"}, false},
		colYear:            {[]string{"year", "year class"}, false},
		colMonth:           {[]string{"month"}, false},
		colDatePlanted:     {[]string{"date planted", "planted"}, false},
		colLocationPlanted: {[]string{"location planted"}, false},
		colSize:            {[]string{"size", "size label"}, false},
		colEquipment:       {[]string{"equipment", "gear", "mesh size"}, false},
		colFillProfile:     {[]string{"fill profile", "nickname", "bag"}, false},
		colCount:           {[]string{"count", "animals", "number"}, false},
		colContainers:      {[]string{"containers"}, false},
		colMeasured:        {[]string{"measured", "animals measured"}, false},
		colSizeMM:          {[]string{"size mm", "mean size mm", "mean shell length mm"}, false},
		colLengths:         {[]string{"lengths mm", "lengths", "shell lengths mm"}, false},
		colLine:            {[]string{"line", "rack", "row"}, false},
		colSpots:           {[]string{"spots"}, false},
		colLanded:          {[]string{"landed", "time of landing", "landing time"}, false},
		colBuyer:           {[]string{"buyer", "sold to"}, false},
		colBuyerAddress:    {[]string{"buyer's address", "buyer address", "delivered to"}, false},
		colOrder:           {[]string{"order", "order number"}, false},
		colQuantity:        {[]string{"quantity"}, false},
		colUnit:            {[]string{"unit"}, false},
		colPrice:           {[]string{"price", "unit price"}, false},
		colCurrency:        {[]string{"currency"}, false},
		colHarvester:       {[]string{"harvester", "harvested by"}, false},
		colWaterTemp:       {[]string{"water temperature", "water temp", "water °C"}, false},
		colAirTemp:         {[]string{"air temperature", "air temp", "air °C"}, false},
		colNote:            {[]string{"note", "notes", "comment"}, false},
		colID:              {[]string{"id", "activity id"}, false},
	},
	Visits: {
		colDate:        {[]string{"date", "day"}, true},
		colArea:        {[]string{"growing area", "area", "site", "lease"}, true},
		colEquipment:   {[]string{"equipment", "gear", "mesh size"}, false},
		colFillProfile: {[]string{"fill profile", "nickname", "bag", "container"}, true},
		colCounted:     {[]string{"total counted", "counted"}, true},
		colDead:        {[]string{"dead removed", "dead"}, false},
		colLive:        {[]string{"live", "alive"}, false},
		colTaken:       {[]string{"harvested", "taken for lab", "taken"}, false},
		colMeasured:    {[]string{"measured", "animals measured"}, false},
		colSizeMM:      {[]string{"mean shell length mm", "size mm", "mean size mm"}, false},
	},
}

// header says where the columns of a sheet are.
type header struct {
	layout  Layout
	refused bool           // the sheet is a list of refused rows
	cells   []string       // names as the sheet writes them, as far as they can be shown
	names   []string       // their plain names
	at      map[string]int // index of a column of the layout
}

// readHeader recognises the layout by the column that only it has, and finds the
// columns.
func readHeader(row Row, bad *RowErrors) *header {
	h := &header{at: map[string]int{}}
	for _, cell := range row.Cells {
		h.cells, h.names = append(h.cells, cut(plain.OneLine(cell))), append(h.names, plainName(cell))
	}
	switch {
	case slices.ContainsFunc(h.names, layouts[Activities][colActivity].is):
		h.layout = Activities
	case slices.ContainsFunc(h.names, layouts[Visits][colCounted].is):
		h.layout = Visits
	default:
		bad.add(row.Line, "", `the header has neither a column "activity" (a sheet of activities) nor a column "total counted" (a sheet of visits)`)
		return nil
	}
	known := layouts[h.layout]
	for i, name := range h.names {
		field := ""
		for candidate, column := range known {
			if column.is(name) {
				field = candidate
			}
		}
		_, twice := h.at[field]
		switch {
		case name == "": // the cells under it are refused row by row
		case isReason(name):
			h.refused = true
		case field == "":
			bad.add(row.Line, h.cells[i], fmt.Sprintf("is not a column of a sheet of %s, which are: %s", h.layout, strings.Join(columnNames(known), ", ")))
		case twice:
			bad.add(row.Line, h.cells[i], fmt.Sprintf("means the same as the column %q", h.cells[h.at[field]]))
		default:
			h.at[field] = i
		}
	}
	for _, field := range columnNames(known) {
		if _, ok := h.at[field]; !ok && known[field].required {
			bad.add(row.Line, field, "is missing")
		}
	}
	return h
}

func columnNames(columns map[string]column) []string {
	var names []string
	for field := range columns {
		names = append(names, field)
	}
	slices.Sort(names)
	return names
}

// is reports whether people may call the column by this plain name.
func (c column) is(name string) bool {
	return slices.ContainsFunc(c.names, func(known string) bool { return plainName(known) == name })
}

// isName gives a condition: whether a column, in either layout, has the plain name.
func isName(name string) func(field string) bool {
	return func(field string) bool { return layouts[Activities][field].is(name) || layouts[Visits][field].is(name) }
}

// In a workbook the cells of these columns are days, times and numbers.
var (
	dateColumns   = []string{colDate, colDatePlanted}
	timeColumns   = []string{colLanded}
	numberColumns = []string{colYear, colMonth, colCount, colContainers, colMeasured, colSizeMM, colCounted, colDead, colLive, colTaken, colSpots, colQuantity, colPrice, colWaterTemp, colAirTemp}
)

// isReason recognises the columns that a list of refused rows adds.
func isReason(name string) bool {
	return name == plainName(colRefusedLine) || name == plainName(colRefusedReason)
}

// plainName drops what people write differently: case, spaces, underscores and
// other punctuation.
func plainName(cell string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, cell)
}

// name is what the sheet calls the column, or what people call it.
func (h *header) name(field string) string {
	if i, ok := h.at[field]; ok {
		return h.cells[i]
	}
	return field
}
