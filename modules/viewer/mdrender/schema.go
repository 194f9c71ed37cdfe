package mdrender

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// Limits of schemas on one page.
const (
	maxLevel = 16   // how deep schemas are written
	maxEnum  = 100  // values of an enumeration
	maxOwn   = 5000 // the same on the page of the enumeration
)

// schemas writes schemas.
type schemas struct {
	*writer
	shapes *shape.Resolver // reads each schema once
	types  *schemafacts.Namer
	spent  int      // bytes written for what references lead to
	inBody bool     // the body of an operation is being written
	open   []string // references that are being written where they lead to
	scope  shape.Scope
	bodies int // objects among them
}

func (p *schemas) model(m *apidoc.Model) {
	p.heading(1, m.Name)
	p.text(escape(m.Title))
	p.prose(m.Schema.Description)
	p.externalDocs(m.Schema.ExternalDocs)
	p.scope = p.shapes.Within(nil, &apidoc.Schema{Ref: m.Ref})
	p.schema(p.scope.Bound(m.Schema))
}

// schema writes what the schema of a model is and, indented, what it consists of. Models it
// refers to have pages of their own.
func (p *schemas) schema(s *apidoc.Schema) {
	if s == nil {
		return
	}
	top := *s
	top.Description, top.ExternalDocs = "", nil // which stand above
	p.node(p.typeName(s), &top, 0)
	p.end()
}

// bodySchema writes the schema of a body, with its description.
func (p *schemas) bodySchema(label string, s *apidoc.Schema) {
	if s == nil {
		return
	}
	name := p.typeName(s)
	if label != "" {
		name = label + " (" + name + ")"
	}
	p.inBody = p.page.Operation != nil
	p.node(name, s, 0)
	p.inBody = false
	p.end()
}

// node writes one line about a schema and below it what it consists of.
func (p *schemas) node(head string, s *apidoc.Schema, level int) {
	if p.left--; p.left < 0 {
		return
	}
	ref := refOf(s)
	s, end := p.opened(s, level)
	defer end()
	p.out.WriteString(strings.Repeat("  ", level))
	p.item(head, sentence(p.brief(s.Description))+limits(s))
	if level < maxLevel {
		p.enumeration(s, ref, level)
		p.details(s, level+1)
		p.members(s, level+1)
	} else if !p.plain(s) && s.Ref == "" {
		p.line(level+1, "what is inside of it is in the description, not on this page", "")
	}
}

const (
	maxOpened = 128 << 10 // bytes of what references are written with
	maxBodies = 2         // objects behind references that are written inside each other
	maxFields = 200       // properties of one of them
)

// opened returns what a schema says that leads to a value or a list, since nothing
// else tells what the value has to be, and to an object in a body. Call end when it
// is written.
func (p *schemas) opened(s *apidoc.Schema, level int) (_ *apidoc.Schema, end func()) {
	if s == nil || s.Ref == "" || p.spent > maxOpened || slices.Contains(p.open, s.Ref) {
		return s, func() {}
	}
	object := p.shapes.Kind(s) == nil
	if object && !p.opensObject(s.Ref) {
		return s, func() {}
	}
	sh := p.shapes.Of(s)
	before, rest, outer := p.out.Len(), 0, p.scope
	p.scope = p.shapes.Within(outer, s)
	target := *p.scope.Bound(sh.Schema)
	target.Description = sh.Description
	p.open = append(p.open, s.Ref)
	if object {
		p.bodies++
		if rest = len(target.Properties) - maxFields; rest > 0 {
			target.Properties, target.Required = target.Properties[:maxFields], nil
		}
	}
	return &target, func() {
		p.open, p.scope = p.open[:len(p.open)-1], outer
		if object {
			p.bodies--
		}
		if rest > 0 {
			p.line(level+1, strconv.Itoa(rest)+" more fields", "see "+p.refName(s.Ref))
		}
		p.spent += p.out.Len() - before
	}
}

// opensObject reports whether an object is written where a reference leads to it:
// in the bodies of an operation that stands alone, as long as there is enough room for
// what follows.
func (p *schemas) opensObject(ref string) bool {
	return p.inBody && !p.page.Collected && p.left > maxLines/2 && p.bodies < maxBodies &&
		!slices.Contains(p.open, ref) && p.shapes.Target(ref) != nil
}

// enumeration writes the values of one that limits do not name: those of which more is said,
// and on the page of the enumeration the others.
func (p *schemas) enumeration(s *apidoc.Schema, ref string, level int) {
	if s == nil {
		return
	}
	own := level == 0 && (p.page.Kind == core.PageModel || p.page.Kind == core.PageSchema)
	var others []string
	for i, e := range s.Enum {
		switch {
		case i >= maxOwn || i >= maxEnum && !own:
			where := "in the description, not on this page"
			if ref != "" && !own {
				where = "see " + p.refName(ref)
			}
			p.rest(others, level)
			p.line(level+1, strconv.Itoa(len(s.Enum)-i)+" more values", where)
			return
		case e.Name != "" || e.Description != "":
			p.line(level+1, code(string(e.Value)), strings.TrimSpace(escape(e.Name)+" "+p.brief(e.Description)))
		case i >= maxEnum:
			others = append(others, string(e.Value))
		}
	}
	p.rest(others, level)
}

// rest are values that the line of an enumeration has no room for.
func (p *schemas) rest(values []string, level int) {
	for few := range slices.Chunk(values, maxEnum) {
		p.line(level+1, "or one of", code(line(strings.Join(few, ", "))))
	}
}

func refOf(s *apidoc.Schema) string {
	if s == nil {
		return ""
	}
	return s.Ref
}

// details are what a line has no room for.
func (p *schemas) details(s *apidoc.Schema, level int) {
	if d := s.Discriminator; d != nil {
		p.line(level, "told apart by "+code(d.Property), "")
		for _, m := range d.Mapping {
			p.line(level+1, code(cmp.Or(m.Value, schemafacts.NoName)), p.refName(m.Ref))
		}
		if d.DefaultMapping != "" {
			p.line(level+1, "otherwise", p.refName(d.DefaultMapping))
		}
		p.extensions(d.Extensions, level)
	}
	for _, d := range s.DependentRequired {
		p.line(level, "with "+code(d.Property), "requires "+codes(d.Requires))
	}
	if x := s.XML; x != nil {
		p.line(level, "XML", xml(x))
		p.extensions(x.Extensions, level)
	}
	if s.ExternalDocs != nil {
		p.line(level, "More", p.docs(s.ExternalDocs))
		p.extensions(s.ExternalDocs.Extensions, level)
	}
	p.extensions(schemafacts.Extensions(s), level)
}

func xml(x *apidoc.XML) string {
	var words []string
	add := func(label, value string) {
		if value != "" {
			words = append(words, label+" "+code(value))
		}
	}
	add("name", x.Name)
	add("namespace", x.Namespace)
	add("prefix", x.Prefix)
	add("node", x.NodeType)
	if x.Attribute {
		words = append(words, "attribute")
	}
	if x.Wrapped {
		words = append(words, "wrapped")
	}
	return strings.Join(words, ", ")
}

// members are the schemas that a schema consists of.
func (p *schemas) members(s *apidoc.Schema, level int) {
	known := map[string]bool{}
	for _, property := range s.Properties {
		known[property.Name] = true
		p.member(code(cmp.Or(property.Name, schemafacts.NoName)), property.Schema, property.Required, level)
	}
	for _, name := range s.Required {
		if !known[name] && len(known) > 0 { // limits names them where nothing else has a name
			p.member(code(cmp.Or(name, schemafacts.NoName)), nil, true, level)
		}
	}
	for step, child := range schemafacts.Children(s) {
		switch {
		case step.Keyword == "properties", saidByType(s, step) && p.plain(child), saidByFact(step, child):
		case step.Keyword == "contains":
			p.member("c"+schemafacts.Contains(nil, s)[1:], child, false, level) // as part of a sentence
		case step.Keyword == "prefixItems":
			p.member("item "+strconv.Itoa(step.Index+1), child, false, level)
		case step.Keyword == "items" && len(s.PrefixItems) > 0:
			p.member("other items", child, false, level)
		case step.Keyword == "additionalProperties" && s.AdditionalName != "":
			p.member(code(s.AdditionalName), child, false, level)
		default:
			p.member(keywords[step.Keyword]+code(step.Name), child, false, level)
		}
	}
}

// keywords are what stands before the schemas of a keyword, and before their names.
var keywords = map[string]string{
	"patternProperties": "any property that matches ", "dependentSchemas": "when there is ", "$defs": "definition ",
	"additionalProperties": "any other property", "unevaluatedProperties": "properties not described elsewhere",
	"propertyNames": "property names", "allOf": "all of", "oneOf": "one of", "anyOf": "any of",
	"not": "not", "if": "if", "then": "then", "else": "else", "items": "items",
	"unevaluatedItems": "items not described elsewhere", "contentSchema": "content",
}

// saidByType reports whether the type of a schema says all about the items that a step
// leads to, when they are plain.
func saidByType(s *apidoc.Schema, to schemafacts.Step) bool {
	return to.Keyword == "items" && len(s.PrefixItems) == 0
}

// saidByFact reports whether limits have said what a keyword means that holds true or
// false in place of a schema.
func saidByFact(to schemafacts.Step, s *apidoc.Schema) bool {
	return s.Always != nil && !to.Many && to.Name == "" && (to.Keyword != "items" || !*s.Always)
}

// plain reports whether there is nothing to say about a schema but its type.
func (p *schemas) plain(s *apidoc.Schema) bool {
	if s.Ref != "" {
		return s.Description == "" && limits(s) == "" && !p.opensObject(s.Ref)
	}
	empty := len(s.Enum)+len(s.Properties)+len(s.Required)+len(s.DependentRequired)+len(s.Extensions) == 0
	if !empty || s.Description != "" || s.Title != "" || s.Discriminator != nil || s.XML != nil || s.ExternalDocs != nil || limits(s) != "" {
		return false
	}
	for step, child := range schemafacts.Children(s) {
		if !saidByType(s, step) || !p.plain(child) {
			return false
		}
	}
	return true
}

func (p *schemas) member(name string, s *apidoc.Schema, isRequired bool, level int) {
	if s == nil {
		p.line(level, name, strings.TrimPrefix(required(isRequired), ", "))
		return
	}
	about := p.typeName(s) + required(isRequired) + deprecated(s.Deprecated)
	if s.ReadOnly {
		about += ", read-only"
	}
	if s.WriteOnly {
		about += ", write-only"
	}
	p.node(name+" ("+about+")", s, level)
}

// typeName says what a schema is: "array of Pet", where a model leads to its page.
func (p *schemas) typeName(s *apidoc.Schema) string {
	var b strings.Builder
	for _, w := range p.types.Type(s) {
		b.WriteString(p.word(w))
	}
	return b.String()
}

// refName names what a reference leads to.
func (p *schemas) refName(ref string) string { return p.word(p.types.Ref(ref)) }

// word writes a piece of the name of a type.
func (p *schemas) word(w schemafacts.Word) string {
	m := w.Model
	if m == nil || p.page.Settings.HideModels || p.page.Kind == core.PageModel && p.page.Model.Ref == m.Ref {
		return escape(w.Text)
	}
	return p.link(core.PageModel, m.Slug, m.Name)
}
