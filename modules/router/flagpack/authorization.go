package flagpack

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"
)

// maxCredentials is how long credentials may be, in bytes, see MaxCredentials.
const maxCredentials = 4 << 10

// flaw is what is wrong with credentials.
type flaw struct {
	status  int
	code    string // of RFC 6750, section 3.1; empty when no token was sent
	message string
}

// Requests without credentials, with wrong ones and with unreadable ones are to
// be repeated with others: 401. Those that proxies and servers may read
// differently are wrong in themselves: 400.
var (
	missing   = &flaw{http.StatusUnauthorized, "", "credentials are missing"}
	empty     = &flaw{http.StatusUnauthorized, "", "the credentials are empty"}
	malformed = &flaw{http.StatusUnauthorized, "invalid_token", "the credentials are malformed"}
	wrong     = &flaw{http.StatusUnauthorized, "invalid_token", "the credentials are wrong"}
	repeated  = &flaw{http.StatusBadRequest, "invalid_request", "the credentials are sent more than once"}
)

func tooLong(limit int) *flaw {
	return &flaw{http.StatusBadRequest, "invalid_request", fmt.Sprintf("the credentials are longer than %d bytes", limit)}
}

// authorization returns what the header Authorization holds for a scheme, whose
// name is compared without regard to case (RFC 9110, sections 11.1 and 11.6.2).
// Credentials of another scheme are missing ones.
func authorization(r *http.Request, scheme string, limit int) (string, *flaw) {
	value, f := single(r.Header["Authorization"], limit)
	if f != nil {
		return "", f
	}
	name, credentials, _ := strings.Cut(strings.Trim(value, " \t"), " ")
	credentials = strings.TrimLeft(credentials, " ")
	switch {
	case name == "":
		return "", empty
	case len(name) != len(scheme) || !strings.EqualFold(name, scheme):
		return "", missing
	case credentials == "":
		return "", empty
	}
	return credentials, nil
}

// single returns the only one of values.
func single(values []string, limit int) (string, *flaw) {
	switch {
	case len(values) == 0:
		return "", missing
	case len(values) > 1:
		return "", repeated
	case values[0] == "":
		return "", empty
	case len(values[0]) > limit:
		return "", tooLong(limit)
	}
	return values[0], nil
}

// isText reports whether s is UTF-8 without control characters.
func isText(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// quoted writes a quoted-string (RFC 9110, section 5.6.4).
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
