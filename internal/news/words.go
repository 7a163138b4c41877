package news

import (
	"fmt"
	"net/url"
	"strings"
	"time"
)

// The sentences stand on the page too (web/src/features/notices/words.ts).

// about is each kind in words.
var about = map[string]string{
	"recall": "recalls", "lease": "leases", "certificate": "certificates", "paper": "paper", kindMortality: "mortality", kindUpload: "uploads", kindWeek: "the week",
}

// heading is what several pieces of news of one kind are about.
func heading(all []News) string {
	if len(all) == 1 {
		first, _, _ := strings.Cut(all[0].sentence(), ". ")
		return strings.TrimSuffix(first, ".")
	}
	return fmt.Sprintf("%d notices about %s", len(all), about[all[0].Kind])
}

// sentence is what one was told.
func (n News) sentence() string {
	expired := n.State == "expired"
	switch n.Kind {
	case "recall":
		return fmt.Sprintf("A recall by %s reaches this farm.", n.Subject)
	case "lease":
		return fmt.Sprintf("The lease of %s %s on %s.", n.Subject, either(expired, "ended", "ends"), dayInWords(n.On))
	case "certificate":
		return fmt.Sprintf("Certificate %s %s on %s.", n.Subject, either(expired, "expired", "expires"), dayInWords(n.On))
	case kindMortality:
		return fmt.Sprintf("%s %% of the animals were lost in the 30 days before. That is above this farm’s mark.", n.Subject)
	case kindUpload:
		return fmt.Sprintf("The upload of %s %s", n.Subject, either(n.State == "refused", "was refused: nothing was recorded.", "is recorded."))
	}
	paper := paperNames[n.Subject]
	switch n.State {
	case "held":
		return fmt.Sprintf("Shipments of %s paper are on hold.", paper)
	case "stopped":
		return fmt.Sprintf("There is little %s paper left, and no refill will be ordered.", paper)
	}
	return fmt.Sprintf("There is little %s paper left.", paper)
}

var paperNames = map[string]string{"mobile": "mobile", "industrial": "industrial", "mobileSticker": "sticker", "blackLineMobile": "black line mobile"}

// path is where it is dealt with, below the farm's page.
func (n News) path() string {
	switch n.Kind {
	case "recall":
		return "/recalls/" + url.PathEscape(n.Ref)
	case "lease":
		return "?tab=info#lease-" + url.PathEscape(n.Ref)
	case "certificate":
		return "?tab=info"
	case "paper":
		return "?tab=tagging"
	case kindMortality:
		return "?tab=reports&report=intervalMortality&dates=30"
	}
	return "/upload?upload=" + url.QueryEscape(n.Ref)
}

func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

func dayInWords(on string) string {
	day, err := time.Parse(time.DateOnly, on)
	if err != nil {
		return on
	}
	return day.Format("2 Jan 2006")
}
