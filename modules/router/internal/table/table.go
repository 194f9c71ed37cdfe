// Package table says what is wrong with a route table, all of it at once.
//
//	flags, mistakes := table.Flags(declared, hooks)
//	mistakes = append(mistakes, table.Check(routes, flags, hooks)...)
//
// It sees values only: what it checks it cannot call.
package table

import (
	"fmt"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
)

// Route is one route of a table.
type Route struct {
	Key        string // as it was written
	Group      string // the groups that it is in, empty for none
	Controller string // its module, empty outside of groups
	Route      route.Route
	Function   Function

	ID     string // operationId
	Hidden bool   // the description leaves it out
}

// Function is what is known of a controller function.
type Function struct {
	At       origin.Origin
	Mistakes []string
	Handler  bool           // it writes its response itself
	Params   []reflect.Type // of positional arguments
	Input    *bind.Input    // nil: there is none
	Result   reflect.Type   // or a part of it, when it is a stream; nil: only known when it renders
	Body     reflect.Type   // of the result, nil: there is none
	AnyBody  bool           // an encoder may write any body
	Produces []string       // media types of bytes
	Form     Form           // of the result
	Events   bool           // there are types of events
	PagedBy  string         // the query parameter that selects a page of the result, empty when that is none
	Pages    bool           // that is said
	Strict   bool           // it asks to be strict about the query
}

// Form is how a result is sent.
type Form uint8

// The forms of results.
const (
	Encoded Form = iota // as a whole, by an encoder
	Bytes               // as a whole, as it is
	Content             // as it is read
	Stream              // part by part
	Events              // as events of any types
)

// Flag is a flag that was declared, or that something was registered for.
type Flag struct {
	Name     string
	Security *apidoc.SecurityScheme
	Needs    []string
	Whole    bool // its hooks need whole responses
	At       origin.Origin
	Mistakes []string // of what it says about answers
}

// Hook is a hook, or middleware for a flag.
type Hook struct {
	Stage      core.Stage
	Middleware bool   // it has no stage
	Flag       string // of a hook, empty: every route
	At         origin.Origin
}

// Mistake is one thing that is wrong.
type Mistake struct {
	Route      string // its key, empty when it is about no route
	Group      string
	Controller string
	At         origin.Origin
	Message    string
}

func wrong(at origin.Origin, format string, args ...any) Mistake {
	return Mistake{At: at, Message: fmt.Sprintf(format, args...)}
}

// Wrong is a mistake about a route.
func (r Route) Wrong(format string, args ...any) Mistake {
	return Mistake{r.Key, r.Group, r.Controller, r.Function.At, fmt.Sprintf(format, args...)}
}

func (r Route) String() string {
	if r.Function.At.Name == "" {
		return `"` + r.Key + `"`
	}
	return `"` + r.Key + `" -> ` + r.Function.At.String()
}
