package oidcpack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/trefoil-go/trefoil/modules/router"
)

const (
	renewAfter  = 15 * time.Minute // how old keys become while their provider answers
	askAtMost   = 10 * time.Second // how often tokens of unknown keys have the provider asked
	firstRetry  = time.Second
	longestWait = time.Minute
	maxBody     = 1 << 20
)

// source gets the keys of a provider, in one attempt at a time:
//
//	no keys  ── success ──> keys, renewed after renewAfter or for a token of an unknown key
//	   │                      │
//	   └── failure: not asked before retryAt; keys that are known stay
type source struct {
	issuer     string
	metadata   []string // addresses, in the order in which they are tried
	client     *http.Client
	timeout    time.Duration
	log        *slog.Logger
	now        func() time.Time
	algorithms []jose.SignatureAlgorithm

	mu       sync.Mutex
	set      *keySet  // nil before the first success
	running  *attempt // nil when none is under way
	failures int      // since the last success
	retryAt  time.Time
	err      error // of the last attempt
}

// attempt is one try to get keys. Its fields are read when done is closed.
type attempt struct {
	done chan struct{}
	set  *keySet
	err  error
}

// newSource returns the source of an issuer, whose metadata is where OpenID Connect
// Discovery 1.0, section 4, says, or else RFC 8414, section 3.1.
func newSource(issuer string, u *url.URL) *source {
	other := *u
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	other.Path, other.RawPath = "", ""
	return &source{
		issuer: issuer,
		metadata: []string{
			strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration",
			other.String() + "/.well-known/oauth-authorization-server" + path,
		},
		timeout: 5 * time.Second,
		client: &http.Client{
			Transport:     transport(),
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// transport is that of net/http, for few requests.
func transport() http.RoundTripper {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	t = t.Clone()
	t.DisableKeepAlives = true
	t.MaxResponseHeaderBytes = 64 << 10
	return t
}

// keys returns keys, and waits for the first.
func (s *source) keys(c *router.Context) (*keySet, error) {
	s.mu.Lock()
	set := s.set
	if set == nil {
		return s.ask(c)
	}
	defer s.mu.Unlock()
	now := s.now()
	if now.Sub(set.at) >= renewAfter && !now.Before(s.retryAt) && s.running == nil {
		s.start(c)
	}
	return set, nil
}

// newer returns keys that are newer than set, or set when it is new enough.
func (s *source) newer(c *router.Context, set *keySet) (*keySet, error) {
	s.mu.Lock()
	if s.set != set || s.now().Sub(set.at) < askAtMost {
		defer s.mu.Unlock()
		return s.set, nil
	}
	return s.ask(c)
}

// ask waits for an attempt. It is called with mu held and releases it.
func (s *source) ask(c *router.Context) (*keySet, error) {
	wait := s.retryAt.Sub(s.now())
	if s.running == nil && wait > 0 {
		defer s.mu.Unlock()
		return nil, unavailable(wait, s.err)
	}
	a := s.running
	if a == nil {
		a = s.start(c)
	}
	s.mu.Unlock()
	select {
	case <-a.done:
	case <-c.Context().Done():
		return nil, fmt.Errorf("oidcpack: wait for the keys of the provider: %w", c.Context().Err())
	}
	if a.err == nil {
		return a.set, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return nil, unavailable(s.retryAt.Sub(s.now()), a.err)
}

// start begins an attempt behind the request, so that it ends with the router and
// not with the client that came first. It is called with mu held.
func (s *source) start(c *router.Context) *attempt {
	a := &attempt{done: make(chan struct{}), err: errors.New("the attempt has ended early")}
	s.running = a
	if err := c.Go(func(c *router.Context) { s.run(c.Context(), a) }); err != nil {
		a.err = err
		close(a.done)
		s.running = nil
	}
	return a
}

func (s *source) run(ctx context.Context, a *attempt) {
	defer s.finish(a)
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	a.set, a.err = s.fetch(ctx)
}

// finish keeps what an attempt has found.
func (s *source) finish(a *attempt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running, s.err = nil, a.err
	close(a.done)
	if a.err == nil {
		s.set, s.failures, s.retryAt = a.set, 0, time.Time{}
		return
	}
	s.retryAt = s.now().Add(min(firstRetry<<min(s.failures, 10), longestWait))
	s.failures++
	if s.set != nil && s.log != nil {
		s.log.Warn("the keys of the provider cannot be renewed", "issuer", s.issuer, "err", a.err)
	}
}

// unavailable is the answer to tokens that cannot be judged.
func unavailable(wait time.Duration, err error) error {
	seconds := strconv.Itoa(max(1, int(math.Ceil(wait.Seconds()))))
	return &router.ClientError{
		Status: http.StatusServiceUnavailable, Message: "the identity provider cannot be asked for its keys", Err: err,
		Header: http.Header{"Retry-After": {seconds}},
	}
}

// metadata is what of the description of a provider matters here (OpenID Connect
// Discovery 1.0, section 3; RFC 8414, section 2).
type metadata struct {
	Issuer     string   `json:"issuer"`
	JWKS       string   `json:"jwks_uri"`
	Algorithms []string `json:"id_token_signing_alg_values_supported"`
}

// fetch asks the provider for its description, and then for its keys.
func (s *source) fetch(ctx context.Context) (*keySet, error) {
	at := s.now()
	m, err := s.describe(ctx)
	if err != nil {
		return nil, err
	}
	algorithms := s.algorithms
	if algorithms == nil {
		algorithms = slices.DeleteFunc(slices.Clone(known), func(a jose.SignatureAlgorithm) bool {
			return m.Algorithms != nil && !slices.Contains(m.Algorithms, string(a))
		})
	}
	body, err := s.get(ctx, m.JWKS)
	if err != nil {
		return nil, err
	}
	keys, err := readKeys(body, algorithms)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.JWKS, err)
	}
	return &keySet{algorithms: algorithms, keys: keys, at: at}, nil
}

// describe returns what the provider says of itself, which must be about itself.
func (s *source) describe(ctx context.Context) (metadata, error) {
	address := s.metadata[0]
	body, err := s.get(ctx, address)
	if errors.Is(err, errNotFound) {
		address = s.metadata[1]
		body, err = s.get(ctx, address)
	}
	if err != nil {
		return metadata{}, err
	}
	var m metadata
	if err := json.Unmarshal(body, &m); err != nil {
		return m, fmt.Errorf("%s: %w", address, err)
	}
	if m.Issuer != s.issuer {
		return m, fmt.Errorf("%s: this is the description of issuer %q, not of %q", address, m.Issuer, s.issuer)
	}
	u, err := checkAddress(m.JWKS)
	if err == nil && u.Scheme == "http" && strings.HasPrefix(s.issuer, "https:") {
		err = errors.New("the keys of an https issuer have an https address")
	}
	if err != nil {
		return m, fmt.Errorf("%s: jwks_uri %q: %w", address, m.JWKS, err)
	}
	return m, nil
}

var errNotFound = errors.New("404 Not Found")

// get reads a document of at most maxBody.
func (s *source) get(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json, application/jwk-set+json")
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, fmt.Errorf("GET %s: %w", address, errNotFound)
	default:
		return nil, fmt.Errorf("GET %s: status %d", address, response.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("GET %s: %w", address, err)
	case len(body) > maxBody:
		return nil, fmt.Errorf("GET %s: the answer is longer than %d bytes", address, maxBody)
	}
	return body, nil
}

// checkIssuer reads an issuer (OpenID Connect Discovery 1.0, section 3; RFC 8414,
// section 2).
func checkIssuer(issuer string) (*url.URL, error) {
	u, err := checkAddress(issuer)
	if err == nil && (u.RawQuery != "" || u.ForceQuery || strings.Contains(issuer, "#") || u.User != nil) {
		return nil, errors.New("an issuer has no query, no fragment and no user")
	}
	return u, err
}

// checkAddress reads an address that keys may be asked at.
func checkAddress(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("this is no address")
	case u.Host == "", u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())):
		return nil, errors.New("the address begins with https://, or on loopback with http://")
	}
	return u, nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
