package snippets

import (
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// echo keeps what it was sent, by the first segment of the path.
type echo struct {
	address, host string

	mu  sync.Mutex
	got map[string]request
}

func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/page" {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><title>Blank</title><h1>Blank</h1><input type=file>")
		return
	}
	key, target, _ := strings.Cut(strings.TrimPrefix(r.RequestURI, "/"), "/")
	body, _ := io.ReadAll(r.Body)
	got := request{method: r.Method, target: "/" + target, headers: map[string]string{}, body: string(body)}
	for name, values := range r.Header {
		got.headers[name] = strings.Join(values, ", ")
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, twice := e.got[key]; twice {
		got.method = "a second " + got.method
	}
	e.got[key] = got
	w.Header().Set("Content-Type", "text/plain")
	_, _ = io.WriteString(w, "ok")
}

func (e *echo) take(key string) (request, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	r, ok := e.got[key]
	return r, ok
}

// missed says what is wrong with the request that the sample of a client has sent:
// nothing, where it is the one that was meant. Said is what the sample has printed.
func (e *echo) missed(client, name, said string, differs func(want, got request) string) []string {
	got, ok := e.take(prefix(client, name))
	if !ok {
		return []string{fmt.Sprintf("%s %s sent nothing:\n%s", client, name, said)}
	}
	if difference := differs(nasty[name], got); difference != "" {
		return []string{client + " " + name + ": " + difference}
	}
	return nil
}

// differs says in which way a request is not the one that was meant, "" when it
// is.
func (want request) differs(got request) string {
	switch {
	case got.method != want.method:
		return fmt.Sprintf("method %s instead of %s", got.method, want.method)
	case got.target != want.target:
		return fmt.Sprintf("target\n\t%s\ninstead of\n\t%s", got.target, want.target)
	}
	for name, value := range want.headers {
		if got.headers[name] != value {
			return fmt.Sprintf("header %s is %q instead of %q", name, got.headers[name], value)
		}
	}
	if want.parts != nil {
		return want.partsDiffer(got)
	}
	if got.body != want.body && !sameForm(want, got) {
		return fmt.Sprintf("body\n\t%q\ninstead of\n\t%q", got.body, want.body)
	}
	return ""
}

// sameForm reports whether both are a form of the same fields: clients differ in what
// they escape.
func sameForm(want, got request) bool {
	if want.headers["Content-Type"] != "application/x-www-form-urlencoded" {
		return false
	}
	var decoded [2][]string
	for i, body := range []string{want.body, got.body} {
		for piece := range strings.SplitSeq(body, "&") {
			name, value, _ := strings.Cut(piece, "=")
			name, err := url.QueryUnescape(name)
			if err != nil {
				return false
			}
			if value, err = url.QueryUnescape(value); err != nil {
				return false
			}
			decoded[i] = append(decoded[i], name, value)
		}
	}
	return slices.Equal(decoded[0], decoded[1])
}

func (want request) partsDiffer(got request) string {
	base, parameters, err := mime.ParseMediaType(got.headers["Content-Type"])
	if err != nil || base != "multipart/form-data" {
		return "Content-Type " + got.headers["Content-Type"]
	}
	r := multipart.NewReader(strings.NewReader(got.body), parameters["boundary"])
	for _, p := range want.parts {
		next, err := r.NextPart()
		if err != nil {
			return fmt.Sprintf("part %s: %v", p.name, err)
		}
		content, _ := io.ReadAll(next)
		if difference := p.differs(next, string(content)); difference != "" {
			return "part " + p.name + ": " + difference
		}
	}
	if _, err := r.NextPart(); err != io.EOF {
		return fmt.Sprintf("after the last part: %v", err)
	}
	return ""
}

func (want part) differs(got *multipart.Part, content string) string {
	contentType, _, _ := mime.ParseMediaType(got.Header.Get("Content-Type"))
	plain := want.contentType == "" && want.file == "" && (contentType == "" || contentType == "text/plain")
	switch {
	case got.FormName() != want.name:
		return fmt.Sprintf("name %q", got.FormName())
	case want.file != "" && got.FileName() != want.file:
		return fmt.Sprintf("file %q", got.FileName())
	case contentType != want.contentType && !plain:
		return fmt.Sprintf("type %q instead of %q", contentType, want.contentType)
	case content != want.content:
		return fmt.Sprintf("content %q instead of %q", content, want.content)
	}
	for name, value := range want.headers {
		if got.Header.Get(name) != value {
			return fmt.Sprintf("header %s is %q instead of %q", name, got.Header.Get(name), value)
		}
	}
	return ""
}
