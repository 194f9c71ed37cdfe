package wire

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
)

const maxRedirects = 10

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
// decides; nil follows ten, and returns one more as the response.
func Redirects(next CheckRedirect) CheckRedirect {
	follow := following(next)
	return func(r *http.Request, via []*http.Request) error {
		if !sameOrigin(r.URL, via[0].URL) || losesMethod(r, via[len(via)-1]) || next == nil && len(via) >= maxRedirects {
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

func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}
