package mock

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/qvalue"
)

// mediaRange is an element of an Accept header.
type mediaRange struct {
	name    string // in lower case, without parameters
	quality float64
}

// readAccept reads an Accept header. None means that anything will do.
func readAccept(lines []string) []mediaRange {
	var list []mediaRange
	for _, line := range lines {
		for _, part := range splitQuoted(line, ',') {
			parameters := splitQuoted(part, ';')
			name := strings.ToLower(strings.TrimSpace(parameters[0]))
			if strings.Count(name, "/") != 1 {
				continue
			}
			list = append(list, mediaRange{name, qvalue.Of(parameters[1:]...)})
		}
	}
	if len(list) == 0 {
		list = []mediaRange{{"*/*", 1}}
	}
	return list
}

// qualityOf is that of the most specific range that covers a media type.
func qualityOf(name string, accepted []mediaRange) float64 {
	quality, best := 0.0, 0
	for _, r := range accepted {
		if n := specificity(r.name, name); n > best {
			quality, best = r.quality, n
		}
	}
	return quality
}

// specificity is 3 for a range that is the media type, 2 for one of all of its
// kind, 1 for one of everything, 0 for one that does not cover it.
func specificity(pattern, name string) int {
	kind, sub, _ := strings.Cut(pattern, "/")
	switch {
	case pattern == name:
		return 3
	case pattern == "*/*", pattern == "*":
		return 1
	case sub == "*" && strings.HasPrefix(name, kind+"/"):
		return 2
	case strings.HasPrefix(sub, "*+") && strings.HasPrefix(name, kind+"/") && strings.HasSuffix(name, sub[1:]):
		return 2
	}
	return 0
}

// essence is a media type without its parameters, in lower case.
func essence(name string) string {
	name, _, _ = strings.Cut(name, ";")
	return strings.ToLower(strings.TrimSpace(name))
}

// offer is a body that can be sent.
type offer struct {
	media *apidoc.MediaType
	name  string // its media type, without wildcards
}

// negotiate chooses the body that is accepted most. Of equal ones it is JSON, or
// else the first. It is false when none is.
func negotiate(content []apidoc.MediaType, accepted []mediaRange) (offer, bool) {
	best, quality := offer{}, 0.0
	for i := range content {
		name := concrete(content[i].Name, accepted)
		q := qualityOf(essence(name), accepted)
		if q > quality || q > 0 && q == quality && isJSON(essence(name)) && !isJSON(essence(best.name)) {
			best, quality = offer{&content[i], name}, q
		}
	}
	return best, quality > 0
}

// usual are media types for ranges.
var usual = map[string]string{
	"": "application/json", "*": "application/json", "application": "application/json", "text": "text/plain", "image": "image/png",
	"audio": "audio/wav", "video": "video/mp4", "font": "font/woff2",
}

// concrete is a media type that a name of a description, which may be a range,
// stands for: one that is accepted, where it can be.
func concrete(name string, accepted []mediaRange) string {
	pattern := essence(name)
	if !strings.Contains(pattern, "*") && strings.Contains(pattern, "/") {
		return headerText(name)
	}
	for _, r := range accepted {
		if r.quality > 0 && !strings.Contains(r.name, "*") && specificity(pattern, r.name) > 0 {
			return headerText(r.name)
		}
	}
	kind, _, _ := strings.Cut(pattern, "/")
	if known := usual[kind]; known != "" {
		return known
	}
	return "application/octet-stream"
}
