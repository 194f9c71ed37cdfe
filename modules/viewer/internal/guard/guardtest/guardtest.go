// Package guardtest has what specs of a guard.Dialer and of what uses one share:
// hosts that must not be reached, and a recorder that lets nothing be.
package guardtest

import (
	"errors"
	"net/netip"
	"sync"
)

// Host is one that nobody may reach by way of us.
type Host struct {
	Row  string // of the table of targets, such as "PT9"
	Name string // as it stands in an address
}

// Hosts returns hosts that are refused however they come: as an address, or as the
// host of a URL.
func Hosts() []Host {
	return []Host{
		{"PT1", "127.0.0.1"},
		{"PT2", "localhost"},
		{"PT3", "[::1]"},
		{"PT4", "0.0.0.0"},
		{"PT4", "[::]"},
		{"PT5", "10.0.0.1"},
		{"PT6", "172.31.255.255"},
		{"PT7", "192.168.1.1"},
		{"PT8", "100.64.0.1"},
		{"PT9", "169.254.169.254"},
		{"PT10", "[fd00:ec2::254]"},
		{"PT11", "100.100.100.200"},
		{"PT12", "192.0.0.192"},
		{"PT13", "168.63.129.16"},
		{"PT14", "[::ffff:127.0.0.1]"},
		{"PT14", "[::ffff:a9fe:a9fe]"},
		{"PT15", "[2002:7f00:1::]"},
		{"PT15", "[2001:0:7f00:1::1]"},
		{"PT15", "[64:ff9b::a9fe:a9fe]"},
		{"PT15", "[64:ff9b:1::a9fe:a9fe]"},
		{"PT16", "224.0.0.1"},
		{"PT16", "255.255.255.255"},
		{"PT16", "240.0.0.1"},
		{"PT16", "198.18.0.1"},
		{"PT16", "192.0.2.1"},
		{"PT16", "[::7f00:1]"},
		{"PT16", "[3fff::1]"},
		{"PT19", "LOCALHOST"},
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
