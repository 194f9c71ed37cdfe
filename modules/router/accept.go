package router

import (
	"strconv"
	"strings"
)

// negotiate picks the offer that the Accept headers prefer (RFC 9110, section
// 12.5.1), the earlier one of equals, and the first where nothing is said. It
// returns "" when all are excluded.
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

func parseAccept(accept []string) []mediaRange {
	var ranges []mediaRange
	for _, header := range accept {
		for part := range strings.SplitSeq(header, ",") {
			name, params, _ := strings.Cut(part, ";")
			name = strings.ToLower(strings.TrimSpace(name))
			if strings.Contains(name, "/") {
				ranges = append(ranges, mediaRange{name, parseQuality(params)})
			}
		}
	}
	return ranges
}

func parseQuality(params string) float64 {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if !strings.EqualFold(name, "q") {
			continue
		}
		q, err := strconv.ParseFloat(value, 64)
		if err != nil || q < 0 || q > 1 {
			return 0
		}
		return q
	}
	return 1
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
