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
func (v *view) topics(o *apidoc.Operation) []topic {
	names := o.Tags
	if len(names) > 0 && v.page.Kind == core.PageOperation && o == v.page.Operation {
		names = names[1:]
	}
	var list []topic
	for _, name := range room(v, names, maxTopics, 1) {
		t := topic{name: name, tag: v.doc.TagNamed(name)}
		if t.tag != nil {
			t.name = t.tag.DisplayName
		}
		list = append(list, t)
	}
	return list
}

// Limits of callbacks that are shown whole.
const (
	maxCallbacks     = 40 // operations of callbacks, over the whole page
	maxCallbackLevel = 4  // level of the headings up to which callbacks open
)

// takeCallback asks for room for one operation of a callback.
func (v *view) takeCallback(level int) bool {
	if v.callbacks >= maxCallbacks || level > maxCallbackLevel || !v.spend(2*rowElements) {
		return false
	}
	v.callbacks++
	return true
}
