package app

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/tag"
)

// TAG-6: what the beacon of a page told is stored by the time the program has ended, under the
// country of the caller that a trusted proxy names; a preview and a prerendered page count for nothing.
func TestScansAreStoredAtTheEnd(t *testing.T) {
	url := dbtest.SQLiteURL(t)
	a := newBareApp(t, Config{DatabaseURL: url, TrustedProxies: "127.0.0.0/8"})
	_, err := a.farms.CreateWithID(system, ownFarm, farm.Details{Name: "Farm", Country: "USA", State: "Maine", TimeZone: "UTC", Activities: []string{"Harvest"}})
	must(t, err)
	_, err = a.events.Create(system, tag.Draft{ID: someTag, FarmID: ownFarm, Type: tag.TypeFarm})
	must(t, err)
	address, stop, ended := started(t, a)
	for browser, purpose := range map[string]string{"Mozilla/5.0 (iPhone)": "", "Mozilla/5.0 (Mac)": "prefetch;prerender", "facebookexternalhit/1.1": ""} {
		body := strings.NewReader(`{"event":"Tag Pageview","farmName":"x","farmId":"y","tagId":"` + someTag + `"}`)
		r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://"+address+"/api/pageview", body)
		must(t, err)
		r.Header.Set("User-Agent", browser)
		r.Header.Set("Sec-Purpose", purpose)
		r.Header.Set("X-Forwarded-For", "8.8.8.8")
		response, err := http.DefaultClient.Do(r)
		must(t, err)
		must(t, response.Body.Close())
		if response.StatusCode != http.StatusNoContent {
			t.Errorf("%s: %d", browser, response.StatusCode)
		}
	}
	stop()
	must(t, <-ended)
	again := newBareApp(t, Config{DatabaseURL: url})
	found, err := again.scans.Of(system, ownFarm, "", "")
	must(t, err)
	if found.Total != 1 || len(found.Countries) != 1 || found.Countries[0].Country != "US" {
		t.Errorf("%+v", found)
	}
}
