package tryit

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

const (
	maxTokenRequest = 64 << 10 // bytes of what a page sends
	maxToken        = 1 << 20  // bytes of an answer
	maxForm         = 50       // fields
	formType        = "application/x-www-form-urlencoded"
)

// ServeToken answers a page's TokenRequest: it sends it to the endpoint that one of
// schemes, those that the operator's description declares, names for it, and
// passes the answer as ServeRequest does. Redirects are not followed.
//
// An endpoint that a provider's own document names has to be of the origin of that
// document, or one of WithOrigins.
func (p *Proxy) ServeToken(w http.ResponseWriter, r *http.Request, schemes []apidoc.SecurityScheme) {
	p.serve(w, r, TokenType, func(ctx context.Context, x *exchange) *refusal { return x.token(ctx, schemes) })
}

// token reads a request for a token.
func (x *exchange) token(ctx context.Context, schemes []apidoc.SecurityScheme) *refusal {
	t, no := readToken(x.r.Body)
	if no != nil {
		return no
	}
	at := endpointOf(t, schemes)
	if at.discovery == "" {
		return x.aim(t, at.url)
	}
	if no := x.aim(TokenRequest{Endpoint: EndpointDiscovery}, at.discovery); no != nil || t.Endpoint == EndpointDiscovery {
		return no
	}
	found, no := x.discover(ctx, t)
	if no != nil {
		return no
	}
	return x.aim(t, found)
}

// readToken reads what a page has sent.
func readToken(from io.Reader) (t TokenRequest, no *refusal) {
	body, err := io.ReadAll(io.LimitReader(from, maxTokenRequest+1))
	if err != nil || len(body) > maxTokenRequest {
		return t, invalid("A request for a token is one object of JSON, of 64 KiB at most.")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if d.Decode(&t) != nil || d.Decode(&struct{}{}) != io.EOF {
		return t, invalid("A request for a token is an object with scheme, flow, endpoint, form and basic.")
	}
	if len(t.Form) > maxForm || len(t.Basic) != 0 && len(t.Basic) != 2 || slices.ContainsFunc(t.Form, func(pair []string) bool { return len(pair) != 2 }) {
		return t, invalid("A form is pairs of a name and a value, and basic one of them.")
	}
	if !t.isMeant() {
		return t, invalid("The form is none of this flow.")
	}
	return t, nil
}

// grants are what the flows ask for.
var grants = map[string]string{
	"authorizationCode":   "authorization_code",
	"clientCredentials":   "client_credentials",
	"password":            "password",
	"deviceAuthorization": "urn:ietf:params:oauth:grant-type:device_code",
}

// isMeant reports whether a form is what its endpoint is for.
func (t *TokenRequest) isMeant() bool {
	var asked []string
	for _, pair := range t.Form {
		if pair[0] == "grant_type" {
			asked = append(asked, pair[1])
		}
	}
	grant, known := grants[t.Flow]
	switch t.Endpoint {
	case EndpointToken:
		return known && slices.Equal(asked, []string{grant})
	case EndpointRefresh:
		return known && slices.Equal(asked, []string{"refresh_token"})
	case EndpointDevice:
		return t.Flow == "deviceAuthorization" && asked == nil
	case EndpointDiscovery:
		return len(t.Form)+len(t.Basic) == 0
	}
	return false
}

// endpoint is where a request for a token goes: to an address, or to one that a
// document names.
type endpoint struct{ url, discovery string }

// endpointOf is the zero value when schemes declare none.
func endpointOf(t TokenRequest, schemes []apidoc.SecurityScheme) endpoint {
	i := slices.IndexFunc(schemes, func(s apidoc.SecurityScheme) bool { return s.Name == t.Scheme })
	if i < 0 {
		return endpoint{}
	}
	switch s := schemes[i]; s.Type {
	case apidoc.OpenIDConnect:
		return endpoint{discovery: s.OpenIDConnectURL}
	case apidoc.OAuth2:
		return endpoint{url: flowEndpoint(t, s.Flows)}
	}
	return endpoint{}
}

func flowEndpoint(t TokenRequest, flows []apidoc.OAuthFlow) string {
	i := slices.IndexFunc(flows, func(f apidoc.OAuthFlow) bool { return f.Kind == t.Flow })
	if i < 0 {
		return ""
	}
	switch f := flows[i]; {
	case t.Endpoint == EndpointDevice:
		return f.DeviceAuthorizationURL
	case t.Endpoint == EndpointRefresh && f.RefreshURL != "":
		return f.RefreshURL
	case t.Endpoint != EndpointDiscovery:
		return f.TokenURL
	}
	return ""
}

// aim makes a request for a token the one that is sent, to an address.
func (x *exchange) aim(t TokenRequest, address string) *refusal {
	u, at, no := parseURL(address)
	if no != nil {
		return noEndpoint()
	}
	x.target = target{url: u, origin: at, own: x.p.own[at]}
	x.sent = t.sent()
	return x.count()
}

// sent is the request for an endpoint.
func (t *TokenRequest) sent() *sent {
	header := http.Header{"Accept": {"application/json"}, "User-Agent": {productName}}
	if t.Endpoint == EndpointDiscovery {
		return &sent{method: http.MethodGet, header: header, body: newUpload("")}
	}
	if len(t.Basic) == 2 {
		pair := url.QueryEscape(t.Basic[0]) + ":" + url.QueryEscape(t.Basic[1]) // RFC 6749, 2.3.1
		header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(pair)))
	}
	header.Set("Content-Type", formType)
	fields := make([]string, len(t.Form))
	for i, pair := range t.Form {
		fields[i] = url.QueryEscape(pair[0]) + "=" + url.QueryEscape(pair[1])
	}
	return &sent{method: http.MethodPost, header: header, body: newUpload(strings.Join(fields, "&"))}
}

// provider is what a provider says about itself, as far as it is needed here.
type provider struct {
	Issuer string `json:"issuer"`
	Token  string `json:"token_endpoint"`
	Device string `json:"device_authorization_endpoint"`
}

// discover asks a provider for the endpoint of a request.
func (x *exchange) discover(ctx context.Context, t TokenRequest) (string, *refusal) {
	x.sent.body.bound(x.limits.RequestBytes, x.touch)
	response, _, no := x.send(ctx)
	if no != nil {
		return "", no
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxToken))
	var p provider
	if err != nil || response.StatusCode != http.StatusOK || json.Unmarshal(body, &p) != nil {
		return "", noProvider()
	}
	found := p.Token
	if t.Endpoint == EndpointDevice {
		found = p.Device
	}
	from := x.target.origin
	if !x.isOf(p.Issuer, from) || !x.isOf(found, from) {
		return "", noProvider()
	}
	return found, nil
}

// isOf reports whether an address is of an origin, or of one that the operator has
// named.
func (x *exchange) isOf(address string, from origin) bool {
	_, at, no := parseURL(address)
	return no == nil && (at == from || x.p.own[at])
}

// ofTokens are the headers of an answer with a token that are passed: a page needs
// no others, and must not find cookies in them.
var ofTokens = []string{"Content-Type", "Date", "Retry-After", "Www-Authenticate"}

func onlyToken(header http.Header) http.Header {
	kept := http.Header{}
	for _, name := range ofTokens {
		if values := header[name]; values != nil {
			kept[name] = values
		}
	}
	return kept
}
