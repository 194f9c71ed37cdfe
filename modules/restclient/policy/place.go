package policy

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
)

// place is where a token stands in a request.
type place struct {
	in     part
	name   string
	prefix string // of a header
}

type part uint8

const (
	inHeader part = iota
	inQuery
	inCookie
)

// isTaken reports whether a request has something there already.
func (p place) isTaken(r *core.Request) bool {
	switch p.in {
	case inQuery:
		_, query := cutQuery(r.URL)
		values, _ := url.ParseQuery(query)
		return values.Has(p.name)
	case inCookie:
		_, err := (&http.Request{Header: r.Header}).Cookie(p.name)
		return err == nil
	}
	return len(r.Header.Values(p.name)) > 0
}

// put returns a copy of r with the token.
func (p place) put(r *core.Request, token string) *core.Request {
	switch p.in {
	case inQuery:
		with := *r
		with.URL = withParameter(r.URL, p.name, token)
		return &with
	case inCookie:
		cookie := (&http.Cookie{Name: p.name, Value: token}).String()
		if others := r.Header.Get("Cookie"); others != "" {
			cookie = others + "; " + cookie
		}
		return withHeader(r, "Cookie", cookie)
	}
	return withHeader(r, p.name, p.prefix+token)
}

func cutQuery(address string) (before, query string) {
	address, _, _ = strings.Cut(address, "#")
	before, query, _ = strings.Cut(address, "?")
	return before, query
}

func withParameter(address, name, value string) string {
	before, query := cutQuery(address)
	if query != "" {
		query += "&"
	}
	return before + "?" + query + url.QueryEscape(name) + "=" + url.QueryEscape(value)
}

type secretKey struct{}

// withSecret has Log leave a text out.
func withSecret(ctx context.Context, secret string) context.Context {
	return context.WithValue(ctx, secretKey{}, secret)
}

// shown is a text without the secret of ctx.
func shown(ctx context.Context, text string) string {
	if secret, _ := ctx.Value(secretKey{}).(string); secret != "" {
		return strings.ReplaceAll(text, secret, redact.Mark)
	}
	return text
}
