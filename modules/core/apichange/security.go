package apichange

import (
	"maps"
	"slices"
	"strings"
)

// credentials are what a request shows at once: scopes by scheme, where a scheme
// is known by what it is.
type credentials map[string][]string

// security compares what is enough to be let in.
func (c *comparison) security(old, new item) {
	before, after := old.security(), new.security()
	pointer := new.at + "/security"
	for _, had := range before {
		if !slices.ContainsFunc(after, func(wanted credentials) bool { return wanted.metBy(had) }) {
			c.breaking(pointer, "%s is not enough any more, needed is %s", had, oneOf(after))
		}
	}
	for _, wanted := range after {
		if !slices.ContainsFunc(before, func(was credentials) bool { return was.metBy(wanted) }) {
			c.compatible(pointer, "%s is enough now", wanted)
		}
	}
}

// security are the credentials of which any is enough: those of the operation,
// or those of the description (OpenAPI 3.1, section 4.8.10).
func (i item) security() []credentials {
	list := i.member("security")
	if list.value == nil {
		list = i.doc.node("security")
	}
	var all []credentials
	for _, requirement := range list.items() {
		one := credentials{}
		for _, name := range requirement.names() {
			var scopes []string
			for _, scope := range requirement.member(name).items() {
				s, _ := scope.value.(string)
				scopes = append(scopes, s)
			}
			one[i.doc.scheme(name)] = scopes
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return []credentials{{}}
	}
	return all
}

// scheme says what a security scheme is, by what a client must know of it; the
// name alone for one that is not described.
func (d *document) scheme(name string) string {
	s := d.node("components", "securitySchemes", name).resolve()
	if s.value == nil {
		return name
	}
	text := s.text("type")
	for _, member := range []string{"scheme", "in", "name", "openIdConnectUrl"} {
		if value := s.text(member); value != "" {
			text += " " + value
		}
	}
	if s.text("type") == "http" {
		return strings.ToLower(text) // RFC 9110, section 11.1
	}
	if s.text("type") == "oauth2" {
		return text + " " + name
	}
	return text
}

// metBy says whether other credentials hold all of these.
func (c credentials) metBy(other credentials) bool {
	for scheme, scopes := range c {
		granted, ok := other[scheme]
		if !ok || slices.ContainsFunc(scopes, func(s string) bool { return !slices.Contains(granted, s) }) {
			return false
		}
	}
	return true
}

// String returns "http bearer (read) and apiKey header X-Key", or "no
// authentication".
func (c credentials) String() string {
	var parts []string
	for _, scheme := range slices.Sorted(maps.Keys(c)) {
		if scopes := c[scheme]; len(scopes) > 0 {
			scheme += " (" + strings.Join(scopes, ", ") + ")"
		}
		parts = append(parts, scheme)
	}
	if parts == nil {
		return "no authentication"
	}
	return strings.Join(parts, " and ")
}

func oneOf(all []credentials) string {
	texts := make([]string, len(all))
	for i, c := range all {
		texts[i] = c.String()
	}
	return strings.Join(texts, " or ")
}
