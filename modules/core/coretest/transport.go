package coretest

import (
	"net/http"
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
)

// TransportOption says what TestTransport cannot expect of a transport. The
// cases that this excludes are skipped by name, with the reason.
type TransportOption func(*transportConfig)

type transportConfig struct{ lacks map[need]string }

// WithoutConnection is for transports that reach the handler without a network:
// raw bytes, refused connections and http.Hijacker do not exist for them.
func WithoutConnection() TransportOption {
	return func(c *transportConfig) { c.lacks[connection] = "the transport has no connections" }
}

// WithoutStreaming is for transports that read the whole body of a request or a
// response before they pass it on.
func WithoutStreaming() TransportOption {
	return func(c *transportConfig) { c.lacks[streaming] = "the transport reads whole bodies first" }
}

// TestTransport checks that a transport keeps the contract of core.Transport.
// Start returns a transport whose requests to URLs below baseURL reach h; it
// cleans up with t.Cleanup. BaseURL has no trailing slash. Start is called once
// per case and the cases run one after the other; none takes longer than a few
// seconds.
func TestTransport(t *testing.T, start func(t *testing.T, h http.Handler) (tr core.Transport, baseURL string), opts ...TransportOption) {
	t.Helper()
	config := transportConfig{lacks: map[need]string{}}
	for _, opt := range opts {
		opt(&config)
	}
	for _, c := range transportCases() {
		t.Run(c.name, func(t *testing.T) {
			if reason, ok := config.lacks[c.needs]; ok {
				t.Skip(reason)
			}
			c.run(&exam{T: t, start: start, patience: patience})
		})
	}
}

// need is what a case asks of a transport beyond the contract.
type need uint8

const (
	nothing need = iota
	connection
	streaming
)

type transportCase struct {
	name  string
	needs need
	run   func(x *exam)
}

func transportCases() []transportCase {
	return slices.Concat(
		methodCases(), urlCases(), addressCases(),
		headerCases(), ownHeaderCases(),
		bodyCases(), openedBodyCases(), brokenBodyCases(),
		statusCases(), responseHeaderCases(), emptyResponseCases(), responseBodyCases(), leavingCases(), encodingCases(),
		onceCases(), redirectCases(),
		cutCases(), wireCases(),
		contextCases(), sharingCases(),
	)
}

func simple(name string, run func(x *exam)) transportCase { return transportCase{name: name, run: run} }
