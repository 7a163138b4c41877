package licenses

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"
)

// packed is made by make licenses.
//
//go:embed licenses.txt.gz
var packed []byte

// Print writes the licenses, each below the name and version of what it belongs to.
func Print(to io.Writer) error {
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return fmt.Errorf("open the licenses: %w", err)
	}
	if _, err := io.Copy(to, text); err != nil {
		return fmt.Errorf("print the licenses: %w", err)
	}

	return text.Close()
}

// Heading returns the lines above a license.
func Heading(name, version string) string {
	line := name + " " + version
	return "\n" + strings.Repeat("=", 80) + "\n" + line + "\n" + strings.Repeat("=", 80) + "\n\n"
}
