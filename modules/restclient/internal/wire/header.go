package wire

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/httpfield"
)

// Check refuses what cannot be a request of HTTP (RFC 9110, sections 5 and 9),
// as net/http does for requests that it sends, and returns the parsed URL.
func Check(r *core.Request) (*url.URL, error) {
	if !httpfield.IsToken(r.Method) {
		return nil, fmt.Errorf("invalid method %q", r.Method)
	}
	if err := checkHeader(r.Header); err != nil {
		return nil, err
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, fmt.Errorf("parse the URL: %w", errors.Unwrap(err))
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("the URL is not an absolute one of http or https")
	}
	return u, nil
}

func checkHeader(h http.Header) error {
	for key, values := range h {
		if !httpfield.IsToken(key) {
			return fmt.Errorf("invalid header field name %q", key)
		}
		for _, v := range values {
			if strings.ContainsFunc(v, isControl) {
				return fmt.Errorf("invalid value of header field %q", key)
			}
		}
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

// Canonical copies a header with its names in canonical form.
func Canonical(h http.Header) http.Header {
	c := make(http.Header, len(h))
	for key, values := range h {
		key = http.CanonicalHeaderKey(key)
		c[key] = append(c[key], values...)
	}
	return c
}

// Received is a response header as a client reads it: trailers are not part of
// it, and a line break in a value is a space, as net/http writes it.
func Received(h http.Header) http.Header {
	c := Canonical(h)
	c.Del("Trailer")
	for key, values := range c {
		if strings.HasPrefix(key, http.TrailerPrefix) {
			delete(c, key)
			continue
		}
		for i, v := range values {
			values[i] = lineBreaks.Replace(v)
		}
	}
	return c
}

var lineBreaks = strings.NewReplacer("\r", " ", "\n", " ")
