package export

import "testing"

// EXP-2: the name of a file keeps the letters of any script.
func TestFileNamesKeepLetters(t *testing.T) {
	for want, words := range map[string][]string{
		"salish-sea-harvest-log-2026-11-20.xlsx": {"Salish Sea", "Harvest log", "2026-11-20"},
		"ostréiculture-île-d-oléron-yield.xlsx":  {"Ostréiculture Île d'Oléron", "% Yield"},
		"牡蠣養殖場-inventory.xlsx":                   {"牡蠣養殖場", "Inventory"},
		"ฟาร์ม-2.xlsx":                           {"ฟาร์ม", "2"},
		"a-b.xlsx":                               {"../a\\b\r\n"},
	} {
		if got := fileName(words...); got != want {
			t.Errorf("%q: %s", words, got)
		}
	}
}
