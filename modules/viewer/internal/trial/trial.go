// Package trial writes what a page needs to know of an operation so that readers
// can try it:
//
//	part, err := trial.New(ctx, doc, operation, trial.Options{})
//
// A part is an object of JSON. Its schemas are JSON Schema 2020-12, whatever the
// description speaks, and refer to each other. It is bounded: a description that
// is too large for it gives a part that says that it is not whole.
package trial

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// Limits of one part.
const (
	maxTexts    = 256 << 10 // bytes of values to begin with
	maxList     = 200       // parameters, servers, headers, responses and the like
	maxBrief    = 300       // characters of a description
	maxExamples = 20        // named examples of a body
)

// Options say what a part holds beside the operation. The zero value is that of
// a reference without credentials and proxy.
type Options struct {
	Kind        core.PageKind // PageOperation, or PageWebhook
	Credentials core.Credentials
	OwnProxy    bool   // requests can be sent by way of the server
	Tokens      bool   // tokens can be asked for by way of the server
	ProxyURL    string // a proxy elsewhere, "" for none
}

// Part is what is sent.
type Part struct {
	Operation  Operation                  `json:"operation"`
	Servers    []Server                   `json:"servers"`
	Parameters []Parameter                `json:"parameters"`
	Body       *Body                      `json:"body"`
	Responses  []Response                 `json:"responses"`
	Security   [][]Requirement            `json:"security"`
	Schemes    Schemes                    `json:"schemes"`
	Prefill    Prefill                    `json:"prefill"`
	Proxy      Proxy                      `json:"proxy"`
	Schemas    map[string]json.RawMessage `json:"schemas"`
	Truncated  bool                       `json:"truncated"` // something has been left out
}

// Operation names an operation.
type Operation struct {
	Slug   string `json:"slug"`
	URL    string `json:"url"` // of its page, relative to the root
	Method string `json:"method"`
	Path   string `json:"path"`
	ID     string `json:"id"`
	Title  string `json:"title"`
}

// Server is where an operation can be reached.
type Server struct {
	URL         string     `json:"url"`
	Description string     `json:"description"`
	Variables   []Variable `json:"variables"`
}

// Variable is one of the address of a server.
type Variable struct {
	Name        string   `json:"name"`
	Default     string   `json:"default"`
	Enum        []string `json:"enum"`
	Description string   `json:"description"`
}

// Parameter is one of the request.
type Parameter struct {
	Name            string          `json:"name"`
	In              apidoc.Place    `json:"in"`
	Required        bool            `json:"required"`
	Deprecated      bool            `json:"deprecated"`
	Description     string          `json:"description"`
	Style           string          `json:"style"`
	Explode         bool            `json:"explode"`
	AllowReserved   bool            `json:"allowReserved"`
	AllowEmptyValue bool            `json:"allowEmptyValue"`
	Media           string          `json:"media"` // of a value with a format of its own
	Schema          json.RawMessage `json:"schema"`
	// Example is the JSON of a value, as a text: no browser rounds its numbers.
	Example  string     `json:"example"`
	Given    bool       `json:"given"`    // the description gives the value; otherwise it is made up
	Encoding []Encoding `json:"encoding"` // of the members of a whole query
}

// Body is that of the request.
type Body struct {
	Required    bool    `json:"required"`
	Description string  `json:"description"`
	Media       []Media `json:"media"`
}

// Media is a body in one format.
type Media struct {
	Type       string          `json:"type"` // without wildcards
	Schema     json.RawMessage `json:"schema"`
	ItemSchema json.RawMessage `json:"itemSchema"`
	Kind       Kind            `json:"kind,omitempty"`    // of a request
	Example    string          `json:"example,omitempty"` // text to begin with; of a form the JSON of its fields
	Examples   []Example       `json:"examples,omitempty"`
	Encoding   []Encoding      `json:"encoding,omitempty"`
}

// Kind says how a body is written.
type Kind string

// The kinds of bodies.
const (
	KindText Kind = "text" // as it is, JSON too
	KindForm Kind = "form" // of fields: encoded as an address, or in parts
	KindFile Kind = "file" // bytes
)

// Example is a body with a name.
type Example struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Value   string `json:"value"` // text, as that of Media
}

// Encoding is how one property of a form is written.
type Encoding struct {
	Property      string   `json:"property"`
	ContentType   string   `json:"contentType"`
	Style         string   `json:"style"`
	Explode       *bool    `json:"explode"`
	AllowReserved bool     `json:"allowReserved"`
	Headers       []Header `json:"headers"`
	// Send are the headers that a part is sent with, as names and values.
	Send [][2]string `json:"send,omitempty"`
}

// Response is one possible response.
type Response struct {
	Status      string   `json:"status"`
	Description string   `json:"description"`
	Headers     []Header `json:"headers"`
	Media       []Media  `json:"media"`
	Links       []Link   `json:"links"`
}

// Header is one of a response or of a part of a form.
type Header struct {
	Name     string          `json:"name"`
	Required bool            `json:"required"`
	Schema   json.RawMessage `json:"schema"`
}

// Link leads from a response to an operation. Its values are the JSON of
// constants and of runtime expressions, as texts: no browser rounds their numbers.
type Link struct {
	Name        string     `json:"name"`
	Operation   string     `json:"operation"` // slug, "" for one that is not in the description
	URL         string     `json:"url"`       // of its page, relative to the root
	Title       string     `json:"title"`     // of the operation, or what the link calls it
	Parameters  []Argument `json:"parameters"`
	RequestBody string     `json:"requestBody"` // "" for none
	Server      string     `json:"server"`      // address, "" when the link names none
	Description string     `json:"description"`
}

// Argument is the value of one parameter of a linked operation.
type Argument struct {
	Name  string `json:"name"` // may begin with a place: "path.id"
	Value string `json:"value"`
}

// Proxy says which proxies there are.
type Proxy struct {
	Own bool   `json:"own"`
	URL string `json:"url"`
	// Tokens says that the server asks providers for tokens.
	Tokens bool `json:"tokens"`
}

// maker makes a part.
type maker struct {
	ctx   context.Context
	doc   *apidoc.Document
	start *snippet.Start
	texts int // bytes that are left for values to begin with
	part  Part
	w     schemaWriter
}

// New makes the part of an operation. The error is that of ctx.
func New(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation, options Options) (Part, error) {
	m := &maker{ctx: ctx, doc: doc, start: snippet.NewStart(ctx, doc, o), texts: maxTexts, w: newSchemaWriter(ctx, doc)}
	m.part = Part{
		Operation: Operation{
			Slug: o.Slug, URL: address.Of(options.Kind, o.Slug), Method: o.Method, Path: o.Path, ID: o.ID, Title: o.Title(),
		},
		Servers: servers(o.Servers), Proxy: Proxy{options.OwnProxy, options.ProxyURL, options.Tokens}, Prefill: prefill(options.Credentials),
		Security: requirements(o.Security), Schemes: schemes(doc, o.Security),
	}
	if options.Kind == core.PageWebhook {
		m.webhook()
	}
	m.parameters(o)
	m.body(o.RequestBody)
	m.part.Schemas = map[string]json.RawMessage{}
	m.w.referenced(m.part.Schemas)
	m.w.terse = true // nobody fills in a response
	m.responses(o.Responses)
	m.w.referenced(m.part.Schemas)
	m.part.Truncated = m.part.Truncated || m.w.truncated
	if err := ctx.Err(); err != nil {
		return Part{}, fmt.Errorf("write what is needed to try %s: %w", o.Slug, err)
	}
	return m.part, nil
}

// Whole stands for all operations of a description: it has the servers of the
// description, and each scheme as one way to authenticate.
func Whole(doc *apidoc.Document) *apidoc.Operation {
	o := &apidoc.Operation{Servers: doc.Servers}
	for i := range doc.SecuritySchemes {
		o.Security = append(o.Security, apidoc.SecurityRequirement{Schemes: []apidoc.RequiredScheme{{Name: doc.SecuritySchemes[i].Name}}})
	}
	return o
}

// listener stands for the address of who listens to a webhook.
const listener = "https://example.com/webhook"

// webhook makes the part one of a request that the API sends: to whatever address
// the reader gives, and never with what the operator has filled in for the API.
func (m *maker) webhook() {
	m.part.Operation.Path = "" // a webhook has a name instead
	m.part.Servers = []Server{{URL: "{address}", Variables: []Variable{{
		Name: "address", Default: listener, Enum: []string{}, Description: "Where your server listens. Pages may send to the servers that the description declares; the sample sends to any.",
	}}}}
	m.part.Prefill = prefill(core.Credentials{})
}

// first returns the part of a list that there is room for.
func first[T any](m *maker, list []T) []T {
	if len(list) > maxList {
		m.part.Truncated = true
		return list[:maxList]
	}
	return list
}

// text is a value to begin with, "" when there is no room for it.
func (m *maker) text(value string) string {
	if m.texts -= len(value); m.texts < 0 {
		m.part.Truncated = true
		return ""
	}
	return value
}
