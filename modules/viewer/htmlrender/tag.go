package htmlrender

import (
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// topic is a tag that an operation names. A callback may name one that no tag of
// the description is.
type topic struct {
	name string
	tag  *apidoc.Tag
}

// maxTopics bounds the tags shown of one operation.
const maxTopics = 20

// topics are the tags of an operation but the one that leads to it: the first,
// on its own page.
func topics(b *budget, s *subject, o *apidoc.Operation) []topic {
	names := o.Tags
	if len(names) > 0 && s.page.Kind == core.PageOperation && o == s.page.Operation {
		names = names[1:]
	}
	var list []topic
	for _, name := range room(b, names, maxTopics, 1) {
		t := topic{name: name, tag: s.doc.TagNamed(name)}
		if t.tag != nil {
			t.name = t.tag.DisplayName
		}
		list = append(list, t)
	}
	return list
}
