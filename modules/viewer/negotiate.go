package viewer

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/qvalue"
)

// prefers reports whether an Accept header names the media type first more
// highly than second (RFC 9110, section 12.5.1). Only a type that is named counts
// for first: a wildcard is no wish for it.
func prefers(accept, first, second string) bool {
	var a, b float64
	for part := range strings.SplitSeq(accept, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		switch q := quality(parameters); strings.ToLower(strings.TrimSpace(name)) {
		case first:
			a = q
		case second:
			b = q
		}
	}
	return a > b
}

// acceptsGzip reports whether an Accept-Encoding header allows gzip.
func acceptsGzip(header string) bool { return accepts(header, "gzip") }

// accepts reports whether an Accept-Encoding header allows a coding.
func accepts(header, coding string) bool {
	allowed := false
	for part := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		switch strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), "x-") {
		case coding:
			return quality(parameters) > 0
		case "*":
			allowed = quality(parameters) > 0
		}
	}
	return allowed
}

// quality is the weight among the parameters of an element of a header.
func quality(parameters string) float64 { return qvalue.Of(strings.Split(parameters, ";")...) }

// listed reports whether an If-None-Match header names one of some tags, in the
// weak comparison (RFC 9110, section 13.1.2).
func listed(header string, tags ...string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == "*" || slices.Contains(tags, part) {
			return true
		}
	}
	return false
}
