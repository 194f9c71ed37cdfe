package flagpack

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

// EntityTag is the entity tag that Cache gives an answer of v in JSON, with its
// quotes, for the State of Match. It is not that of text, of an encoder of
// WithEncoder, nor of a result that hooks change. An error means that v is no JSON.
func EntityTag(v any) (string, error) {
	body, err := jsonenc.For(reflect.TypeFor[any]()).AppendAlone(nil, v)
	if err != nil {
		return "", fmt.Errorf("encode %T: %w", v, err)
	}
	return entityTag(body, false), nil
}

// entityTag hashes with SHA-256, of which half is kept: the same after a restart
// and on another machine, nothing that who writes a body can make collide, and
// with the instructions that processors have for it faster than FNV.
func entityTag(body []byte, weak bool) string {
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
	if weak {
		return "W/" + tag
	}
	return tag
}

// isEntityTag reports whether text is an entity tag (RFC 9110, section 8.8.3).
func isEntityTag(text string) bool {
	tag, _, _ := cutTag(text)
	return tag != "" && tag == strings.TrimPrefix(text, "W/")
}

// known reports whether a header If-None-Match names an entity tag or "*", by the
// weak comparison (RFC 9110, sections 8.8.3.2 and 13.1.2). What is behind a
// mistake in a line is not read.
func known(lines []string, tag string) bool {
	return isAny(lines) || named(lines, func(_ bool, other string) bool { return other == strings.TrimPrefix(tag, "W/") })
}

// owned reports whether a header If-Match names an entity tag, by the strong
// comparison: a weak one equals none (RFC 9110, sections 8.8.3.2 and 13.1.1).
func owned(lines []string, tag string) bool {
	return named(lines, func(weak bool, other string) bool { return !weak && other == tag })
}

// isAny reports whether a line is "*".
func isAny(lines []string) bool {
	for _, line := range lines {
		if strings.Trim(line, " \t") == "*" {
			return true
		}
	}
	return false
}

// named reports whether an entity tag of the lines is wanted, which is given
// without its "W/".
func named(lines []string, wanted func(weak bool, tag string) bool) bool {
	for _, line := range lines {
		for line != "" {
			var tag string
			var weak bool
			tag, weak, line = cutTag(line)
			if tag != "" && wanted(weak, tag) {
				return true
			}
		}
	}
	return false
}

// cutTag cuts the next entity tag, without its "W/", from a list. The tag and the
// rest are empty behind the last tag and at a mistake.
func cutTag(list string) (tag string, weak bool, rest string) {
	list, weak = strings.CutPrefix(strings.TrimLeft(list, " \t,"), "W/")
	if list == "" || list[0] != '"' {
		return "", false, ""
	}
	end := 1 + strings.IndexByte(list[1:], '"')
	if end == 0 || strings.ContainsFunc(list[1:end], func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return "", false, ""
	}
	rest = strings.TrimLeft(list[end+1:], " \t")
	if rest != "" && rest[0] != ',' {
		rest = ""
	}
	return list[:end+1], weak, rest
}
