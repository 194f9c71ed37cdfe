package flagpack

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

// ErrDenied is what the verify functions of Basic, Bearer and APIKey return, or
// wrap, for credentials that are wrong: the client is answered with 401 and may
// try others. A *router.ClientError is the answer that it says, such as 403; one
// of 401 brings its own challenge. Every other error is a logged 500, so that a
// database that is down does not look like a wrong password. Context.Err keeps
// what verify returned in its chain.
//
// What they return may be logged, and clients see it in development: keep
// passwords, tokens and keys out of it.
var ErrDenied = errors.New("the credentials are wrong")

// Equal compares two secrets in a time that depends on their lengths only.
func Equal(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// AuthOption changes a default of Basic, Bearer and APIKey.
type AuthOption func(*authConfig)

type authConfig struct {
	realm       string
	scheme      string
	description string
	optional    bool
	limit       int
	declare     []func(*router.Flag)
}

// Realm names what the credentials are for: browsers show it when they ask for
// a password. Default: "API". It is printable ASCII.
func Realm(realm string) AuthOption { return func(c *authConfig) { c.realm = realm } }

// SchemeName is the name of the security scheme in the description of the API.
// Defaults: "basic", "bearer" and "apiKey". Schemes that differ need names that
// differ.
func SchemeName(name string) AuthOption { return func(c *authConfig) { c.scheme = name } }

// Description says what the flag asks for, in Markdown. Default: a sentence that
// names the scheme.
func Description(markdown string) AuthOption {
	return func(c *authConfig) { c.description = markdown }
}

// Optional lets requests without credentials go on, without a user: Key.Get says
// whether there is one. Credentials of another scheme in the header
// Authorization are none. Those that are sent still have to be right. The
// description of the API does not say that its routes require anything.
func Optional() AuthOption { return func(c *authConfig) { c.optional = true } }

// MaxCredentials is how long the credentials may be that a request sends, with
// the name of their scheme, in bytes; longer ones are 400. Default: 4096. Tokens
// that say much about their user are longer.
func MaxCredentials(bytes int) AuthOption { return func(c *authConfig) { c.limit = bytes } }

// Declare changes what the flag declares, such as its security scheme, scopes,
// tag or further statuses. Default: the scheme of the pack, and a description.
func Declare(change func(*router.Flag)) AuthOption {
	return func(c *authConfig) { c.declare = append(c.declare, change) }
}

// authentication is one way to find out who asks: C is what is sent, U who it
// turns out to be.
type authentication[C, U any] struct {
	authConfig
	flag      string
	needs     string // what is asked for, in Markdown
	user      *router.Key[U]
	read      func(r *http.Request, limit int) (C, *flaw)
	verify    func(*router.Context, C) (U, error)
	challenge func(realm, code string) string // the value of WWW-Authenticate
	senders   *senders
}

// pack makes the pack of a with its options.
func (a *authentication[C, U]) pack(scheme *apidoc.SecurityScheme, opts []AuthOption) router.Pack {
	if a.user == nil {
		panic("flagpack: " + a.flag + ": the key of the user is nil")
	}
	a.realm, a.limit = "API", maxCredentials
	for _, opt := range opts {
		opt(&a.authConfig)
	}
	if strings.ContainsFunc(a.realm, func(r rune) bool { return r < ' ' || r > '~' }) {
		panic("flagpack: " + a.flag + ": a realm is printable ASCII")
	}
	a.realm = quoted(a.realm)
	scheme.Name = cmp.Or(a.scheme, scheme.Name)
	declared := router.Flag{
		Name: a.flag, Description: cmp.Or(a.description, "Needs "+a.needs+"."), Security: scheme,
		Answers: []router.Answer{{Status: http.StatusUnauthorized, Headers: []apidoc.Header{challenged}}},
	}
	if a.optional {
		declared.Description = cmp.Or(a.description, "Takes "+a.needs+", or nothing.")
		declared.Optional = true
	}
	for _, change := range a.declare {
		change(&declared)
	}
	return func(r *router.Router) {
		r.Flag(declared)
		r.Guard(a.flag, a.authenticate)
	}
}

var challenged = apidoc.Header{Name: "WWW-Authenticate", Description: "What credentials there have to be"}

func (a *authentication[C, U]) authenticate(c *router.Context) error {
	a.senders.join(c)
	credentials, f := a.read(c.Request(), a.limit)
	switch {
	case f == missing && a.optional:
		return nil
	case f != nil:
		return a.refuse(f, nil)
	}
	user, err := a.verify(c, credentials)
	if err != nil {
		return a.denied(err)
	}
	a.user.Set(c, user)
	return nil
}

// denied is the answer to an error of verify.
func (a *authentication[C, U]) denied(err error) error {
	var client *router.ClientError
	switch {
	case errors.As(err, &client):
		return err
	case errors.Is(err, ErrDenied):
		return a.refuse(wrong, err)
	}
	return fmt.Errorf("flag %s: verify the credentials: %w", a.flag, err)
}

// refuse makes an error with a challenge (RFC 9110, section 11.6.1). It is a new
// one for every request, as hooks may change it.
func (a *authentication[C, U]) refuse(f *flaw, cause error) error {
	return &router.ClientError{
		Status: f.status, Message: f.message, Err: cause,
		Header: http.Header{"Www-Authenticate": {a.challenge(a.realm, f.code)}},
	}
}

// senders are the headers of the request that credentials come in; none for
// those in its address.
type senders struct{ headers []string }

// sentIn is set for every request that a pack of this package authenticates,
// with or without success: Cache keeps such responses apart.
var sentIn = router.NewKey[*senders]("flagpack: where credentials are sent")

// join adds s to what other packs have set.
func (s *senders) join(c *router.Context) {
	if other, ok := sentIn.Get(c); ok {
		s = &senders{slices.Concat(other.headers, s.headers)}
	}
	sentIn.Set(c, s)
}
