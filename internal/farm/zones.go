package farm

import "slices"

// Zone is a time zone of a country, with the states that are in it.
type Zone struct {
	Name   string   `json:"zone"`
	States []string `json:"states"` // none for the zone of all other states, and for one without a whole state
}

// zonesByCountry are the time zones of the countries in which a farm may be. The first of a country has every
// state that no other one names. A state with several zones has that of most of it, or of its coast.
var zonesByCountry = map[string][]Zone{
	"Australia": {
		{"Australia/Sydney", nil},
		{"Australia/Melbourne", []string{"Victoria"}},
		{"Australia/Hobart", []string{"Tasmania"}},
		{"Australia/Brisbane", []string{"Queensland"}},
		{"Australia/Adelaide", []string{"South Australia"}},
		{"Australia/Darwin", nil},
		{"Australia/Perth", []string{"Western Australia"}},
	},
	"Canada": {
		{"America/Toronto", nil},
		{"America/St_Johns", []string{"Newfoundland and Labrador"}},
		{"America/Halifax", []string{"New Brunswick", "Nova Scotia", "Prince Edward Island"}},
		{"America/Winnipeg", []string{"Manitoba"}},
		{"America/Regina", []string{"Saskatchewan"}},
		{"America/Edmonton", []string{"Alberta"}},
		{"America/Vancouver", []string{"British Columbia"}},
	},
	"Mexico": {
		{"America/Mexico_City", nil},
		{"America/Cancun", []string{"Quintana Roo"}},
		{"America/Chihuahua", []string{"Chihuahua"}},
		{"America/Mazatlan", []string{"Baja California Sur", "Nayarit", "Sinaloa"}},
		{"America/Hermosillo", []string{"Sonora"}},
		{"America/Tijuana", []string{"Baja California"}},
	},
	"USA": {
		{"America/New_York", nil},
		{"America/Puerto_Rico", []string{"Puerto Rico"}},
		{"America/Chicago", []string{
			"Alabama", "Arkansas", "Illinois", "Iowa", "Kansas", "Louisiana", "Minnesota", "Mississippi", "Missouri",
			"Nebraska", "North Dakota", "Oklahoma", "South Dakota", "Tennessee", "Texas", "Wisconsin",
		}},
		{"America/Denver", []string{"Colorado", "Idaho", "Montana", "New Mexico", "Utah", "Wyoming"}},
		{"America/Phoenix", []string{"Arizona"}},
		{"America/Los_Angeles", []string{"California", "Nevada", "Oregon", "Washington"}},
		{"America/Anchorage", []string{"Alaska"}},
		{"Pacific/Honolulu", []string{"Hawaii"}},
	},
}

// Zones returns the time zones by country, for the web app's form.
func Zones() map[string][]Zone {
	all := map[string][]Zone{}
	for country, list := range zonesByCountry {
		for _, zone := range list {
			all[country] = append(all[country], Zone{zone.Name, append([]string{}, zone.States...)})
		}
	}
	return all
}

// zoneOf returns the time zone of a state, UTC if the country is unknown.
func zoneOf(country, state string) string {
	all := zonesByCountry[country]
	for _, zone := range all {
		if slices.Contains(zone.States, state) {
			return zone.Name
		}
	}
	if len(all) > 0 {
		return all[0].Name
	}
	return "UTC"
}
