package router

import (
	"strconv"
	"strings"
)

// negotiate picks the offer that the Accept headers prefer (RFC 9110, section
// 12.5.1), the earlier one of equals, and the first where nothing is said that
// can be read. It returns "" when all are excluded.
func negotiate(accept, offers []string) string {
	if len(accept) == 0 || len(accept) == 1 && (accept[0] == "*/*" || accept[0] == offers[0] || accept[0] == "") {
		return offers[0] // what most clients say
	}
	ranges := parseAccept(accept)
	if len(ranges) == 0 {
		return offers[0]
	}
	best, quality := "", 0.0
	for _, offer := range offers {
		if q := qualityOf(ranges, offer); q > quality {
			best, quality = offer, q
		}
	}
	return best
}

type mediaRange struct {
	name string // "text/plain", "text/*" or "*/*"
	q    float64
}

// parseAccept returns the ranges that can be read: what cannot is ignored.
func parseAccept(accept []string) []mediaRange {
	var ranges []mediaRange
	for _, header := range accept {
		for part := range strings.SplitSeq(header, ",") {
			name, params, _ := strings.Cut(part, ";")
			name = strings.ToLower(strings.TrimSpace(name))
			kind, subtype, _ := strings.Cut(name, "/")
			if q, ok := parseQuality(params); ok && isToken(kind) && isToken(subtype) {
				ranges = append(ranges, mediaRange{name, q})
			}
		}
	}
	return ranges
}

// isToken reports whether s is a token (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c <= ' ' || c > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	})
}

// parseQuality returns the weight among params, by default 1, and reports whether
// it can be read.
func parseQuality(params string) (q float64, ok bool) {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if !strings.EqualFold(name, "q") {
			continue
		}
		q, err := strconv.ParseFloat(value, 64)
		return q, err == nil && q <= 1 && strings.Trim(value, "0123456789.") == ""
	}
	return 1, true
}

// qualityOf is the quality that the most specific range gives to an offer.
func qualityOf(ranges []mediaRange, offer string) float64 {
	kind, _, _ := strings.Cut(offer, "/")
	for _, name := range []string{offer, kind + "/*", "*/*"} {
		for _, r := range ranges {
			if r.name == name {
				return r.q
			}
		}
	}
	return 0
}
