package flagpack

import (
	"fmt"
	"hash/maphash"
	"net/http"
	"slices"
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

	// Headers tells clients in every answer what they may ask for, in the headers
	// RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers-10, a
	// policy being called like its flag. The draft may still change.
	Headers bool

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
	description := l.description()
	if o.Headers {
		description += " The header `RateLimit` says how many are left."
	}
	told := announcement{l, []string{l.policy(flag)}, strconv.Quote(flag)}
	guard := func(c *router.Context) error {
		owed, served := l.take(key(c, seed))
		if o.Headers {
			told.write(c.ResponseWriter().Header(), owed)
		}
		if !served {
			_, wait := l.left(owed)
			return tooMany(wait)
		}
		return nil
	}
	return func(r *router.Router) {
		r.Flag(router.Flag{Name: flag, Description: description, Statuses: map[int]string{http.StatusTooManyRequests: "Too many requests"}})
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
	seconds := strconv.FormatInt(inSeconds(wait), 10)
	return &router.ClientError{
		Status: http.StatusTooManyRequests, Message: "too many requests: the next one is served in " + seconds + " s",
		Header: http.Header{"Retry-After": {seconds}},
	}
}

// inSeconds is d in whole seconds, rounded up.
func inSeconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }

func (l *limiter) description() string {
	return fmt.Sprintf("Serves each client %v requests per second, up to %d at once; more are answered with 429 and `Retry-After`.", l.rate, l.burst)
}

// policy is the value of RateLimit-Policy: whoever sends no more than a burst in
// the time that wins one back is always served.
func (l *limiter) policy(flag string) string {
	return fmt.Sprintf("%q;q=%d;w=%d", flag, l.burst, inSeconds(l.refill))
}

// announcement tells clients what they may ask for.
type announcement struct {
	limiter *limiter
	policy  []string // shared by all answers; nobody writes to it
	name    string   // of the policy, in quotes
}

// write adds to what other limits of the route say.
func (a announcement) write(h http.Header, owed time.Duration) {
	if others := h["Ratelimit-Policy"]; others == nil {
		h["Ratelimit-Policy"] = a.policy
	} else {
		h["Ratelimit-Policy"] = append(slices.Clip(others), a.policy...)
	}
	requests, next := a.limiter.left(owed)
	h["Ratelimit"] = append(h["Ratelimit"], fmt.Sprintf("%s;r=%d;t=%d", a.name, requests, inSeconds(next)))
}
