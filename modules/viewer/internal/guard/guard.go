// Package guard connects to what others name, and to nothing that they must not
// reach. It judges the address that is about to be connected to, whichever name
// or spelling led there and whichever resolver was asked:
//
//	dialer := guard.Dialer{Timeout: 5 * time.Second}
//	transport := &http.Transport{DialContext: dialer.DialContext}
package guard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// ErrForbidden is the error of an address that is not connected to.
var ErrForbidden = errors.New("this address is not allowed")

// Dialer connects to addresses that are allowed. The zero value allows addresses
// of the public internet that are not of this machine. It must not be changed
// while it is used.
type Dialer struct {
	// Private allows loopback and private networks too, and addresses of this
	// machine. What clouds keep their credentials behind stays forbidden.
	Private bool
	// Exact is allowed whatever it is. Default: nothing is.
	Exact netip.Addr
	// Self is where this server listens: its port is forbidden on all addresses
	// of this machine, whatever else is allowed. Default: not known.
	Self netip.AddrPort
	// Own are addresses of this machine that none of its interfaces has, such as
	// that of a translator before it. Default: none.
	Own []netip.Addr
	// Timeout bounds a connection, with the search for its name. Default: none.
	Timeout time.Duration
	// Resolver finds addresses. Default, for nil: that of the system.
	Resolver *net.Resolver
	// Observe is told of every address that is allowed, before it is connected
	// to; an error keeps from that. Default: nothing is told.
	Observe func(address netip.AddrPort) error
}

// DialContext connects by tcp. The error of a forbidden address is ErrForbidden.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: d.Timeout, Resolver: d.Resolver, KeepAlive: -1, Control: d.control}
	return dialer.DialContext(ctx, network, address)
}

// control is called between the search for a name and the connection.
func (d *Dialer) control(network, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || network != "tcp4" && network != "tcp6" {
		return fmt.Errorf("%w: %s %s", ErrForbidden, network, address)
	}
	if err := d.Check(at); err != nil || d.Observe == nil {
		return err
	}
	return d.Observe(at)
}

// Check judges an address. The error is ErrForbidden.
func (d *Dialer) Check(at netip.AddrPort) error {
	address, own := at.Addr(), append(ownAddresses(), d.Own...)
	plain := address.Unmap()
	isOwn := slices.Contains(own, plain) || plain.IsLoopback() || plain.IsUnspecified()
	switch {
	case d.Self.IsValid() && at.Port() == d.Self.Port() && (isOwn || plain == d.Self.Addr().Unmap()):
	case d.Exact.IsValid() && plain == d.Exact.Unmap():
		return nil
	case slices.Contains(metadata, plain):
	case d.Private && within(private, plain):
		return nil
	case !d.Private && isOwn:
	case public.SafeAddr(address) == nil:
		return nil
	}
	return fmt.Errorf("%w: %s", ErrForbidden, at)
}

func within(prefixes []netip.Prefix, address netip.Addr) bool {
	return slices.ContainsFunc(prefixes, func(p netip.Prefix) bool { return p.Contains(address) })
}

// ownAddresses are those of the interfaces of this machine, at this moment.
func ownAddresses() []netip.Addr {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var own []netip.Addr
	for _, a := range list {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			own = append(own, p.Addr().Unmap())
		}
	}
	return own
}

var (
	// public knows what is no address of the public internet, by IANA's registries.
	public = ssrf.New(ssrf.WithAnyPort())
	// metadata is where clouds tell machines their credentials.
	metadata = []netip.Addr{
		netip.MustParseAddr("168.63.129.16"), // Azure, an address that is public otherwise
		netip.MustParseAddr("100.100.100.200"),
		netip.MustParseAddr("fd00:ec2::254"),
		netip.MustParseAddr("fd20:ce::254"),
	}
	// private is what a Dialer with Private allows besides.
	private = []netip.Prefix{
		netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"),
		netip.MustParsePrefix("192.168.0.0/16"), netip.MustParsePrefix("100.64.0.0/10"),
		netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("fc00::/7"),
	}
)
