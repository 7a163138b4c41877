package farm

// FeaturesChange is an edit of the flags of a farm: on, off, or as it was.
type FeaturesChange struct {
	Inventory                 *bool `json:"inventory" required:"false" doc:"Distributors only"`
	Companies                 *bool `json:"companies" required:"false"`
	Items                     *bool `json:"items" required:"false"`
	ItemInventory             *bool `json:"itemInventory" required:"false" doc:"Distributors only"`
	Logs                      *bool `json:"logs" required:"false"`
	SalesOrders               *bool `json:"salesOrders" required:"false"`
	Purchases                 *bool `json:"purchases" required:"false" doc:"Distributors only"`
	ExpectedLotsFromPurchases *bool `json:"expectedLotsFromPurchases" required:"false" doc:"Distributors only"`
	ProfitMargin              *bool `json:"profitMargin" required:"false" doc:"Distributors only"`
	BillOfLading              *bool `json:"billOfLading" required:"false"`
	PackOut                   *bool `json:"packOut" required:"false"`
	Accounting                *bool `json:"accounting" required:"false" doc:"QuickBooks"`
	WetStorage                *bool `json:"wetStorage" required:"false" doc:"Distributors only"`
	Locations                 *bool `json:"locations" required:"false" doc:"Distributors only"`
	WebReceiving              *bool `json:"webReceiving" required:"false" doc:"Distributors only"`
}

// flag is a feature, and whether only a distributor may have it.
type flag struct {
	name           string
	forDistributor bool
	change         func(*FeaturesChange) *bool
}

// flags are all features, in the order of the form.
var flags = []flag{
	{"inventory", true, func(c *FeaturesChange) *bool { return c.Inventory }},
	{"companies", false, func(c *FeaturesChange) *bool { return c.Companies }},
	{"items", false, func(c *FeaturesChange) *bool { return c.Items }},
	{"itemInventory", true, func(c *FeaturesChange) *bool { return c.ItemInventory }},
	{"logs", false, func(c *FeaturesChange) *bool { return c.Logs }},
	{"salesOrders", false, func(c *FeaturesChange) *bool { return c.SalesOrders }},
	{"purchases", true, func(c *FeaturesChange) *bool { return c.Purchases }},
	{"expectedLotsFromPurchases", true, func(c *FeaturesChange) *bool { return c.ExpectedLotsFromPurchases }},
	{"profitMargin", true, func(c *FeaturesChange) *bool { return c.ProfitMargin }},
	{"billOfLading", false, func(c *FeaturesChange) *bool { return c.BillOfLading }},
	{"packOut", false, func(c *FeaturesChange) *bool { return c.PackOut }},
	{"accounting", false, func(c *FeaturesChange) *bool { return c.Accounting }},
	{"wetStorage", true, func(c *FeaturesChange) *bool { return c.WetStorage }},
	{"locations", true, func(c *FeaturesChange) *bool { return c.Locations }},
	{"webReceiving", true, func(c *FeaturesChange) *bool { return c.WebReceiving }},
}

// apply switches the flags. One that is off is not kept.
func (c *FeaturesChange) apply(f *Farm, found *faults) {
	for _, flag := range flags {
		on := flag.change(c)
		switch {
		case on == nil:
		case !*on:
			delete(f.Features, flag.name)
		case flag.forDistributor && f.Type != TypeDistributor:
			found.refuse(flag.name, "Only a distributor can have that")
		default:
			f.Features[flag.name] = true
		}
	}
}

// dropFeatures switches off what only a distributor may have, when the farm is
// none.
func (f *Farm) dropFeatures() {
	for _, flag := range flags {
		if flag.forDistributor && f.Type != TypeDistributor {
			delete(f.Features, flag.name)
		}
	}
}
