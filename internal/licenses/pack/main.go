// Command pack packs the licenses of everything that is compiled into the binary: Go, the Go modules that cmd/merroir imports, and
// the npm packages of the web app, from the module cache and web/node_modules: make licenses.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/licenses"
)

func main() {
	var text bytes.Buffer
	if err := errors.Join(addNotice(&text), addGo(&text), addModules(&text), addPackages(&text)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}

	if err := writePacked(os.Stdout, text.Bytes()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// writePacked compresses the text; the same text gives the same bytes.
func writePacked(to io.Writer, text []byte) error {
	packed, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := packed.Write(text); err != nil {
		return err
	}
	return packed.Close()
}

func addNotice(text *bytes.Buffer) error {
	notice, err := os.ReadFile("NOTICE.md")
	text.Write(notice)
	return err
}

func addGo(text *bytes.Buffer) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("find Go: %w", err)
	}

	return addFolder(text, licenses.Heading("Go", "standard library"), strings.TrimSpace(string(root)), "")
}

func addModules(text *bytes.Buffer) error {
	all, err := modules(".")
	if err != nil {
		return err
	}

	for _, m := range all {
		if err := addFolder(text, licenses.Heading(m.name, m.version), m.dir, ""); err != nil {
			return err
		}
	}
	return nil
}

func addPackages(text *bytes.Buffer) error {
	all, err := packages("web/package-lock.json")
	if err != nil {
		return err
	}

	for _, p := range all {
		dir := filepath.Join("web", p.dir)
		said, err := licenseOfPackage(dir)
		if err != nil {
			return err
		}
		if err := addFolder(text, licenses.Heading(p.name, p.version), dir, said); err != nil {
			return err
		}
	}
	return nil
}

// licenseOfPackage returns what package.json says, for a package without a file of its license.
func licenseOfPackage(dir string) (string, error) {
	content, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", fmt.Errorf("read an npm package (make build installs it): %w", err)
	}

	var p struct {
		License string
		Author  any
	}
	if err := json.Unmarshal(content, &p); err != nil {
		return "", fmt.Errorf("read %s/package.json: %w", dir, err)
	}
	if p.License == "" {
		return "", nil
	}
	if p.Author == nil {
		return "License: " + p.License + "\n", nil
	}
	author, err := json.Marshal(p.Author)
	return fmt.Sprintf("License: %s, by %s\n", p.License, author), err
}

var licenseFile = regexp.MustCompile(`(?i)^(.*-)?(licen[sc]e|copying|copyright|notice|unlicense|patents)([-.].*)?$`)

// addFolder adds the files of a license in the folder, or the given text if there is none.
func addFolder(text *bytes.Buffer, heading, dir, otherwise string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("read %s: %w", dir, err)
	}
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool {
		return !e.Type().IsRegular() || !licenseFile.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go"
	})
	if len(entries) == 0 && otherwise == "" {
		return fmt.Errorf("%s has no license", dir)
	}

	text.WriteString(heading)
	if len(entries) == 0 {
		text.WriteString(otherwise)
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		text.Write(bytes.TrimSpace(bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))))
		text.WriteString("\n\n")
	}
	return nil
}
