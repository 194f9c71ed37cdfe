package viewer

import (
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// RequestProxy sends requests for readers whose browsers may not: *tryit.Proxy.
type RequestProxy interface {
	// ServeRequest answers a request of any method to "_/request". It is called
	// concurrently. The servers are those that the description of the operator
	// declares anywhere, and must not be changed.
	ServeRequest(w http.ResponseWriter, r *http.Request, servers []apidoc.Server)
}

// WithRequestProxy lets pages send requests to the servers of the description by
// way of this server, at "_/request": package tryit says how, and to what else.
// Descriptions that visitors have sent add nothing to it. Use it together with
// WithHosts where others than this machine reach the viewer. Default: not offered.
func WithRequestProxy(p RequestProxy) Option {
	return func(c *config) {
		if p == nil {
			c.fail("nil RequestProxy")
		}
		c.requests = p
	}
}

// TokenExchange gets tokens for readers whose browsers may not ask a provider:
// *tryit.Proxy.
type TokenExchange interface {
	// ServeToken answers a request of any method to "_/token". It is called
	// concurrently. The schemes are those that the description of the operator
	// declares, and must not be changed.
	ServeToken(w http.ResponseWriter, r *http.Request, schemes []apidoc.SecurityScheme)
}

// WithTokenExchange lets pages ask the providers that the security schemes of the
// description name for tokens, by way of this server, at "_/token": package tryit
// says how. Descriptions that visitors have sent add nothing to it. Use it
// together with WithHosts where others than this machine reach the viewer.
// Default: not offered, which leaves the providers that
// this server is the origin of.
func WithTokenExchange(t TokenExchange) Option {
	return func(c *config) {
		if t == nil {
			c.fail("nil TokenExchange")
		}
		c.tokens = t
	}
}
