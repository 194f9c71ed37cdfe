package coretest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

// onceCases are about a transport that has no memory and no will of its own.
func onceCases() []transportCase {
	return []transportCase{
		simple("sends a request again that it has sent before", func(x *exam) {
			var seen log
			s := x.serve(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Cache-Control", "max-age=600")
				fmt.Fprint(w, seen.add(r))
			})
			if first, second := s.text(s.get("/x")), s.text(s.get("/x")); first != "1" || second != "2" {
				x.Errorf("answers %s and %s came back, want 1 and 2", first, second)
			}
		}),
		simple("does not remember cookies", func(x *exam) {
			s := x.serve(func(w http.ResponseWriter, r *http.Request) {
				http.SetCookie(w, &http.Cookie{Name: "session", Value: "s3cret", Path: "/"})
				fmt.Fprint(w, r.Header.Get("Cookie"))
			})
			if first, second := s.text(s.get("/")), s.text(s.get("/")); first != "" || second != "" {
				x.Errorf("cookies %q and %q arrived", first, second)
			}
		}),
		simple("does not answer a challenge", func(x *exam) {
			var seen log
			s := x.serve(func(w http.ResponseWriter, r *http.Request) {
				seen.add(r)
				w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
				w.WriteHeader(http.StatusUnauthorized)
			})
			if res := s.must(s.get("/x")); res.Status != http.StatusUnauthorized || seen.String() != "GET /x" {
				x.Errorf("got status %d after %s", res.Status, &seen)
			}
		}),
		simple("does not retry a request that is refused", func(x *exam) {
			var seen log
			s := x.serve(func(w http.ResponseWriter, r *http.Request) {
				seen.add(r)
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(http.StatusServiceUnavailable)
			})
			if res := s.must(s.get("/x")); res.Status != http.StatusServiceUnavailable || seen.String() != "GET /x" {
				x.Errorf("got status %d after %s", res.Status, &seen)
			}
		}),
		simple("does not repeat a mutation whose answer is lost", func(x *exam) {
			var seen log
			s := x.serve(func(_ http.ResponseWriter, r *http.Request) {
				seen.add(r)
				panic(http.ErrAbortHandler)
			})
			if err := s.fails(s.post("x")); seen.String() != "POST / x" {
				x.Errorf("got %v after %s", err, &seen)
			}
		}),
	}
}

var redirects = []int{301, 302, 303, 307, 308}

func redirectCases() []transportCase {
	cases := []transportCase{simple("ends a loop of redirects", func(x *exam) {
		var seen log
		s := x.serve(func(w http.ResponseWriter, r *http.Request) {
			if seen.add(r) > 100 {
				return
			}
			w.Header().Set("Location", "/loop")
			w.WriteHeader(http.StatusFound)
		})
		res, err := s.do(x.context(), s.get("/loop"))
		if err == nil && res.Status != http.StatusFound {
			x.Errorf("got status %d, want an error or a redirect", res.Status)
		}
		if errors.Is(err, context.DeadlineExceeded) {
			x.Errorf("it followed redirects until its context ended: %v", err)
		}
	})}
	for _, code := range redirects {
		cases = append(cases, sameOrigin(http.MethodGet, code), sameOrigin(http.MethodPost, code))
	}
	for name, place := range map[string]string{
		"port": "http://127.0.0.1:1/x", "host": "http://elsewhere.test/x", "scheme": "https://HOST/x",
	} {
		cases = append(cases, otherOrigin(name, place))
	}
	return cases
}

// sameOrigin makes a case in which a redirect is either returned or followed
// without losing the method, other than to 303.
func sameOrigin(method string, code int) transportCase {
	return simple(fmt.Sprintf("does not turn a %s into something else at a redirect with %d", method, code), func(x *exam) {
		var seen log
		s := x.serve(func(w http.ResponseWriter, r *http.Request) {
			seen.add(r)
			if r.URL.Path == "/start" {
				w.Header().Set("Location", "/target")
				w.WriteHeader(code)
			}
		})
		r := s.post("x")
		if method == http.MethodGet {
			r = s.get("")
		}
		r.URL = s.base + "/start"
		res := s.must(r)
		first, rest, followed := strings.Cut(seen.String(), ", ")
		want := strings.Replace(first, "/start", "/target", 1)
		if code == http.StatusSeeOther {
			want = "GET /target"
		}
		if !followed && (res.Status != code || res.Header.Get("Location") != "/target") || followed && (rest != want || res.Status != http.StatusOK) {
			x.Errorf("got status %d after %s", res.Status, &seen)
		}
	})
}

// otherOrigin makes a case in which every redirect must be returned.
func otherOrigin(name, place string) transportCase {
	return simple("does not carry credentials to another "+name, func(x *exam) {
		s := x.serve(func(w http.ResponseWriter, r *http.Request) {
			var code int
			_, _ = fmt.Sscanf(r.URL.Path, "/%d", &code)
			w.Header().Set("Location", strings.Replace(place, "HOST", r.Host, 1))
			w.WriteHeader(code)
		})
		for _, code := range redirects {
			r := &core.Request{Method: http.MethodGet, URL: fmt.Sprintf("%s/%d", s.base, code), Header: http.Header{
				"Authorization": {"Bearer s3cret"}, "Cookie": {"session=s3cret"}, "X-Api-Key": {"s3cret"},
			}}
			if res := s.must(r); res.Status != code || res.Header.Get("Location") == "" {
				x.Errorf("got status %d and header %v, want the redirect %d itself", res.Status, res.Header, code)
			}
		}
	})
}
