// Command stripefake is the Stripe that remembers, as a process for tests in a
// browser. It prints its address and that of its desk, where POST /events?to=…
// sends what it has to tell, and ends with its standard input.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"github.com/merroir/merroir/internal/billing/stripetest"
)

func main() {
	fake := stripetest.New(time.Now)
	defer fake.Close()
	desk := http.NewServeMux()
	desk.HandleFunc("POST /events", func(w http.ResponseWriter, r *http.Request) {
		inOrder := func(events []map[string]any) []map[string]any { return events }
		if err := fake.Send(r.URL.Query().Get("to"), inOrder); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	})
	at := httptest.NewServer(desk)
	defer at.Close()
	fmt.Println(fake.URL, at.URL)
	_, _ = io.Copy(io.Discard, os.Stdin)
}
