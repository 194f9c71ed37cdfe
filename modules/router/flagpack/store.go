package flagpack

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

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

const (
	failuresInRow = 5                // before a store is left alone
	firstRest     = time.Second      // that it is left alone for, twice as long each time
	longestRest   = 30 * time.Second // at most
	betweenLines  = time.Minute      // of the log
)

// errResting says that a store has failed and is left alone for a while.
var errResting = errors.New("the store has failed several times in a row and is left alone for a while")

// guarded is a store with bounds: of the time that a use takes, and of the uses while it
// fails. It is safe for concurrent use.
type guarded struct {
	flag    string
	timeout time.Duration
	log     *slog.Logger
	now     func() time.Time

	mu       sync.Mutex
	failures int           // in a row
	rest     time.Duration // the next one
	until    time.Time     // when it may be used again
	told     time.Time     // when the log was told last
}

func newGuarded(flag string, o StoreOptions) *guarded {
	if o.Timeout < 0 {
		panic("flagpack: " + flag + ": the Timeout is negative")
	}
	g := &guarded{flag: flag, timeout: cmp.Or(o.Timeout, 250*time.Millisecond), log: o.Logger, now: o.Now, rest: firstRest}
	if g.now == nil {
		g.now = time.Now
	}
	if g.log == nil {
		g.log = slog.New(slog.DiscardHandler)
	}
	return g
}

// use calls f, which uses the store, unless that is left alone. A request that is given
// up says nothing of the store.
func (g *guarded) use(ctx context.Context, f func(ctx context.Context) error) error {
	if !g.mayUse() {
		return errResting
	}
	bounded, cancel := context.WithTimeout(ctx, g.timeout)
	defer cancel()
	err := f(bounded)
	if err == nil || ctx.Err() == nil {
		g.note(err)
	}
	return err
}

// mayUse lets one request through where a rest has ended, to find out.
func (g *guarded) mayUse() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failures < failuresInRow {
		return true
	}
	now := g.now()
	if now.Before(g.until) {
		return false
	}
	g.until = now.Add(g.rest)
	return true
}

func (g *guarded) note(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if err == nil {
		if g.failures >= failuresInRow {
			g.log.Warn("the store of a flag is back", "flag", g.flag)
			g.told = time.Time{}
		}
		g.failures, g.rest = 0, firstRest
		return
	}
	if g.failures++; g.failures >= failuresInRow {
		g.until = now.Add(g.rest)
		g.rest = min(2*g.rest, longestRest)
	}
	if g.told.IsZero() || now.Sub(g.told) >= betweenLines {
		g.told = now
		g.log.Warn("the store of a flag fails", "flag", g.flag, "err", err)
	}
}

// unavailable is the answer where a flag refuses requests while its store fails.
func (g *guarded) unavailable(cause error) error {
	return &router.ClientError{
		Status: http.StatusServiceUnavailable, Message: "the service cannot tell at the moment: try again", Err: fmt.Errorf("flag %s: %w", g.flag, cause),
		Header: http.Header{"Retry-After": {strconv.Itoa(int(firstRest / time.Second))}},
	}
}

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
