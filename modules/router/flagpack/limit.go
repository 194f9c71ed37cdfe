package flagpack

import (
	"fmt"
	"hash/maphash"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/state"
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

	// Counter counts for all processes that use it, on its own clock. A process takes a
	// sixteenth of what is left ahead and serves that within a second without asking, so
	// that N processes serve at most N sixteenths of a burst too much; close to the limit
	// each request asks. Default: this process counts for itself.
	Counter state.Counter

	// Store says how the Counter is used.
	Store StoreOptions

	// Closed refuses requests with 503 while the Counter fails. Default: they are served
	// uncounted.
	Closed bool
}

// Limit is the pack of a flag whose routes serve each client so many requests
// only, counted together over all of them. Those that are too many are 429 with
// Retry-After in whole seconds (RFC 6585, section 4; RFC 9110, section 10.2.3),
// after which the next one is served if no other comes before. They do not count
// themselves.
//
// Keys are kept as hashes: a By that returns secrets does not keep them in
// memory. The budgets belong to the pack in one process, or to the name of the flag
// where a Counter is.
func Limit(flag string, o LimitOptions) router.Pack {
	l, err := newLimiter(o)
	if err != nil {
		panic("flagpack: " + flag + ": " + err.Error())
	}
	declared := router.Flag{Name: flag, Description: l.description(), Answers: []router.Answer{
		{Status: http.StatusTooManyRequests, Description: "Too many requests", Headers: []apidoc.Header{retryAfter}},
	}}
	if o.Headers {
		declared.Description += " The header `RateLimit` says how many are left."
		declared.Answers = append(declared.Answers, router.Answer{Headers: []apidoc.Header{
			{Name: "RateLimit-Policy", Description: "How many requests each client has, for each limit: `q` in `w` seconds"},
			{Name: "RateLimit", Description: "What is left of each limit: `r`, and the seconds until there is more, `t`"},
		}})
	}
	take := takeHere(l, o.By)
	if o.Counter != nil {
		take = takeShared(newSharedLimit(newGuarded(flag, o.Store), l, o.Counter), o)
		if declared.Description += " All replicas count together; while they cannot, requests are served uncounted."; o.Closed {
			declared.Description = strings.Replace(declared.Description, "served uncounted", "answered with 503", 1)
			declared.Answers = append(declared.Answers, unavailable("The limit cannot be counted at the moment"))
		}
	}
	told := announcement{[]string{l.policy(flag)}, strconv.Quote(flag)}
	guard := func(c *router.Context) error {
		budget, err := take(c)
		if err != nil {
			return err
		}
		if o.Headers {
			told.write(c.ResponseWriter().Header(), budget)
		}
		if budget.Wait > 0 {
			return tooMany(budget.Wait)
		}
		return nil
	}
	return func(r *router.Router) {
		r.Flag(declared)
		r.Guard(flag, guard)
	}
}

// takeFunc counts a request.
type takeFunc func(c *router.Context) (state.Budget, error)

func takeHere(l *limiter, by func(*router.Context) string) takeFunc {
	seed := maphash.MakeSeed()
	return func(c *router.Context) (state.Budget, error) {
		if by == nil {
			return l.take(maphash.Comparable(seed, network(c))), nil
		}
		return l.take(maphash.String(seed, by(c))), nil
	}
}

// takeShared counts with other processes. While the counter fails a request is refused,
// or served as one that has all of the limit.
func takeShared(s *sharedLimit, o LimitOptions) takeFunc {
	return func(c *router.Context) (state.Budget, error) {
		name := ""
		if o.By == nil {
			name = network(c).String()
		} else {
			name = o.By(c)
		}
		budget, err := s.take(c.Context(), storeKey("limit", s.flag, name))
		switch {
		case err == nil:
			return budget, nil
		case c.Context().Err() != nil:
			return state.Budget{}, err
		case o.Closed:
			return state.Budget{}, s.unavailable(err)
		}
		return state.Budget{Left: s.limit.Burst}, nil
	}
}

// network is the default of LimitOptions.By, without its text.
func network(c *router.Context) netip.Addr {
	address := c.ClientIP()
	if address.Is6() {
		prefix, _ := address.Prefix(64) // cannot fail: 64 bits are there
		address = prefix.Addr()
	}
	return address
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

// policy is the value of RateLimit-Policy: a client that sends no more than a burst in
// the time that wins one back is always served.
func (l *limiter) policy(flag string) string {
	return fmt.Sprintf("%q;q=%d;w=%d", flag, l.burst, inSeconds(l.refill))
}

// announcement tells clients what they may ask for.
type announcement struct {
	policy []string // shared by all answers; nobody writes to it
	name   string   // of the policy, in quotes
}

// write adds to what other limits of the route say.
func (a announcement) write(h http.Header, b state.Budget) {
	if others := h["Ratelimit-Policy"]; others == nil {
		h["Ratelimit-Policy"] = a.policy
	} else {
		h["Ratelimit-Policy"] = append(slices.Clip(others), a.policy...)
	}
	h["Ratelimit"] = append(h["Ratelimit"], fmt.Sprintf("%s;r=%d;t=%d", a.name, b.Left, inSeconds(b.Next)))
}
