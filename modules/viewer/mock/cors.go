package mock

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// cors says which pages of other origins can read the answers.
type cors struct {
	on      bool
	origins []string // none means any
}

func (c cors) validate() error {
	for _, origin := range c.origins {
		if u, err := url.Parse(origin); err != nil || u.Scheme == "" || u.Host == "" || u.Scheme+"://"+u.Host != origin {
			return fmt.Errorf("mock: %q is no origin such as https://app.example", origin)
		}
	}
	return nil
}

// allow lets pages of other origins read the answer.
func (c cors) allow(h http.Header, origin string) {
	switch {
	case !c.on:
		return
	case len(c.origins) == 0:
		h.Set("Access-Control-Allow-Origin", "*")
		return
	}
	h.Add("Vary", "Origin")
	if slices.Contains(c.origins, origin) {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Credentials", "true")
	}
}

// decides reports whether a header is not that of the description, as it says who may read.
func (c cors) decides(name string) bool { return c.on && strings.HasPrefix(name, "Access-Control-") }

// asks reports whether a browser asks before a request of another origin.
func (c cors) asks(r *http.Request) bool {
	return c.on && r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
}

// permit sets the headers that answer such a question.
func (c cors) permit(h http.Header, methods, headers string) {
	h.Add("Vary", "Access-Control-Request-Headers")
	h.Set("Access-Control-Allow-Methods", methods)
	if headers != "" {
		h.Set("Access-Control-Allow-Headers", headerText(headers))
	}
	h.Set("Access-Control-Max-Age", "600")
}

// expose lets pages of other origins read the headers of the answer.
func (c cors) expose(h http.Header) {
	if !c.on || h.Get("Access-Control-Allow-Origin") == "" {
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
