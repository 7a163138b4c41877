package stock

import (
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// Origin is where the animals of a tag come from.
type Origin struct {
	Day   ledger.Day // of harvest
	Area  string     // id of the growing area, or its name as it was typed, folded
	Cert  string     // of the original shipper or harvester; of a firm that has none, its id
	Mixed bool       // several origins; the rest is empty
}

// OfFarm stands for the certificate of a firm that has none.
func OfFarm(id string) string { return "farm:" + id }

// OriginStated is the origin of a tag that was made without one, by what it states.
func OriginStated(f tag.Fields) (o Origin) {
	if day, err := ledger.ParseDay(f.HarvestDate); err == nil {
		o.Day = day
	}
	o.Area, o.Cert = areaTyped(f.HarvestLocation, f.Parcel), f.SourceCert
	if o.Cert == "" {
		o.Cert = f.Cert
	}
	return o
}

func areaTyped(location, parcel string) string {
	if location == "" {
		return ""
	}
	return sqldb.Fold(location) + "\n" + sqldb.Fold(parcel)
}

// Terms are what a tag is searched by: each once.
func Terms(all ...string) []string {
	const most = 200
	var keys []string
	for _, text := range all {
		if key := sqldb.SearchKey(text); key != "" && !slices.Contains(keys, key) && len(keys) < most {
			keys = append(keys, key)
		}
	}
	return keys
}
