package outbox

import (
	"net/http"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Entry is one mutation, as it is to be sent.
type Entry struct {
	ID       string    `json:"id"` // the idempotency key
	At       time.Time `json:"at"` // when it was queued
	Endpoint string    `json:"endpoint"`

	Op     string      `json:"op"`
	Method string      `json:"method"`
	URL    string      `json:"url"`
	Header http.Header `json:"header,omitzero"`
	Format string      `json:"format,omitzero"` // of the body
	Body   []byte      `json:"body,omitzero"`
	BodyIn string      `json:"bodyIn,omitzero"` // the member of what is sent that the body is

	About Key            `json:"about,omitzero"` // the entity in the arguments
	Draft Key            `json:"draft,omitzero"` // the entity that it makes, under a key that was made up
	List  *store.ListKey `json:"list,omitzero"`  // in the arguments
}

// Key is the primary key of an entity; the zero Key is none.
type Key struct {
	Type string         `json:"type"` // of the entity
	Text string         `json:"text"` // as it is in URLs
	JSON jsontext.Value `json:"json"`
}

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return k.Type == "" }

func (k Key) equal(other Key) bool {
	return k.Type == other.Type && k.Text == other.Text
}

// size is about how many bytes an entry takes.
func (e *Entry) size() int64 {
	n := len(e.ID) + len(e.Endpoint) + len(e.Op) + len(e.URL) + len(e.Body) + len(e.About.Text) + len(e.Draft.Text)
	for name, values := range e.Header {
		for _, v := range values {
			n += len(name) + len(v)
		}
	}
	return int64(n) + overhead
}

// overhead is what an entry takes besides its texts.
const overhead = 256

// DependsOn reports whether an entry must wait for another one, which is before
// it: both are about one entity, or it says something about what that one makes.
func (e *Entry) DependsOn(other *Entry) bool {
	if other.Draft.IsZero() {
		return !e.About.IsZero() && e.About.equal(other.About)
	}
	return e.Mentions(other.Draft)
}

// Mentions reports whether an entry says something about an entity.
func (e *Entry) Mentions(k Key) bool {
	to := k
	to.Text += "x"
	_, inURL := Rename{From: k, To: to}.url(e.URL)
	_, inBody := Rename{From: k, To: Key{Text: to.Text, JSON: jsontext.Value("null")}}.body(e.Body)
	return inURL || inBody || e.About.equal(k)
}

// Rename says what an entity is called since the server knows it.
type Rename struct {
	From Key `json:"from"`
	To   Key `json:"to"`
}

// Names are renames in their order.
type Names []Rename

// Apply calls the entities in an entry what they are called now.
func (n Names) Apply(e *Entry) {
	for _, r := range n {
		r.apply(e)
	}
}

// apply leaves what it does not change as it is: other entries may share it.
func (r Rename) apply(e *Entry) {
	e.URL, _ = r.url(e.URL)
	e.Body, _ = r.body(e.Body)
	if e.About.equal(r.From) {
		e.About = r.To
	}
	if e.List == nil {
		return
	}
	list := *e.List
	list.Text, _ = r.url(list.Text)
	list.Args = slices.Clone(list.Args)
	for i := range list.Args {
		if list.Args[i].Value == r.From.Text {
			list.Args[i].Value = r.To.Text
		}
	}
	e.List = &list
}
