package policy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
)

// maxRefusedBody is how much of a body a *RefusedError keeps.
const maxRefusedBody = 64 << 10

type authConfig struct {
	origins []string
	place   place
	shared  bool
	now     func() time.Time
}

// WithOrigins adds origins that get the token too. Default: none.
func WithOrigins(origins ...string) AuthOption {
	return authOption(func(c *authConfig) { c.origins = append(c.origins, origins...) })
}

// WithHeader sets the header of the token and what is put before it, for APIs
// with keys such as "X-Api-Key", "". Default: "Authorization", "Bearer "
// (RFC 6750).
func WithHeader(name, prefix string) AuthOption {
	return authOption(func(c *authConfig) { c.place = place{inHeader, name, prefix} })
}

// WithQuery sends the token as a parameter of the query, for APIs whose description
// has a key there. It stands in the URL then, which others than this package may log:
// prefer a header where the API has one.
func WithQuery(name string) AuthOption {
	return authOption(func(c *authConfig) { c.place = place{in: inQuery, name: name} })
}

// WithCookie sends the token as a cookie, beside those that the request has.
func WithCookie(name string) AuthOption {
	return authOption(func(c *authConfig) { c.place = place{in: inCookie, name: name} })
}

// WithSharedToken sends the token of the program for all identities. Default:
// each has its own.
func WithSharedToken() AuthOption { return authOption(func(c *authConfig) { c.shared = true }) }

// Auth adds a token from source to requests for origin, such as
// "https://api.example.com" (a path after it is ignored). No other origin gets
// it, whatever URL is called: such requests are sent without. Neither does a
// request that carries the header, the parameter or the cookie already, whose answer
// is left alone.
//
// The token is kept and sent with all requests that are made for the same
// identity, see ForIdentity: source finds that in its context. Without one it is
// the token of the program. Tokens are kept for the 10,000 identities that were
// used last, and until the client is reset.
//
// When the server answers 401, Auth asks source for another token and sends the
// request once more, with its whole body; the second answer is final. Requests
// that are refused at the same time share one call of source, and whoever is
// told to stop by its context leaves without the others. When there is no other
// token, the error is a *RefusedError with what the server said. When the body
// cannot be opened again, the 401 is the answer, and the next request has the other
// token.
//
// The token is in no error and no log of this package.
func Auth(origin string, source TokenSource, opts ...AuthOption) Middleware {
	c := authConfig{origins: []string{origin}, place: place{inHeader, "Authorization", "Bearer "}, now: time.Now}
	for _, opt := range opts {
		opt.forAuth(&c)
	}
	if source == nil {
		return misdeclared("auth", errors.New("nil TokenSource"))
	}
	for i, raw := range c.origins {
		canonical, err := originOf(raw)
		if err != nil {
			return misdeclared("auth", fmt.Errorf("origin %q: %w", redact.URL(raw), err))
		}
		c.origins[i] = canonical
	}
	return func(next core.Transport) core.Transport {
		a := &auth{authConfig: c, next: next, wallet: newWallet(source, c)}
		return &layer{"auth", next, a.do}
	}
}

type auth struct {
	authConfig
	next   core.Transport
	wallet *wallet
}

func (a *auth) do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if !a.concerns(r) {
		return a.next.Do(ctx, r)
	}
	tokens := a.wallet.of(ctx)
	token, err := tokens.get(ctx, "")
	if err != nil {
		return nil, refuse(ctx, "get a token", err)
	}
	ctx = counted(ctx)
	replay := newReplay(a.next, r)
	res, err := a.send(ctx, replay, token)
	if err != nil || res.Status != http.StatusUnauthorized {
		return res, err
	}
	if replay.reopen() != nil {
		_, _ = tokens.get(ctx, token) // for the next request
		return res, nil
	}
	defer replay.drop()
	refused := keep(res)
	token, err = tokens.get(ctx, token)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("wait for another token: %w", err)
	}
	if err != nil {
		refused.Err = err
		return nil, refused
	}
	return a.send(again(ctx), replay, token)
}

// send makes one attempt with a token, which no error shows.
func (a *auth) send(ctx context.Context, replay *replay, token string) (*core.Response, error) {
	if a.place.in == inCookie && (&http.Cookie{Name: a.place.name, Value: token}).Valid() != nil {
		return nil, refuse(ctx, "put the token into the cookie "+a.place.name, errors.New("it has a character that no cookie can have"))
	}
	if a.place.in != inQuery {
		return replay.send(ctx, a.place.put(replay.request, token))
	}
	secret := url.QueryEscape(token)
	res, err := replay.send(withSecret(ctx, secret), a.place.put(replay.request, token))
	if err != nil {
		err = hide(err, secret)
	}
	return res, err
}

func (a *auth) concerns(r *core.Request) bool {
	if a.place.isTaken(r) {
		return false
	}
	origin, err := originOf(r.URL)
	return err == nil && slices.Contains(a.origins, origin)
}

// RefusedError is a 401 that Auth could not remedy.
type RefusedError struct {
	// What the server said.
	Status int
	Header http.Header
	Body   []byte // the first 64 KiB

	Err error // why there is no other token
}

// Error names the status and the cause.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("status %d, and no other token: %v", e.Status, e.Err)
}

// Unwrap returns why there is no other token.
func (e *RefusedError) Unwrap() error { return e.Err }

// keep takes over what a response says and gives it up.
func keep(res *core.Response) *RefusedError {
	late := time.AfterFunc(drainTime, func() { _ = res.Body.Close() })
	defer late.Stop()
	body, _ := io.ReadAll(io.LimitReader(res.Body, maxRefusedBody))
	_ = res.Body.Close()
	return &RefusedError{Status: res.Status, Header: res.Header, Body: body}
}
