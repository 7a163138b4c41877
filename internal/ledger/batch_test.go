package ledger

import "testing"

// The batch in memory is what was given to it.
func TestBatchKeepsActivities(t *testing.T) {
	a := Activity{
		Key: "k", Kind: Move, Day: day("2026-03-01"), Place: Place{"l", bag("1")}, Count: MaxAnimals, Containers: 7, Note: "n",
		To: []Part{{Place{"m", bag("2")}, MaxAnimals - 1, 3}, {Place{"l", bag("3")}, 1, 4}},
	}
	size := Activity{Kind: Size, Day: day("2026-03-02"), Place: Place{"l", bag("1")}, Measured: MaxAnimals, SizeSum: MaxAnimals * MaxSize}
	b := &batch{}
	b.add(a, 3)
	b.add(size, 4)
	if len(b.places) != 3 || b.acts[0].count != MaxAnimals || b.acts[0].kind.kind() != Move || b.acts[1].sizeSum != size.SizeSum || b.acts[1].line != 4 {
		t.Errorf("%+v %+v", b.acts, b.places)
	}
	if parts := b.partsOf(&b.acts[0]); len(parts) != 2 || b.places[parts[1].place] != a.To[1].Place || parts[0].count != MaxAnimals-1 || len(b.partsOf(&b.acts[1])) != 0 {
		t.Errorf("%+v", parts)
	}
	var builder digestBuilder
	if one, other := b.digest(&builder, 0), b.digest(&builder, 1); one == other || one != b.digest(&builder, 0) {
		t.Errorf("digests %s %s", one, other)
	}
}
