package actor_test

import (
	"testing"

	"github.com/merroir/merroir/internal/actor"
)

// S20: a customer's version 6 addresses are one caller.
func TestNetwork(t *testing.T) {
	for ip, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", "::ffff:203.0.113.7": "203.0.113.7", "2001:db8:1:2::1": "2001:db8:1:2::/64", "2001:db8:1:2:ffff::9": "2001:db8:1:2::/64",
		"2001:db8:1:3::1": "2001:db8:1:3::/64", "fe80::1%eth0": "fe80::/64", "pipe": "pipe", "": "",
	} {
		if got := actor.Network(ip); got != want {
			t.Errorf("%s: %s, want %s", ip, got, want)
		}
	}
}
