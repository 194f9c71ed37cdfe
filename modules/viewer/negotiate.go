package viewer

import (
	"strconv"
	"strings"
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

// quality reads the weight among the parameters of an element of a header. It is
// 1 when there is none, 0 when it cannot be read.
func quality(parameters string) float64 {
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, found := strings.Cut(strings.TrimSpace(p), "=")
		if !found || !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}

// listed reports whether an If-None-Match header names a tag, in the weak
// comparison (RFC 9110, section 13.1.2).
func listed(header, tag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == tag || part == "*" {
			return true
		}
	}
	return false
}
