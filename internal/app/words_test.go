package app_test

import (
	"io/fs"
	"maps"
	"regexp"
	"testing"
)

var (
	worded  = regexp.MustCompile(`(?m)^  '?([a-z]+(?:[.-][a-zA-Z.-]+)+)'?: '`)
	dotted  = regexp.MustCompile(`^[a-z]+(\.[a-zA-Z-]+)+$`)
	subject = regexp.MustCompile(`^[a-z]+`)
)

// AUTH-9: what the trail tells and what waits among the jobs is said in words,
// not by the name that the program has for it. Names are known by what they
// begin with: user.update, mail.send.
func TestDeedsAndJobsHaveWords(t *testing.T) {
	words := wordsOf(t, "web/src/features/audit/words.ts")
	maps.Copy(words, wordsOf(t, "web/src/features/jobs/words.ts"))
	words["group.datePlanted"] = false // a field that a call may name
	subjects := map[string]bool{"invoice": true, "prices": true}
	for name := range words {
		subjects[subject.FindString(name)] = true
	}
	said := map[string]bool{}
	eachStatement(t, func(_, where, text string) {
		if !dotted.MatchString(text) || !subjects[subject.FindString(text)] {
			return
		}
		if _, has := words[text]; !has {
			t.Errorf("%s: %s has no words", where, text)
		}
		said[text] = true
	})
	for name, isName := range words {
		if isName && dotted.MatchString(name) && !said[name] {
			t.Errorf("nothing is called %s any more", name)
		}
	}
}

// wordsOf gives the names that have words in a table of the web app.
func wordsOf(t *testing.T, file string) map[string]bool {
	t.Helper()
	source, err := fs.ReadFile(root, file)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, match := range worded.FindAllStringSubmatch(string(source), -1) {
		names[match[1]] = true
	}
	return names
}
