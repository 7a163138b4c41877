package event

import (
	"fmt"

	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// noCommingling names the rule by which shellstock of different origins is kept apart.
const noCommingling = "No commingling (N.J.A.C. 7:12-8.5(a), Okla. Admin. Code 310:257-5-20(c)(2))"

// originOf is the origin of what was made of the tags, as it came.
func originOf(from []*stock.Tag) stock.Origin {
	for _, s := range from {
		if s.Origin != from[0].Origin {
			return stock.Origin{Mixed: true}
		}
	}
	return from[0].Origin
}

// keepApart refuses to put tags together that differ in harvest date, growing area
// or original certificate, or of which one of these is not known.
func keepApart(from []*stock.Tag) *problem {
	for i, s := range from {
		field := fmt.Sprintf("from.%d.tag", i)
		first, o := from[0].Origin, s.Origin
		switch {
		case len(from) == 1:
			return nil
		case o.Mixed:
			return wrong(field, "%s: tag %s came already mixed", noCommingling, s.ID)
		case o.Day == 0:
			return wrong(field, "%s: the harvest date of tag %s is not known", noCommingling, s.ID)
		case o.Area == "":
			return wrong(field, "%s: the growing area of tag %s is not known", noCommingling, s.ID)
		case o.Cert == "":
			return wrong(field, "%s: the original certificate of tag %s is not known", noCommingling, s.ID)
		case o.Day != first.Day:
			return wrong(field, "%s: tag %s was harvested on %s, tag %s on %s", noCommingling, s.ID, o.Day.Words(), from[0].ID, first.Day.Words())
		case o.Area != first.Area:
			return wrong(field, "%s: tags %s and %s are of different growing areas", noCommingling, from[0].ID, s.ID)
		case o.Cert != first.Cert:
			return wrong(field, "%s: tags %s and %s have different original certificates", noCommingling, from[0].ID, s.ID)
		}
	}
	return nil
}

// common are the fields on which all the tags agree, and the wet storage of any of them.
func common(from []*stock.Tag) tag.Fields {
	shared := from[0].States
	for _, s := range from[1:] {
		values := map[string]string{}
		s.States.EachField(func(name string, value *string) { values[name] = *value })
		shared.EachField(func(name string, value *string) {
			if *value != values[name] {
				*value = ""
			}
		})
	}
	if len(from) > 1 {
		keepWetStorage(&shared, from)
	}

	return shared
}

// keepWetStorage states the wet storage of the tags on what is made of them, also if only some were stored:
// the first and the last day, and the certificate and the lot if the stored ones agree.
func keepWetStorage(shared *tag.Fields, from []*stock.Tag) {
	first := true
	for _, s := range from {
		f := s.States
		if f.WetStorageDate == "" && f.WetStorageEndDate == "" {
			continue
		}

		if first {
			shared.WetStorageCert, shared.WetStorageLot = f.WetStorageCert, f.WetStorageLot
			shared.WetStorageDate, shared.WetStorageEndDate = f.WetStorageDate, f.WetStorageEndDate
			first = false
			continue
		}
		if shared.WetStorageCert != f.WetStorageCert {
			shared.WetStorageCert = ""
		}
		if shared.WetStorageLot != f.WetStorageLot {
			shared.WetStorageLot = ""
		}
		shared.WetStorageDate = min(shared.WetStorageDate, f.WetStorageDate)
		shared.WetStorageEndDate = max(shared.WetStorageEndDate, f.WetStorageEndDate)
	}
}
