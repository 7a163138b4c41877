package secret_test

import (
	"regexp"
	"testing"

	"github.com/merroir/merroir/internal/secret"
)

func TestATokenIsFoundByItsDigestAlone(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{64}$`)
	seen := map[string]bool{}
	for range 100 {
		token, digest := secret.New()
		if !form.MatchString(token) || digest != secret.Digest(token) || digest == token || seen[token] {
			t.Fatalf("token %s, digest %s", token, digest)
		}
		seen[token] = true
	}
	// What is stored must still be found after an update of the program.
	if got := secret.Digest("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("digest %s", got)
	}
}
