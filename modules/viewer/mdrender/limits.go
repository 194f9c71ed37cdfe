package mdrender

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
)

// maxLines bounds the properties of one page, and maxSamples the bytes of its
// samples.
const (
	maxLines   = 2000
	maxSamples = 512 << 10
)

// sentences collects short sentences about a value.
type sentences struct{ strings.Builder }

func (b *sentences) add(label, value string) {
	if value != "" {
		b.WriteString(" " + strings.ToUpper(label[:1]) + label[1:] + " " + code(line(value)) + ".")
	}
}

func (b *sentences) facts(list schemafacts.List) {
	for _, f := range list {
		b.add(f.Label, f.Value)
	}
}

// limits are what a schema demands of a value and says about it in few words.
func limits(s *apidoc.Schema) string {
	if s == nil {
		return ""
	}
	var b sentences
	if s.Title != "" && s.Ref == "" {
		b.WriteString(" " + escape(line(s.Title)) + ".")
	}
	b.facts(schemafacts.Demands(nil, s))
	b.add("one of", strings.Join(enumValues(s), ", "))
	for i, e := range s.Examples {
		if i < 5 {
			b.add("example", clip(string(e)))
		}
	}
	b.facts(schemafacts.Identity(s))
	return b.String()
}

// enumValues are the values of an enumeration that nothing else is said about.
func enumValues(s *apidoc.Schema) []string {
	var values []string
	for _, e := range s.Enum[:min(len(s.Enum), maxEnum)] {
		if e.Name == "" && e.Description == "" {
			values = append(values, string(e.Value))
		}
	}
	return values
}
