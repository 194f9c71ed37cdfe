package shape

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// maxChildren bounds the alternatives that only allOf names.
const maxChildren = 200

// Alternative is one of the schemas that a value may have.
type Alternative struct {
	Schema *apidoc.Schema
	Ref    string // "" for an inline schema
	Value  string // of the discriminator, "" when there is none
}

// Choice is what a value may be: any one of some alternatives, or several.
type Choice struct {
	Keyword      string // "oneOf", "anyOf" or, when they only name it in allOf, "allOf"
	Property     string // that tells them apart, "" for none
	Otherwise    string // reference of the alternative for other values of Property, "" for none
	Alternatives []Alternative
}

// userReader knows which models list another one in allOf; a *apidoc.Document
// does.
type userReader interface {
	Uses(ctx context.Context, ref string) (*apidoc.Uses, error)
}

// Choice returns the alternatives of a schema, nil when it has none: those of
// oneOf or else anyOf, and for a schema with a discriminator and neither of them
// the models that extend it.
func (r *Resolver) Choice(s *Shape) *Choice {
	d := s.Schema.Discriminator
	switch {
	case len(s.Schema.OneOf) > 0:
		return r.newChoice("oneOf", s.Schema.OneOf, d)
	case len(s.Schema.AnyOf) > 0:
		return r.newChoice("anyOf", s.Schema.AnyOf, d)
	case s.Discriminator == nil || s.Ref == "":
		return nil
	}
	c := r.newChoice("allOf", nil, s.Discriminator)
	for _, ref := range r.children(s) {
		child := &apidoc.Schema{Ref: ref}
		c.Alternatives = append(c.Alternatives, Alternative{Schema: child, Ref: ref, Value: r.ValueOf(s.Discriminator, ref)})
	}
	if len(c.Alternatives) == 0 {
		return nil
	}
	return c
}

func (r *Resolver) newChoice(keyword string, list []*apidoc.Schema, d *apidoc.Discriminator) *Choice {
	c := &Choice{Keyword: keyword}
	if d != nil {
		c.Property, c.Otherwise = d.Property, d.DefaultMapping
	}
	for _, s := range list {
		a := Alternative{Schema: s}
		if s != nil {
			a.Ref = s.Ref
		}
		if a.Ref != "" && d != nil {
			a.Value = r.ValueOf(d, s.Ref)
		}
		c.Alternatives = append(c.Alternatives, a)
	}
	return c
}

// ValueOf returns the value of a discriminator that stands for the schema that a
// reference leads to: the one it is mapped from, or else the one that the property
// itself demands there, or else the name of the schema (OpenAPI 3.1, section 4.8.25).
func (r *Resolver) ValueOf(d *apidoc.Discriminator, ref string) string {
	for _, m := range d.Mapping {
		if m.Ref == ref {
			return m.Value
		}
	}
	name, parts := Name(ref), 0
	allowed := r.texts(&apidoc.Schema{Ref: ref}, d.Property, &parts)
	if len(allowed) == 0 || slices.Contains(allowed, name) {
		return name
	}
	return allowed[0]
}

// texts are the texts that a property of a schema can only be, nil when it can be
// anything. The nearest part of the schema that names values decides.
func (r *Resolver) texts(s *apidoc.Schema, property string, parts *int) (list []string) {
	const most = 100
	s = r.named(s)
	if *parts++; s == nil || *parts > most {
		return nil
	}
	for _, p := range s.Properties {
		if p.Name == property {
			list = r.values(r.named(p.Schema))
		}
	}
	for _, part := range s.AllOf {
		if len(list) == 0 {
			list = r.texts(part, property, parts)
		}
	}
	return list
}

// values are the texts that a schema can only be.
func (r *Resolver) values(s *apidoc.Schema) (list []string) {
	const most = 100
	if s == nil {
		return nil
	}
	values := []json.RawMessage{s.Const}
	for _, e := range s.Enum[:min(len(s.Enum), most)] {
		values = append(values, e.Value)
	}
	for _, value := range values {
		if text := ""; json.Unmarshal(value, &text) == nil {
			list = append(list, text)
		}
	}
	return list
}

// named returns what the references of a schema lead to, nil for nothing.
func (r *Resolver) named(s *apidoc.Schema) *apidoc.Schema {
	for range maxChain {
		if s == nil || s.Ref == "" {
			return s
		}
		s = r.Target(s.Ref)
	}
	return nil
}

// Name returns the last name in a reference.
func Name(ref string) string {
	return jsonpointer.Unescape(ref[strings.LastIndexByte(ref, '/')+1:])
}

// children are the schemas that a base is mapped to, and those that extend it,
// directly or not.
func (r *Resolver) children(s *Shape) []string {
	var list []string
	add := func(ref string) {
		if ref != s.Ref && len(list) < maxChildren && !slices.Contains(list, ref) && r.Target(ref) != nil {
			list = append(list, ref)
		}
	}
	for _, m := range s.Discriminator.Mapping {
		add(m.Ref)
	}
	users, ok := r.doc.(userReader)
	if !ok {
		return list
	}
	next := []string{s.Ref}
	for i := 0; i < len(next) && len(next) <= maxChildren; i++ {
		uses, err := users.Uses(r.ctx, next[i])
		if err != nil {
			continue
		}
		for _, m := range uses.Children {
			if !slices.Contains(next, m.Ref) {
				next = append(next, m.Ref)
				add(m.Ref)
			}
		}
	}
	return list
}
