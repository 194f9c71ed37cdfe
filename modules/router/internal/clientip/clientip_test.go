package clientip_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/clientip"
)

// behindProxies trusts 10.0.0.0/8, one address of IPv6, and 192.0.2.0/24 in its
// mapped form.
func behindProxies() clientip.Resolver {
	return clientip.Resolver{Trusted: []netip.Prefix{
		netip.MustParsePrefix("10.0.0.0/8"),
		netip.MustParsePrefix("2001:db8:ffff::1/128"),
		netip.MustParsePrefix("::ffff:192.0.2.0/120"),
	}}
}

func from(v clientip.Resolver, remote string, header http.Header) string {
	a := v.From(&http.Request{RemoteAddr: remote, Header: header})
	if !a.IsValid() {
		return ""
	}
	return a.String()
}

const proxy = "10.0.0.1:1234"

var _ = Describe("The address of a client", func() {
	DescribeTable("is that of the connection",
		func(v clientip.Resolver, remote, want string) {
			header := http.Header{"X-Forwarded-For": {"6.6.6.6"}, "Forwarded": {"for=6.6.6.6"}}
			Expect(from(v, remote, header)).To(Equal(want))
		},
		Entry("when nobody is trusted", clientip.Resolver{}, "203.0.113.9:80", "203.0.113.9"),
		Entry("when nobody is trusted, not even loopback", clientip.Resolver{}, "127.0.0.1:80", "127.0.0.1"),
		Entry("when the peer is not a trusted proxy", behindProxies(), "203.0.113.9:80", "203.0.113.9"),
		Entry("when the peer is next to a trusted proxy", behindProxies(), "[2001:db8:ffff::2]:80", "2001:db8:ffff::2"),
		Entry("as IPv4 when it is mapped", clientip.Resolver{}, "[::ffff:203.0.113.9]:80", "203.0.113.9"),
		Entry("without a zone", clientip.Resolver{}, "[fe80::1%eth0]:80", "fe80::1"),
		Entry("which a Unix socket does not have", behindProxies(), "@", ""),
		Entry("which an empty one does not have", behindProxies(), "", ""),
	)

	DescribeTable("is read from the end of X-Forwarded-For behind a trusted proxy",
		func(want string, lines ...string) {
			Expect(from(behindProxies(), proxy, http.Header{"X-Forwarded-For": lines})).To(Equal(want))
		},
		Entry("one entry", "203.0.113.9", "203.0.113.9"),
		Entry("the last one of a chain that the client invented", "203.0.113.9", "6.6.6.6, 203.0.113.9"),
		Entry("behind trusted ones", "203.0.113.9", "6.6.6.6, 203.0.113.9, 10.0.0.2, 10.9.9.9"),
		Entry("behind a trusted one of IPv6", "203.0.113.9", "203.0.113.9, 2001:db8:ffff::1"),
		Entry("behind one that a mapped prefix trusts", "203.0.113.9", "203.0.113.9, 192.0.2.7"),
		Entry("in the last line before those above it", "203.0.113.9", "6.6.6.6", "203.0.113.9"),
		Entry("in the line above when the last one is trusted", "203.0.113.9", "6.6.6.6, 203.0.113.9", "10.0.0.3"),
		Entry("the first one when all are trusted", "10.0.0.3", "10.0.0.3, 10.0.0.2"),
		Entry("spaces and tabs around it", "203.0.113.9", "6.6.6.6,\t 203.0.113.9 \t"),
		Entry("no space", "203.0.113.9", "6.6.6.6,203.0.113.9"),
		Entry("a port", "203.0.113.9", "203.0.113.9:4711"),
		Entry("IPv6", "2001:db8::7", "2001:db8::7"),
		Entry("IPv6 in brackets", "2001:db8::7", "[2001:db8::7]"),
		Entry("IPv6 with a port", "2001:db8::7", "[2001:db8::7]:4711"),
		Entry("IPv6 with a zone, which is dropped", "fe80::7", "fe80::7%eth0"),
		Entry("IPv4 mapped into IPv6", "203.0.113.9", "::ffff:203.0.113.9"),
		Entry("a trusted one that is mapped into IPv6", "203.0.113.9", "203.0.113.9, ::ffff:10.0.0.2"),
	)

	DescribeTable("is that of the proxy that wrote an entry which is no address",
		func(want string, lines ...string) {
			Expect(from(behindProxies(), proxy, http.Header{"X-Forwarded-For": lines})).To(Equal(want))
		},
		Entry("a word", "10.0.0.1", "6.6.6.6, unknown"),
		Entry("a word behind a trusted one", "10.0.0.2", "6.6.6.6, unknown, 10.0.0.2"),
		Entry("nothing", "10.0.0.1", "6.6.6.6, "),
		Entry("an empty line", "10.0.0.1", "6.6.6.6", ""),
		Entry("a host name", "10.0.0.1", "client.example"),
		Entry("IPv4 with a leading zero", "10.0.0.1", "203.0.113.09"),
		Entry("IPv4 as one number", "10.0.0.1", "3405803785"),
		Entry("IPv4 in brackets", "10.0.0.1", "[203.0.113.9]"),
		Entry("a bracket that does not close", "10.0.0.1", "[2001:db8::7"),
		Entry("a port that is too high", "10.0.0.1", "203.0.113.9:65536"),
		Entry("an empty port", "10.0.0.1", "203.0.113.9:"),
		Entry("a network", "10.0.0.1", "203.0.113.0/24"),
		Entry("a NUL", "10.0.0.1", "203.0.113.9\x00"),
	)

	DescribeTable("is read from the end of Forwarded when X-Forwarded-For is absent",
		func(want string, lines ...string) {
			Expect(from(behindProxies(), proxy, http.Header{"Forwarded": lines})).To(Equal(want))
		},
		Entry("IPv4", "203.0.113.9", "for=203.0.113.9"),
		Entry("any case, other parameters", "203.0.113.9", `proto=https; For=203.0.113.9 ;by="10.0.0.1"`),
		Entry("quoted IPv6 with a port", "2001:db8::7", `for="[2001:db8::7]:4711";proto=https`),
		Entry("quoted with an escape", "203.0.113.9", `for="203.0.113\.9"`),
		Entry("behind trusted ones", "203.0.113.9", `for=6.6.6.6, for=203.0.113.9, for="10.0.0.2:80"`),
		Entry("in the last line before those above it", "203.0.113.9", "for=6.6.6.6", "for=203.0.113.9"),
		Entry("a comma and a semicolon inside quotes", "203.0.113.9", `for=6.6.6.6, for=203.0.113.9;ext="a,b;for=6.6.6.6"`),
		Entry("a quote that the client leaves open", "203.0.113.9", `for="6.6.6.6, for=203.0.113.9`),
		Entry("an escape that the client leaves open", "203.0.113.9", `for="6.6.6.6\, for=203.0.113.9`),
		Entry("an escaped quote inside quotes", "203.0.113.9", `for=6.6.6.6, for=203.0.113.9;ext="a\",\\"`),
		Entry("an empty pair at the end", "203.0.113.9", "for=203.0.113.9;"),
		Entry("a word stops", "10.0.0.1", "for=6.6.6.6, for=unknown"),
		Entry("a hidden name stops", "10.0.0.2", "for=6.6.6.6, for=_hidden, for=10.0.0.2"),
		Entry("no for stops", "10.0.0.1", "for=6.6.6.6, proto=https"),
		Entry("two of them stop", "10.0.0.1", "for=203.0.113.9;for=6.6.6.6"),
		Entry("text behind a quoted value stops", "10.0.0.1", `for="203.0.113.9"x`),
		Entry("a quote inside a bare value stops", "10.0.0.1", `for=203.0.113.9"x"`),
		Entry("a quote that the last one leaves open stops", "10.0.0.1", `for="203.0.113.9`),
		Entry("a pair without a value stops", "10.0.0.1", "for=203.0.113.9;for"),
		Entry("nothing", "10.0.0.1"),
	)

	It("does not come from Forwarded when there is an X-Forwarded-For", func() {
		header := http.Header{"X-Forwarded-For": {"203.0.113.9"}, "Forwarded": {"for=6.6.6.6"}}

		Expect(from(behindProxies(), proxy, header)).To(Equal("203.0.113.9"))
	})
})

// FuzzSpoof shows that a client cannot choose its address: whatever it sends,
// the entry that the trusted proxy appends decides.
func FuzzSpoof(f *testing.F) {
	for _, seed := range []string{"", "6.6.6.6", "6.6.6.6, 10.0.0.2", `for="6.6.6.6`, `for="6.6.6.6\`, `for=6.6.6.6;x="\\\"`, ",,", "[::1]:80, fe80::1%x"} {
		f.Add(seed)
	}
	const client = "203.0.113.9"
	f.Fuzz(func(t *testing.T, sent string) {
		for name, appended := range map[string]string{
			"X-Forwarded-For": client,
			"Forwarded":       fmt.Sprintf(`for="%s:4711";proto=https`, client),
		} {
			for _, lines := range [][]string{{sent + ", " + appended}, {sent, appended}} {
				if got := from(behindProxies(), proxy, http.Header{name: lines}); got != client {
					t.Errorf("%s: %q: got %s, want %s", name, lines, got, client)
				}
			}
			untrusted := from(behindProxies(), client+":80", http.Header{name: {sent}})
			if untrusted != client {
				t.Errorf("%s: %q of an untrusted peer: got %s, want %s", name, sent, untrusted, client)
			}
			if got := from(behindProxies(), proxy, http.Header{name: {sent}}); strings.Contains(got, "%") || got == "" {
				t.Errorf("%s: %q: got %q, want an address without a zone", name, sent, got)
			}
		}
	})
}
