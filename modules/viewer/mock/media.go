package mock

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

const (
	formType      = "application/x-www-form-urlencoded"
	multipartType = "multipart/form-data"
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
	return kind == sample.EventStream || kind == jsonSeq ||
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
		name := concrete(&content[i], accepted)
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
// stands for: one that is accepted, where it can be. Bytes are no JSON.
func concrete(m *apidoc.MediaType, accepted negotiate.Ranges) string {
	pattern := essence(m.Name)
	if !strings.Contains(pattern, "*") && strings.Contains(pattern, "/") {
		return headerText(m.Name)
	}
	for _, r := range accepted {
		if r.Weight > 0 && !strings.Contains(r.Type, "*") && negotiate.Covers(pattern, r.Type) > 0 {
			return headerText(r.Type)
		}
	}
	kind, _, _ := strings.Cut(pattern, "/")
	binary := m.Schema != nil && m.Schema.Format == "binary"
	if known := usual[kind]; known != "" && (!binary || !isJSON(known)) {
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

// files are the smallest files of some media types.
var files = map[string]string{
	"image/png":        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"image/gif":        "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
	"application/zip":  "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==",
	"application/gzip": "H4sIAAAAAAAA/wMAAAAAAAAAAAA=",
	"audio/wav":        "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=",
	"application/pdf": "JVBERi0xLjEKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqIDIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJd" +
		"L0NvdW50IDE+PmVuZG9iaiAzIDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgMyAzXT4+ZW5kb2JqCnRyYWlsZXI8PC9Sb290IDEgMCBSPj4=",
}

// file is a small file of a media type, and a few bytes that are no text for one
// that is not known.
func file(kind string) []byte {
	if data, err := base64.StdEncoding.DecodeString(files[kind]); err == nil && len(data) > 0 {
		return data
	}
	return []byte{0x00, 0x01, 0x02, 0x03, 0xfc, 0xfd, 0xfe, 0xff}
}
