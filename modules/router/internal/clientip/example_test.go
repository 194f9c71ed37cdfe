package clientip_test

import (
	"fmt"
	"net/http/httptest"
	"net/netip"

	"github.com/trefoil-go/trefoil/modules/router/internal/clientip"
)

// The client invented the first address; the proxy at 10.0.0.1 wrote the second.
func ExampleResolver_From() {
	resolver := clientip.Resolver{Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "10.0.0.1:40000"
	r.Header.Set("X-Forwarded-For", "6.6.6.6, 203.0.113.9")

	fmt.Println(resolver.From(r))
	// Output: 203.0.113.9
}
