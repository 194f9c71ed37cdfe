// Package format says whether a text has a format of JSON Schema, such as "email":
//
//	if f, known := format.Of("email"); known && !f.Valid("ida") {
//		fmt.Println("not " + f.Means)
//	}
//
// The formats are those of JSON Schema 2020-12 (validation, section 7.3) for ASCII, and
// byte of OpenAPI 3.0. Each is what its RFC says and no more: a duration has no
// fraction, an address no letter that is not ASCII.
package format

import (
	"encoding/base64"
	"strings"
)

// Format is one format. Its functions are safe for concurrent use.
type Format struct {
	Means string                 // with an article: "an e-mail address"
	Valid func(text string) bool // in time that grows with the length
}

// Of returns the format of a name. Names that are not known describe a text and demand
// nothing of it (JSON Schema 2020-12 validation, section 7.2.2).
func Of(name string) (f Format, known bool) {
	f, known = formats[name]
	return f, known
}

var formats = map[string]Format{
	"email":         {"an e-mail address", isEmail},
	"uuid":          {"a UUID", isUUID},
	"date":          {"a date such as 2006-01-02", isDate},
	"time":          {"a time such as 15:04:05Z", isTime},
	"date-time":     {"a date and time such as 2006-01-02T15:04:05Z", isDateTime},
	"duration":      {"a duration such as P1DT12H", isDuration},
	"uri":           {"a URI", isURI},
	"uri-reference": {"a URI reference", isURIReference},
	"hostname":      {"a host name", isHostname},
	"ipv4":          {"an IPv4 address", isIPv4},
	"ipv6":          {"an IPv6 address", isIPv6},
	"json-pointer":  {"a JSON pointer such as /a/0", isPointer},
	"byte":          {"text in base64", isBase64},
}

// isUUID checks the text form of RFC 9562, section 4.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && !isHex(s[i]) {
			return false
		}
	}
	return true
}

// isPointer checks RFC 6901, section 3: a tilde begins ~0 or ~1.
func isPointer(s string) bool {
	if s == "" {
		return true
	}
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return strings.HasPrefix(s, "/")
}

// isBase64 checks RFC 4648, section 4, with padding and no bits that are left over.
// Line ends may stand in it.
func isBase64(s string) bool {
	_, err := base64.StdEncoding.Strict().DecodeString(s)
	return err == nil
}
