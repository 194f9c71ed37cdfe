package snippet

import (
	"encoding/json"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Simple writes a value in the style "simple", as headers have it, without
// encoding.
func Simple(data json.RawMessage, explode bool) string {
	s := style{name: "simple", explode: explode, encode: func(text string) string { return text }}
	return strings.Join(s.flat(parse(data), explode), ",")
}

// Plain is the text of a value: that of a string without quotes, JSON of anything
// else but null, without space.
func Plain(data json.RawMessage) string { return parse(data).plain() }

// Form writes an object as application/x-www-form-urlencoded.
func Form(m *apidoc.MediaType, data json.RawMessage) string { return form(m, parse(data)) }
