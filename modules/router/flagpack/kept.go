package flagpack

import (
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/router"
)

// keptAnswer is an answer in a store: as it was when it was encoded, so that the hooks of
// BeforeResponse see it as any other when it is sent again.
type keptAnswer struct {
	Status    int
	Failed    bool        `json:",omitempty"` // it is that to an error
	MediaType string      `json:",omitempty"`
	Header    http.Header `json:",omitempty"` // of the response
	Written   headers     // past it
	Body      []byte      `json:",omitempty"`
}

// headers are what a function and the hooks around it have done to the header of the
// writer, beside what was there.
type headers struct {
	Set     http.Header `json:",omitempty"`
	Added   http.Header `json:",omitempty"` // to values of hooks in front
	Removed []string    `json:",omitempty"`
}

// headersOf calls next and returns what it does to the header.
func headersOf(c *router.Context, next func() error) (headers, error) {
	h := c.ResponseWriter().Header()
	before := h.Clone()
	err := next()
	done := headers{Set: http.Header{}, Added: http.Header{}}
	for name := range before {
		if h[name] == nil {
			done.Removed = append(done.Removed, name)
		}
	}
	for name, values := range h {
		switch had := before[name]; {
		case slices.Equal(had, values):
		case addsUp(name) && len(had) == 0, len(had) > 0 && len(had) < len(values) && slices.Equal(had, values[:len(had)]):
			done.Added[name] = values[len(had):]
		default:
			done.Set[name] = values
		}
	}
	return done, err
}

// addsUp reports whether hooks in front add to a header, which may be there or not.
func addsUp(name string) bool { return name == "Vary" || name == "Set-Cookie" }

// into does the same to another header.
func (w headers) into(h http.Header) {
	for _, name := range w.Removed {
		delete(h, name)
	}
	maps.Copy(h, w.Set)
	for name, values := range w.Added {
		for _, v := range values {
			if name != "Vary" || !slices.Contains(h[name], v) {
				h[name] = append(slices.Clip(h[name]), v)
			}
		}
	}
}

// clone is a copy that may be changed.
func (w headers) clone() headers {
	own := headers{http.Header{}, http.Header{}, w.Removed}
	maps.Copy(own.Set, w.Set)
	maps.Copy(own.Added, w.Added)
	return own
}

// recording is an answer while it is made for a store, or the one in its place.
type recording struct {
	again   *keptAnswer // what is sent again
	made    *keptAnswer // as it was encoded
	written headers     // by the function, and what is behind the flag
}

// encoded takes the answer as it is before the hooks of BeforeResponse, which change what
// is sent for one client, such as Compress, or exchanges it for the one that is sent again.
// What is sent in parts has no such answer.
func (k *recording) encoded(c *router.Context, next func() error) error {
	err := next()
	r := c.Response()
	switch {
	case err != nil || r == nil:
	case k.again != nil:
		k.again.replace(r)
	case !r.Streams:
		k.made = answerOf(r)
	}
	return err
}

// answerOf copies a response.
func answerOf(r *router.Response) *keptAnswer {
	return &keptAnswer{Status: r.Status, MediaType: r.MediaType, Header: r.Header.Clone(), Body: r.Body}
}

// forAll leaves the headers of one request out.
func (k *keptAnswer) forAll() {
	for _, h := range []http.Header{k.Header, k.Written.Set, k.Written.Added} {
		for _, name := range []string{"Date", "X-Request-Id", "Ratelimit", "Ratelimit-Policy", "Connection"} {
			delete(h, name)
		}
	}
}

// vary are the values of Vary.
func (k *keptAnswer) vary() []string {
	return slices.Concat(k.Written.Set["Vary"], k.Written.Added["Vary"], k.Header["Vary"])
}

// send answers in place of the function. What is encoded is exchanged later: see replace.
func (k *keptAnswer) send(c *router.Context) error {
	k.Written.into(c.ResponseWriter().Header())
	if k.Failed {
		return &router.ClientError{Status: k.Status, Message: "it was answered so before"}
	}
	return c.Render(router.None{})
}

// replace makes a response this one.
func (k *keptAnswer) replace(r *router.Response) {
	*r = router.Response{Status: k.Status, MediaType: k.MediaType, Header: k.Header.Clone(), Body: k.Body}
}

// keptVersion is in front of what is stored.
const keptVersion = 2

// unversioned is the rest of what is stored.
func unversioned(value []byte) ([]byte, error) {
	if len(value) == 0 || value[0] != keptVersion {
		return nil, errors.New("what is stored is of another version")
	}
	return value[1:], nil
}
