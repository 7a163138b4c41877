package lineage

import (
	"bytes"
	"fmt"
	"testing"
)

// What is kept of a tag is given out in the version that the tag has, and in no other.
func TestFactsAreOfAVersion(t *testing.T) {
	g, _ := grown(3)
	kept := func(n int) string { record, _ := g.Kept(tagID(n)); return string(record) }
	if kept(1) != "" || kept(7) != "" {
		t.Error("something is kept that nobody kept")
	}
	g.Keep(tagID(1), 1, []byte("as made"))
	g.Keep(tagID(2), 2, []byte("of a version that the graph does not know yet"))
	g.Keep(tagID(7), 1, []byte("of no tag"))
	if kept(0) != "" || kept(1) != "as made" || kept(2) != "" || kept(7) != "" {
		t.Errorf("%q %q %q", kept(0), kept(1), kept(2))
	}
	if err := g.enter(found{tags: []tagRow{{id: tagID(1), firmID: "f1", version: 2}, {id: tagID(2), firmID: "f2", version: 2}}}); err != nil {
		t.Fatal(err)
	}
	if kept(1) != "" || kept(2) == "" {
		t.Errorf("after a change: %q %q", kept(1), kept(2))
	}
	g.Keep(tagID(1), 2, []byte("as changed"))
	if record, firmID := g.Kept(tagID(1)); string(record) != "as changed" || firmID != "f1" {
		t.Errorf("%q of %s", record, firmID)
	}
}

// The oldest are forgotten where there is no more room, and the others are as they were.
func TestFactsHaveABound(t *testing.T) {
	g, _ := grown(3000)
	g.facts.most = 3
	before := g.Bytes()
	record := func(n int) []byte { return bytes.Repeat([]byte(fmt.Sprint(n, " ")), 500) }
	full := 0
	for n := range 3000 {
		if !g.Keep(tagID(n), 1, record(n)) {
			full++
		}
	}
	forgotten := 0
	for n := range 3000 {
		switch kept, _ := g.Kept(tagID(n)); {
		case kept == nil && n == forgotten:
			forgotten++
		case !bytes.Equal(kept, record(n)):
			t.Fatalf("of tag %d is kept %.20q", n, kept)
		}
	}
	if took := g.Bytes() - before; full == 0 || forgotten == 0 || forgotten > 2900 || took > 3*blockSize+100_000 {
		t.Errorf("%d bytes, %d of 3000 forgotten, said so %d times", took, forgotten, full)
	}
	if g.Keep(tagID(1), 1, make([]byte, 2*blockSize)); g.Bytes()-before > 3*blockSize+100_000 {
		t.Error("what is larger than a block is kept")
	}
}
