package policy

import (
	"errors"
	"net"
	"net/url"
	"strings"
)

var errNoOrigin = errors.New("want scheme and host of an absolute URL, such as https://api.example.com")

// originOf is scheme, host and port of a URL (RFC 6454): lower case, without the
// port that the scheme implies.
func originOf(raw string) (string, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme == "" || u.Hostname() == "" {
		return "", errNoOrigin
	}
	host, port := strings.ToLower(u.Hostname()), u.Port()
	if port == "" || u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" {
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		return u.Scheme + "://" + host, nil
	}
	return u.Scheme + "://" + net.JoinHostPort(host, port), nil
}
