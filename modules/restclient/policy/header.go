package policy

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
)

// KeyHeader is the header that says which requests are the same one.
const KeyHeader = "Idempotency-Key"

// Header adds a header to requests that have none of its name. It goes to
// whatever server a request is for: a secret belongs into Auth.
func Header(name, value string) Middleware {
	return func(next core.Transport) core.Transport {
		return &layer{"header " + http.CanonicalHeaderKey(name), next, func(ctx context.Context, r *core.Request) (*core.Response, error) {
			if len(r.Header.Values(name)) > 0 {
				return next.Do(ctx, r)
			}
			return next.Do(ctx, withHeader(r, name, value))
		}}
	}
}

// UserAgent says who sends the requests, such as "invoices/1.4".
func UserAgent(value string) Middleware { return Header("User-Agent", value) }

// KeyOption changes a setting of IdempotencyKey.
type KeyOption func(*keyConfig)

type keyConfig struct{ next func() string }

// WithKeys sets where the keys come from. It is called concurrently and never
// returns a key twice. Default: 128 random bits in hexadecimal.
func WithKeys(next func() string) KeyOption { return func(c *keyConfig) { c.next = next } }

// IdempotencyKey adds an Idempotency-Key header to POST and PATCH requests that
// have none, for servers that do once what they are asked twice with one key. It
// makes these methods repeatable for Retry, so it belongs outside of it; all
// attempts of one call have the same key.
func IdempotencyKey(opts ...KeyOption) Middleware {
	c := keyConfig{next: NewKey}
	for _, opt := range opts {
		opt(&c)
	}
	return func(next core.Transport) core.Transport {
		return &layer{"idempotency key", next, func(ctx context.Context, r *core.Request) (*core.Response, error) {
			if r.Method != http.MethodPost && r.Method != http.MethodPatch || r.Header.Get(KeyHeader) != "" {
				return next.Do(ctx, r)
			}
			return next.Do(ctx, withHeader(r, KeyHeader, c.next()))
		}}
	}
}

// NewKey returns a key that nobody else has: 128 random bits in hexadecimal.
func NewKey() string {
	var key [16]byte
	_, _ = rand.Read(key[:]) // ends the program when it fails
	return hex.EncodeToString(key[:])
}
