package oidcpack

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// Provider verifies the tokens of one issuer.
//
// Its keys are asked for when the first token comes, so that a service starts
// without its provider, and again after 15 minutes, while requests go on with those
// that are known. A token that no known key has signed has them asked for, too, at most
// every 10 seconds: the provider may have another key by now, also one of the same name.
// While the provider does not answer it is asked after 1 second, 2, 4 and so on up to a
// minute; tokens of known keys are verified as before, and others are answered with 503.
// Requests wait for one answer together, and one that has no keys at all is bounded as
// WithTimeout says.
//
// It is asked over https, or http on loopback, and followed to no other address
// than the one it says itself in jwks_uri. It has 1 MiB for an answer. It is safe
// for concurrent use.
type Provider struct {
	issuer     string
	audiences  []string // of which a token names one
	realm      string
	schemeName string
	onlyAccess bool
	leeway     time.Duration
	now        func() time.Time
	algorithms []jose.SignatureAlgorithm // that WithAlgorithms allows; nil: those of the provider
	verified   *router.Key[*token]
	source     *source
}

// Option changes a setting of New. Options apply in order, the last wins.
type Option func(*Provider)

// WithClock sets what tells the time. Default: time.Now. It is called concurrently.
func WithClock(now func() time.Time) Option { return func(p *Provider) { p.now = now } }

// WithLeeway sets how far the clocks of the provider and of this machine may be
// apart, for the claims exp and nbf. Default: 30 seconds.
func WithLeeway(d time.Duration) Option { return func(p *Provider) { p.leeway = d } }

// WithAlgorithms sets what tokens may be signed with, of RS256, RS384, RS512, PS256,
// PS384, PS512, ES256, ES384, ES512 and EdDSA (RFC 7518, section 3.1; RFC 8037).
// Default: what the provider says in id_token_signing_alg_values_supported, or all
// of them when it says nothing; a key is used for those that fit it only.
func WithAlgorithms(names ...string) Option {
	return func(p *Provider) {
		p.algorithms = []jose.SignatureAlgorithm{}
		for _, name := range names {
			p.algorithms = append(p.algorithms, jose.SignatureAlgorithm(name))
		}
	}
}

// WithAccessTokensOnly refuses tokens without the type "at+jwt" that RFC 9068,
// section 4, demands. Default: a token may also have the type "JWT" or none, as
// those of many providers.
func WithAccessTokensOnly() Option { return func(p *Provider) { p.onlyAccess = true } }

// WithRealm names what tokens are for, in challenges. Default: "API". It is
// printable ASCII.
func WithRealm(realm string) Option { return func(p *Provider) { p.realm = realm } }

// WithSchemeName is the name of the security scheme in the description of the API.
// Default: "openIdConnect". Two providers need two names.
func WithSchemeName(name string) Option { return func(p *Provider) { p.schemeName = name } }

// WithAudiences accepts tokens for other audiences beside that of New, such as the
// name that a service had before, or that of a group of services. A token is good when
// its claim aud holds one of them. Default: none.
func WithAudiences(others ...string) Option {
	return func(p *Provider) { p.audiences = append(p.audiences, others...) }
}

// WithTransport sets what sends the requests to the provider, such as one that knows
// a certificate of its own. Default: that of net/http, without connections kept.
func WithTransport(t http.RoundTripper) Option {
	return func(p *Provider) { p.source.client.Transport = t }
}

// WithTimeout bounds how long the keys may take, from the first request to the
// provider to its last answer. Default: 5 seconds.
func WithTimeout(d time.Duration) Option { return func(p *Provider) { p.source.timeout = d } }

// WithLogger sets where a provider that does not answer is reported while its keys
// are known; otherwise the router logs the requests that fail. Default: nowhere.
func WithLogger(l *slog.Logger) Option { return func(p *Provider) { p.source.log = l } }

// New returns a provider. The issuer is its address, exactly as the claim iss and its
// own description say it. The audience is what the claim aud of tokens for this
// service holds, such as the address of the API or, at some providers, a client id:
// without it tokens for others would be let in. No request is sent.
//
// The error says what is wrong with the arguments.
func New(issuer, audience string, opts ...Option) (*Provider, error) {
	address, err := checkIssuer(issuer)
	if err != nil {
		return nil, fmt.Errorf("oidcpack: issuer %q: %w", issuer, err)
	}
	p := &Provider{
		issuer: issuer, audiences: []string{audience}, realm: "API", schemeName: "openIdConnect", leeway: 30 * time.Second, now: time.Now,
		verified: router.NewKey[*token]("oidcpack: token of " + issuer), source: newSource(issuer, address),
	}
	for _, opt := range opts {
		opt(p)
	}
	if slices.Contains(p.audiences, "") {
		return nil, errors.New("oidcpack: the audience is empty: say for whom tokens are made that this service accepts (the claim aud)")
	}
	for _, a := range p.algorithms {
		if fits[a] == nil {
			return nil, fmt.Errorf("oidcpack: algorithm %q: tokens are signed with one of %s", a, strings.Join(names(known), ", "))
		}
	}
	if p.algorithms != nil && len(p.algorithms) == 0 {
		return nil, errors.New("oidcpack: WithAlgorithms names none")
	}
	p.source.now, p.source.algorithms = p.now, p.algorithms
	return p, nil
}

// scheme is the security scheme of the provider (OpenAPI 3.1, section 4.8.27).
func (p *Provider) scheme() *apidoc.SecurityScheme {
	return &apidoc.SecurityScheme{Name: p.schemeName, Type: apidoc.OpenIDConnect, OpenIDConnectURL: p.source.metadata[0]}
}

// verify returns the token when it is good. Its errors say nothing of what the
// token says.
func (p *Provider) verify(c *router.Context, raw string) (*token, error) {
	if t, ok := p.verified.Get(c); ok {
		return t, nil
	}
	signed, err := jose.ParseSignedCompact(raw, known)
	if err != nil {
		return nil, p.refuse("the token is no JWT with a signature that is accepted", nil)
	}
	if reason := p.wrongHeader(signed.Signatures[0].Protected); reason != "" {
		return nil, p.refuse(reason, nil)
	}
	payload, err := p.open(c, signed)
	if err != nil {
		return nil, err
	}
	t, reason := p.read(payload)
	if reason != "" {
		return nil, p.refuse(reason, nil)
	}
	p.verified.Set(c, t)
	return t, nil
}

// wrongHeader says what is wrong with the header of a token: RFC 8725, section
// 3.11, and RFC 9068, section 4, for its type; RFC 7515, section 4.1.11, and RFC
// 7797, section 7, for what it demands.
func (p *Provider) wrongHeader(h jose.Header) string {
	if h.ExtraHeaders["crit"] != nil || h.ExtraHeaders["b64"] != nil {
		return "the token demands extensions that are not known"
	}
	kind, isText := h.ExtraHeaders[jose.HeaderType].(string)
	if !isText && h.ExtraHeaders[jose.HeaderType] != nil {
		return "the token is no access token"
	}
	switch strings.TrimPrefix(strings.ToLower(kind), "application/") {
	case "at+jwt":
		return ""
	case "", "jwt":
		if !p.onlyAccess {
			return ""
		}
	}
	return "the token is no access token"
}

// open returns what was signed, with the newest keys when those that are known do
// not tell.
func (p *Provider) open(c *router.Context, signed *jose.JSONWebSignature) ([]byte, error) {
	set, err := p.source.keys(c)
	if err != nil {
		return nil, err
	}
	payload, undecided := set.open(signed)
	if undecided {
		newer, err := p.source.newer(c, set)
		if err != nil {
			return nil, err
		}
		if newer != set {
			payload, _ = newer.open(signed)
		}
	}
	if payload == nil {
		return nil, p.refuse("the token is not signed with a key of the provider", nil)
	}
	return payload, nil
}

// read reads the claims of a token, and says what is wrong with them (RFC 7519,
// section 4.1).
func (p *Provider) read(payload []byte) (t *token, wrong string) {
	t, err := readToken(payload)
	if err != nil {
		return nil, "the claims of the token cannot be read"
	}
	now, leeway := float64(p.now().UnixNano())/1e9, p.leeway.Seconds()
	switch {
	case t.Issuer != p.issuer:
		return nil, "the token is from another issuer"
	case !slices.ContainsFunc(t.Audience, func(a string) bool { return slices.Contains(p.audiences, a) }):
		return nil, "the token is for another audience"
	case t.Expiry == nil:
		return nil, "the token has no end"
	case now-leeway >= *t.Expiry:
		return nil, "the token has expired"
	case t.NotBefore != nil && now+leeway < *t.NotBefore:
		return nil, "the token is not valid yet"
	}
	return t, ""
}

// permit says whether a good token grants what a flag asks for.
func (p *Provider) permit(t *token, scopes []string, all []roles) error {
	for _, scope := range scopes {
		if !t.grants(scope) {
			return p.forbid("the token lacks a scope", strings.Join(scopes, " "))
		}
	}
	for _, r := range all {
		if !t.holds(r) {
			return p.forbid("the token lacks a role", "")
		}
	}
	return nil
}

// refuse is the answer to a token that is not good (RFC 6750, section 3.1).
func (p *Provider) refuse(reason string, cause error) error {
	return p.challenge(http.StatusUnauthorized, "invalid_token", reason, "", errors.Join(flagpack.ErrDenied, cause))
}

// forbid is the answer to a good token that grants too little.
func (p *Provider) forbid(reason, scopes string) error {
	return p.challenge(http.StatusForbidden, "insufficient_scope", reason, scopes, nil)
}

// challenge makes an error; reason and scopes need no quoting.
func (p *Provider) challenge(status int, code, reason, scopes string, cause error) error {
	value := fmt.Sprintf(`Bearer realm="%s", error="%s", error_description="%s"`,
		strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(p.realm), code, reason)
	if scopes != "" {
		value += fmt.Sprintf(`, scope="%s"`, scopes)
	}
	return &router.ClientError{Status: status, Message: reason, Err: cause, Header: http.Header{"Www-Authenticate": {value}}}
}
