package coretest

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/state"
)

// TransportCases are the cases of TestTransport by name, which wait for patience.
func TransportCases(patience time.Duration) map[string]func(t *testing.T, start func(*testing.T, http.Handler) (core.Transport, string)) {
	cases := map[string]func(*testing.T, func(*testing.T, http.Handler) (core.Transport, string)){}
	for _, c := range transportCases() {
		if _, twice := cases[c.name]; twice {
			panic("two cases are named " + c.name)
		}
		cases[c.name] = func(t *testing.T, start func(*testing.T, http.Handler) (core.Transport, string)) {
			c.run(&exam{T: t, start: start, patience: patience})
		}
	}
	return cases
}

// SignalsInBubbles is TestSignals in bubbles, where waiting takes no time.
func SignalsInBubbles(t *testing.T, s state.Signals) {
	for name, run := range signalCases {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { run(&signalling{T: t, here: s, there: s, topic: name}) })
		})
	}
}
