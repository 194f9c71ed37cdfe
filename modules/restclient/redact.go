package restclient

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

const redacted = "REDACTED"

// secretNames are parts of the names of query parameters whose values must not
// appear in errors and logs.
var secretNames = []string{
	"token", "secret", "passw", "pwd", "apikey", "api_key", "api-key", "auth", "sig", "session",
	"credential", "jwt", "code", "access", "private", "key",
}

var urlPattern = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>]+`)

// redactURL removes user info, fragment and the values of secret parameters.
func redactURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return redacted
	}
	if u.User != nil {
		u.User = url.User(redacted)
	}
	u.Fragment, u.RawFragment = "", ""
	u.RawQuery = redactQuery(u.RawQuery)
	return u.String()
}

// redactQuery keeps the query as it is written, apart from secret values.
func redactQuery(query string) string {
	if query == "" {
		return ""
	}
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if isSecret(name) {
			pairs[i] = name + "=" + redacted
		}
	}
	return strings.Join(pairs, "&")
}

func isSecret(name string) bool {
	plain, err := url.QueryUnescape(name)
	if err != nil {
		return true
	}
	plain = strings.ToLower(plain)
	for _, part := range secretNames {
		if strings.Contains(plain, part) {
			return true
		}
	}
	return false
}

// causeText is the text of an error with every URL in it redacted.
func causeText(err error) string {
	if err == nil {
		return "unknown cause"
	}
	var inner *url.Error
	if errors.As(err, &inner) && err == error(inner) {
		return causeText(inner.Err)
	}
	return urlPattern.ReplaceAllStringFunc(err.Error(), redactURL)
}
