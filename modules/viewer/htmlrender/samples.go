package htmlrender

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// Limits of the samples of one page.
const (
	maxSample = 16 << 10 // bytes shown of one sample
	maxTokens = 1200     // tokens that are coloured
	maxCards  = 24       // samples beside an operation
)

// snippet is one sample of code or data.
type snippet struct {
	title    string // of its tab: "curl", "200"
	note     string // such as the media type
	language string // "json", "shell" or anything else for plain text
	text     string
	cut      bool // text is only the beginning
	class    string
}

func newSnippet(title, note, language, text string) snippet {
	s := snippet{title: title, note: note, language: language, text: text, cut: len(text) > maxSample}
	if s.cut {
		s.text = strings.ToValidUTF8(text[:maxSample], "")
	}
	return s
}

// bodySamples are the examples of a request body.
func (v *view) bodySamples(b *apidoc.RequestBody) []snippet {
	if b == nil {
		return nil
	}
	return v.mediaSamples(nil, "", "", b.Content, sample.Request)
}

// responseSamples are the examples of the responses, by status.
func (v *view) responseSamples(o *apidoc.Operation) []snippet {
	var list []snippet
	for i := range o.Responses {
		r := &o.Responses[i]
		list = v.mediaSamples(list, r.Status, statusClass(r.Status), r.Content, sample.Response)
	}
	return list
}

func (v *view) mediaSamples(list []snippet, title, class string, content []apidoc.MediaType, to sample.Direction) []snippet {
	for i := range content {
		m := &content[i]
		for _, e := range mediaExamples(m) {
			if len(list) < maxCards {
				s := jsonSnippet(cmp.Or(title, e.Name, "Example"), join(" · ", m.Name, ifText(title != "", e.Name)), e)
				s.class = class
				list = append(list, s)
			}
		}
		if len(mediaExamples(m)) == 0 && len(list) < maxCards && jsonLike(m.Name) {
			if value := sample.OfMedia(v.ctx, v.doc, m, to); value != nil {
				s := newSnippet(cmp.Or(title, "Example"), m.Name, "json", string(value))
				s.class = class
				list = append(list, s)
			}
		}
	}
	return list
}

// mediaExamples are the examples that a description gives for a body.
func mediaExamples(m *apidoc.MediaType) []apidoc.Example {
	var list []apidoc.Example
	if m.Example != nil {
		list = append(list, apidoc.Example{Value: m.Example})
	}
	for _, e := range m.Examples {
		if e.Value != nil || e.ExternalValue != "" {
			list = append(list, e)
		}
	}
	return list
}

func jsonSnippet(title, note string, e apidoc.Example) snippet {
	note = join(" · ", note, e.Summary)
	if e.Value == nil {
		return newSnippet(title, note, "text", e.ExternalValue)
	}
	return newSnippet(title, note, "json", string(sample.Indent(e.Value)))
}

// jsonLike reports whether a made-up example, which is JSON, fits a media type.
func jsonLike(mediaType string) bool {
	return strings.Contains(mediaType, "json") || mediaType == "*/*" || mediaType == ""
}

func ifText(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}

// join joins the texts that are not empty.
func join(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), separator)
}

// statusClass is the class of the colour of a status.
func statusClass(status string) string {
	if status != "" && '1' <= status[0] && status[0] <= '5' {
		return "status-" + status[:1]
	}
	return "status-other"
}

// statusText is the name of a status, such as "Not Found".
func statusText(status string) string {
	code, err := strconv.Atoi(status)
	if err != nil {
		return ""
	}
	return httpStatus(code)
}
