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

// R36: settings with which a card could be charged and nobody would hear of it are
// refused in a sentence that names the setting and holds no secret.
func TestStripeSettings(t *testing.T) {
	for _, tt := range []struct{ key, secret, names string }{
		{"", "", ""}, {"sk_test_1", "whsec_1", ""}, {"rk_live_1", "whsec_1,whsec_2", ""},
		{"sk_test_1", "", "MERROIR_STRIPE_WEBHOOK_SECRET"}, {"", "whsec_1", "MERROIR_STRIPE_WEBHOOK_SECRET"}, {"pk_test_1", "whsec_1", "MERROIR_STRIPE_KEY"},
		{"sk_test_1", "hook_1", "MERROIR_STRIPE_WEBHOOK_SECRET"}, {"sk_test_1", "whsec_1,whsec_2,whsec_3", "MERROIR_STRIPE_WEBHOOK_SECRET"},
	} {
		err := (&Config{StripeKey: tt.key, StripeSecret: tt.secret}).checkStripe()
		if (err == nil) != (tt.names == "") || err != nil && (!strings.HasPrefix(err.Error(), tt.names) || strings.Contains(err.Error(), "_1")) {
			t.Errorf("%q %q: %v", tt.key, tt.secret, err)
		}
	}
}
