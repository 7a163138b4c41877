package demo

import (
	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/farm"
)

// FarmIDs is what the ids of the demo's farms begin with.
const FarmIDs = "5f000000000000000000"

// Password is that of all accounts of the demo.
const Password = "merroir-demo"

// The demo's fixed ids, which tests and the printed addresses use.
const (
	notebookFarm    = "5f0000000000000000000001"
	stonyFarm       = "5f0000000000000000000002"
	damariscotta    = "5f0000000000000000000003"
	pittwater       = "5f0000000000000000000004"
	bahiaFarm       = "5f0000000000000000000005"
	seattleFishFarm = "5f0000000000000000000006"
	coveFarm        = "5f0000000000000000000007"
)

// Users are the accounts of the demo, the first made first.
var Users = []account.NewUser{
	{Username: "root", Email: "root@merroir.example", Name: account.Name{First: "Robin", Last: "Root"}, Groups: account.Groups{Root: true}},
	{Username: "admin", Email: "admin@merroir.example", Name: account.Name{First: "Alex", Last: "Admin"}, Groups: account.Groups{Admin: true}},
	{Username: "manager", Email: "manager@merroir.example", Name: account.Name{First: "Marin", Last: "Keller"}, Groups: account.Groups{FarmManager: true}},
	{Username: "member", Email: "member@merroir.example", Name: account.Name{First: "Mel", Last: "Brook"}},
}

// Farm is a farm of the demo and what is done on it.
type Farm struct {
	ID      string
	Details farm.Details
	Leases  []farm.Lease
	Managed bool     // by the account manager
	tagging *tagging // none without a subscription
	public  farm.PublicChange
	sky     [2]uint32 // colours of the photo's sky and water, none without a photo
	season  *season
}

// Farms are those that have more than a record.
var Farms = []Farm{
	{
		ID: notebookFarm, Managed: true,
		Details: farm.Details{
			Name: "Salish Sea Test Beds", CompanyName: "Field Notebook 2017", Owner: "The shellfish laboratory", Email: "beds@salish.example",
			Address1: "1 Beach Drive", City: "Nanaimo", State: "British Columbia", Zip: "V9S 5R8", Country: "Canada",
			Type: farm.TypeFarm, Activities: []string{"Record"}, TimeZone: "America/Vancouver",
		},
		Leases: []farm.Lease{
			{Name: "Site A", DateOfIssue: "2015-01-01", DateOfExpiration: "2044-12-31", Size: "0.4 ha", Lines: lines(8, "Beach A", "Raft A"), Location: "Baynes Sound, north"},
			{Name: "Site B", DateOfIssue: "2015-01-01", DateOfExpiration: "2044-12-31", Size: "0.4 ha", Lines: lines(8, "Beach B", "Raft B"), Location: "Baynes Sound, middle"},
			{Name: "Site C", DateOfIssue: "2015-01-01", DateOfExpiration: "2044-12-31", Size: "0.3 ha", Lines: lines(8, "Beach C", "Raft C"), Location: "Baynes Sound, south"},
		},
	},
	{
		ID: stonyFarm, Managed: true,
		Details: farm.Details{
			Name: "Stony Point Shellfish", CompanyName: "Bay Center Selects LLC", Owner: "June Halvorsen", Email: "june@stonypoint.example",
			Phone: "+1 360 555 0142", Website: "https://stonypoint.example", Address1: "12 Tide Street", City: "Bay Center", State: "Washington",
			Zip: "98527", Country: "USA", Type: farm.TypeFarm, Activities: []string{"Harvest"}, TimeZone: "America/Los_Angeles",
		},
		tagging: &stonyTagging,
		public: farm.PublicChange{
			Cert: new("WA-1234-SP"), HarvesterCert: new("WA-1234-SP"),
			Certs: []farm.Certificate{
				{CertID: "c1", Cert: "WA-1234-SP", Phone: "+1 360 555 0142", Website: "https://stonypoint.example", Address1: "12 Tide Street", City: "Bay Center", State: "Washington", Zip: "98527", Country: "USA"},
				{CertID: "c2", Cert: "WA-0977-SS", Phone: "+1 360 555 0177", Website: "stonypoint.example/packing", Address1: "3 Cannery Row", Address2: "Dock B", City: "South Bend", State: "Washington", Zip: "98586", Country: "USA"},
			},
			DistributorBrands: []farm.BrandNotes{
				{Brand: "Bay Center Selects", GrowingProcess: "Bottom-grown on the tide flats of Willapa Bay, finished in flip bags.", TastingNotes: "Bright salt, cucumber, a clean mineral finish."},
				{Brand: "Stony Point Petites", GrowingProcess: "Tumbled weekly in flip bags from seed to plate.", TastingNotes: "Sweet cream and melon rind."},
			},
		},
		sky: [2]uint32{0xcad9e0, 0x5f9097},
		Leases: []farm.Lease{
			{Name: "Stony Point 4", DateOfIssue: "2012-03-01", DateOfExpiration: "2032-02-29", Size: "18 acres", Lines: lines(140, "SP4-1", "SP4-2", "SP4-3", "SP4-4"), Location: "Willapa Bay, parcel 112"},
			{Name: "Palix Mouth", DateOfIssue: "2018-06-01", DateOfExpiration: "2038-05-31", Size: "9 acres", Lines: lines(180, "PM-1", "PM-2"), Location: "Willapa Bay, parcel 87"},
			{Name: "Long Island Slough", DateOfIssue: "2006-12-15", DateOfExpiration: "2026-12-14", Size: "6.5 acres", Lines: lines(420, "LIS-1"), Location: "Willapa Bay, parcel 203"},
		},
		season: &season{seed: 2, animal: "Pacific oyster", sources: []string{"Hatchery, Quilcene", "Hatchery, Kona"}, planting: 30_000, summer: 7.7},
	},
	{
		ID: damariscotta, Managed: true,
		Details: farm.Details{
			Name: "Damariscotta Tide Farm", Owner: "Eben Cole", Email: "eben@tidefarm.example", Phone: "+1 207 555 0119", Website: "https://tidefarm.example",
			Address1: "88 River Road", City: "Walpole", State: "Maine", Zip: "04573", Country: "USA",
			Type: farm.TypeFarm, Activities: []string{"Harvest"}, TimeZone: "America/New_York",
		},
		tagging: &damariscottaTagging,
		public: farm.PublicChange{
			Cert: new("ME-0456-SS"), HarvesterCert: new("ME-0456-SS"),
			DistributorBrands: []farm.BrandNotes{
				{Brand: "Glidden Gold", GrowingProcess: "Surface-grown in floating bags, overwintered on the river bottom.", TastingNotes: "Full brine, sweet corn, a long copper finish."},
			},
		},
		Leases: []farm.Lease{
			{Name: "Glidden Ledge", DateOfIssue: "2019-05-01", DateOfExpiration: "2029-04-30", Size: "4 acres", Lines: lines(170, "G1", "G2"), Location: "Damariscotta River"},
			{Name: "Wadsworth Cove", DateOfIssue: "2021-09-15", DateOfExpiration: "2041-09-14", Size: "3 acres", Lines: lines(120, "W1", "W2", "W3"), Location: "Damariscotta River"},
		},
		season: &season{seed: 3, animal: "Eastern oyster", sources: []string{"Hatchery, Bremen", "Wild set"}, planting: 22_000, summer: 7.9},
	},
	{
		ID: pittwater,
		Details: farm.Details{
			Name: "Pittwater Rock Oysters", Owner: "Kirra Doyle", Email: "kirra@pittwater.example", Phone: "+61 2 5550 1234", Website: "https://pittwater.example",
			Address1: "2 Wharf Road", City: "Mooney Mooney", State: "New South Wales", Zip: "2083", Country: "Australia",
			Type: farm.TypeFarm, Activities: []string{"Harvest"}, TimeZone: "Australia/Sydney",
		},
		tagging: &pittwaterTagging,
		Leases: []farm.Lease{
			{Name: "Milson Passage", DateOfIssue: "2016-07-01", DateOfExpiration: "2031-06-30", Size: "2.2 ha", Lines: lines(90, "M1", "M2", "M3"), Location: "Hawkesbury River"},
			{Name: "Marra Marra", DateOfIssue: "2020-07-01", DateOfExpiration: "2035-06-30", Size: "1.6 ha", Lines: lines(180, "MM1"), Location: "Hawkesbury River"},
		},
		season: &season{seed: 4, animal: "Sydney rock oyster", sources: []string{"Hatchery, Port Stephens"}, planting: 18_000, summer: 1.7},
	},
	{
		ID: bahiaFarm, Managed: true,
		Details: farm.Details{
			Name: "Bahía Falsa Ostiones", CompanyName: "Productores de San Quintín", Owner: "Lucía Ibarra", Email: "lucia@bahiafalsa.example",
			Phone: "+52 616 555 0188", Website: "https://bahiafalsa.example", Address1: "Camino a Bahía Falsa 40", City: "San Quintín",
			State: "Baja California", Zip: "22930", Country: "Mexico", Type: farm.TypeFarm, Activities: []string{"Outgoing"}, TimeZone: "America/Tijuana",
		},
		tagging: &bahiaTagging,
		public: farm.PublicChange{
			Cert: new("BC-0102-MX"), HarvesterCert: new("BC-0102-MX"), Labels: &farm.Headings{Species: "Type", Harvest: "Processing Date"},
			DistributorBrands: []farm.BrandNotes{
				{Brand: "Kumiai", GrowingProcess: "Grown on racks in the cold upwelling of San Quintín.", TastingNotes: "Ocean salt, celery, a round sweet middle."},
			},
		},
		sky: [2]uint32{0xf0d9b5, 0x2f7f8f},
		Leases: []farm.Lease{
			{Name: "Racks Norte", DateOfIssue: "2014-01-15", DateOfExpiration: "2034-01-14", Size: "11 ha", Lines: lines(140, "N1", "N2", "N3"), Location: "Bahía Falsa"},
			{Name: "Racks Sur", DateOfIssue: "2014-01-15", DateOfExpiration: "2034-01-14", Size: "8 ha", Lines: lines(190, "S1", "S2"), Location: "Bahía Falsa"},
		},
		season: &season{seed: 5, animal: "Pacific oyster", sources: []string{"Hatchery, Ensenada", "Hatchery, Kona"}, planting: 26_000, summer: 8.2},
	},
	{
		ID: seattleFishFarm,
		Details: farm.Details{
			Name: "Elliott Bay Seafood", CompanyName: "Elliott Bay Distribution Inc.", Owner: "Sam Nakata", Email: "sam@elliottbay.example",
			Phone: "+1 206 555 0110", Website: "elliottbay.example", Address1: "1500 Alaskan Way", City: "Seattle", State: "Washington", Zip: "98101",
			Country: "USA", Type: farm.TypeDistributor, Activities: []string{"Order", "Receive", "Outgoing"}, TimeZone: "America/Los_Angeles",
		},
		tagging: &seattleTagging,
		public: farm.PublicChange{
			Dealer: new("Elliott Bay Seafood"), Cert: new("WA-0311-SS"),
			DistributorBrands: []farm.BrandNotes{
				{Brand: "Market Reserve", GrowingProcess: "Chosen by hand from three bays.", TastingNotes: "Changes with the tide."},
			},
		},
		sky: [2]uint32{0xb9c8d4, 0x3b5f78},
	},
	{
		ID: coveFarm, Managed: true,
		Details: farm.Details{
			Name: "Gooseberry Cove Oysters", Owner: "Pia Lund", Email: "pia@gooseberry.example", City: "Souris", State: "Prince Edward Island",
			Country: "Canada", Type: farm.TypeFarm, Activities: []string{"Record"}, TimeZone: "America/Halifax",
		},
	},
}

// lines are lines with as many spots each.
func lines(spots int, names ...string) (lines []farm.Line) {
	for _, name := range names {
		lines = append(lines, farm.Line{Name: name, Spots: spots})
	}
	return lines
}

// neighbours have a record and nothing more; they fill the staff's list.
var neighbours = []farm.Details{
	{Name: "Barnstable Flats", City: "Barnstable", State: "Massachusetts", Country: "USA", Type: farm.TypeFarm, Activities: []string{"Harvest"}, TimeZone: "America/New_York"},
	{Name: "Coles Bay Oysters", CompanyName: "Freycinet Marine", City: "Coles Bay", State: "Tasmania", Country: "Australia", Type: farm.TypeFarm, Activities: []string{"Harvest"}, TimeZone: "Australia/Hobart"},
	{Name: "Delta Seafood Exchange", City: "Biloxi", State: "Mississippi", Country: "USA", Type: farm.TypeDistributor, Activities: []string{"Order", "Receive"}, TimeZone: "America/Chicago"},
	{Name: "Étang du Nord", CompanyName: "Coopérative des Îles", City: "L'Étang-du-Nord", State: "Quebec", Country: "Canada", Type: farm.TypeFarm, Activities: []string{"Record"}, TimeZone: "America/Halifax"},
	{Name: "Fanny Bay Growers", City: "Fanny Bay", State: "British Columbia", Country: "Canada", Type: farm.TypeFarm, Activities: []string{"Outgoing"}, TimeZone: "America/Vancouver"},
	{Name: "Humboldt Tideland", City: "Eureka", State: "California", Country: "USA", Type: farm.TypeFarm, Activities: []string{"Harvest"}, TimeZone: "America/Los_Angeles"},
	{Name: "Magdalena Shellfish", City: "Puerto San Carlos", State: "Baja California Sur", Country: "Mexico", Type: farm.TypeFarm, Activities: []string{"Harvest"}, TimeZone: "America/Mazatlan"},
	{Name: "Rappahannock Shoals", City: "Topping", State: "Virginia", Country: "USA", Type: farm.TypeFarm, Activities: []string{"Harvest"}, TimeZone: "America/New_York"},
	{Name: "Smoky Bay Pacific", City: "Smoky Bay", State: "South Australia", Country: "Australia", Type: farm.TypeFarm, Activities: []string{"Harvest"}, TimeZone: "Australia/Adelaide"},
}
