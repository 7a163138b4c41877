package lineage

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

func tagID(n int) string { return fmt.Sprintf("7a%022x", n) }

// grown is a graph of so many tags, each made of up to three of those before it.
func grown(size int) (*Graph, [][]int) {
	g, draw := New(), rand.New(rand.NewPCG(13, 1))
	parents := make([][]int, size)
	for n := range size {
		if _, err := g.put(tagRow{id: tagID(n), firmID: fmt.Sprint("f", n%7), version: 1}); err != nil {
			panic(err)
		}
		for range draw.IntN(4) {
			if n == 0 {
				break
			}
			p := draw.IntN(n)
			if err := g.link(edgeRow{tagID(n), tagID(p)}); err != nil {
				panic(err)
			}
			if !slices.Contains(parents[n], p) {
				parents[n] = append(parents[n], p)
			}
		}
	}
	return g, parents
}

// Below is what a plain walk finds, each tag one step further than what it was reached from.
func TestBelowIsAWalk(t *testing.T) {
	g, parents := grown(3000)
	for root := 0; root < 3000; root += 211 {
		far := map[string]int{tagID(root): 0}
		for n := root + 1; n < len(parents); n++ { // parents come before
			for _, p := range parents[n] {
				if steps, reached := far[tagID(p)]; reached {
					if best, known := far[tagID(n)]; !known || steps+1 < best {
						far[tagID(n)] = steps + 1
					}
				}
			}
		}
		ids, via := g.Below([]string{tagID(root)})
		if len(ids) != len(far) {
			t.Fatalf("%d tags below %d, want %d", len(ids), root, len(far))
		}
		for i, id := range ids {
			if i > 0 && far[id] != far[ids[via[i]]]+1 {
				t.Fatalf("%s is %d steps away and was reached from %s, %d away", id, far[id], ids[via[i]], far[ids[via[i]]])
			}
		}
		want := []string{}
		for _, p := range parents[root] {
			want = append(want, tagID(p))
		}
		slices.Sort(want)
		if got := g.Parents(tagID(root)); !slices.Equal(got, want) {
			t.Errorf("parents %v, want %v", got, want)
		}
	}
}

// What the graph says that it takes is what it does: the bound of all caches counts it.
func TestBytesAreWhatAGraphTakes(t *testing.T) {
	used := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := used()
	g, _ := grown(300_000)
	took, said := used()-before, g.Bytes()
	if said < took*8/10 || said > took*12/10 {
		t.Errorf("it takes %d bytes and says %d", took, said)
	}
	if each := said / 300_000; each > 120 {
		t.Errorf("%d bytes for each tag", each)
	}
	runtime.KeepAlive(g)
}
