package report

import (
	"fmt"
	"sync"
	"testing"
)

// What farms lost of late is remembered for all who ask, also for those who do so at once.
func TestRememberedAtOnce(t *testing.T) {
	l := losses{known: map[string]loss{}}
	var all sync.WaitGroup
	for person := range 4 {
		all.Go(func() {
			for n := range 100 {
				farmID := fmt.Sprint(n)
				l.remember(farmID, loss{today: 7})
				if known, there := l.of(farmID); !there || known.today != 7 {
					t.Errorf("person %d: %+v of farm %d", person, known, n)
				}
			}
		})
	}
	all.Wait()
}
