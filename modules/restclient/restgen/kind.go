package restgen

import (
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// maxKinds is how many schemas a struct has the members of.
const maxKinds = 64

// kinds reads the schemas that the discriminator of a base leads to, where no oneOf or
// anyOf has them: a value is of one of them.
type kinds struct {
	*resolver
	seen       map[string]bool // references
	properties []apidoc.Property
	heirs      map[string][]string // references of the schemas whose allOf has the key; nil until they are asked for
}

// addKinds gives the struct of a base the members of its kinds. They are absent in values
// of other kinds, so that one which a kind needs is a pointer.
func (r *resolver) addKinds(m *model, s *apidoc.Schema, ref string) {
	k := kinds{resolver: r, seen: map[string]bool{ref: true}}
	k.add(s, ref)
	if count := len(k.seen) - 1; count > maxKinds { // as a base of all schemas has
		m.lacking = count
		return
	}
	more := &apidoc.Schema{}
	for _, p := range k.properties {
		if !slices.ContainsFunc(m.fields, func(f *field) bool { return f.property == p.Name }) {
			more.Properties = append(more.Properties, p)
		}
	}
	r.addFields(m, more, r.propertyType)
}

// add takes the kinds of a base at a reference, and theirs.
func (k *kinds) add(base *apidoc.Schema, ref string) {
	refs, others := []string{}, ""
	switch d := base.Discriminator; {
	case d != nil && len(d.Mapping) > 0:
		for _, to := range d.Mapping {
			refs = append(refs, to.Ref)
		}
		others = d.DefaultMapping
	case d != nil:
		refs, others = k.heirsOf(ref), d.DefaultMapping
	case ref != "" && k.inheritsNames(ref, 0):
		refs = k.heirsOf(ref)
	}
	for _, ref := range append(slices.Clip(refs), others) {
		flat := k.flatTarget(&apidoc.Schema{Ref: ref})
		if ref == "" || k.seen[ref] || flat == nil {
			continue
		}
		k.seen[ref] = true
		for _, p := range flat.Properties {
			p.Required = p.Required || slices.Contains(flat.Required, p.Name)
			k.addProperty(p)
		}
		k.add(flat, ref)
	}
}

// inheritsNames reports whether a schema has a discriminator without a mapping from what is
// in its allOf: such a schema is a base, too.
func (k *kinds) inheritsNames(ref string, depth int) bool {
	s, err := k.lookup(ref)
	if err != nil || s == nil || depth > maxDepth {
		return false
	}
	return slices.ContainsFunc(s.AllOf, func(part *apidoc.Schema) bool {
		if part.Ref == "" {
			return false
		}
		if from, err := k.lookup(part.Ref); err == nil && from != nil && from.Discriminator != nil {
			return len(from.Discriminator.Mapping) == 0
		}
		return k.inheritsNames(part.Ref, depth+1)
	})
}

// heirsOf are the schemas that have a base in their allOf: without a mapping, the values of
// its discriminator are their names (Swagger 2.0, Composition and Inheritance).
func (k *kinds) heirsOf(base string) []string {
	if k.heirs == nil {
		k.heirs = map[string][]string{}
		for _, m := range k.doc.Models {
			s, err := k.lookup(m.Ref)
			if err != nil || s == nil {
				continue
			}
			for _, part := range s.AllOf {
				k.heirs[part.Ref] = append(k.heirs[part.Ref], m.Ref)
			}
		}
	}
	return k.heirs[base]
}

// addProperty takes a property, which another kind may have, too.
func (k *kinds) addProperty(p apidoc.Property) {
	if p.Schema == nil {
		p.Schema = &apidoc.Schema{}
	}
	i := slices.IndexFunc(k.properties, func(q apidoc.Property) bool { return q.Name == p.Name })
	if i < 0 {
		i = len(k.properties)
		k.properties = append(k.properties, apidoc.Property{Name: p.Name, Schema: &apidoc.Schema{Description: p.Schema.Description}})
	}
	schema := k.properties[i].Schema
	said := []*apidoc.Schema{p.Schema}
	if p.Required {
		said = append(said, &apidoc.Schema{Types: []string{"null"}})
	}
	for _, s := range said {
		if !slices.ContainsFunc(schema.AnyOf, func(other *apidoc.Schema) bool { return isSame(s, other) }) {
			schema.AnyOf = append(schema.AnyOf, s)
		}
	}
}

// isSame reports whether two schemas say the same of a value.
func isSame(a, b *apidoc.Schema) bool {
	x, y := *a, *b
	x.Description, y.Description = "", ""
	return reflect.DeepEqual(x, y)
}
