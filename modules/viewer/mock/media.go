package mock

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/negotiate"
)

const (
	formType      = "application/x-www-form-urlencoded"
	multipartType = "multipart/form-data"
	eventStream   = "text/event-stream"
	jsonSeq       = "application/json-seq"
)

// essence is a media type without its parameters, in lower case. Descriptions have
// "*" for all of them, too.
func essence(name string) string {
	name, _, _ = strings.Cut(name, ";")
	if name = strings.ToLower(strings.TrimSpace(name)); name == "*" {
		return "*/*"
	}
	return name
}

func isJSON(kind string) bool {
	return kind == "application/json" || strings.HasSuffix(kind, "json") && !isStream(kind)
}

func isStream(kind string) bool {
	return kind == eventStream || kind == jsonSeq ||
		slices.Contains([]string{"application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines", "application/json-lines"}, kind)
}

// offer is a body that can be sent.
type offer struct {
	media *apidoc.MediaType
	name  string // its media type, without wildcards
}

// choose returns the body that is accepted most. Of equal ones it is JSON, or
// else the first. It is false when none is.
func choose(content []apidoc.MediaType, accepted negotiate.Ranges) (offer, bool) {
	best, quality := offer{}, 0.0
	for i := range content {
		name := concrete(content[i].Name, accepted)
		q, _ := accepted.Weight(essence(name))
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
func concrete(name string, accepted negotiate.Ranges) string {
	pattern := essence(name)
	if !strings.Contains(pattern, "*") && strings.Contains(pattern, "/") {
		return headerText(name)
	}
	for _, r := range accepted {
		if r.Weight > 0 && !strings.Contains(r.Type, "*") && negotiate.Covers(pattern, r.Type) > 0 {
			return headerText(r.Type)
		}
	}
	kind, _, _ := strings.Cut(pattern, "/")
	if known := usual[kind]; known != "" {
		return known
	}
	return "application/octet-stream"
}

// covered is the most specific of the media types that cover one.
func covered(content []apidoc.MediaType, kind string) *apidoc.MediaType {
	var best *apidoc.MediaType
	rank := 0
	for i := range content {
		if n := negotiate.Covers(essence(content[i].Name), kind); n > rank {
			best, rank = &content[i], n
		}
	}
	return best
}

func mediaNames(content []apidoc.MediaType) []string {
	var names []string
	for _, m := range content {
		names = append(names, m.Name)
	}
	return names
}
