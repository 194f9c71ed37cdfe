package apidoc

import (
	"encoding/json"
	"slices"
	"strings"
)

// Operation is everything a description says about one operation or webhook.
type Operation struct {
	OperationSummary
	Description     string // Markdown, whole
	PathSummary     string // summary of the path item
	PathDescription string // description of the path item, Markdown
	Parameters      []Parameter
	RequestBody     *RequestBody // nil when there is none
	Responses       []Response   // in the order of the description
	Callbacks       []Callback
	// Security is what the operation requires: any one of these. Empty means
	// nothing, also where the description as a whole requires something.
	Security     []SecurityRequirement
	Servers      []Server // those that apply, the nearest declared ones
	ExternalDocs *ExternalDocs
	CodeSamples  []CodeSample // x-codeSamples and its other names
	// Retirement says when a deprecated operation goes away and what replaces
	// it, nil when the description says neither.
	Retirement *Retirement
	// Extensions are those of the operation and of its responses as a whole,
	// PathExtensions those of its path item.
	Extensions     []Extension
	PathExtensions []Extension
}

// Retirement is the end of an operation. All fields are as written and may be
// empty.
type Retirement struct {
	Since  string // date from which it is deprecated (x-deprecated-at; RFC 9745)
	Sunset string // date after which it may not answer any more (x-sunset; RFC 8594)
	// Replacement is what to use instead: an operationId, a method and path, a
	// reference, an address or a sentence (x-replaced-by).
	Replacement string
	Reason      string // Markdown
}

// Place says where a parameter goes.
type Place string

// The places of parameters.
const (
	InPath        Place = "path"
	InQuery       Place = "query"
	InHeader      Place = "header"
	InCookie      Place = "cookie"
	InQueryString Place = "querystring" // the whole query as one value (OpenAPI 3.2)
)

// Parameter is one parameter of an operation.
type Parameter struct {
	Name            string
	In              Place
	Description     string // Markdown
	Required        bool
	Deprecated      bool
	AllowEmptyValue bool
	// Style is how values are written (OpenAPI 3.1, section 4.8.12.3), such as
	// "form" or "deepObject": never empty, the default of the place filled in.
	Style         string
	Explode       bool // with the default of the style
	AllowReserved bool
	Schema        *Schema     // nil when Content describes the value
	Content       []MediaType // at most one
	Example       json.RawMessage
	Examples      []Example
	Ref           string // the reference it was reached by, empty for none
	Extensions    []Extension
}

// Sends reports whether who calls the operation sends one of its parameters: not one that
// is ignored, but for a header Authorization that is all that there is about credentials.
func (o *Operation) Sends(p *Parameter) bool {
	secured := slices.ContainsFunc(o.Security, func(r SecurityRequirement) bool { return len(r.Schemes) > 0 })
	return !p.Ignored() || !secured && strings.EqualFold(p.Name, "Authorization")
}

// Ignored reports whether OpenAPI says to ignore the parameter: a header Accept,
// Content-Type or Authorization, which the content and the security of the operation
// stand for (OpenAPI 3.1, section 4.8.12.2.1).
func (p *Parameter) Ignored() bool {
	switch strings.ToLower(p.Name) {
	case "accept", "content-type", "authorization":
		return p.In == InHeader
	}
	return false
}

// RequestBody is the body of a request.
type RequestBody struct {
	Description string // Markdown
	Required    bool
	Content     []MediaType
	Ref         string
	Extensions  []Extension
}

// MediaType is a body in one format.
type MediaType struct {
	Name       string // such as "application/json", may hold wildcards
	Schema     *Schema
	ItemSchema *Schema // of one item of a stream (OpenAPI 3.2)
	Example    json.RawMessage
	Examples   []Example
	Encoding   []Encoding
	// PrefixEncoding is how the first parts of a body without names are
	// written, ItemEncoding how all others are; nil for none (OpenAPI 3.2).
	PrefixEncoding []Encoding
	ItemEncoding   *Encoding
	Extensions     []Extension
}

// Encoding is how one property of a form, or one part of a body, is written.
type Encoding struct {
	Property      string // empty for a part that has its place instead of a name
	ContentType   string
	Headers       []Header
	Style         string
	Explode       *bool // nil: the default of the style
	AllowReserved bool
	// What the part consists of in turn (OpenAPI 3.2).
	Encoding       []Encoding
	PrefixEncoding []Encoding
	ItemEncoding   *Encoding
	Extensions     []Extension
}

// Response is one possible response.
type Response struct {
	Status      string // "200", "4XX" or "default"
	Summary     string // OpenAPI 3.2
	Description string // Markdown
	Headers     []Header
	Content     []MediaType
	Links       []Link
	Ref         string
	Extensions  []Extension
}

// Header is a header of a response or of a part of a form.
type Header struct {
	Name        string
	Description string // Markdown
	Required    bool
	Deprecated  bool
	Style       string
	Explode     bool
	Schema      *Schema
	Content     []MediaType
	Example     json.RawMessage
	Examples    []Example
	Ref         string
	Extensions  []Extension
}

// Example is an example with a name.
type Example struct {
	Name          string
	Summary       string
	Description   string // Markdown
	Value         json.RawMessage
	Serialized    string // the value as it is sent (OpenAPI 3.2)
	ExternalValue string // URL of the value
	Extensions    []Extension
}

// Link says how a response leads to another operation.
type Link struct {
	Name         string
	OperationID  string
	OperationRef string
	Description  string         // Markdown
	Parameters   []LinkArgument // by name of the parameter
	RequestBody  json.RawMessage
	Server       *Server
	Extensions   []Extension
}

// LinkArgument is a constant or runtime expression for one parameter.
type LinkArgument struct {
	Name  string
	Value json.RawMessage
}

// Callback is a request that the API sends to its client.
type Callback struct {
	Name       string
	Expression string // runtime expression of the address
	Operations []Operation
	Extensions []Extension
}

// CodeSample is a sample that the author of the description wrote.
type CodeSample struct {
	Language, Label, Source string
	// Example and ContentType name the example of the request body that the
	// sample sends. They may be empty.
	Example, ContentType string
}

// SecurityType says how a scheme authenticates.
type SecurityType string

// The types of security schemes.
const (
	APIKey        SecurityType = "apiKey"
	HTTPAuth      SecurityType = "http"
	OAuth2        SecurityType = "oauth2"
	OpenIDConnect SecurityType = "openIdConnect"
	MutualTLS     SecurityType = "mutualTLS"
)

// SecurityScheme is one way to authenticate.
type SecurityScheme struct {
	Name             string // what requirements name
	Type             SecurityType
	Description      string // Markdown
	ParameterName    string // of an apiKey
	In               Place  // of an apiKey
	Scheme           string // of http: "basic", "bearer", …
	BearerFormat     string
	Flows            []OAuthFlow
	ClientID         string // of a login, unless the reader has another (x-defaultClientId)
	OpenIDConnectURL string
	MetadataURL      string // of oauth2 (OpenAPI 3.2)
	Deprecated       bool
	Extensions       []Extension
}

// OAuthFlow is one way to get a token.
type OAuthFlow struct {
	Kind                   string // "authorizationCode", "clientCredentials", "implicit", "password", "deviceAuthorization"
	AuthorizationURL       string
	DeviceAuthorizationURL string
	TokenURL               string
	RefreshURL             string
	ClientID               string // in place of that of the scheme (x-scalar-client-id, x-client-id)
	Scopes                 []Scope
	Extensions             []Extension
}

// Scope is one permission.
type Scope struct {
	Name, Description string
	Default           bool // asked for unless the reader says otherwise (x-default-scopes)
}

// SecurityRequirement is a set of schemes that are all needed. The empty set
// means that no authentication is possible too.
type SecurityRequirement struct{ Schemes []RequiredScheme }

// RequiredScheme names a scheme and the scopes it must grant.
type RequiredScheme struct {
	Name   string
	Scopes []string
}
