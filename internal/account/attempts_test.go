package account

import (
	"encoding/binary"
	"net/netip"
	"testing"
	"time"
)

// S20: a million networks take bounded memory, keep nobody out and do not undo
// what was counted; the addresses of one network count together.
func TestAttemptsAreBounded(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	a := newAttempts(2, time.Minute, func() time.Time { return now })
	a.add("2001:db8::1")
	if a.exhausted("2001:db8::1") {
		t.Error("exhausted before the limit")
	}
	a.add("2001:db8::2")
	address := [16]byte{0: 0x20, 1: 0x02}
	for i := range uint32(1_000_000) {
		binary.BigEndian.PutUint32(address[2:], i)
		a.add(netip.AddrFrom16(address).String())
	}
	if len(a.counts) != maxNetworks {
		t.Errorf("%d networks are kept", len(a.counts))
	}
	if !a.exhausted("2001:db8::3") || a.exhausted("192.0.2.1") {
		t.Error("the crowd undid a count, or shut others out")
	}
	now = now.Add(time.Minute)
	if a.exhausted("2001:db8::3") || len(a.counts) != 0 {
		t.Error("an old window still counts")
	}
}
