package plain

import "testing"

func TestDecimal(t *testing.T) {
	tests := map[string]struct{ point, comma, unsure float64 }{ // -1: refused
		"0":         {0, 0, 0},
		"12":        {12, 12, 12},
		"1500":      {1500, 1500, 1500},
		"2.5":       {2.5, 2.5, 2.5},
		"2,5":       {2.5, 2.5, 2.5},
		"1.500":     {1.5, -1, -1},
		"1,500":     {-1, 1.5, -1},
		"12,345":    {-1, 12.345, -1},
		"0.125":     {0.125, 0.125, 0.125},
		"0,125":     {0.125, 0.125, 0.125},
		"1234.567":  {1234.567, 1234.567, 1234.567},
		"1,500,000": {-1, -1, -1}, "1.500.000": {-1, -1, -1}, "1,500.5": {-1, -1, -1}, "1 500": {-1, -1, -1},
		"0x1p-2": {-1, -1, -1}, "1e3": {-1, -1, -1}, "1E3": {-1, -1, -1}, "1_000": {-1, -1, -1}, "Inf": {-1, -1, -1}, "NaN": {-1, -1, -1},
		"": {-1, -1, -1}, ".5": {-1, -1, -1}, "5.": {-1, -1, -1}, "-5": {-1, -1, -1}, "+5": {-1, -1, -1}, "٣": {-1, -1, -1}, "a few": {-1, -1, -1},
	}
	for text, want := range tests {
		for decimal, wanted := range map[byte]float64{'.': want.point, ',': want.comma, 0: want.unsure} {
			got, ok := Decimal(text, decimal)
			if !ok {
				got = -1
			}
			if got != wanted {
				t.Errorf("%q with %q: %v, want %v", text, decimal, got, wanted)
			}
		}
	}
}
