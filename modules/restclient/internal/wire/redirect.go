package wire

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
)

const maxRedirects = 10

type guarded struct{}

// trail is what the redirects of a request have led over.
type trail struct {
	seeOther           *http.Response // the answer to it, nil without
	redirects, written atomic.Int64   // see count
}

// Guard marks a request with side effects for GuardedRedirects, and has Response and Failed
// know which redirect was the answer. It notes when the request is sent again, see NoteResent.
func Guard(ctx context.Context, header http.Header) context.Context {
	t := &trail{}
	if IsReplayed(header) {
		ctx = t.count(ctx)
	}
	return context.WithValue(ctx, guarded{}, t)
}

// CheckRedirect is what http.Client.CheckRedirect is set to.
type CheckRedirect = func(r *http.Request, via []*http.Request) error

// GuardedRedirects is Redirects for the requests that Guard has marked, and next
// for all others.
func GuardedRedirects(next CheckRedirect) CheckRedirect {
	strict, lax := Redirects(next), following(next)
	return func(r *http.Request, via []*http.Request) error {
		if r.Context().Value(guarded{}) != nil {
			return strict(r, via)
		}
		return lax(r, via)
	}
}

// Redirects returns a redirect as the response, instead of following it, when it
// leads to another origin (scheme, host and port), or would turn a request with
// side effects into a GET it was not answered with (303). Otherwise next
// decides; nil follows up to ten.
func Redirects(next CheckRedirect) CheckRedirect {
	follow := following(next)
	return func(r *http.Request, via []*http.Request) error {
		if !sameOrigin(r.URL, via[0].URL) || losesMethod(r, via[len(via)-1]) {
			return http.ErrUseLastResponse
		}
		err := follow(r, via)
		if t, ok := r.Context().Value(guarded{}).(*trail); ok && err == nil {
			t.redirects.Add(1)
			if r.Method != via[len(via)-1].Method {
				t.seeOther = r.Response
			}
		}
		return err
	}
}

func following(next CheckRedirect) CheckRedirect {
	return func(r *http.Request, via []*http.Request) error {
		if next != nil {
			return next(r, via)
		}
		if len(via) >= maxRedirects {
			return errors.New("stopped after 10 redirects")
		}
		return nil
	}
}

func losesMethod(r, last *http.Request) bool {
	return r.Method != last.Method && r.Response.StatusCode != http.StatusSeeOther
}

// answer is the 303 that a request has been answered with when it has led to something else,
// nil otherwise. That something is not there says nothing about what was done (RFC 9110,
// section 15.4.4).
func answer(ctx context.Context) *http.Response {
	t, ok := ctx.Value(guarded{}).(*trail)
	if !ok || t.seeOther == nil {
		return nil
	}
	seeOther := *t.seeOther
	seeOther.Body, seeOther.ContentLength = http.NoBody, 0
	return &seeOther
}

func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}
