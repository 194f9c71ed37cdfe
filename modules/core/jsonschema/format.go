package jsonschema

import (
	"encoding/base64"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// formats are the formats of strings that are checked (JSON Schema 2020-12
// validation, section 7.3; byte is one of OpenAPI 3.0).
var formats = map[string]func(string) bool{
	"date-time":     isTime(time.RFC3339),
	"date":          isTime(time.DateOnly),
	"time":          isTime("15:04:05Z07:00"),
	"hostname":      isHostname,
	"json-pointer":  isPointer,
	"duration":      isDuration,
	"email":         isEmail,
	"ipv4":          func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() },
	"ipv6":          func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is6() && a.Zone() == "" },
	"uri":           func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() },
	"uri-reference": func(s string) bool { _, err := url.Parse(s); return err == nil },
	"uuid":          uuid.MatchString,
	"byte":          isBase64,
}

var (
	uuid     = regexp.MustCompile(`^(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	duration = regexp.MustCompile(`^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)$`)
)

func isTime(layout string) func(string) bool {
	return func(s string) bool {
		_, err := time.Parse(layout, strings.ToUpper(s)) // RFC 3339, section 5.6: "t" and "z" too
		return err == nil
	}
}

// isDuration says whether a text is a duration of RFC 3339, appendix A, which
// names one unit at least, and one behind "T".
func isDuration(s string) bool {
	return duration.MatchString(s) && !strings.HasSuffix(s, "P") && !strings.HasSuffix(s, "T")
}

// isEmail says whether a text is an address without a name.
func isEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s
}

func isBase64(s string) bool {
	_, err := base64.StdEncoding.Strict().DecodeString(s)
	return err == nil
}

// isHostname checks RFC 1123, section 2.1: labels of letters, digits and inner
// hyphens, up to 63 bytes each and 253 together.
func isHostname(s string) bool {
	const longest = 253
	if len(s) > longest {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if !hostLabel.MatchString(label) {
			return false
		}
	}
	return true
}

var hostLabel = regexp.MustCompile(`^[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?$`)

// isPointer checks RFC 6901, section 3.
func isPointer(s string) bool {
	return pointer.MatchString(s)
}

var pointer = regexp.MustCompile(`^(/([^~/]|~[01])*)*$`)
