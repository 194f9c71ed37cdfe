package flagpack

import (
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

// APIKey is the pack of a flag whose routes need a key in a header, a query
// parameter or a cookie, which parameter names. What verify returns is the user,
// kept in the key for the hooks and the controller function; verify is called
// concurrently and says with an error that the API key is not good: see
// ErrDenied.
//
// An API key that is missing, empty, malformed or wrong is 401, with a challenge
// of the unregistered scheme ApiKey, as 401 needs one (RFC 9110, section
// 15.5.2). Several in a header or the query and one that is too long are 400
// (MaxCredentials). Of cookies of one name the first counts: browsers send those that
// were set for several paths and domains, the most specific path in front (RFC 6265,
// section 5.4). Verify gets UTF-8 without control characters.
//
// A header is the best place: addresses with keys stay in logs and histories,
// and browsers send cookies by themselves, so that such routes need
// http.CrossOriginProtection.
func APIKey[U any](flag string, user *router.Key[U], in apidoc.Place, parameter string, verify func(c *router.Context, key string) (U, error), opts ...AuthOption) router.Pack {
	switch {
	case verify == nil:
		panic("flagpack: " + flag + ": verify is nil")
	case parameter == "":
		panic("flagpack: " + flag + ": the parameter has no name")
	}
	find, sent := finder(flag, in, parameter)
	a := &authentication[string, U]{
		flag: flag, needs: fmt.Sprintf("an API key (%s `%s`)", in, parameter), user: user, senders: sent, verify: verify,
		read:      func(r *http.Request, limit int) (string, *flaw) { return readKey(find(r), limit) },
		challenge: func(realm, _ string) string { return "ApiKey realm=" + realm },
	}
	return a.pack(router.APIKey("apiKey", in, parameter), opts)
}

// finder returns what finds the values of a parameter, and where those are sent.
func finder(flag string, in apidoc.Place, parameter string) (func(*http.Request) []string, *senders) {
	switch in {
	case apidoc.InHeader:
		name := http.CanonicalHeaderKey(parameter)
		return func(r *http.Request) []string { return r.Header[name] }, &senders{[]string{name}}
	case apidoc.InQuery:
		return func(r *http.Request) []string { return r.URL.Query()[parameter] }, &senders{}
	case apidoc.InCookie:
		return func(r *http.Request) []string { return firstCookie(r, parameter) }, &senders{[]string{"Cookie"}}
	}
	panic(fmt.Sprintf("flagpack: %s: an API key comes in a header, query or cookie, not in %q", flag, in))
}

func firstCookie(r *http.Request, name string) []string {
	cookie, err := r.Cookie(name)
	if err != nil {
		return nil
	}
	return []string{cookie.Value}
}

func readKey(values []string, limit int) (string, *flaw) {
	key, f := single(values, limit)
	if f == nil && !isText(key) {
		return "", malformed
	}
	return key, f
}
