package report

import "github.com/merroir/merroir/internal/farm"

// Query is what a report is asked for.
type Query struct {
	ActiveLease  string              `json:"activeLease" required:"false" maxLength:"64" doc:"leaseId of a growing area; empty or All for the whole farm"`
	DateRange    string              `json:"dateRange" required:"false" enum:"Last 7 Days,Last 30 days,Last 90 days,Last 180 days,Last 365 days,Season to date,From the first planting,All time,Last week,Last month,Custom,Snapshot" default:"Last 90 days" doc:"That many days ending today in the farm's time zone, Season to date of the season that the farm has set, From the first planting of the animals asked about, All time of the farm, Last week (Monday to Sunday) or Last month of the calendar, Custom, or Snapshot for today alone (Inventory and Average Size)"`
	Frequency    string              `json:"frequency" required:"false" enum:"Yearly,Monthly,Weekly,Daily" default:"Monthly" doc:"Length of a row; weeks begin on Monday"`
	ActiveViewBy map[string][]string `json:"activeViewBy" required:"false" doc:"Filters: values by field (oysterType, seedSource, year, month, sizeLabel, meshSize, nickname, datePlanted, locationPlanted)"`
	Metric       string              `json:"metric" required:"false" default:"Inventory" maxLength:"40"`
	StartDate    string              `json:"startDate" required:"false" maxLength:"10" doc:"First day of a Custom range, YYYY-MM-DD"`
	EndDate      string              `json:"endDate" required:"false" maxLength:"10" doc:"Last day of a Custom range, YYYY-MM-DD, not later than today"`
	GraphType    string              `json:"graphType" required:"false" maxLength:"40" doc:"count (default), or share: percent of the row's sum (Inventory, Harvest) or of received or entered (Yield); the other metrics are the same in both"`
	LastYear     bool                `json:"lastYear" required:"false" doc:"Beside each row the same days a year before"`
	KnownOn      string              `json:"knownOn" required:"false" maxLength:"10" doc:"The report as it was known at the end of this day, YYYY-MM-DD, in the farm's time zone: what was recorded later is left out, and it takes the place of today; empty for all that is known now. Not before the farm was last cleaned"`
	Segment      string              `json:"segment" required:"false" maxLength:"40" doc:"Splits the report: growingArea or a field of activeViewBy; empty for no split. Of Yield: All Count Types (default), Shell Stock, Harvested, Lost, By Size, or Moved On (of a part of the farm)"`
}

// Report is the answer: rows in the order of days.
type Report struct {
	Metric      string   `json:"metric"`
	Unit        string   `json:"unit" enum:"animals,mm,percent" doc:"Of value and values"`
	GraphType   string   `json:"graphType" enum:"count,share"`
	Frequency   string   `json:"frequency"`
	StartDate   string   `json:"startDate" doc:"YYYY-MM-DD"`
	EndDate     string   `json:"endDate" doc:"YYYY-MM-DD"`
	ActiveLease string   `json:"activeLease"`
	KnownOn     string   `json:"knownOn,omitempty" doc:"YYYY-MM-DD: what was recorded after this day is left out; absent where all that is known now counts"`
	Segment     string   `json:"segment"`
	Series      []Series `json:"series" doc:"What the values of a row stand for"`
	Data        []Row    `json:"data"`
	Opening     *Opening `json:"opening,omitempty" doc:"Of Inventory and Average Size: how things were before the first row. What happened on the days of the report is the last row minus this"`

	Season farm.Season `json:"season" doc:"Of the farm"`
}

// Series is a segment, or the whole where there are none.
type Series struct {
	Key   string `json:"key" doc:"Value of the field, leaseId, or part of the yield"`
	Label string `json:"label"`
}

// Row holds what is so at the end of its last day. All but harvest is counted
// from the beginning of the ledger.
type Row struct {
	From      string     `json:"from" doc:"First day, YYYY-MM-DD"`
	To        string     `json:"to" doc:"Last day, YYYY-MM-DD"`
	Planted   int64      `json:"planted"`
	Moved     int64      `json:"moved" doc:"In less out"`
	Adjusted  int64      `json:"adjusted" doc:"By counts"`
	Received  int64      `json:"received" doc:"Planted, moved and adjusted together"`
	Entered   *int64     `json:"entered,omitempty" doc:"Of a part of the farm, where the metric stands over it: received, and what has moved on since"`
	MovedOn   *int64     `json:"movedOn,omitempty" doc:"Of a part of the farm, where the metric stands over what entered: moved from it to anywhere outside, each time that it did"`
	Harvested int64      `json:"harvested"`
	Lost      int64      `json:"lost"`
	Inventory int64      `json:"inventory" doc:"Received less harvested less lost"`
	Missing   int64      `json:"missing" doc:"Found missing by counts up to the last day, less what counts found beyond the ledger; not below 0, and no part of lost"`
	MissingIn int64      `json:"missingIn" doc:"The same from the first to the last day of the row"`
	Harvest   int64      `json:"harvest" doc:"Harvested from the first to the last day of the row"`
	Loss      int64      `json:"loss" doc:"Lost from the first to the last day of the row"`
	AtRisk    int64      `json:"atRisk" doc:"Alive before the first day of the row, and received from then on; of a part of the farm, where the metric stands over it, entered from then on"`
	Mark      *float64   `json:"mark,omitempty" doc:"Of the interval mortality: the farm's mark for as many days as the row has; absent where it has none"`
	LastYear  *Earlier   `json:"lastYear,omitempty" doc:"The same days a year before, where the query asks for them"`
	Value     *float64   `json:"value" doc:"The metric of all series together; null where it is not known"`
	Values    []*float64 `json:"values" doc:"The metric of each series; null where it is not known"`
}

// Yield returns what of all that was received, or that entered, was not lost up to the row's last day, in
// percent; nil where nothing was received. REP-18 has the formula.
func (r Row) Yield() *float64 {
	whole := r.Received
	if r.Entered != nil {
		whole = *r.Entered
	}
	if whole == 0 {
		return nil
	}
	share := percent(whole-r.Lost, whole)

	return &share
}

// Opening is the state of all series together at the end of the day before a report begins.
// Its counts are cumulative, as those of a row.
type Opening struct {
	Day       string   `json:"day" doc:"YYYY-MM-DD: the day before startDate"`
	Planted   int64    `json:"planted"`
	Moved     int64    `json:"moved"`
	Adjusted  int64    `json:"adjusted"`
	Harvested int64    `json:"harvested"`
	Lost      int64    `json:"lost"`
	Inventory int64    `json:"inventory"`
	Value     *float64 `json:"value" doc:"The metric at the end of that day; null if unknown"`
}

// Filters are the values that the farm's lots really have, field by field.
type Filters struct {
	OysterType      []string `json:"oysterType"`
	SeedSource      []string `json:"seedSource"`
	Year            []string `json:"year"`
	Month           []string `json:"month"`
	SizeLabel       []string `json:"sizeLabel"`
	MeshSize        []string `json:"meshSize"`
	Nickname        []string `json:"nickname"`
	DatePlanted     []string `json:"datePlanted" doc:"YYYY-MM-DD"`
	LocationPlanted []string `json:"locationPlanted"`
}
