package label

import "strings"

// places are the abbreviations of states, provinces and countries.
var places = map[string]string{
	"Alabama": "AL", "Alaska": "AK", "Arizona": "AZ", "Arkansas": "AR", "California": "CA", "Colorado": "CO", "Connecticut": "CT", "Delaware": "DE",
	"District of Columbia": "DC", "Florida": "FL", "Georgia": "GA", "Hawaii": "HI", "Idaho": "ID", "Illinois": "IL", "Indiana": "IN", "Iowa": "IA",
	"Kansas": "KS", "Kentucky": "KY", "Louisiana": "LA", "Maine": "ME", "Maryland": "MD", "Massachusetts": "MA", "Michigan": "MI", "Minnesota": "MN",
	"Mississippi": "MS", "Missouri": "MO", "Montana": "MT", "Nebraska": "NE", "Nevada": "NV", "New Hampshire": "NH", "New Jersey": "NJ", "New Mexico": "NM",
	"New York": "NY", "North Carolina": "NC", "North Dakota": "ND", "Ohio": "OH", "Oklahoma": "OK", "Oregon": "OR", "Pennsylvania": "PA", "Puerto Rico": "PR",
	"Rhode Island": "RI", "South Carolina": "SC", "South Dakota": "SD", "Tennessee": "TN", "Texas": "TX", "Utah": "UT", "Vermont": "VT", "Virginia": "VA",
	"Washington": "WA", "West Virginia": "WV", "Wisconsin": "WI", "Wyoming": "WY",
	"Alberta": "AB", "British Columbia": "BC", "Manitoba": "MB", "New Brunswick": "NB", "Newfoundland and Labrador": "NL", "Nova Scotia": "NS", "Ontario": "ON",
	"Prince Edward Island": "PE", "Quebec": "QC", "Saskatchewan": "SK",
	"New South Wales": "NSW", "Queensland": "QLD", "South Australia": "SA", "Tasmania": "TAS", "Victoria": "VIC", "Western Australia": "W.A.",
	"USA": "USA", "Canada": "CAN", "Mexico": "MX", "Australia": "AUS",
}

var abbreviations = func() map[string]bool {
	all := map[string]bool{}
	for _, abbreviation := range places {
		all[abbreviation] = true
	}
	return all
}()

// Abbreviated gives a location with the name of the state or country at its end
// abbreviated; one that ends with neither gets that of home, where that is known.
func Abbreviated(location, home string) string {
	if location == "" || state(location) != "" {
		return location
	}
	comma := strings.LastIndex(location, ",")
	last := strings.TrimSpace(location[comma+1:])
	if short, known := places[last]; known && comma > 0 {
		return location[:comma] + ", " + short
	}
	if short, known := places[home]; known {
		return location + ", " + short
	}
	return location
}

// Within puts a part of a place, such as a parcel, before the state at its end.
func Within(location, part string) string {
	end := len(location)
	if state(location) != "" {
		end = strings.LastIndex(location, ",")
	}
	if location == "" || part == "" {
		return location
	}
	return location[:end] + ", " + part + location[end:]
}

// Short is the abbreviation of a state or country, or its name where it has none.
func Short(name string) string {
	if short, known := places[name]; known {
		return short
	}
	return name
}
