package coretest

import (
	"net/http"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
)

// TransportCases are the cases of TestTransport by name.
func TransportCases() map[string]func(t *testing.T, start func(*testing.T, http.Handler) (core.Transport, string)) {
	cases := map[string]func(*testing.T, func(*testing.T, http.Handler) (core.Transport, string)){}
	for _, c := range transportCases() {
		if _, twice := cases[c.name]; twice {
			panic("two cases are named " + c.name)
		}
		cases[c.name] = func(t *testing.T, start func(*testing.T, http.Handler) (core.Transport, string)) {
			c.run(&exam{T: t, start: start})
		}
	}
	return cases
}
