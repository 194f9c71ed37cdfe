package flagpack

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/router"
)

// CORSOptions say which pages of other origins may read answers in a browser.
type CORSOptions struct {
	// Origins may ask, such as "https://app.example" or "http://localhost:3000":
	// scheme, host, and port where it is not the usual one of the scheme, as a
	// browser writes them. "*" alone lets pages of all origins ask, without
	// Credentials.
	Origins []string

	// Allow lets further origins ask, such as all below a domain. It is called
	// concurrently, with what the client has sent, which may be "null". With
	// Credentials every page that it allows acts as its visitor. Nil: none.
	Allow func(origin string) bool

	// Credentials lets pages send cookies and client certificates along, and read
	// the answer.
	Credentials bool

	// Headers may be sent beside those that every page may send, such as
	// "Content-Type", which JSON needs, "Authorization" and "If-Match".
	Headers []string

	// Expose are headers of answers that pages may read beside the few that every
	// page may read, such as "ETag" and "Location".
	Expose []string

	// MaxAge is how long a browser may keep what it was answered before it asks
	// again whether it may ask, in whole seconds. 0: as long as the browser
	// thinks, which is 5 seconds. Browsers keep it for some hours at most.
	MaxAge time.Duration
}

// CORS is the pack of a flag whose routes may be read by pages of other origins
// (Fetch, section 3.2). Answers to them, errors among them, name the origin that
// may read, or say nothing, upon which the browser keeps them from the page; Vary
// names Origin. Preflight requests are answered for the methods whose route at
// that path has the flag, without any hook of the route: nobody has to be logged
// in for them. Where a route answers OPTIONS itself, they are its own business.
// Requests to private networks are not let through.
//
// CORS lets browsers read answers. It keeps nobody from sending requests:
// http.CrossOriginProtection does that for those that come with cookies.
func CORS(flag string, o CORSOptions) router.Pack {
	p, err := newCORS(o)
	if err != nil {
		panic("flagpack: " + flag + ": " + err.Error())
	}
	declared := router.Flag{Name: flag, Description: p.description(), Preflight: p.preflight}
	return func(r *router.Router) {
		r.Flag(declared)
		r.BeforeResponse(flag, p.respond)
	}
}

// cors holds the values of the headers.
type cors struct {
	origins     map[string][]string // as the value of a header
	any         bool
	allow       func(string) bool
	credentials bool

	headers, expose, maxAge []string
}

func newCORS(o CORSOptions) (*cors, error) {
	p := &cors{origins: map[string][]string{}, allow: o.Allow, credentials: o.Credentials}
	p.any = slices.Contains(o.Origins, "*")
	switch {
	case len(o.Origins) == 0 && o.Allow == nil:
		return nil, errors.New("nobody may ask: name Origins, or decide in Allow")
	case p.any && (len(o.Origins) > 1 || o.Allow != nil):
		return nil, errors.New(`"*" are all origins: it stands alone`)
	case p.any && o.Credentials:
		return nil, errors.New(`"*" is never with Credentials: name the Origins`)
	case o.MaxAge < 0:
		return nil, errors.New("MaxAge is negative")
	}
	for _, origin := range o.Origins {
		if wrong := wrongOrigin(origin); wrong != "" && !p.any {
			return nil, fmt.Errorf("origin %q: %s", origin, wrong)
		}
		p.origins[origin] = []string{origin}
	}
	var err error
	if p.headers, err = listed("Headers", o.Headers); err != nil {
		return nil, err
	}
	if p.expose, err = listed("Expose", o.Expose); err != nil {
		return nil, err
	}
	if o.MaxAge > 0 {
		p.maxAge = []string{strconv.FormatInt(int64(o.MaxAge/time.Second), 10)}
	}
	return p, nil
}

// wrongOrigin says why no browser sends an origin, empty when one may.
func wrongOrigin(origin string) string {
	u, err := url.Parse(origin)
	switch {
	case origin == "null":
		return "every page can be that: decide in Allow"
	case strings.Contains(origin, "*"):
		return "there are no wildcards: decide in Allow"
	case err != nil || u.Scheme == "" || u.Host == "":
		return "it is a scheme and a host, such as https://app.example"
	case origin != u.Scheme+"://"+u.Host:
		return "it ends behind the host and the port"
	case origin != strings.ToLower(origin) || strings.ContainsFunc(origin, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "browsers write it in lower case and ASCII"
	case u.Scheme == "https" && u.Port() == "443", u.Scheme == "http" && u.Port() == "80", strings.HasSuffix(u.Host, ":"):
		return "browsers leave the usual port out"
	case !isPort(u.Port()):
		return "the port is a number from 1 to 65535 without zeros in front"
	case !isHost(u.Hostname()):
		return "browsers write an address as 127.0.0.1 or [::1]"
	}
	return ""
}

// isPort reports whether browsers write a port so. Most origins have none.
func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0 && port == strconv.FormatUint(n, 10)
}

// isHost reports whether browsers write a host so: one that ends in a number or has colons
// is an address (WHATWG URL, section "Host parsing").
func isHost(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if !strings.Contains(host, ":") && strings.Trim(last, "0123456789") != "" {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.String() == host
}

// listed is the value of a header that lists names of headers, nil for none.
func listed(option string, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	for _, name := range names {
		switch {
		case name == "*":
			return nil, fmt.Errorf(`%s: "*" is not all headers to every browser: name them`, option)
		case !httpfield.IsToken(name):
			return nil, fmt.Errorf("%s: %q is no name of a header", option, name)
		}
	}
	return []string{strings.Join(names, ", ")}, nil
}

func (p *cors) description() string {
	who := "all origins"
	switch {
	case len(p.origins) == 0:
		who = "origins that the server knows"
	case !p.any:
		who = strings.Join(slices.Sorted(maps.Keys(p.origins)), ", ")
		if p.allow != nil {
			who += " and others that the server knows"
		}
	}
	return "Pages of " + who + " may read the answers in a browser (CORS)."
}

// Values of headers that are shared by all answers; nobody writes to them.
var (
	anyOrigin = []string{"*"}
	yes       = []string{"true"}
)

// allowed is the value of Access-Control-Allow-Origin for a request, nil when its
// origin may not read. "*" also answers requests without an origin: without Vary a
// cache keeps one answer for all (Fetch, section 3.2.5).
func (p *cors) allowed(r *http.Request) []string {
	sent := r.Header["Origin"]
	switch {
	case p.any:
		return anyOrigin
	case len(sent) != 1:
		return nil
	case p.origins[sent[0]] != nil:
		return p.origins[sent[0]]
	case p.allow != nil && p.allow(sent[0]):
		return []string{sent[0]}
	}
	return nil
}

// name says who may read, and reports whether the client may.
func (p *cors) name(h http.Header, r *http.Request) bool {
	if !p.any {
		h.Add("Vary", "Origin")
	}
	origin := p.allowed(r)
	if origin == nil {
		return false
	}
	h["Access-Control-Allow-Origin"] = origin
	if p.credentials {
		h["Access-Control-Allow-Credentials"] = yes
	}
	return true
}

func (p *cors) respond(c *router.Context, next func() error) error {
	h := c.ResponseWriter().Header()
	if p.name(h, c.Request()) && p.expose != nil {
		h["Access-Control-Expose-Headers"] = p.expose
	}
	return next()
}

// preflight answers for a method that the route has.
func (p *cors) preflight(h http.Header, r *http.Request) {
	h.Add("Vary", "Access-Control-Request-Method")
	if !p.name(h, r) {
		return
	}
	h["Access-Control-Allow-Methods"] = []string{r.Header.Get("Access-Control-Request-Method")}
	if p.headers != nil {
		h["Access-Control-Allow-Headers"] = p.headers
	}
	if p.maxAge != nil {
		h["Access-Control-Max-Age"] = p.maxAge
	}
}
