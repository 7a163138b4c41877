package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// source is a Go module or npm package that is compiled in.
type source struct {
	name, version string
	dir           string // of an npm package relative to web
}

// modules returns the Go modules that cmd/merroir is built from on Linux, sorted by name. dir is the folder of go.mod.
func modules(dir string) ([]source, error) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/merroir")
	list.Dir = dir
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOPROXY=off")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list the Go modules: %w", err)
	}

	lines := slices.Sorted(strings.Lines(string(out)))
	var all []source
	for _, line := range slices.Compact(lines) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) == 3 {
			all = append(all, source{name: fields[0], version: fields[1], dir: fields[2]})
		}
	}
	return all, nil
}

// packages returns the npm packages of the web app, sorted by name: those in the lock file that are not only for
// development.
func packages(lockFile string) ([]source, error) {
	content, err := os.ReadFile(lockFile)
	if err != nil {
		return nil, fmt.Errorf("read the npm packages: %w", err)
	}
	var lock struct {
		Packages map[string]struct {
			Version                    string
			Dev, DevOptional, Optional bool
		}
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return nil, fmt.Errorf("read %s: %w", lockFile, err)
	}

	var all []source
	for _, dir := range slices.Sorted(maps.Keys(lock.Packages)) {
		p := lock.Packages[dir]
		if dir == "" || p.Dev || p.DevOptional || p.Optional {
			continue
		}
		name := dir[strings.LastIndex(dir, "node_modules/")+len("node_modules/"):]
		all = append(all, source{name: name, version: p.Version, dir: dir})
	}
	return all, nil
}
