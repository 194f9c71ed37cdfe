package devtools

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// forwarding are the headers of proxies. Behind one every request seems to come
// from this machine.
var forwarding = []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"}

// Local allows what comes from this machine, is addressed to it by a name that
// means that, and has not come through a proxy.
func Local(r *http.Request) bool {
	for _, name := range forwarding {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && remote.Addr().Unmap().IsLoopback() && isLocalName(r.Host)
}

// isLocalName reports whether a host stands for this machine wherever it is looked
// up: the name of a page elsewhere may be given the address of this machine.
func isLocalName(hostport string) bool {
	host := hostport
	if name, _, err := net.SplitHostPort(hostport); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback()
}
