package flagpack

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
)

// StoreOptions say how a pack uses a store that several processes share. The zero value
// works.
type StoreOptions struct {
	// Timeout bounds one use of the store. Default: 250 milliseconds.
	Timeout time.Duration

	// Logger is told when the store fails, at most once a minute, and when it is back.
	// Default: nobody.
	Logger *slog.Logger

	// Now is the time of this process, which never goes back. Default: time.Now.
	Now func() time.Time
}

// guarded is a store of a flag, used within bounds. It is safe for concurrent use.
type guarded struct {
	*state.Guard
	flag    string
	timeout time.Duration
	log     *slog.Logger // which says the flag
	now     func() time.Time
}

func newGuarded(flag string, o StoreOptions) *guarded {
	if o.Timeout < 0 {
		panic("flagpack: " + flag + ": the Timeout is negative")
	}
	g := &guarded{flag: flag, timeout: cmp.Or(o.Timeout, 250*time.Millisecond), log: slog.New(slog.DiscardHandler), now: o.Now}
	if o.Logger != nil {
		g.log = o.Logger.With("flag", flag)
	}
	if g.now == nil {
		g.now = time.Now
	}
	g.Guard = state.NewGuard(state.GuardOptions{Timeout: g.timeout, Logger: g.log, Now: g.now})
	return g
}

// mustKeepFor panics for what no store keeps a value for.
func mustKeepFor(flag string, lifetimes ...time.Duration) {
	for _, d := range lifetimes {
		if err := state.CheckLifetime(d); err != nil {
			panic("flagpack: " + flag + ": " + err.Error())
		}
	}
}

// unavailable is the answer where a flag refuses requests while its store fails. The log of
// the router is told why, but not of each request while the store is left alone.
func (g *guarded) unavailable(cause error) error {
	refusal := &router.ClientError{
		Status: http.StatusServiceUnavailable, Message: "the service cannot tell at the moment: try again",
		Header: http.Header{"Retry-After": {"1"}},
	}
	if !errors.Is(cause, state.ErrResting) {
		refusal.Err = fmt.Errorf("flag %s: %w", g.flag, cause)
	}
	return refusal
}

// unavailable describes it.
func unavailable(description string) router.Answer {
	return router.Answer{Status: http.StatusServiceUnavailable, Description: description, Headers: []apidoc.Header{retryAfter}}
}

var retryAfter = apidoc.Header{Name: "Retry-After", Description: "Seconds to wait", Schema: &apidoc.Schema{Types: []string{"integer"}}}

// storeKey is a key of a store for what a flag knows under a name of any length, which
// the store does not learn.
func storeKey(kind, flag string, parts ...string) string {
	var space [128]byte
	text := space[:0]
	for _, part := range parts {
		text = append(binary.AppendUvarint(text, uint64(len(part))), part...)
	}
	sum := sha256.Sum256(text)
	key := append(append(append(append(make([]byte, 0, len(kind)+len(flag)+34), kind...), ':'), flag...), ':')
	return string(base64.RawURLEncoding.AppendEncode(key, sum[:24]))
}
