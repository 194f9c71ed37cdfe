package declare

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
)

// Call is one use of an endpoint: its arguments written out.
type Call struct {
	Op     string // the name of the endpoint
	Method string
	URL    string
	Path   string // as it was declared; empty when it was not
	// Variant tells answers at one URL apart by the headers in the arguments; empty
	// when there are none.
	Variant string
	ID      string         // identifies the answer: method, URL and variant
	Key     any            // the primary key in the arguments; nil when they have none
	List    entity.ListKey // the list that the arguments name
	Args    any            // a pointer to them
	Header  http.Header    // besides those of every call; may be nil
}

// Call writes arguments out, which are given as a pointer. Base is the base URL
// of the client. With an error the call has a URL if that was written. An endpoint
// without a path has calls without a URL.
func (e *Endpoint) Call(base string, args any) (c Call, err error) {
	c = Call{Op: e.Name, Method: e.Method, Path: e.Path, Args: args}
	if e.Plan == nil {
		return c, nil
	}
	in := e.Plan.Args(args)
	base = e.base(base)
	if c.URL, err = e.url(base, in, argument.Whole); err != nil {
		c.URL = ""
		return c, err
	}
	if err := e.checkBase(base, c.URL); err != nil {
		return c, err
	}
	if c.Header, err = e.Plan.Headers(in); err != nil {
		return c, err
	}
	c.Variant = variantOf(c.Header)
	c.SetURL(c.URL)
	if e.NamesList {
		if c.List, err = e.list(&c, base, in); err != nil {
			return c, err
		}
	}
	if e.Key != nil {
		c.Key = e.Key(args)
	}
	return c, nil
}

// list writes out which list the arguments name: its URL without the base of the
// client and without the cursor is what identifies it.
func (e *Endpoint) list(c *Call, base string, in argument.Args) (key entity.ListKey, err error) {
	key = entity.ListKey{Collection: e.Collection, Text: c.URL}
	if e.Plan.HasCursor() || e.Prefix != base {
		if key.Text, err = e.url(e.Prefix, in, argument.WithoutCursor); err != nil {
			return key, err
		}
	}
	key.Text += c.Variant
	key.Args, err = e.listArgs(in)
	return key, err
}

// variantOf names headers, which may be secret, without telling them.
func variantOf(h http.Header) string {
	if len(h) == 0 {
		return ""
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(h)) {
		fmt.Fprintf(sum, "%q%q", name, h[name])
	}
	return fmt.Sprintf(" #%x", sum.Sum(nil)[:12])
}

// SetURL sets the URL, and with it what identifies the answer.
func (c *Call) SetURL(url string) { c.URL, c.ID = url, c.Method+" "+url+c.Variant }

// SetHeader adds a header, unless it is empty.
func (c *Call) SetHeader(name, value string) {
	if value == "" {
		return
	}
	if c.Header == nil {
		c.Header = http.Header{}
	}
	c.Header.Set(name, value)
}

// ReadID identifies the answer of a read of what the call is about.
func (c *Call) ReadID() string { return http.MethodGet + " " + c.URL + c.Variant }
