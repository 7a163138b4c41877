package app

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// notSettings are variables with the prefix of the settings that others set: Kubernetes for a service named
// merroir, and tests of this program.
var notSettings = regexp.MustCompile(`^MERROIR_(TEST_.*|SERVICE_(HOST|PORT).*|PORT(_\d+_(TCP|UDP).*)?)$`)

// CheckNames refuses variables that look like settings and are none, as a misspelled setting has no effect: a
// backup would not be encrypted.
func CheckNames(environment []string) error {
	known := settingNames()
	for _, entry := range environment {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "MERROIR_") || notSettings.MatchString(name) || slices.Contains(known, name) {
			continue
		}
		return fmt.Errorf("%s is not a setting: did you mean %s? `merroir serve --help` lists them all", name, nearest(name, known))
	}
	return nil
}

// settingNames returns the variables of all settings.
func settingNames() (names []string) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
		if name := field.Tag.Get("env"); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// nearest returns the name with the fewest edits; of several the one that begins like the text for longest.
func nearest(text string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int {
		if x, y := edits(text, a), edits(text, b); x != y {
			return x - y
		}
		return commonPrefix(text, b) - commonPrefix(text, a)
	})
}

func commonPrefix(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// edits returns how many letters must be inserted to make one text of the other, where a text that is only
// shortened (BACKUP_PASS) counts half, or must be replaced or deleted.
func edits(typed, name string) int {
	row := make([]int, len(name)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(typed) {
		diagonal := row[0]
		row[0] += 2
		for j := range len(name) {
			cost := 2
			if typed[i] == name[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j+1]+2, row[j]+1)
		}
	}
	return row[len(name)]
}
