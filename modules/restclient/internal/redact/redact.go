// Package redact removes secrets from what errors and logs show.
//
//	redact.URL("https://u:p@api.test/x?token=s&page=2") // https://REDACTED@api.test/x?token=REDACTED&page=2
package redact

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
)

// Mark stands where a secret was.
const Mark = "REDACTED"

// secretNames are parts of the names of query parameters whose values must not
// appear in errors and logs.
var secretNames = []string{
	"token", "secret", "passw", "pwd", "apikey", "api_key", "api-key", "auth", "sig", "session",
	"credential", "jwt", "code", "access", "private", "key",
}

var urlPattern = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>]+`)

// URL removes user info, fragment and the values of secret parameters. What is
// no URL is a Mark.
func URL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return Mark
	}
	if u.User != nil {
		u.User = url.User(Mark)
	}
	u.Fragment, u.RawFragment = "", ""
	u.RawQuery = query(u.RawQuery)
	return u.String()
}

// Cause is the text of an error with every URL in it redacted. An *url.Error is
// left out, because it repeats the URL of the request.
func Cause(err error) string {
	if err == nil {
		return "unknown cause"
	}
	var inner *url.Error
	if errors.As(err, &inner) && err == error(inner) {
		return Cause(inner.Err)
	}
	return Text(err.Error())
}

// Text is a text with every URL in it redacted.
func Text(s string) string { return urlPattern.ReplaceAllStringFunc(s, URL) }

// secretMembers are parts of the names of JSON members whose values must not be
// shown. They are fewer than those of parameters: what a server sends has fields
// such as a postal code.
var secretMembers = []string{"password", "passwd", "pwd", "passphrase", "secret", "token", "apikey", "authorization", "cookie", "credential", "privatekey", "jwt"}

// Member reports whether a JSON member of that name is a secret.
func Member(name string) bool {
	plain := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	for _, part := range secretMembers {
		if strings.Contains(plain, part) {
			return true
		}
	}
	return false
}

// query keeps the query as it is written, apart from secret values.
func query(raw string) string {
	if raw == "" {
		return ""
	}
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if isSecret(name) {
			pairs[i] = name + "=" + Mark
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
