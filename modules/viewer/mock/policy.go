package mock

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// sandbox is the policy of answers on an origin that has pages: a browser that
// opens one gives it an origin of its own, and loads and runs nothing.
const sandbox = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// runs are what a browser would run or style a page with.
var runs = []string{
	"audioworklet", "embed", "frame", "iframe", "manifest", "object", "paintworklet", "script", "serviceworker", "sharedworker",
	"style", "worker", "xslt",
}

// protect sets the headers that answers have by the options. It is false when the
// request is answered already.
func (x *exchange) protect() bool {
	h := x.w.Header()
	x.allowOrigin()
	if !x.config.shared {
		return true
	}
	h.Set("Content-Security-Policy", sandbox)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Sec-Fetch-Dest")
	if slices.Contains(runs, x.r.Header.Get("Sec-Fetch-Dest")) {
		x.problem(problem{Status: http.StatusForbidden, Detail: "What a mock server answers is data and not part of a page."})
		return false
	}
	return true
}

// allowOrigin lets pages of other origins read the answer.
func (x *exchange) allowOrigin() {
	if !x.config.cors {
		return
	}
	h, origin := x.w.Header(), x.r.Header.Get("Origin")
	if len(x.config.origins) == 0 {
		h.Set("Access-Control-Allow-Origin", "*")
		return
	}
	h.Add("Vary", "Origin")
	if slices.Contains(x.config.origins, origin) {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Credentials", "true")
	}
}

// preflight answers what a browser asks before a request of another origin.
func (x *exchange) preflight(f *found) bool {
	if !x.config.cors || x.r.Method != http.MethodOptions || x.r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h := x.w.Header()
	h.Add("Vary", "Access-Control-Request-Headers")
	h.Set("Access-Control-Allow-Methods", strings.Join(allow(f.methods), ", "))
	if names := x.r.Header.Get("Access-Control-Request-Headers"); names != "" {
		h.Set("Access-Control-Allow-Headers", headerText(names))
	}
	h.Set("Access-Control-Max-Age", "600")
	x.send(http.StatusNoContent, nil)
	return true
}

// expose lets pages of other origins read the headers of the answer.
func (x *exchange) expose() {
	h := x.w.Header()
	if !x.config.cors || h.Get("Access-Control-Allow-Origin") == "" {
		return
	}
	var names []string
	for name := range h {
		if !strings.HasPrefix(name, "Access-Control-") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	h.Set("Access-Control-Expose-Headers", strings.Join(names, ", "))
}

// framing are headers that the server itself decides about.
var framing = []string{
	"Connection", "Content-Encoding", "Content-Length", "Content-Type", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
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

// sendable reports whether a header of the description is sent, given its name in
// the usual spelling.
func (c *config) sendable(name string) bool {
	begins := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	switch {
	case slices.Contains(framing, name):
		return false
	case !c.shared:
		return true
	case begins("X-"):
		return !slices.ContainsFunc(acted, begins)
	case begins("Ratelimit"):
		return true
	}
	return slices.Contains(harmless, name)
}

// challenge is a challenge as it is sent.
func (x *exchange) challenge(text string) string {
	scheme, _, _ := strings.Cut(text, " ")
	dialog := slices.ContainsFunc([]string{"Basic", "Digest", "Negotiate", "NTLM"}, func(s string) bool { return strings.EqualFold(s, scheme) })
	if x.config.shared && dialog {
		return "x" + text
	}
	return text
}

// plainType is a media type that a browser does not run or style a page with.
func (x *exchange) plainType(contentType string) string {
	if x.config.shared {
		switch name := essence(contentType); {
		case strings.Contains(name, "javascript"), strings.Contains(name, "ecmascript"), strings.Contains(name, "jscript"),
			strings.Contains(name, "livescript"), strings.Contains(name, "mixed-replace"), name == "text/css", strings.Contains(name, "xslt"):
			x.withhold("Content-Type")
			return "text/plain; charset=utf-8"
		}
	}
	return contentType
}

func (x *exchange) withhold(name string) { x.w.Header().Add("Mock-Withheld", name) }

func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme != "" && u.Host != "" && u.Scheme+"://"+u.Host == text
}
