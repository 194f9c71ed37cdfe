package answer

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
)

// Prefers reports whether an Accept header names the media type first more
// highly than second (RFC 9110, section 12.5.1). Only a type that is named counts
// for first: a wildcard is no wish for it.
func Prefers(accept []string, first, second string) bool {
	ranges := negotiate.Read(accept)
	a, named := ranges.Weight(first)
	b, other := ranges.Weight(second)
	return named && (a > b || a > 0 && !other)
}

// Listed reports whether an If-None-Match header names one of some tags, in the
// weak comparison (RFC 9110, section 13.1.2).
func Listed(header string, tags ...string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == "*" || slices.Contains(tags, part) {
			return true
		}
	}
	return false
}
