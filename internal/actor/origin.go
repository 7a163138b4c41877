package actor

import (
	"context"
	"net/netip"
)

// Origin is where a call comes from, even if nobody is signed in.
type Origin struct {
	IP        string // the caller's address, behind the proxies that are trusted
	UserAgent string // what the caller's program says it is
	Bearer    string // the token that came with the call, good or not
}

type originKey struct{}

// WithOrigin gives a context in which calls come from o.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, originKey{}, o)
}

// OriginOf gives where the call of the context comes from; it is empty for one
// that the platform makes itself.
func OriginOf(ctx context.Context) Origin {
	o, _ := ctx.Value(originKey{}).(Origin)
	return o
}

// Network is what calls are counted by: a version 4 address, or the /64 of a
// version 6 one, of which a single customer has more than can be counted.
func Network(ip string) string {
	address, err := netip.ParseAddr(ip)
	switch {
	case err != nil:
		return ip
	case address.Unmap().Is4():
		return address.Unmap().String()
	}
	return netip.PrefixFrom(address.WithZone(""), 64).Masked().String()
}
