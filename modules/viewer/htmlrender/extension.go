package htmlrender

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// Limits of what authors add.
const (
	maxExtensions = 100  // extensions of one object
	maxExtension  = 4000 // bytes of one
	maxExamples   = 20   // examples of a parameter or body, where they are described
	maxBadges     = 10   // badges of an operation
	maxLogo       = 64 << 10
)

// extensionValue writes a value: a text without quotes, an object in lines.
func extensionValue(e apidoc.Extension) string {
	return phrase.Clip(string(sample.Indent(e.Value)), maxExtension)
}

// badgeColors are the colours of badges that there are classes for. Others are
// left out: a page has no styles of its own.
var badgeColors = map[string]string{
	"red": "red", "error": "red", "green": "green", "success": "green", "grass": "green", "blue": "blue", "sky": "blue",
	"processing": "blue", "orange": "orange", "warning": "orange", "carrot": "orange", "yellow": "orange",
}

func badgeClass(color string) string {
	if name := badgeColors[strings.ToLower(color)]; name != "" {
		return "badge-" + name
	}
	return ""
}

// dateLayouts are the ways in which authors, and the header fields Sunset and
// Deprecation, write a date.
var dateLayouts = []string{time.DateOnly, time.RFC3339, time.RFC1123, time.RFC850, time.ANSIC, "2006/01/02", "January 2, 2006", "2 January 2006"}

// isoDate returns a date as year, month and day, "" for what is none.
func isoDate(text string) string {
	if seconds, found := strings.CutPrefix(text, "@"); found { // a date of RFC 9651
		if n, err := time.ParseDuration(seconds + "s"); err == nil {
			return time.Unix(0, 0).UTC().Add(n).Format(time.DateOnly)
		}
	}
	for _, layout := range dateLayouts {
		if at, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return at.UTC().Format(time.DateOnly)
		}
	}
	return ""
}

// operationNamed finds what an author names: by operationId, by method and path,
// by a path that only one operation has, or by reference. Nil for anything else.
func operationNamed(doc *apidoc.Document, text string) *apidoc.OperationSummary {
	text = strings.TrimSpace(text)
	pointer, _ := url.PathUnescape(strings.TrimPrefix(text, "#"))
	var byPath []*apidoc.OperationSummary
	for i := range doc.Operations {
		o := &doc.Operations[i]
		switch {
		case text == "":
			return nil
		case o.ID == text, o.Pointer == pointer, strings.EqualFold(o.Method+" "+o.Path, text):
			return o
		case o.Path == text:
			byPath = append(byPath, o)
		}
	}
	if len(byPath) == 1 {
		return byPath[0]
	}
	return nil
}

// imageTypes are the images that a data URL may hold. What is in them is drawn
// and cannot run: scripts in an SVG do not, in an img element.
var imageTypes = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/avif": true, "image/svg+xml": true,
}

// imageData returns a data URL of an image in its plainest form, "" for every
// other address.
func imageData(address string) string {
	mediaType, data, found := strings.Cut(strings.TrimPrefix(address, "data:"), ";base64,")
	if !found || !strings.HasPrefix(address, "data:") || !imageTypes[mediaType] || len(data) > maxLogo {
		return ""
	}
	if _, err := base64.StdEncoding.DecodeString(data); err != nil {
		return ""
	}
	return "data:" + mediaType + ";base64," + data
}

// moreToSay are the examples about which there is more to say than stands on a
// card beside the operation: summary, description and value.
func moreToSay(list []apidoc.Example) []apidoc.Example {
	var more []apidoc.Example
	for _, e := range list {
		if e.Serialized == "" && e.ExternalValue == "" && len(e.Extensions) == 0 {
			continue
		}
		if e.Value != nil || e.ExternalValue != "" {
			e.Summary, e.Description = "", ""
		}
		e.Value = nil
		more = append(more, e)
	}
	return more
}

// shownExamples bounds the examples of a schema in its row.
const shownExamples = 5

// examples returns the examples of a schema as they were written.
func examples(s *apidoc.Schema) []string {
	var list []string
	for _, e := range s.Examples[:min(len(s.Examples), shownExamples)] {
		list = append(list, phrase.Clip(string(e), 500))
	}
	return list
}

// besideType bounds an example that stands beside the type, in bytes.
const besideType = 40

// fits splits off the first example, when it fits beside the type.
func fits(list []string) (beside string, rest []string) {
	if len(list) == 0 || len(list[0]) > besideType {
		return "", list
	}
	return list[0], list[1:]
}

// fitting does so for the examples of a parameter or header, and else for those of its
// schema.
func fitting(own, ofSchema []string) (beside string, ownRest, schemaRest []string) {
	if len(own) > 0 {
		beside, own = fits(own)
		return beside, own, ofSchema
	}
	beside, ofSchema = fits(ofSchema)
	return beside, nil, ofSchema
}

// ownExample returns the example of a parameter or header that has no name.
func ownExample(example json.RawMessage) []string {
	if example == nil {
		return nil
	}
	return []string{phrase.Clip(string(example), 500)}
}
