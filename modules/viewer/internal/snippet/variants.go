package snippet

import (
	"cmp"
	"context"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// maxVariants bounds the requests that a page offers for one operation.
const maxVariants = 8

// Variant is a request with a name to choose it by.
type Variant struct {
	Label   string  `json:"label"`
	Request Request `json:"request"`
}

// Variants returns the requests of an operation that differ: the usual one
// first, then with fewer and with more fields, then with the other formats and
// examples of the body.
func Variants(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation, options Options) []Variant {
	var all []Variant
	from := newSource(ctx, doc, o)
	add := func(label string, change func(*Options)) {
		if len(all) >= maxVariants {
			return
		}
		its := options
		change(&its)
		r := from.build(its)
		for _, v := range all {
			if reflect.DeepEqual(v.Request, r) {
				return
			}
		}
		all = append(all, Variant{label, r})
	}
	add("Usual fields", func(*Options) {})
	add("Required fields", func(o *Options) { o.Fields = Required })
	add("All fields", func(o *Options) { o.Fields = All })
	if o.RequestBody == nil {
		return all
	}
	for i := range o.RequestBody.Content {
		m := &o.RequestBody.Content[i]
		if len(m.Examples) == 0 {
			add(m.Name, func(o *Options) { o.Media = i + 1 })
		}
		for j, e := range m.Examples {
			if e.Value != nil || e.Serialized != "" {
				add(cmp.Or(e.Summary, e.Name)+" ("+m.Name+")", func(o *Options) { o.Media, o.Example = i+1, j+1 })
			}
		}
	}
	return all
}
