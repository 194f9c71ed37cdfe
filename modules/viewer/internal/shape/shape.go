// Package shape says what a schema amounts to: with its references followed and
// the parts of allOf made one:
//
//	r := shape.New(ctx, doc)
//	s := r.Of(schema)
//	for _, p := range s.Schema.Properties { … }
//
// One level is looked at, never what stands below: a schema that leads back to
// itself, or that would unfold into 2^40 parts, costs what it is long.
package shape

import (
	"context"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

const (
	maxChain = 100    // references followed in a row
	maxParts = 500    // parts of allOf that are made one, at all levels
	maxWork  = 20_000 // the same for everything that a Resolver is asked for

	maxMerged = 10_000 // properties of all these parts; well-known descriptions have up to 850 a page

	maxCompared = 64 << 10 // bytes of given values, and values of enumerations
)

// Reader resolves references; a *apidoc.Document is one.
type Reader interface {
	Schema(ctx context.Context, ref string) (*apidoc.Schema, error)
}

// Shape is a schema as it is read.
type Shape struct {
	// Schema has neither a reference nor, in AllOf, anything but what could not
	// be made one with the rest. It is never nil, and read-only.
	Schema *apidoc.Schema
	// Ref is the reference that the schema stands for, "" for an inline schema.
	// A schema whose only part is a reference stands for it.
	Ref string
	// Broken is the reference that leads nowhere, "" for none.
	Broken string
	// Description is the one beside a reference, or the schema's own.
	Description string
	// Parts are what allOf lists, as far as it has a name or says something.
	Parts []Part
	// Conflicts say in a sentence each which demands cannot be met together.
	Conflicts []wording.Sentence

	// Discriminator is that of the schema itself. The one in Schema may be
	// inherited by allOf, and then says nothing about what comes below.
	Discriminator *apidoc.Discriminator

	origins map[string]string
}

// Part is a part of allOf.
type Part struct {
	Ref         string // "" for an inline part
	Title       string
	Description string // Markdown
}

// Origin returns the reference of the part of allOf that brings a property, ""
// when the schema has it itself.
func (s *Shape) Origin(property string) string { return s.origins[property] }

// Resolver makes shapes. It remembers what it has made, so keep one for a page.
// It is not safe for concurrent use.
type Resolver struct {
	ctx     context.Context
	doc     Reader
	schemas map[string]*apidoc.Schema // by reference, nil for one that leads nowhere
	shapes  map[*apidoc.Schema]*Shape
	joined  map[[2]*apidoc.Schema]*apidoc.Schema
	work    int // parts of allOf that were made one
	merged  int // properties of these parts

	compared int  // given values that were held against their schemas
	short    bool // something was left out because there was too much before it
}

// New makes a Resolver of the references of doc.
func New(ctx context.Context, doc Reader) *Resolver {
	return &Resolver{
		ctx: ctx, doc: doc, schemas: map[string]*apidoc.Schema{},
		shapes: map[*apidoc.Schema]*Shape{}, joined: map[[2]*apidoc.Schema]*apidoc.Schema{},
	}
}

// Target returns what a reference leads to, nil for nothing.
func (r *Resolver) Target(ref string) *apidoc.Schema {
	s, known := r.schemas[ref]
	if !known {
		if found, err := r.doc.Schema(r.ctx, ref); err == nil {
			s = found
		}
		r.schemas[ref] = s
	}
	return s
}

// Kind returns the value or list that a reference leads to, through references and
// combinations of one. It is nil for objects, for what names no type, and for what
// leads nowhere.
func (r *Resolver) Kind(s *apidoc.Schema) *apidoc.Schema {
	for range maxChain {
		switch s = r.named(s); {
		case s == nil, slices.Contains(s.Types, "object"), len(s.Properties) > 0:
			return nil
		case len(s.Types) > 0:
			return s
		case len(s.AllOf) != 1:
			return nil
		}
		s = s.AllOf[0]
	}
	return nil
}

// Work is how many parts of allOf were made one so far: what the shapes cost.
// When there were very many, parts stay as they are.
func (r *Resolver) Work() int { return r.work }

// Compare asks for room to hold a value that a description gives against its
// schema. It is false when very much was compared already, or would be.
func (r *Resolver) Compare(n int) bool {
	if r.compared+n > maxCompared {
		r.short = true
		return false
	}
	r.compared += n
	return true
}

// Short reports whether something was left out because of what was asked for before
// it. A Resolver of its own might have more.
func (r *Resolver) Short() bool { return r.short }

// Of returns the shape of a schema. Nil is the schema that says nothing.
func (r *Resolver) Of(s *apidoc.Schema) *Shape {
	if s == nil {
		return &Shape{Schema: &apidoc.Schema{}}
	}
	if shape := r.shapes[s]; shape != nil {
		return shape
	}
	shape := r.make(s)
	r.shapes[s] = shape
	return shape
}

// Join returns the schema that demands what both demand: one of them where the other is
// true or says nothing. Asking again gives the same one.
func (r *Resolver) Join(a, b *apidoc.Schema) *apidoc.Schema {
	switch {
	case anything(a):
		return b
	case anything(b):
		return a
	}
	key := [2]*apidoc.Schema{a, b}
	if r.joined[key] == nil {
		r.joined[key] = &apidoc.Schema{AllOf: []*apidoc.Schema{a, b}}
	}
	return r.joined[key]
}

func (r *Resolver) make(s *apidoc.Schema) *Shape {
	shape := &Shape{Schema: s, Description: s.Description}
	passed, target := r.follow(s, shape)
	if target == nil {
		bare := *s
		bare.Ref = ""
		shape.Schema = &bare
		return shape
	}
	shape.Schema, shape.Discriminator = target, target.Discriminator
	if shape.Description == "" {
		shape.Description = target.Description
	}
	if len(passed) > 0 || len(target.AllOf) > 0 {
		m := newMerger(r, shape)
		for _, p := range passed {
			m.beside(p)
		}
		m.part(target, shape.Ref)
		m.finish()
	}
	return shape
}

// follow follows references. It returns those that say something beside them but a
// description, and what the last one leads to, nil for nothing.
func (r *Resolver) follow(s *apidoc.Schema, shape *Shape) (passed []*apidoc.Schema, target *apidoc.Schema) {
	for range maxChain {
		ref := r.reference(s)
		if ref == "" {
			return passed, s
		}
		if shape.Ref == "" {
			shape.Ref = ref
		}
		if target = r.Target(ref); target == nil {
			shape.Broken = ref
			return nil, nil
		}
		if s.Ref == "" || !OnlyRef(s) {
			passed = append(passed, s)
		}
		if shape.Description == "" {
			shape.Description = target.Description
		}
		s = target
	}
	shape.Broken = s.Ref
	return nil, nil
}

// reference is what a schema refers to, "" for nothing. A dynamic reference that leads
// somewhere is taken for a plain one: there is no other scope than that of the schema.
func (r *Resolver) reference(s *apidoc.Schema) string {
	if s.Ref == "" && s.DynamicRef != "" && r.Target(s.DynamicRef) != nil {
		return s.DynamicRef
	}
	return s.Ref
}

// OnlyRef reports whether a schema says nothing beside its reference but a
// description.
func OnlyRef(s *apidoc.Schema) bool { return bare(s) }

// empty reports whether a schema says nothing.
func empty(s *apidoc.Schema) bool { return s.Ref == "" && s.Description == "" && bare(s) }

// anything reports whether a schema is true, or says nothing.
func anything(s *apidoc.Schema) bool {
	if s != nil && s.Always != nil && *s.Always {
		all := *s
		all.Always = nil
		s = &all
	}
	return s == nil || empty(s)
}

// bare reports whether a schema has nothing but a reference and a description. It is
// asked for each reference of a page, and reflection takes far longer.
func bare(s *apidoc.Schema) bool {
	return saysNothing(s) && demandsNothing(s) && holdsNothing(s)
}

func saysNothing(s *apidoc.Schema) bool {
	return s.Title == "" && s.Default == nil && s.Examples == nil && !s.Deprecated && !s.ReadOnly && !s.WriteOnly &&
		s.AdditionalName == "" && s.Discriminator == nil && s.XML == nil && s.ExternalDocs == nil &&
		s.ID == "" && s.Anchor == "" && s.DynamicAnchor == "" && s.DynamicRef == "" && s.Comment == "" && s.Extensions == nil
}

func demandsNothing(s *apidoc.Schema) bool {
	return s.Always == nil && s.Types == nil && s.Format == "" && s.Const == nil && s.Enum == nil &&
		s.MultipleOf == "" && s.Minimum == "" && s.Maximum == "" && s.ExclusiveMinimum == "" && s.ExclusiveMaximum == "" &&
		s.MinLength == nil && s.MaxLength == nil && s.Pattern == "" && s.ContentEncoding == "" && s.ContentMediaType == "" &&
		s.MinContains == nil && s.MaxContains == nil && s.MinItems == nil && s.MaxItems == nil && !s.UniqueItems &&
		s.Required == nil && s.MinProperties == nil && s.MaxProperties == nil && s.DependentRequired == nil
}

func holdsNothing(s *apidoc.Schema) bool {
	return s.Properties == nil && s.PatternProperties == nil && s.AdditionalProperties == nil && s.UnevaluatedProperties == nil &&
		s.PropertyNames == nil && s.DependentSchemas == nil && s.Items == nil && s.PrefixItems == nil && s.Contains == nil &&
		s.UnevaluatedItems == nil && s.ContentSchema == nil && s.AllOf == nil && s.AnyOf == nil && s.OneOf == nil &&
		s.Not == nil && s.If == nil && s.Then == nil && s.Else == nil && s.Defs == nil
}
