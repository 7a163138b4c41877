package tag

import (
	"testing"

	"github.com/merroir/merroir/internal/ledger"
)

func TestFigure_HasAtMostThreeDecimals(t *testing.T) {
	for quantity, want := range map[float64]string{
		250. / 12: "20.833", 80. / 12: "6.667", 1. / 12: "0.083", 5. / 12: "0.417", 7. / 12: "0.583", 11. / 12: "0.917", 13. / 12: "1.083",
		12: "12", 2.5: "2.5", 0.1 + 0.2: "0.3", 0: "0", -0.0001: "0", 1e9: "1000000000", 0.9999999: "1",
	} {
		if got := Figure(quantity); got != want {
			t.Errorf("%v: %s, want %s", quantity, got, want)
		}
	}
}

func TestSay_CountsWhatItShows(t *testing.T) {
	for _, tt := range []struct {
		parts int64
		unit  ledger.Unit
		want  string
	}{{1, ledger.Each, "1 animal"}, {250, ledger.Each, "250 animals"}, {250, ledger.Dozen, "20.833 dozen"}, {1, ledger.Dozen, "0.083 dozen"}, {1000, ledger.Bag, "1 bag"}, {1500, ledger.Bushel, "1.5 bushels"}, {20833, ledger.Kg, "20.833 kg"}} {
		if got := Say(tt.parts, tt.unit); got != tt.want {
			t.Errorf("%d %s: %q, want %q", tt.parts, tt.unit, got, tt.want)
		}
	}
}
