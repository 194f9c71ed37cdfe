package policy

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

var errRefused = errors.New("the server refuses the only credential that there is")

// StaticToken is a source of one token that never changes, such as the key of an
// API. When a server refuses it, there is no other.
func StaticToken(value string) TokenSource {
	return TokenSourceFunc(func(_ context.Context, stale string) (Token, error) {
		if stale != "" {
			return Token{}, errRefused
		}
		return Token{Value: value}, nil
	})
}

// BasicAuth is Auth with a user and a password (RFC 7617). A user with a colon is an
// error of every request: nothing could tell where the password begins.
func BasicAuth(origin, user, password string, opts ...AuthOption) Middleware {
	if strings.Contains(user, ":") {
		return misdeclared("auth", errors.New("the user of BasicAuth has a colon"))
	}
	token := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	return Auth(origin, StaticToken(token), append([]AuthOption{WithHeader("Authorization", "Basic ")}, opts...)...)
}

// DefaultMargin is how long before its end a token of ClientCredentials is replaced.
const DefaultMargin = 30 * time.Second

// maxTokenBody is how much is read of the answer of a token endpoint.
const maxTokenBody = 1 << 20

// credentials is the source that ClientCredentials makes.
type credentials struct {
	transport  core.Transport
	tokenURL   string
	id, secret string
	parameters url.Values
	inBody     bool
	margin     time.Duration
	now        func() time.Time
}

// WithScopes asks for scopes. Default: those that the server gives without.
func WithScopes(scopes ...string) CredentialsOption {
	return WithTokenParameter("scope", strings.Join(scopes, " "))
}

// WithTokenParameter sends one more parameter to the token endpoint, such as
// "audience" or "resource". Default: none.
func WithTokenParameter(name, value string) CredentialsOption {
	return tokenOption(func(c *credentials) { c.parameters.Set(name, value) })
}

// WithCredentialsInBody sends id and secret as client_id and client_secret in the
// body, for servers that do not take them as RFC 6749 asks for. Default: in the
// header Authorization.
func WithCredentialsInBody() CredentialsOption {
	return tokenOption(func(c *credentials) { c.inBody = true })
}

// WithMargin sets how long before its end a token is replaced. Of a token that lasts
// less than twice as long, half of its time counts. Default: DefaultMargin.
func WithMargin(d time.Duration) CredentialsOption {
	return tokenOption(func(c *credentials) { c.margin = d })
}

// ClientCredentials is a source of the tokens that a token endpoint gives a program
// for an id and a secret (OAuth 2.0, RFC 6749, section 4.4):
//
//	policy.Auth("https://api.example.com",
//		policy.ClientCredentials(httptransport.New(nil), "https://login.example.com/token", id, secret, policy.WithScopes("read")))
//
// With Auth, one request to the token endpoint serves all calls that wait, a token is
// replaced before it ends, and a 401 has it replaced once. Transport sends the
// request; put Retry around it for an endpoint that fails now and then. An endpoint
// that refuses is a *TokenError. The secret is in no error.
func ClientCredentials(transport core.Transport, tokenURL, id, secret string, opts ...CredentialsOption) TokenSource {
	c := &credentials{transport: transport, tokenURL: tokenURL, id: id, secret: secret, parameters: url.Values{"grant_type": {"client_credentials"}}, margin: DefaultMargin, now: time.Now}
	for _, opt := range opts {
		opt.forCredentials(c)
	}
	return c
}

// Token asks the token endpoint.
func (c *credentials) Token(ctx context.Context, _ string) (Token, error) {
	if c.transport == nil {
		return Token{}, errors.New("nil Transport of ClientCredentials")
	}
	asked := c.now()
	res, err := c.transport.Do(ctx, c.request())
	if err != nil {
		return Token{}, fmt.Errorf("ask for a token: %w", err)
	}
	defer discard(res)
	body, err := io.ReadAll(io.LimitReader(res.Body, maxTokenBody))
	if err != nil {
		return Token{}, fmt.Errorf("read the answer of the token endpoint: %w", err)
	}
	return c.read(res.Status, body, asked)
}

func (c *credentials) request() *core.Request {
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Accept": {"application/json"}}
	form := url.Values{}
	for name, values := range c.parameters {
		form[name] = values
	}
	if c.inBody {
		form.Set("client_id", c.id)
		form.Set("client_secret", c.secret)
	} else {
		header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(url.QueryEscape(c.id)+":"+url.QueryEscape(c.secret))))
	}
	text := form.Encode()
	return &core.Request{
		Op: "token", Method: http.MethodPost, URL: c.tokenURL, Header: header, ContentLength: int64(len(text)),
		Body: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
	}
}

// read reads the answer of the token endpoint (RFC 6749, sections 5.1 and 5.2).
func (c *credentials) read(status int, body []byte, asked time.Time) (Token, error) {
	var answer struct {
		AccessToken string          `json:"access_token"`
		TokenType   string          `json:"token_type"`
		ExpiresIn   json.RawMessage `json:"expires_in"`
		Error       string          `json:"error"`
		Description string          `json:"error_description"`
	}
	err := json.Unmarshal(body, &answer)
	switch {
	case status != http.StatusOK || answer.Error != "":
		return Token{}, &TokenError{Status: status, Code: answer.Error, Description: answer.Description}
	case err != nil:
		return Token{}, fmt.Errorf("read the answer of the token endpoint: %w", err)
	case answer.TokenType != "" && !strings.EqualFold(answer.TokenType, "bearer"):
		return Token{}, fmt.Errorf("the token endpoint gives tokens of the type %q, not bearer", answer.TokenType)
	}
	token := Token{Value: answer.AccessToken}
	// Some servers send a text, or a number with a fraction, and nothing for no end.
	seconds, err := strconv.ParseFloat(strings.Trim(string(answer.ExpiresIn), `"`), 64)
	if err == nil && seconds > 0 {
		lasts := time.Duration(min(seconds, float64(forever/time.Second))) * time.Second
		token.Expires = asked.Add(lasts - min(c.margin, lasts/2))
	}
	return token, nil
}

// TokenError says that a token endpoint has refused (RFC 6749, section 5.2).
type TokenError struct {
	Status      int
	Code        string // such as "invalid_client"; empty when the endpoint does not say
	Description string // for a developer; may be empty
}

// Error has what the endpoint says.
func (e *TokenError) Error() string {
	text := fmt.Sprintf("the token endpoint answers with status %d", e.Status)
	for _, more := range []string{e.Code, e.Description} {
		if more != "" {
			text += ": " + more
		}
	}
	return text
}
