package app

import (
	"slices"
	"strings"
	"testing"
)

// SHELL-1, S15: what gets into a content security policy is an origin and
// nothing more.
func TestShellOrigins(t *testing.T) {
	good := map[string][]string{
		"":                    {},
		"https://app.example": {"https://app.example"},
		"https://app.example, http://localhost:8100,https://a-b.example:8443": {"https://app.example", "http://localhost:8100", "https://a-b.example:8443"},
	}
	for text, want := range good {
		got, err := (&Config{ShellOrigins: text}).shellOrigins()
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	bad := []string{
		"*", "https://*", "https://*.app.example", "app.example", "https:", "https://", "https://app.example/", "https://app.example/path",
		"https://app.example;script-src", "https://user@app.example", "file://app", "javascript://app.example", "'self'", "https://app.example:port",
		"https://app.example https://other.example/x", "https://app.example?x", "https://-app.example",
	}
	for _, text := range bad {
		if _, err := (&Config{ShellOrigins: text}).shellOrigins(); err == nil || !strings.HasPrefix(err.Error(), "MERROIR_SHELL_ORIGINS: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	config := Config{DataDir: t.TempDir(), PublicURL: "http://localhost", WebsiteURL: "http://localhost", FarmAppURL: "http://localhost", ShellOrigins: "*"}
	if err := config.complete(); err == nil {
		t.Error("a start with an open setting is not refused")
	}
}
