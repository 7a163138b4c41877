package label

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A tag that states everything is never refused, whatever it says.
func TestNoFalseRefusal(t *testing.T) {
	text := func(from, to int) *rapid.Generator[string] {
		return rapid.Map(rapid.StringOfN(rapid.RuneFrom([]rune("abcdefgh ÀÉÑçöü-'&/.123()ABC")), from, to, -1), func(s string) string { return "x" + strings.Join(strings.Fields(s), " ") })
	}
	number := rapid.StringMatching(`[A-Z]{2}-?[0-9]{2,6}( ?[A-Z]{2})?`)
	date := rapid.OneOf(rapid.StringMatching(`202[0-5]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])`), rapid.Just(today)) // of today, as a harvest is that is labelled on the boat
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(Kinds).Draw(t, "kind")
		f := Facts{
			TagID: rapid.StringMatching(`[0-9a-f]{24}`).Draw(t, "id"), Firm: text(1, 39).Draw(t, "firm"), Address: text(1, 60).Draw(t, "address"), Cert: number.Draw(t, "cert"),
			Licence: number.Draw(t, "licence"), Shipper: number.Draw(t, "shipper"), Date: date.Draw(t, "date"), Time: rapid.SampledFrom([]string{"6:40 am", "12:05 pm"}).Draw(t, "time"),
			Location: Abbreviated(text(1, 40).Draw(t, "area")+", "+rapid.SampledFrom([]string{"Washington", "Sonora", "Quebec", "MD"}).Draw(t, "state"), "Mexico"),
			Product:  text(1, 40).Draw(t, "product"), Quantity: rapid.SampledFrom([]string{"1 bag", "120 count", "2.5 bushels"}).Draw(t, "quantity"), Containers: rapid.Int64Range(1, 9999).Draw(t, "containers"),
		}
		f.URL = "https://tags.merroir.example/tag/" + f.TagID
		if rapid.Bool().Draw(t, "stored") {
			f.Stored = &WetStorage{f.Cert, f.Date, f.Date}
		}
		for _, j := range Jurisdictions {
			l, err := Compose(f, j, kind, today)
			if err != nil {
				continue // no such form there
			}
			if found := lint(l, f, j, kind); len(found) > 0 {
				t.Fatalf("%s: %+v\n%+v", j.Name, l, found)
			}
			if kind != Sticker { // on whose paper a long text has no room
				if _, found := Lay(l, paperFor(kind)); len(found) > 0 {
					t.Fatalf("%s: %+v\n%+v", j.Name, l, found)
				}
			}
		}
	})
}
