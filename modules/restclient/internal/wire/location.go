package wire

import "net/http"

// Located is next for an http.Client that returns a redirect as the response when its
// Location is no URL. By itself an http.Client makes an error of it, as if no answer had
// come. Nil means http.DefaultTransport, as for http.Client.
func Located(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	return &located{next}
}

type located struct{ next http.RoundTripper }

// CloseIdleConnections serves the method of http.Client.
func (t *located) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

func (t *located) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := t.next.RoundTrip(r)
	if err == nil {
		Locate(r, res)
	}
	return res, err
}

// Locate removes the Location of a redirect when it is no URL.
func Locate(r *http.Request, res *http.Response) {
	location := res.Header.Get("Location")
	if res.StatusCode/100 != 3 || location == "" {
		return
	}
	if _, err := r.URL.Parse(location); err != nil {
		res.Header.Del("Location")
	}
}
