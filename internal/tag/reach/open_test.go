package reach

import (
	"fmt"
	"sync"
	"testing"
)

// What is remembered of farms, and who follows for the others, is shared by all who ask.
func TestRememberedAtOnce(t *testing.T) {
	r := &reaches{}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for n := range 100 {
				farmID := fmt.Sprint(n)
				if f, err := r.begin(); err == nil {
					r.end(f, nil)
				}
				r.put(farmID, reach{state: "1"})
				if _, found := r.get(map[string]string{farmID: "1"}); !found {
					t.Errorf("farm %d is not remembered", n)
				}
			}
		})
	}
	all.Wait()
}
