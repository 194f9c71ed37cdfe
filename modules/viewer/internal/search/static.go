package search

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// staticIndex is what a browser searches where there is no server. Kinds, tags
// and methods are numbers, as they repeat.
type staticIndex struct {
	Kinds   []string      `json:"kinds"`
	Tags    []string      `json:"tags"`
	Methods []string      `json:"methods"`
	Entries []staticEntry `json:"entries"`
}

// staticEntry is written as a list: kind, address, title, text, and of operations
// method, path, operationId, tags, and 1 when it is deprecated.
type staticEntry []any

// maxStaticText bounds the description of an entry.
const maxStaticText = 56

// Static writes the names in a document as an index for the browser, in JSON. The
// address of a page, relative to the index, is what address says. The result
// depends on nothing else.
func Static(doc *apidoc.Document, o Options, address func(kind core.PageKind, slug, fragment string) string) ([]byte, error) {
	b := newBuilder()
	outline(b, doc, o)
	s := staticIndex{Entries: make([]staticEntry, 0, len(b.entries))}
	for i := range b.entries {
		s.add(doc, &b.entries[i], address)
	}
	return json.Marshal(s)
}

func (s *staticIndex) add(doc *apidoc.Document, e *entry, address func(core.PageKind, string, string) string) {
	r := e.result
	text := shortened(plain(cut(e.text, 4*maxStaticText)), maxStaticText)
	line := staticEntry{number(&s.Kinds, string(r.Kind)), address(r.Kind, r.Slug, r.Fragment), r.Title, text}
	if callable(e) {
		summary := doc.OperationSummary(r.Slug)
		if r.Kind == core.PageWebhook {
			summary = doc.WebhookSummary(r.Slug)
		}
		tags := []int{}
		for _, name := range summary.Tags {
			if t := doc.TagNamed(name); t != nil {
				name = t.DisplayName
			}
			tags = append(tags, number(&s.Tags, name))
		}
		line = append(line, number(&s.Methods, r.Method), r.Path, summary.ID, tags)
	}
	if r.Deprecated {
		for len(line) < 8 {
			line = append(line, 0)
		}
		line = append(line, 1)
	}
	s.Entries = append(s.Entries, line)
}

// number returns the place of a text in a list, and adds it when it is new.
func number(list *[]string, text string) int {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "")
	}
	for i, known := range *list {
		if known == text {
			return i
		}
	}
	*list = append(*list, text)
	return len(*list) - 1
}
