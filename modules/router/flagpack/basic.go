package flagpack

import (
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router"
)

// Basic is the pack of a flag whose routes need a name and a password (RFC
// 7617). What verify returns is the user, kept in the key for the hooks and the
// controller function; verify is called concurrently and says with an error that
// it is none: see ErrDenied.
//
// Credentials that are missing, malformed or wrong are 401 with a challenge,
// several headers Authorization and one that is too long are 400. A name is
// never empty and holds no colon; a password may be empty, and verify must not
// take that for the right one. Both are UTF-8 without control characters and not
// normalised (RFC 8265).
func Basic[U any](flag string, user *router.Key[U], verify func(c *router.Context, name, password string) (U, error), opts ...AuthOption) router.Pack {
	if verify == nil {
		panic("flagpack: " + flag + ": verify is nil")
	}
	a := &authentication[namePassword, U]{
		flag: flag, needs: "a name and a password (HTTP Basic)", user: user, senders: inAuthorization, read: readBasic,
		verify:    func(c *router.Context, sent namePassword) (U, error) { return verify(c, sent.name, sent.password) },
		challenge: func(realm, _ string) string { return "Basic realm=" + realm + `, charset="UTF-8"` },
	}
	return a.pack(router.Basic(), opts)
}

type namePassword struct{ name, password string }

var (
	inAuthorization = &senders{[]string{"Authorization"}}
	strictBase64    = base64.StdEncoding.Strict()
)

func readBasic(r *http.Request, limit int) (namePassword, *flaw) {
	encoded, f := authorization(r, "Basic", limit)
	if f != nil {
		return namePassword{}, f
	}
	decoded, err := strictBase64.DecodeString(encoded)
	name, password, colon := strings.Cut(string(decoded), ":")
	// The decoder passes over line breaks, which no header holds.
	if err != nil || !colon || name == "" || !isText(string(decoded)) || !isText(encoded) {
		return namePassword{}, malformed
	}
	return namePassword{name, password}, nil
}
