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
func compareSecurity(r *report, pointer string, before, after []credentials) {
	for _, had := range before {
		if !slices.ContainsFunc(after, func(wanted credentials) bool { return wanted.metBy(had) }) {
			r.breaking(RuleSecurity, pointer, "%s is not enough any more, needed is %s", had, oneOf(after))
		}
	}
	for _, wanted := range after {
		if !slices.ContainsFunc(before, func(was credentials) bool { return was.metBy(wanted) }) {
			r.compatible(RuleSecurity, pointer, "%s is enough now", wanted)
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
