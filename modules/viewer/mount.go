package viewer

import (
	"net/http"
	"net/url"
	"strings"
)

// place is where a request points to.
type place struct {
	address string // relative to the root of the reference, unescaped
	raw     string // the same as it was sent
	root    string // leads from here to the root: "./", "../", …
	bare    bool   // the root itself, without the slash at its end
}

// locate finds out what a request asks for, wherever the viewer is mounted.
func (v *Viewer) locate(r *http.Request) place {
	path := r.URL.EscapedPath()
	if prefix := v.prefix(r, path); prefix != "" {
		path = strings.TrimPrefix(path, prefix)
	}
	if path == "" {
		return place{bare: true}
	}
	path = strings.TrimPrefix(path, "/")
	address, err := url.PathUnescape(path)
	if err != nil || strings.Contains(path, "%2F") || strings.Contains(path, "%2f") {
		return place{address: "\x00", raw: path, root: root(path)} // no page has this address
	}
	return place{address: address, raw: path, root: root(path)}
}

// maxDepth bounds the folders of an address. No page stands deeper than
// "schemas/" and the pointer of a schema, and a description is nested 200 deep at
// most. Each link of a page begins with one "../" for each folder.
const maxDepth = 256

// tooDeep reports whether no page can be at a place.
func (p place) tooDeep() bool { return strings.Count(p.raw, "/") > maxDepth }

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
func (v *Viewer) prefix(r *http.Request, path string) string {
	if v.basePath != "" {
		if path == v.basePath || strings.HasPrefix(path, v.basePath+"/") {
			return v.basePath
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
		if !strings.HasPrefix(rest, "/") || segment == "" || !wild && segment != want && unescaped(segment) != want {
			return "", false
		}
		prefix += "/" + segment
		rest = path[len(prefix):]
	}
	return prefix, true
}

func unescaped(segment string) string {
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

// addSlash redirects from the root without a slash to the root. The target is
// relative, so that it holds behind any proxy.
func addSlash(w http.ResponseWriter, r *http.Request) {
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
