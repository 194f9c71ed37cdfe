package trial

import (
	"bytes"
	"encoding/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Limits of one part.
const (
	maxTexts    = 256 << 10 // bytes of values to begin with
	maxList     = 200       // parameters, servers, headers, responses and the like
	maxBrief    = 300       // characters of a description
	maxExamples = 20        // named examples of a body
)

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

// Requirement is a scheme with the scopes that are needed.
type Requirement struct {
	Scheme string   `json:"scheme"`
	Scopes []string `json:"scopes"`
}

// Schemes are an object of JSON, in the order of the description.
type Schemes []NamedScheme

// NamedScheme is a scheme with the name that requirements have for it.
type NamedScheme struct {
	Name   string
	Scheme Scheme
}

// MarshalJSON writes an object.
func (s Schemes) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, n := range s {
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(marshal(n.Name))
		out.WriteByte(':')
		out.Write(marshal(n.Scheme))
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Scheme is one way to authenticate.
type Scheme struct {
	Type             apidoc.SecurityType `json:"type"`
	In               apidoc.Place        `json:"in"`   // of an apiKey
	Name             string              `json:"name"` // of the parameter of an apiKey
	Scheme           string              `json:"scheme"`
	BearerFormat     string              `json:"bearerFormat"`
	Flows            []Flow              `json:"flows"`
	ClientID         string              `json:"clientId"`
	OpenIDConnectURL string              `json:"openIdConnectUrl"`
	Description      string              `json:"description"`
}

// Flow is one way to get a token.
type Flow struct {
	Kind                   string  `json:"kind"`
	AuthorizationURL       string  `json:"authorizationUrl"`
	DeviceAuthorizationURL string  `json:"deviceAuthorizationUrl"`
	TokenURL               string  `json:"tokenUrl"`
	RefreshURL             string  `json:"refreshUrl"`
	ClientID               string  `json:"clientId"`
	Scopes                 []Scope `json:"scopes"`
}

// Scope is one permission.
type Scope struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Default     bool   `json:"default"`
}

// Prefill is what the operator's configuration fills in, in its own words.
type Prefill struct {
	PreferredSecurityScheme string           `json:"preferredSecurityScheme"`
	APIKey                  Token            `json:"apiKey"`
	HTTP                    HTTP             `json:"http"`
	OAuth2                  OAuth2           `json:"oAuth2"`
	SecuritySchemes         map[string]Basic `json:"securitySchemes"`
	Servers                 []Server         `json:"servers"` // that it is for
}

// Token is one text.
type Token struct {
	Token string `json:"token"`
}

// HTTP is what schemes of HTTP are filled in with.
type HTTP struct {
	Basic  Basic `json:"basic"`
	Bearer Token `json:"bearer"`
}

// Basic is a name with its password, or a token.
type Basic struct {
	Token    string `json:"token,omitempty"`
	Username string `json:"username"`
	Password string `json:"password"`
}

// OAuth2 is what schemes of OAuth 2 are filled in with.
type OAuth2 struct {
	ClientID    string   `json:"clientId"`
	Scopes      []string `json:"scopes"`
	AccessToken string   `json:"accessToken"`
}
