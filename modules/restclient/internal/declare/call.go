package declare

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
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
	ID      string        // identifies the answer: method, URL and variant
	Key     any           // the primary key in the arguments; nil when they have none
	Apart   bool          // the arguments have more than the key for the URL
	List    store.ListKey // the list that the arguments name
	Args    any           // a pointer to them
	Header  http.Header   // besides those of every call; may be nil
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
func (c *Call) SetURL(url string) { c.setID(c.Method + " " + url + c.Variant) }

// setID sets what identifies the answer. The URL is a part of it, in the same piece of
// memory.
func (c *Call) setID(id string) {
	c.ID, c.URL = id, id[len(c.Method)+1:len(id)-len(c.Variant)]
}

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
