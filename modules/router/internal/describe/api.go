package describe

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/heading"
)

// API is what a description is written of.
type API struct {
	Outline apidoc.Outline                  // what the description begins with
	Types   map[reflect.Type]*apidoc.Schema // see schema.Builder.Known
	Flags   map[string]Flag
	Routes  []Route // that are shown, in the order of the table
}

// Flag is what a flag says about its routes: see router.Flag.
type Flag struct {
	Description string
	Security    *apidoc.SecurityScheme
	Scopes      []string
	Optional    bool
	Answers     []Answer
	Parameters  []apidoc.Parameter
	Tag         string
}

// Answer is what routes of a flag answer with: see router.Answer.
type Answer struct {
	Status      int
	Description string
	Headers     []apidoc.Header
	Methods     func(method string) bool
}

// Route is one operation.
type Route struct {
	Key     string // as it was written
	Route   route.Route
	Prefix  int // segments of its path that are those of groups
	ID      string
	About   About
	Handler bool           // it writes its response itself
	Params  []reflect.Type // of positional arguments
	Input   *bind.Input    // nil: there is none
	Loose   bool           // the JSON body may have members that Input has not
	Result  Result
}

// About is what a route says of itself.
type About struct {
	Summary     string
	Description string   // Markdown
	Tags        []string // nil: those of its flags, or the first literal of its path, behind the prefix if there is one
	Deprecated  bool
	Statuses    []Status
}

// Result is what a function answers with when it does not fail.
type Result struct {
	Status   int
	Body     reflect.Type // nil: unknown
	MayBeNil bool         // then the status is 204
	Types    []string     // media types of the body, none without one
	Stream   string       // media type of a stream

	Headings heading.Fields // of the body, that are headers and cookies

	PagedBy   string       // the query parameter that selects a page, empty when it is none
	Content   bool         // there are ranges and conditions
	Elsewhere bool         // the client is sent to another address
	Item      reflect.Type // of a stream of values, nil for events
	Events    []Event      // of a stream
}

// Event is the data of the events of one name.
type Event struct {
	Name string
	Data reflect.Type
}

// Description is a description and what it says of each route.
type Description struct {
	Document   *apidoc.Document
	Operations map[string]*apidoc.Operation // by key
	Schemas    map[string]*apidoc.Schema    // by reference
}
