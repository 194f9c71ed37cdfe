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

// tokens prepares requests for tokens, which go where schemes say.
type tokens struct {
	*exchange
	schemes []apidoc.SecurityScheme
}

// prepare reads a request for a token.
func (x tokens) prepare(ctx context.Context) *refusal {
	t, no := readToken(x.r.Body)
	if no != nil {
		return no
	}
	at := endpointOf(t, x.schemes)
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
	if !isMeant(&t) {
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
func isMeant(t *TokenRequest) bool {
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
func (x tokens) aim(t TokenRequest, address string) *refusal {
	u, at, no := parseURL(address)
	if no != nil {
		return noEndpoint()
	}
	x.target = target{url: u, origin: at, own: x.config.own[at]}
	x.sent = tokenRequest(&t)
	return x.count()
}

// tokenRequest is what is sent to an endpoint.
func tokenRequest(t *TokenRequest) *sent {
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
func (x tokens) discover(ctx context.Context, t TokenRequest) (string, *refusal) {
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
func (x tokens) isOf(address string, from origin) bool {
	_, at, no := parseURL(address)
	return no == nil && (at == from || x.config.own[at])
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
