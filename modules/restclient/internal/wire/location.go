package wire

import "net/http"

// Located is next for an http.Client that returns a redirect as the response when it cannot
// be followed, see Locate. By itself an http.Client makes an error of it, as if no answer had
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

// Locate removes the Location of a redirect when it is no URL, and when the request is to be
// sent there with a body that cannot be opened again. Response puts it back.
func Locate(r *http.Request, res *http.Response) {
	location := res.Header.Get("Location")
	if res.StatusCode/100 != 3 || location == "" {
		return
	}
	if _, err := r.URL.Parse(location); err == nil && canFollow(r, res.StatusCode) {
		return
	}
	res.Header.Del("Location")
	if t, ok := r.Context().Value(guarded{}).(*trail); ok {
		t.location = location
	}
}

// canFollow reports whether there is the body that a redirect asks for once more (RFC 9110,
// sections 15.4.8 and 15.4.9).
func canFollow(r *http.Request, status int) bool {
	if status != http.StatusTemporaryRedirect && status != http.StatusPermanentRedirect || r.GetBody == nil {
		return true
	}
	body, err := r.GetBody()
	if err != nil {
		return false
	}
	_ = body.Close()
	return true
}
