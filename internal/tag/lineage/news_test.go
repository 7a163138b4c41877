package lineage

import "testing"

// What has come since a moment is known for as many tags as are kept, and not after all was read anew.
func TestNewsSinceAMoment(t *testing.T) {
	var n news
	if _, known := n.since(n.mark()); known {
		t.Error("something is known before anything was read")
	}
	n.forget()
	begun := n.mark()
	for tag := range int32(3*newsKept + 5) {
		n.add(tag)
		if tag == 3*newsKept {
			if tags, known := n.since(begun); known {
				t.Fatalf("%d tags are known since the beginning", len(tags))
			}
			begun = n.mark()
		}
	}
	tags, known := n.since(begun)
	if !known || len(tags) != 4 || tags[0] != 3*newsKept+1 || tags[3] != 3*newsKept+4 {
		t.Errorf("%v, %v", tags, known)
	}
	if tags, known := n.since(n.mark()); !known || len(tags) != 0 {
		t.Errorf("since now: %v, %v", tags, known)
	}
	n.forget()
	if _, known := n.since(begun); known {
		t.Error("known although all was read anew")
	}
}
