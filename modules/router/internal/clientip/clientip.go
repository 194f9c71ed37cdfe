// Package clientip finds the address of a client behind proxies:
//
//	resolver := clientip.Resolver{Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
//	address := resolver.From(request)
package clientip

import (
	"net/http"
	"net/netip"
)

// Resolver finds addresses. The zero value trusts nobody; a value is safe for
// concurrent use.
type Resolver struct {
	// Trusted are the proxies whose word about their own client is taken.
	// IPv4-mapped prefixes stand for those of IPv4.
	Trusted []netip.Prefix
}

// From returns the address of the client that sent r: that of the connection,
// and while that is a trusted proxy's, the one that the proxy reports. IPv4-mapped
// addresses are returned as IPv4, and none has a zone. It is the zero Addr when
// the connection has no IP address, such as that of a Unix socket.
//
// The report is X-Forwarded-For, or Forwarded (RFC 7239) when the request has no
// X-Forwarded-For. It is read from its end, where the nearest proxy has written:
// the first address that is not trusted is the client, and what is before it may
// be invented. An entry that is not an address, such as "unknown", ends the
// reading too, and the answer is the proxy that wrote it.
func (v Resolver) From(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	client := plain(peer.Addr())
	if !v.trusts(client) {
		return client
	}
	if lines := r.Header.Values("X-Forwarded-For"); len(lines) > 0 {
		return v.walk(client, lines, lastListed, address)
	}
	return v.walk(client, r.Header.Values("Forwarded"), lastElement, forwardedFor)
}

// walk reads entries from the end of the last line to the beginning of the first
// for as long as whoever wrote them is trusted.
func (v Resolver) walk(client netip.Addr, lines []string, last func(string) (string, string, bool), read func(string) (netip.Addr, bool)) netip.Addr {
	for i := len(lines) - 1; i >= 0; i-- {
		rest, entry, more := lines[i], "", true
		for more {
			rest, entry, more = last(rest)
			reported, ok := read(entry)
			if !ok {
				return client
			}
			client = reported
			if !v.trusts(client) {
				return client
			}
		}
	}
	return client
}

func (v Resolver) trusts(a netip.Addr) bool {
	for _, p := range v.Trusted {
		if unmapped(p).Contains(a) {
			return true
		}
	}
	return false
}

// unmapped makes a prefix of IPv4 of one that is mapped into IPv6.
func unmapped(p netip.Prefix) netip.Prefix {
	const mapped = 96 // bits before the IPv4 address
	if !p.Addr().Is4In6() || p.Bits() < mapped {
		return p
	}
	return netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-mapped)
}
