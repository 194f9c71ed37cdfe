// Package guardtest has what specs of a guard.Dialer and of what uses one share:
// hosts that must not be reached, and a recorder that lets nothing be.
package guardtest

import (
	"errors"
	"net/netip"
	"sync"
)

// Hosts returns hosts that nobody may reach by way of us, however they come: as an
// address, or as the host of a URL.
func Hosts() []string {
	return []string{
		"127.0.0.1",
		"localhost",
		"[::1]",
		"0.0.0.0",
		"[::]",
		"10.0.0.1",
		"172.31.255.255",
		"192.168.1.1",
		"100.64.0.1",
		"169.254.169.254",
		"[fd00:ec2::254]",
		"100.100.100.200",
		"192.0.0.192",
		"168.63.129.16",
		"[::ffff:127.0.0.1]",
		"[::ffff:a9fe:a9fe]",
		"[2002:7f00:1::]",
		"[2001:0:7f00:1::1]",
		"[64:ff9b::a9fe:a9fe]",
		"[64:ff9b:1::a9fe:a9fe]",
		"224.0.0.1",
		"255.255.255.255",
		"240.0.0.1",
		"198.18.0.1",
		"192.0.2.1",
		"[::7f00:1]",
		"[3fff::1]",
		"LOCALHOST",
	}
}

// ErrRecorded is what a Recorder ends a connection with that it does not let
// through.
var ErrRecorded = errors.New("recorded instead of dialled")

// Recorder is told of what is about to be connected to, and refuses it: no spec
// sends anything beyond this machine. The zero value refuses all. It may be used
// concurrently.
type Recorder struct {
	Loopback bool // lets connections to this machine through

	mu   sync.Mutex
	seen []string
}

// Observe records an address. It is the observer of a dialer.
func (r *Recorder) Observe(at netip.AddrPort) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, at.String())
	if r.Loopback && at.Addr().IsLoopback() {
		return nil
	}
	return ErrRecorded
}

// Seen returns the addresses so far, none as an empty list.
func (r *Recorder) Seen() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string{}, r.seen...)
}
