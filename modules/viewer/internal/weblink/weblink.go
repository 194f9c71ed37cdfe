// Package weblink is the one rule about addresses that a description may link:
// http, https and mailto. Whatever shows an address asks it.
package weblink

import (
	"net/url"
	"strings"
)

// Safe returns the address when a page may link it, and "" when it may not and
// has to be shown as text: every other scheme, relative addresses, addresses
// without host, with user information or with control characters.
func Safe(address string) string {
	if address == "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' }) {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Host == "" || u.User != nil {
			return ""
		}
		return address
	case "mailto":
		if u.Opaque == "" {
			return ""
		}
		return address
	}
	return ""
}

// Mail returns the link of an e-mail address, "" when it is not a plain one.
func Mail(address string) string {
	name, host, ok := strings.Cut(address, "@")
	if !ok || name == "" || host == "" || strings.ContainsAny(address, " \t\r\n?&%<>\"',;:\\/") || strings.Contains(host, "@") {
		return ""
	}
	return "mailto:" + address
}
