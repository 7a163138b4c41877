package main

import (
	"slices"
	"strings"
)

// putTogether are those that name everything, and call nothing of it.
var putTogether = []string{"New", ".routes"}

func (d *decl) ofTests() bool { return strings.HasSuffix(d.file, "_test.go") }

func (p *pack) tests() []string {
	var tests []string
	for name, decls := range p.decls {
		if decls[0].ofTests() && (strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz")) && name != "TestMain" {
			tests = append(tests, name)
		}
	}
	slices.Sort(tests)
	return tests
}

func (p *pack) watched() []string {
	return slices.DeleteFunc(p.tests(), func(name string) bool { return p.why(name) == "" })
}

// why gives the way from a test to where a goroutine begins, if there is one.
func (p *pack) why(test string) string {
	type step struct{ name, way string }
	seen := map[string]bool{test: true}
	for steps := []step{{test, ""}}; len(steps) > 0; steps = steps[1:] {
		for _, d := range p.decls[steps[0].name] {
			if d.killed && steps[0].name == test {
				return "" // nobody hears what the detector says in a process that is killed
			}
			if d.begins != "" {
				return steps[0].way + d.begins
			}
			if slices.Contains(putTogether, steps[0].name) {
				continue
			}
			for _, called := range d.calls {
				if !seen[called] && p.decls[called] != nil {
					seen[called] = true
					steps = append(steps, step{called, steps[0].way + called + " "})
				}
			}
		}
	}
	return ""
}

// atOnce tells whether the code of the package, not its tests, begins goroutines or shares anything between them.
func (p *pack) atOnce() bool {
	for _, decls := range p.decls {
		if slices.ContainsFunc(decls, func(d *decl) bool { return !d.ofTests() && (d.begins != "" || d.shares) }) {
			return true
		}
	}
	return false
}

// everywhere gives the watched tests of which no package has an unwatched one of the same name.
func everywhere(packages []*pack) []string {
	var names, not []string
	for _, p := range packages {
		watched := p.watched()
		names = append(names, watched...)
		not = append(not, slices.DeleteFunc(p.tests(), func(name string) bool { return slices.Contains(watched, name) })...)
	}
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(not, name) })
}

// pattern is the one that go test takes for the tests.
func pattern(names []string) string {
	slices.Sort(names)
	return "^(" + strings.Join(slices.Compact(names), "|") + ")$"
}
