package mock

import (
	"net/http"
	"slices"
	"strings"
)

// sandbox says whether answers come from an origin that has pages, where they must
// not act.
type sandbox bool

// sandboxPolicy is the policy of answers on an origin that has pages: a browser that
// opens one gives it an origin of its own, and loads and runs nothing.
const sandboxPolicy = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// protect sets the headers that keep a browser from running an answer.
func (s sandbox) protect(h http.Header) {
	if !s {
		return
	}
	h.Set("Content-Security-Policy", sandboxPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Sec-Fetch-Dest")
}

// runs are what a browser would run or style a page with.
var runs = []string{
	"audioworklet", "embed", "frame", "iframe", "manifest", "object", "paintworklet", "script", "serviceworker", "sharedworker",
	"style", "worker", "xslt",
}

// refuses reports whether a browser would run or style a page with the answer.
func (s sandbox) refuses(r *http.Request) bool {
	return bool(s) && slices.Contains(runs, r.Header.Get("Sec-Fetch-Dest"))
}

// framing are headers that the server itself decides about.
var framing = []string{
	"Connection", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// harmless are headers that neither browsers nor proxies act upon, or not in a way
// that matters to an origin.
var harmless = []string{
	"Allow", "Api-Version", "Content-Language", "Correlation-Id", "Deprecation", "Etag", "Idempotency-Key", "Last-Modified",
	"Request-Id", "Retry-After", "Server-Timing", "Sunset", "Trace-Id", "Traceparent", "Tracestate", "Warning",
}

// acted are the headers beginning with "X-" that browsers or servers act upon, or
// names that such headers begin with.
var acted = []string{
	"X-Accel-", "X-Content-", "X-Dns-Prefetch-", "X-Download-Options", "X-Forwarded-", "X-Frame-", "X-Lighttpd-", "X-Litespeed-",
	"X-Original-", "X-Permitted-", "X-Real-Ip", "X-Reproxy-", "X-Rewrite-", "X-Robots-", "X-Send", "X-Ua-", "X-Webkit-", "X-Xss-",
}

// sends reports whether a header of the description is sent, given its name in the
// usual spelling.
func (s sandbox) sends(name string) bool {
	begins := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	switch {
	case slices.Contains(framing, name):
		return false
	case !bool(s):
		return true
	case begins("X-"):
		return !slices.ContainsFunc(acted, begins)
	case begins("Ratelimit"):
		return true
	}
	return slices.Contains(harmless, name)
}

// challenge is a challenge as it is sent.
func (s sandbox) challenge(text string) string {
	scheme, _, _ := strings.Cut(text, " ")
	dialog := slices.ContainsFunc([]string{"Basic", "Digest", "Negotiate", "NTLM"}, func(known string) bool { return strings.EqualFold(known, scheme) })
	if bool(s) && dialog {
		return "x" + text
	}
	return text
}

// contentType is a media type as it is sent: plain text for one that a browser runs
// or styles a page with.
func (s sandbox) contentType(name string) string {
	kind := essence(name)
	acts := func(part string) bool { return strings.Contains(kind, part) }
	if bool(s) && (kind == "text/css" || slices.ContainsFunc([]string{"javascript", "ecmascript", "jscript", "livescript", "mixed-replace", "xslt"}, acts)) {
		return "text/plain; charset=utf-8"
	}
	return name
}
