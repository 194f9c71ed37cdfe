package flagpack

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/router"
)

// CacheOptions say how responses may be kept. The zero value lets the client
// keep them and ask each time whether they are still right.
type CacheOptions struct {
	// MaxAge is how long a response may be used without asking, in whole
	// seconds. 0: not at all (no-cache).
	MaxAge time.Duration

	// Public lets caches keep responses that serve many clients. Responses that set
	// a cookie stay private, and those to requests with credentials: those with a
	// header Authorization, and those of routes with a flag of Basic, Bearer or
	// APIKey, whether credentials were sent or not. An application that knows its
	// users by other means, such as sessions in cookies, does not set it.
	Public bool

	// Weak marks the entity tags as weak, as is right when something behind the
	// router changes the bytes of responses, such as a compressing proxy.
	Weak bool

	// NoStore forbids to keep any response of the routes, errors included, also where
	// another flag of Cache lets keep it. The other options have no meaning then.
	NoStore bool
}

// Cache is the pack of a flag whose routes may be cached. GET and HEAD answers
// of status 200 that the router encodes get an entity tag, a hash of their bytes
// (RFC 9110, section 8.8.3), and the header Cache-Control (RFC 9111, section
// 5.2); Vary names the headers that credentials come in. A client that has the
// response already, as its If-None-Match says, is answered with 304 and no body
// (RFC 9110, section 13.1.2). All other responses, such as streams, stay as they
// are.
//
// The headers ETag and Cache-Control that a controller or hook has set before
// are left alone, and its ETag is compared. Hooks behind that change the body
// make the tag wrong: name CACHE last in a route, with a flag of Compress behind it
// at most.
func Cache(flag string, o CacheOptions) router.Pack {
	if o.MaxAge < 0 {
		panic("flagpack: " + flag + ": MaxAge is negative")
	}
	hook, declared := newCache(o).respond, router.Flag{
		Name: flag, Description: "Answers to GET may be kept by clients, and asked for with `If-None-Match`.",
		Answers: []router.Answer{
			{Status: http.StatusOK, Headers: validators, Methods: reads},
			{Status: http.StatusNotModified, Description: "Not modified", Headers: validators, Methods: reads},
		},
	}
	if o.NoStore {
		hook, declared = forbidStore, router.Flag{Name: flag, Description: "Answers are not kept by caches."}
	}
	return func(r *router.Router) {
		r.Flag(declared)
		r.BeforeResponse(flag, hook)
	}
}

var validators = []apidoc.Header{
	{Name: "ETag", Description: "For `If-None-Match`"}, {Name: "Cache-Control", Description: "How long it may be kept"},
}

func reads(method string) bool { return method == http.MethodGet || method == http.MethodHead }

func forbidStore(c *router.Context, next func() error) error {
	if allowed, _ := storable.Get(c); allowed {
		delete(c.Response().Header, "Cache-Control")
	}
	if h := c.ResponseWriter().Header(); h["Cache-Control"] == nil {
		h["Cache-Control"] = []string{"no-store"}
	}
	return next()
}

// storable is set where the Cache-Control of a response is that of a flag of Cache, which
// one with NoStore overrules.
var storable = router.NewKey[bool]("flagpack: an answer may be kept by clients")

// cache holds the values of Cache-Control.
type cache struct {
	public, private []string
	weak            bool
}

func newCache(o CacheOptions) *cache {
	age := "no-cache"
	if o.MaxAge > 0 {
		age = "max-age=" + strconv.FormatInt(int64(o.MaxAge/time.Second), 10)
	}
	c := &cache{private: []string{"private, " + age}, weak: o.Weak}
	c.public = c.private
	if o.Public {
		c.public = []string{"public, " + age}
	}
	return c
}

func (k *cache) respond(c *router.Context, next func() error) error {
	response, request := c.Response(), c.Request()
	if response == nil || response.Streams || c.Err() != nil || response.Status != http.StatusOK || !reads(request.Method) {
		return next()
	}
	h := c.ResponseWriter().Header()
	if response.Header == nil {
		response.Header = http.Header{}
	}
	k.control(c, response.Header, h)
	tag := headerOf(response.Header, h, "Etag")
	if tag == "" {
		tag = entityTag(response.Body, k.weak)
		response.Header["Etag"] = []string{tag}
	}
	if known(request.Header["If-None-Match"], tag) {
		notModified(response, h)
	}
	return next()
}

// control sets Cache-Control and Vary in the header of the response; set has
// been set besides.
func (k *cache) control(c *router.Context, response, set http.Header) {
	control := k.public
	if response["Set-Cookie"] != nil || set["Set-Cookie"] != nil {
		control = k.private
	}
	var headers []string
	if sent, ok := sentIn.Get(c); ok {
		control, headers = k.private, sent.headers
	}
	if c.Request().Header["Authorization"] != nil {
		control, headers = k.private, append(slices.Clip(headers), "Authorization")
	}
	if headerOf(response, set, "Cache-Control") == "" {
		response["Cache-Control"] = control
		storable.Set(c, true)
	}
	if vary := varying(slices.Concat(set["Vary"], response["Vary"]), headers); vary != "" {
		delete(response, "Vary")
		set["Vary"] = []string{vary} // an error in its place varies by what hooks in front have named
	}
}

// headerOf is the value of a header, wherever it has been set.
func headerOf(response, set http.Header, name string) string {
	if v := response.Get(name); v != "" {
		return v
	}
	return set.Get(name)
}

// varying is the value of Vary with all names once.
func varying(lists, headers []string) string {
	var names []string
	for name := range httpfield.Elements(slices.Concat(lists, headers)) {
		if !httpfield.Has(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// notModified makes a response one without a body and without what describes a
// body (RFC 9110, section 15.4.5).
func notModified(response *router.Response, set http.Header) {
	response.Status, response.MediaType, response.Body = http.StatusNotModified, "", nil
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Digest"} {
		delete(response.Header, name)
		delete(set, name)
	}
}
