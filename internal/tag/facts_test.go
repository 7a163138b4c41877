package tag

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A tag that was packed is what it was, with every field that it has, also where the texts
// in common have no more room.
func TestPackedTags(t *testing.T) {
	whole := Tag{ID: "7a0000000000000000000001", Type: TypeDistributor, TakenBack: "2026-11-20", Item: Item{"brand": "B", "cert": nil, "species": map[string]any{"value": "Ostrea"}}}
	count := 0
	whole.EachField(func(name string, value *string) {
		*value = fmt.Sprint(name, " <Ünï> ", strings.Repeat("x", count))
		count++
	})
	if got := len(whole.Fields.texts()); got != count {
		t.Fatalf("%d of %d fields are packed", got, count)
	}
	for i, with := range []*texts{{}, {bytes: textBytes}, {bytes: textBytes - 1000}} {
		sparse := Tag{ID: whole.ID, Type: TypeFarm, Fields: Fields{Brand: "same", Parcel: "same", ShipTime: "6:40 am"}}
		for _, one := range []Tag{whole, sparse, {ID: whole.ID}, whole} {
			record, err := with.pack(one)
			if err != nil {
				t.Fatal(err)
			}
			got, err := with.unpack(whole.ID, record)
			if diff := cmp.Diff(one, got); err != nil || diff != "" {
				t.Errorf("%d: %v %s", i, err, diff)
			}
		}
		if with.bytes > textBytes {
			t.Errorf("%d bytes of texts", with.bytes)
		}
	}
}
