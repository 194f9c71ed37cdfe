package flagpack

import (
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router"
)

// Bearer is the pack of a flag whose routes need a token in the header
// Authorization (RFC 6750, section 2.1); those in bodies and addresses are not
// looked at. What verify returns is the user, kept in the key for the hooks and
// the controller function; verify is called concurrently and says with an error
// that the token is not good: see ErrDenied.
//
// A token that is missing, malformed or wrong is 401 with a challenge, several
// headers Authorization and one that is too
// long are 400 (MaxCredentials). Verify gets what is
// a b64token by its spelling, never an empty one.
func Bearer[U any](flag string, user *router.Key[U], verify func(c *router.Context, token string) (U, error), opts ...AuthOption) router.Pack {
	if verify == nil {
		panic("flagpack: " + flag + ": verify is nil")
	}
	a := &authentication[string, U]{
		flag: flag, needs: "a token (HTTP Bearer)", user: user, senders: inAuthorization,
		read: readBearer, verify: verify, challenge: bearerChallenge,
	}
	return a.pack(router.Bearer(""), opts)
}

func bearerChallenge(realm, code string) string {
	challenge := "Bearer realm=" + realm
	if code != "" {
		challenge += `, error="` + code + `"`
	}
	return challenge
}

func readBearer(r *http.Request, limit int) (string, *flaw) {
	token, f := authorization(r, "Bearer", limit)
	if f != nil {
		return "", f
	}
	start := strings.TrimRight(token, "=")
	if start == "" || strings.ContainsFunc(start, isNoTokenChar) {
		return "", malformed
	}
	return token, nil
}

// isNoTokenChar tells what b64token (RFC 6750, section 2.1) does not hold.
func isNoTokenChar(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return false
	}
	return !strings.ContainsRune("-._~+/", r)
}
