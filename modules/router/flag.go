package router

import (
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
)

// Flag declares a flag of route strings, such as AUTH.
type Flag struct {
	Name        string // [A-Z][A-Z0-9_]*
	Description string // Markdown, for the description of the API

	// Security is the scheme that routes with the flag require: it comes into
	// the description of the API with the answers 401 and 403, and the router
	// does not start while no beforeFunctionCall hook is registered for the
	// flag. Routes with several such flags require all of them. Nil: none.
	Security *apidoc.SecurityScheme
	// Scopes are what the credentials of Security have to grant, for the
	// description of the API: scopes of the types oauth2 and openIdConnect, roles
	// of others (OpenAPI 3.1, section 4.8.30). Flags of one scheme add theirs up.
	// Nil: none.
	Scopes []string
	// Optional says that the routes of the flag also serve those who bring no
	// credentials.
	Optional bool

	// Needs are flags that a route with this one carries in front of it, such as
	// AUTH for a flag whose hook asks who it is: hooks run in the order of the
	// flags. A route without them does not start. Nil: none.
	Needs []string

	// Whole says that hooks of the flag need whole responses in Context.Response, as those
	// do that keep responses and answer with them. A route of a function that streams,
	// returns a Content or is a http.Handler does not start, nor one that has a flag with
	// Security behind this one: who asks would be asked too late.
	Whole bool

	// Answers are what hooks of the flag answer with beside its security, such as
	// 429, and the headers that they set; they come into the description of the API.
	// Nil: none.
	Answers []Answer

	// Parameters are what hooks of the flag read of a request beside its security,
	// such as the header If-Match; they come into the description of the API,
	// unless the function has one of the same place and name.
	Parameters []apidoc.Parameter

	// Preflight sets headers of the answer to the preflight request of a browser
	// (Fetch, section 3.2.2) that asks for a method of a route with the flag. It is
	// called concurrently, before any hook and without credentials. It is not
	// called where a route answers OPTIONS itself. Its panic is a logged 500. Nil: no
	// headers, so that browsers do not send what they have asked for.
	Preflight func(h http.Header, r *http.Request)

	// Tag is the tag of the routes with the flag, in place of the first
	// literal segment of their path.
	Tag string
}

// Answer is a status that hooks of a flag answer with, or headers that they set.
type Answer struct {
	// Status is 0 where the headers are those of all answers. One below 300 without a
	// description is that of the function, if it answers with it.
	Status int
	// Description is Markdown. Empty: the usual one of the status.
	Description string
	// Headers have a name, a description and a schema. The function may have others of
	// the same name.
	Headers []apidoc.Header
	// Methods reports whether routes of a method answer so. Nil: all do.
	Methods func(method string) bool
}

// wrongAnswers says what is wrong with the answers.
func (f Flag) wrongAnswers() []string {
	var found []string
	for _, a := range f.Answers {
		if a.Status != 0 && !isStatus(a.Status) {
			found = append(found, fmt.Sprintf("%d is no status", a.Status))
		}
		for _, h := range a.Headers {
			if !httpfield.IsToken(h.Name) {
				found = append(found, fmt.Sprintf("%q is no name of a header", h.Name))
			}
		}
	}
	return found
}

// Bearer is the security scheme "bearer": a token in the header Authorization.
// Format is a hint for readers, such as "jwt", and may be empty.
func Bearer(format string) *apidoc.SecurityScheme {
	return &apidoc.SecurityScheme{Name: "bearer", Type: apidoc.HTTPAuth, Scheme: "bearer", BearerFormat: format}
}

// Basic is the security scheme "basic": user and password (RFC 7617).
func Basic() *apidoc.SecurityScheme {
	return &apidoc.SecurityScheme{Name: "basic", Type: apidoc.HTTPAuth, Scheme: "basic"}
}

// APIKey is the security scheme named name: a key in the header, query
// parameter or cookie that is called parameter.
func APIKey(name string, in apidoc.Place, parameter string) *apidoc.SecurityScheme {
	return &apidoc.SecurityScheme{Name: name, Type: apidoc.APIKey, In: in, ParameterName: parameter}
}

// declaredFlag is a flag and where it was declared.
type declaredFlag struct {
	Flag
	at origin.Origin
}
