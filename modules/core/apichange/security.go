package apichange

import (
	"maps"
	"slices"
	"strings"
)

// credentials are what a request shows at once: scopes by scheme, where a scheme
// is known by what it is.
type credentials map[string][]string

// compareSecurity compares what is enough to be let in. Where the server calls, clients
// let it in with what they know.
func compareSecurity(c *comparison, pointer string, before, after []credentials) {
	lost, added := Breaking, Compatible
	if c.call == fromServer {
		lost, added = Compatible, Breaking
	}
	for _, had := range before {
		if !slices.ContainsFunc(after, func(wanted credentials) bool { return wanted.metBy(had) }) {
			c.note(Change{
				Kind: lost, Rule: RuleSecurity, Pointer: pointer, Old: had.String(), New: oneOf(after),
				Message: had.String() + " is not enough any more, needed is " + oneOf(after),
			})
		}
	}
	for _, wanted := range after {
		if !slices.ContainsFunc(before, func(was credentials) bool { return was.metBy(wanted) }) {
			c.note(Change{
				Kind: added, Rule: RuleSecurity, Pointer: pointer, Old: oneOf(before), New: wanted.String(),
				Message: wanted.String() + " is enough now",
			})
		}
	}
}

// metBy reports whether other credentials hold all of these.
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
