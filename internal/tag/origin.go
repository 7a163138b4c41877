package tag

import (
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// noCommingling names the rule by which shellstock of different origins is kept apart.
const noCommingling = "No commingling (N.J.A.C. 7:12-8.5(a), Okla. Admin. Code 310:257-5-20(c)(2))"

// origin is where the animals of a tag come from.
type origin struct {
	day   ledger.Day // of harvest
	area  string     // id of the growing area, or its name as it was typed, folded
	cert  string     // of the original shipper or harvester; of a firm that has none, its id
	mixed bool       // several origins; the rest is empty
}

// ofFarm stands for the certificate of a firm that has none.
func ofFarm(id string) string { return "farm:" + id }

// originStated is the origin of a tag that was made without one, by what it states.
func originStated(f Fields) (o origin) {
	if day, err := ledger.ParseDay(f.HarvestDate); err == nil {
		o.day = day
	}
	o.area, o.cert = areaTyped(f.HarvestLocation, f.Parcel), f.SourceCert
	if o.cert == "" {
		o.cert = f.Cert
	}
	return o
}

func areaTyped(location, parcel string) string {
	if location == "" {
		return ""
	}
	return sqldb.Fold(location) + "\n" + sqldb.Fold(parcel)
}

// originOf is the origin of what was made of the tags, as it came.
func originOf(from []*stock) origin {
	for _, s := range from {
		if s.origin != from[0].origin {
			return origin{mixed: true}
		}
	}
	return from[0].origin
}

// keepApart refuses to put tags together that differ in harvest date, growing area
// or original certificate, or of which one of these is not known.
func keepApart(from []*stock) *problem {
	for i, s := range from {
		field := fmt.Sprintf("from.%d.tag", i)
		first, o := from[0].origin, s.origin
		switch {
		case len(from) == 1:
			return nil
		case o.mixed:
			return wrong(field, "%s: tag %s came already mixed", noCommingling, s.id)
		case o.day == 0:
			return wrong(field, "%s: the harvest date of tag %s is not known", noCommingling, s.id)
		case o.area == "":
			return wrong(field, "%s: the growing area of tag %s is not known", noCommingling, s.id)
		case o.cert == "":
			return wrong(field, "%s: the original certificate of tag %s is not known", noCommingling, s.id)
		case o.day != first.day:
			return wrong(field, "%s: tag %s was harvested on %s, tag %s on %s", noCommingling, s.id, o.day, from[0].id, first.day)
		case o.area != first.area:
			return wrong(field, "%s: tags %s and %s are of different growing areas", noCommingling, from[0].id, s.id)
		case o.cert != first.cert:
			return wrong(field, "%s: tags %s and %s have different original certificates", noCommingling, from[0].id, s.id)
		}
	}
	return nil
}

// common are the fields on which all the tags agree.
func common(from []*stock) Fields {
	shared := from[0].states
	for _, s := range from[1:] {
		values := map[string]string{}
		s.states.eachField(func(name string, value *string) { values[name] = *value })
		shared.eachField(func(name string, value *string) {
			if *value != values[name] {
				*value = ""
			}
		})
	}
	return shared
}

// terms are what a tag is searched by: each once.
func terms(all ...string) []string {
	const most = 200
	var keys []string
	for _, text := range all {
		if key := sqldb.SearchKey(text); key != "" && !slices.Contains(keys, key) && len(keys) < most {
			keys = append(keys, key)
		}
	}
	return keys
}
