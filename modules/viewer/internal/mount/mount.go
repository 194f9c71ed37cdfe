// Package mount finds where a reference is mounted, and which address it has:
//
//	m := mount.New(mount.Config{Path: "/reference", Knows: knows})
//	at := m.Locate(r)          // at.Address is "operations/list", at.Root is "../"
//	base, own := m.Base(r, at) // "https://example.com/reference/"
package mount

import (
	"cmp"
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
)

// Config says what is known of where a reference is mounted. Every field may be zero.
type Config struct {
	Path      string                 // begins with a slash and does not end with one; "" to find out
	Public    string                 // absolute address of the root, with a slash at its end; "" for unknown
	Forwarded bool                   // a proxy says how requests were sent to it
	Knows     func(host string) bool // reports whether a host may be named in answers; nil for none
}

// Mount is where a reference is mounted. It is safe for concurrent use.
type Mount struct {
	Config
	// Mark stands for the root in pages that are kept for all hosts. It is in no
	// description.
	Mark string
}

// New makes a Mount.
func New(c Config) *Mount {
	if c.Knows == nil {
		c.Knows = func(string) bool { return false }
	}
	return &Mount{c, rand.Text() + "/"}
}

// Place is where a request points to.
type Place struct {
	Address string // relative to the root of the reference, unescaped
	Raw     string // the same as it was sent
	Root    string // leads from here to the root: "./", "../", …
	Bare    bool   // the root itself, without the slash at its end
}

// nowhere is an address that nothing has.
const nowhere = "\x00"

// Below splits a place into the first folder of its address, unescaped, and the place
// that it is relative to that folder. It is false where there is no folder.
func (p Place) Below() (folder string, rest Place, ok bool) {
	raw, tail, ok := strings.Cut(p.Raw, "/")
	rest = Place{Address: p.Address, Raw: tail, Root: cmp.Or(strings.TrimPrefix(p.Root, "../"), "./")}
	if p.Address != nowhere {
		_, rest.Address, _ = strings.Cut(p.Address, "/")
	}
	return Unescape(raw), rest, ok
}

// Locate finds out what a request asks for, wherever the viewer is mounted.
func (m *Mount) Locate(r *http.Request) Place {
	path := r.URL.EscapedPath()
	if prefix := m.prefix(r, path); prefix != "" {
		path = strings.TrimPrefix(path, prefix)
	}
	if path == "" {
		return Place{Bare: true}
	}
	path = strings.TrimPrefix(path, "/")
	address, err := url.PathUnescape(path)
	if err != nil || strings.Contains(path, "%2F") || strings.Contains(path, "%2f") {
		return Place{Address: nowhere, Raw: path, Root: root(path)}
	}
	return Place{Address: address, Raw: path, Root: root(path)}
}

// maxDepth bounds the folders of an address. No page stands deeper than
// "schemas/" and the pointer of a schema, and a description is nested 200 deep at
// most. Each link of a page begins with one "../" for each folder.
const maxDepth = 256

// TooDeep reports whether no page can be at a place.
func (p Place) TooDeep() bool { return strings.Count(p.Raw, "/") > maxDepth }

// root leads from a path to the root it is relative to.
func root(path string) string {
	if depth := strings.Count(path, "/"); depth > 0 {
		return strings.Repeat("../", depth)
	}
	return "./"
}

// prefix returns the part of path that belongs to where the viewer is mounted:
// the configured base path, or what the pattern of http.ServeMux says unless
// http.StripPrefix has taken it off already.
func (m *Mount) prefix(r *http.Request, path string) string {
	if m.Path != "" {
		if path == m.Path || strings.HasPrefix(path, m.Path+"/") {
			return m.Path
		}
		return ""
	}
	prefix, ok := patternPrefix(r.Pattern, path)
	if !ok {
		return ""
	}
	original, _, _ := strings.Cut(r.RequestURI, "?")
	if taken, found := strings.CutSuffix(original, path); found && taken != "" && matches(r.Pattern, taken) {
		return ""
	}
	return prefix
}

// matches reports whether the end of path is what a pattern stands for.
func matches(pattern, path string) bool {
	n := len(patternSegments(pattern))
	segments := strings.Split(strings.Trim(path, "/"), "/")
	if len(segments) < n {
		return false
	}
	prefix, ok := patternPrefix(pattern, "/"+strings.Join(segments[len(segments)-n:], "/"))
	return ok && prefix != ""
}

// patternPrefix returns the beginning of path that the fixed part of a pattern
// stands for. It is false when path does not begin so.
func patternPrefix(pattern, path string) (string, bool) {
	rest, prefix := path, ""
	for _, want := range patternSegments(pattern) {
		segment, _, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
		wild := strings.HasPrefix(want, "{")
		if !strings.HasPrefix(rest, "/") || segment == "" || !wild && segment != want && Unescape(segment) != want {
			return "", false
		}
		prefix += "/" + segment
		rest = path[len(prefix):]
	}
	return prefix, true
}

// Unescape returns a segment of a path as it is meant, and as it is when it cannot be
// unescaped.
func Unescape(segment string) string {
	if plain, err := url.PathUnescape(segment); err == nil {
		return plain
	}
	return segment
}

// patternSegments returns the segments of a pattern of http.ServeMux before the
// part that matches anything: "GET host/a/{b}/{rest...}" gives "a" and "{b}".
func patternSegments(pattern string) []string {
	if _, after, found := strings.Cut(pattern, " "); found {
		pattern = strings.TrimLeft(after, " \t")
	}
	slash := strings.IndexByte(pattern, '/')
	if slash < 0 {
		return nil
	}
	var segments []string
	for segment := range strings.SplitSeq(pattern[slash+1:], "/") {
		if segment == "" || segment == "{$}" || strings.HasSuffix(segment, "...}") {
			break
		}
		segments = append(segments, segment)
	}
	return segments
}

// AddSlash redirects from the root without a slash to the root. The target is
// relative, so that it holds behind any proxy.
func AddSlash(w http.ResponseWriter, r *http.Request) {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	if path == "" || !strings.HasPrefix(path, "/") {
		path = r.URL.EscapedPath()
	}
	target := "./" + path[strings.LastIndexByte(path, '/')+1:] + "/"
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", target)
	w.WriteHeader(http.StatusPermanentRedirect)
}

// Base returns the absolute address of the root, with a slash at its end: the
// configured one, which is our own, or the one that the request was sent to. It
// is empty when that is no address, or one that Knows does not know: whoever
// asks can write any.
func (m *Mount) Base(r *http.Request, at Place) (base string, own bool) {
	if m.Public != "" {
		return m.Public, true
	}
	origin, prefix := m.Asked(r)
	path, ok := RootPath(r, at)
	if !ok || origin == "" {
		return "", false
	}
	return origin + prefix + path, false
}

// Copied leads from a page that is copied elsewhere to the root: by an absolute
// address where that is known, unless the page is one of an export, whose files stand
// beside each other. An address that only the request says is base, and the root is
// the mark that stands for it.
func (m *Mount) Copied(r *http.Request, at Place) (root, base string) {
	base, own := m.Base(r, at)
	switch {
	case base == "" || strings.HasSuffix(r.Host, ".invalid"):
		return at.Root, ""
	case own:
		return base, ""
	}
	return m.Mark, base
}

// Asked returns the scheme and host that a request was sent to, and the path that
// a proxy has taken off. The origin is empty when Knows does not know the host.
func (m *Mount) Asked(r *http.Request) (origin, prefix string) {
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if m.Forwarded {
		scheme, host, prefix = forwarded(r, scheme, host)
	}
	if !validHost(host) || !m.Forwarded && !m.Knows(host) {
		return "", ""
	}
	return scheme + "://" + host, prefix
}

// RootPath is the path of the root as it was asked for, with a slash at its end.
func RootPath(r *http.Request, at Place) (path string, ok bool) {
	path, _, _ = strings.Cut(r.RequestURI, "?")
	path, ok = strings.CutSuffix(path, (&url.URL{Path: at.Address}).EscapedPath())
	return path, ok && strings.HasPrefix(path, "/") && strings.HasSuffix(path, "/")
}

// forwarded takes over what a trusted proxy says about the request it was sent.
func forwarded(r *http.Request, scheme, host string) (string, string, string) {
	first := func(name string) string {
		value, _, _ := strings.Cut(r.Header.Get(name), ",")
		return strings.TrimSpace(value)
	}
	if s := first("X-Forwarded-Proto"); s == "http" || s == "https" {
		scheme = s
	}
	if h := first("X-Forwarded-Host"); h != "" {
		host = h
	}
	prefix := strings.TrimRight(first("X-Forwarded-Prefix"), "/")
	if u, err := url.Parse(prefix); err != nil || u.EscapedPath() != prefix || prefix != "" && (prefix[0] != '/' || strings.HasPrefix(prefix, "//")) {
		prefix = ""
	}
	return scheme, host, prefix
}

// validHost reports whether a host can stand in an address. One below "invalid"
// leads nowhere (RFC 6761, section 6.4); an export asks for it.
func validHost(host string) bool {
	return host != "" && len(host) <= 255 && !strings.HasSuffix(host, ".invalid") && !strings.ContainsFunc(host, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(".-:[]_", r))
	})
}

// Origin is the scheme and host of an absolute address, "" for none.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
