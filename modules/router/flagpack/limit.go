package flagpack

import (
	"fmt"
	"hash/maphash"
	"net/http"
	"strconv"
	"time"

	"github.com/trefoil-go/trefoil/modules/router"
)

// LimitOptions say how many requests are served.
type LimitOptions struct {
	// Rate is how many requests each key has per second in the long run: above
	// 0, at most a million. 0.5 is one every two seconds.
	Rate float64

	// Burst is how many may come at once. Default: those of one second, at least
	// one. What takes a year to win back is too much.
	Burst int

	// By is what requests are counted by, such as a user that a flag before has
	// found. It is called concurrently. Requests with an empty key share one
	// budget; they are not let through uncounted. Default: the address that the
	// request comes from, of IPv6 its first 64 bits, which one client has many
	// addresses in. Behind a proxy that is the address of the proxy.
	By func(c *router.Context) string

	// MaxKeys bounds the keys that are remembered; about 100 bytes each. Above it
	// the one that was asked for least recently is forgotten, and starts afresh
	// when it comes again. Default: 10,000.
	MaxKeys int

	// Now is the time, which never goes back. Default: time.Now.
	Now func() time.Time
}

// Limit is the pack of a flag whose routes serve each client so many requests
// only, counted together over all of them. Those that are too many are 429 with
// Retry-After in whole seconds (RFC 6585, section 4; RFC 9110, section 10.2.3),
// after which the next one is served if no other comes before. They do not count
// themselves.
//
// Keys are kept as hashes: a By that returns secrets does not keep them in
// memory. The budgets belong to the pack, in one process.
func Limit(flag string, o LimitOptions) router.Pack {
	l, err := newLimiter(o)
	if err != nil {
		panic("flagpack: " + flag + ": " + err.Error())
	}
	key := addressKey
	if o.By != nil {
		key = func(c *router.Context, seed maphash.Seed) uint64 { return maphash.String(seed, o.By(c)) }
	}
	seed := maphash.MakeSeed()
	guard := func(c *router.Context) error {
		if wait := l.take(key(c, seed)); wait > 0 {
			return tooMany(wait)
		}
		return nil
	}
	return func(r *router.Router) {
		r.Flag(router.Flag{Name: flag, Description: l.description(), Statuses: map[int]string{http.StatusTooManyRequests: "Too many requests"}})
		r.Guard(flag, guard)
	}
}

// addressKey is the default of LimitOptions.By, without its text.
func addressKey(c *router.Context, seed maphash.Seed) uint64 {
	address := c.ClientIP()
	if address.Is6() {
		prefix, _ := address.Prefix(64) // cannot fail: 64 bits are there
		address = prefix.Addr()
	}
	return maphash.Comparable(seed, address)
}

func tooMany(wait time.Duration) error {
	seconds := strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10)
	return &router.ClientError{
		Status: http.StatusTooManyRequests, Message: "too many requests: the next one is served in " + seconds + " s",
		Header: http.Header{"Retry-After": {seconds}},
	}
}

func (l *limiter) description() string {
	return fmt.Sprintf("Serves each client %v requests per second, up to %d at once; more are answered with 429 and `Retry-After`.", l.rate, l.burst)
}
