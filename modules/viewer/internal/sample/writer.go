package sample

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// writer writes one sample.
type writer struct {
	giver
	options Options
	out     bytes.Buffer
	levels  int // of objects and arrays that are to be whole
	spare   int // values below them that need not be required
	left    int
	looked  int  // schemas ahead
	worked  int  // what the resolver had done before
	crowded bool // these levels are not whole, as there is no room for them
	trial   bool // what is crowded is not used
}

// spot is where in a sample a value stands.
type spot struct {
	place string
	depth int
	open  []string // references that it stands in
	scope shape.Scope
	// tag and value are the discriminator that chose what stands here.
	tag, value string
}

func (p spot) in(ref string) spot {
	if ref != "" {
		p.open = append(slices.Clip(p.open), ref)
	}
	return p
}

func (p spot) below(name string) spot {
	p = p.item()
	p.place = Below(p.place, name)
	return p
}

func (p spot) item() spot {
	p.depth++
	p.tag, p.value = "", ""
	return p
}

// of is the shape of a schema where a value stands.
func (w *writer) of(s *apidoc.Schema, p spot) *shape.Shape {
	return w.resolver.Of(p.scope.Meant(s))
}

func (w *writer) full() bool {
	return w.left <= 0 || w.out.Len() > maxBytes || w.resolver.Work()-w.worked > maxWork
}

// tight reports whether only what is required is written.
func (w *writer) tight(p spot) bool { return p.depth > w.levels && w.spare <= 0 || w.full() }

// shorten notes that something is left out of what stands at p.
func (w *writer) shorten(p spot) {
	w.shortened = true
	w.crowded = w.crowded || p.depth <= w.levels
}

// over reports whether there is no room for what is required either.
func (w *writer) over() bool {
	return w.trial && w.crowded || w.left <= -maxNeeded || w.out.Len() > 2*maxBytes || w.resolver.Work()-w.worked > 2*maxWork
}

func (w *writer) value(s *apidoc.Schema, p spot) {
	s = p.scope.Meant(s)
	sh := w.resolver.Of(s)
	w.left--
	if p.depth > w.levels+1 {
		w.spare--
	}
	if s == nil || sh.Broken != "" && sh.Ref != "" || sh.Schema.Always != nil || w.recurs(sh, p) {
		w.out.WriteString("null")
		return
	}
	p = p.in(sh.Ref)
	p.scope = w.resolver.Within(p.scope, s)
	if value := w.given(sh.Schema); value != nil {
		w.fitted(value, sh.Schema, p)
		return
	}
	if p.depth > 2*maxDepth || w.over() {
		w.shorten(p)
		w.out.WriteString(w.emptyOf(sh.Schema))
		return
	}
	if r := restrain(w, sh.Schema); r != nil {
		r.write(p)
		return
	}
	p = w.tagged(sh, p)
	if w.choice(sh, p) {
		return
	}
	switch {
	case isObject(sh.Schema):
		w.object(sh.Schema, p)
	case isArray(sh.Schema):
		w.array(sh.Schema, p)
	case holdsJSON(sh.Schema):
		start := w.out.Len()
		w.value(sh.Schema.ContentSchema, p.item())
		text := string(w.out.Bytes()[start:])
		if sh.Schema.ContentEncoding != "" {
			text = base64.StdEncoding.EncodeToString([]byte(text))
		}
		w.out.Truncate(start)
		w.out.Write(quoted(text))
	default:
		w.out.WriteString(w.variedScalar(sh.Schema))
	}
}

// tagged notes which value of a discriminator stands for a schema that extends the one
// with the discriminator, unless the discriminator of a choice has said it.
func (w *writer) tagged(sh *shape.Shape, p spot) spot {
	if d := sh.Schema.Discriminator; p.tag == "" && d != nil && sh.Ref != "" && len(sh.Schema.OneOf)+len(sh.Schema.AnyOf) == 0 {
		p.tag, p.value = d.Property, w.resolver.ValueOf(d, sh.Ref)
	}
	return p
}

// recurs reports whether the sample stands in the schema already.
func (w *writer) recurs(sh *shape.Shape, p spot) bool {
	return sh.Ref != "" && slices.Contains(p.open, sh.Ref)
}

// choice writes an alternative of a schema that has some, with what the schema
// demands beside them. A varied sample takes another one when the value does not fit.
func (w *writer) choice(sh *shape.Shape, p spot) bool {
	c := w.resolver.Choice(sh)
	if c == nil {
		return false
	}
	i := w.chosen(c, p)
	if i < 0 {
		return false
	}
	if w.options.Seed == 0 || c.Keyword == "allOf" {
		w.alternative(sh, c, i, p)
		return true
	}
	const attempts = 6
	begin, before := w.out.Len(), w.left
	var first []byte
	for n := range min(attempts, 2*len(c.Alternatives)) {
		if n > 0 {
			w.out.Truncate(begin)
			w.left = before
		}
		if next := (i + n) % len(c.Alternatives); n == 0 || !w.recurs(w.of(c.Alternatives[next].Schema, p), p) {
			w.alternative(sh, c, next, p)
		} else {
			continue
		}
		value := w.out.Bytes()[begin:]
		if !w.resolver.Compare(len(value)+minCompared) || len(w.checker.Check(value, sh.Schema, "").Faults) == 0 {
			return true
		}
		if first == nil {
			first = bytes.Clone(value)
		}
	}
	w.out.Truncate(begin)
	w.out.Write(first)
	return true
}

// alternative writes one of the alternatives of a schema.
func (w *writer) alternative(sh *shape.Shape, c *shape.Choice, i int, p spot) {
	a := c.Alternatives[i]
	p.tag, p.value = c.Property, a.Value
	if c.Keyword == "allOf" {
		p.open = slices.DeleteFunc(slices.Clone(p.open), func(ref string) bool { return ref == a.Ref })
		w.value(a.Schema, p)
		return
	}
	rest := *sh.Schema
	if c.Keyword == "oneOf" {
		rest.OneOf = nil
	} else {
		rest.AnyOf = nil
	}
	rest.Discriminator = nil
	if c.Keyword == "oneOf" {
		rest.Properties = w.without(rest, c, i)
	}
	if len(rest.Properties) == 0 && len(rest.AnyOf) == 0 {
		w.value(a.Schema, p)
		return
	}
	w.value(&apidoc.Schema{AllOf: []*apidoc.Schema{&rest, a.Schema}}, p)
}

// without returns the properties of a schema without those that only other
// alternatives than the chosen one require: with them, more than one would fit.
func (w *writer) without(rest apidoc.Schema, c *shape.Choice, chosen int) []apidoc.Property {
	own := c.Alternatives[chosen].Schema
	if !onlyRequires(own) {
		return rest.Properties
	}
	others := map[string]bool{}
	for _, a := range c.Alternatives {
		if onlyRequires(a.Schema) {
			for _, name := range a.Schema.Required {
				others[name] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(rest.Properties), func(p apidoc.Property) bool {
		return others[p.Name] && !p.Required && !slices.Contains(own.Required, p.Name)
	})
}

// onlyRequires reports whether an alternative only says which properties are
// required.
func onlyRequires(s *apidoc.Schema) bool {
	return s != nil && s.Ref == "" && len(s.Required) > 0 && len(s.Properties)+len(s.AllOf)+len(s.OneOf)+len(s.AnyOf) == 0
}

// chosen returns the alternative to write: the reader's choice, or the first that is not
// null and does not lead back, or null, or the first that leads back further ahead. It is
// -1 when each of them is what the sample stands in.
func (w *writer) chosen(c *shape.Choice, p spot) int {
	if i, ok := w.options.Choices[p.place]; ok && i < len(c.Alternatives) {
		return i
	}
	null, back, first := -1, -1, 0
	if w.random != nil && len(c.Alternatives) > 1 {
		first = w.random.IntN(len(c.Alternatives))
	}
	for n := range c.Alternatives {
		i := (first + n) % len(c.Alternatives)
		sh := w.of(c.Alternatives[i].Schema, p)
		switch {
		case w.recurs(sh, p):
		case len(sh.Schema.Types) == 1 && sh.Schema.Types[0] == "null":
			null = i
		case w.leadsBack(c.Alternatives[i].Schema, p, maxAhead):
			if back < 0 {
				back = i
			}
		default:
			return i
		}
	}
	if null < 0 {
		return back
	}
	return null
}

func (w *writer) object(s *apidoc.Schema, p spot) {
	w.out.WriteByte('{')
	kept, there := required(s), map[string]bool{}
	optional := len(s.Properties)
	if s.MaxProperties != nil {
		optional = int(min(*s.MaxProperties, int64(kept+optional))) - kept
	}
	for _, property := range s.Properties {
		if property.Required {
			kept--
		}
		if w.tight(p) && (!property.Required || w.over()) {
			w.shorten(p)
			continue
		}
		if w.leftOut(property, p) || !property.Required && optional <= 0 {
			continue
		}
		if !property.Required {
			optional--
		}
		w.member(property.Name, there)
		if value := tag(property, p); value != nil {
			w.out.Write(value)
			continue
		}
		if value := w.told(property, p); value != nil {
			w.out.Write(value)
			continue
		}
		w.left -= kept // what is required has room, however much stands before it
		w.value(property.Schema, p.below(property.Name))
		w.left += kept
	}
	if len(there) == 0 && !w.tight(p) && len(s.Required) == 0 && bound(s.MaxProperties, 1) > 0 && typed(othersOf(s)) {
		w.others(s, p, there)
	}
	w.missing(s, p, there)
	w.out.WriteByte('}')
}

// described reports whether an object has a property of a name.
func described(s *apidoc.Schema, name string) bool {
	return slices.ContainsFunc(s.Properties, func(p apidoc.Property) bool { return p.Name == name })
}

// required is how many properties are required.
func required(s *apidoc.Schema) int {
	n := 0
	for i := range s.Properties {
		if s.Properties[i].Required {
			n++
		}
	}
	for _, name := range s.Required {
		if !described(s, name) {
			n++
		}
	}
	return n
}

// member writes the name of a member and notes that it is there.
func (w *writer) member(name string, there map[string]bool) {
	if len(there) > 0 {
		w.out.WriteByte(',')
	}
	text, _ := json.Marshal(name)
	w.out.Write(text)
	w.out.WriteByte(':')
	there[name] = true
}

// leftOut reports whether a property is not part of the sample: the direction
// does not have it, it may have no value, or it leads back to what the sample stands in.
func (w *writer) leftOut(property apidoc.Property, p spot) bool {
	return w.hidden(property, p) || !property.Required && (never(w.of(property.Schema, p).Schema) || w.leadsBack(property.Schema, p, maxAhead))
}

// hidden reports whether the direction does not have a property.
func (w *writer) hidden(property apidoc.Property, p spot) bool {
	s := w.of(property.Schema, p).Schema
	return w.options.To == Request && s.ReadOnly || w.options.To == Response && s.WriteOnly
}

// never reports whether a schema is false, which accepts nothing.
func never(s *apidoc.Schema) bool { return s != nil && s.Always != nil && !*s.Always }

// leadsBack reports whether every value of a schema has one in it of what the sample
// stands in already. It looks as many levels ahead as it is told, and no further once
// very many schemas were looked at.
func (w *writer) leadsBack(s *apidoc.Schema, p spot, ahead int) bool {
	s = p.scope.Meant(s)
	sh := w.resolver.Of(s)
	if w.recurs(sh, p) {
		return true
	}
	if w.looked++; ahead == 0 || s == nil || gives(sh.Schema) || w.looked > maxLooked {
		return false
	}
	p = p.in(sh.Ref)
	p.scope = w.resolver.Within(p.scope, s)
	if bound(sh.Schema.MinItems, 0) > 0 && w.leadsBack(sh.Schema.Items, p, ahead-1) {
		return true
	}
	if c := w.resolver.Choice(sh); c != nil && c.Keyword != "allOf" && !slices.ContainsFunc(c.Alternatives, func(a shape.Alternative) bool {
		return !w.leadsBack(a.Schema, p, ahead-1)
	}) {
		return true
	}
	return slices.ContainsFunc(sh.Schema.Properties, func(property apidoc.Property) bool {
		return property.Required && !w.hidden(property, p) && w.leadsBack(property.Schema, p, ahead-1)
	})
}

// tag returns the value of a discriminator when a property is it and nothing
// says more.
func tag(property apidoc.Property, p spot) json.RawMessage {
	if p.tag == "" || p.tag != property.Name || p.value == "" {
		return nil
	}
	text, _ := json.Marshal(p.value)
	return text
}

// othersOf is the schema of properties that an object has besides those with a name.
func othersOf(s *apidoc.Schema) *apidoc.Schema {
	if len(s.PatternProperties) > 0 {
		return s.PatternProperties[0].Schema
	}
	return s.AdditionalProperties
}

// typed reports whether a schema says what a value is.
func typed(s *apidoc.Schema) bool { return s != nil && s.Always == nil }

// others writes a property of an object besides those with a name. It is false when
// there is none.
func (w *writer) others(s *apidoc.Schema, p spot, there map[string]bool) bool {
	const attempts = 20
	schema, usual := othersOf(s), w.random
	defer func() { w.random = usual }()
	if never(schema) || w.leadsBack(schema, p, maxAhead) {
		return false
	}
	for n := range uint64(attempts) {
		name, ok := w.nameOf(s)
		if n > 0 && ok && !there[name+strconv.Itoa(len(there)+1)] && len(s.PatternProperties) == 0 && s.PropertyNames == nil {
			name += strconv.Itoa(len(there) + 1)
		}
		if ok && !there[name] && !described(s, name) {
			w.random = usual
			w.member(name, there)
			w.any(schema, p.item())
			return true
		}
		w.random = newRandom(n + 1)
	}
	return false
}

// any writes a value of a schema, and a text where it accepts everything.
func (w *writer) any(s *apidoc.Schema, p spot) {
	if !typed(s) {
		s = &apidoc.Schema{}
	}
	w.value(s, p)
}

// nameOf returns a name for a property of an object that has none with a name. It is
// false when there is none that is known to be allowed.
func (w *writer) nameOf(s *apidoc.Schema) (name string, ok bool) {
	name = cmp.Or(s.AdditionalName, "key")
	var value json.RawMessage
	switch {
	case len(s.PatternProperties) > 0:
		if text, ok := w.ofPattern(&apidoc.Schema{Pattern: s.PatternProperties[0].Name}); ok && text != "" {
			return text, true
		}
		return name, !never(s.AdditionalProperties)
	case s.PropertyNames != nil:
		names := w.resolver.Of(s.PropertyNames).Schema
		if value = w.given(names); value == nil && (names.Pattern != "" || names.Format != "" || names.MinLength != nil || names.MaxLength != nil) {
			text := *names
			text.Types = []string{"string"}
			value = json.RawMessage(w.variedScalar(&text))
		}
	}
	if value != nil && json.Unmarshal(value, &name) != nil {
		return "key", true
	}
	return name, true
}

func (w *writer) array(s *apidoc.Schema, p spot) {
	items, least := w.items(s)
	w.out.WriteByte('[')
	written := map[string]bool{}
	for i, item := range items {
		if w.tight(p.item()) && (w.over() || i >= least) {
			w.shorten(p.item())
			break
		}
		if sh := w.of(item, p); w.recurs(sh, p) || sh.Broken != "" || i >= least && w.leadsBack(item, p, maxAhead) {
			break
		}
		before := w.out.Len()
		if i > 0 {
			w.out.WriteByte(',')
		}
		if !s.UniqueItems {
			w.any(item, p.item())
		} else if !w.other(item, p.item(), written) {
			w.out.Truncate(before)
			break
		}
	}
	w.out.WriteByte(']')
}

// items are the schemas of the items of a list, and how many of them it has at least.
func (w *writer) items(s *apidoc.Schema) (items []*apidoc.Schema, least int) {
	const most = 3
	room := maxItems
	if s.MaxItems != nil {
		room = int(max(0, min(*s.MaxItems, maxItems)))
	}
	contained := 0
	if s.Contains != nil {
		contained = int(min(bound(s.MinContains, 1), int64(room)))
	}
	least = int(max(min(bound(s.MinItems, 0), int64(room)), int64(contained)))
	items = slices.Clone(s.PrefixItems[:min(len(s.PrefixItems), room)])
	if !never(s.Items) {
		want := least
		if len(items) == 0 && (s.Items != nil || s.Contains != nil) {
			want = min(max(least, w.length(s, most)), room)
		}
		if len(items) > 0 && contained > 0 {
			want = max(want, min(len(items)+contained, room))
		}
		for len(items) < want {
			items = append(items, s.Items)
		}
	}
	w.contain(s, items, min(contained, len(items)))
	return items, least
}

// contain makes some of the items of a list those that it has to contain, and the
// others such that it does not contain too many.
func (w *writer) contain(s *apidoc.Schema, items []*apidoc.Schema, contained int) {
	if s.Contains == nil {
		return
	}
	first := max(0, min(len(s.PrefixItems), len(items)-contained))
	for i, item := range items {
		switch inside := i >= first && i < first+contained; {
		case inside || s.MaxContains == nil && !typed(item):
			items[i] = w.both(item, s.Contains)
		case s.MaxContains != nil:
			items[i] = w.both(item, &apidoc.Schema{Not: s.Contains})
		}
	}
}

// both is the schema that demands what both do.
func (w *writer) both(a, b *apidoc.Schema) *apidoc.Schema {
	if !typed(a) {
		return b
	}
	return w.resolver.Join(a, b)
}

// other writes an item that is none of those that are written already. It is false when
// it has found none.
func (w *writer) other(item *apidoc.Schema, p spot, written map[string]bool) bool {
	const attempts = 20
	usual, begin := w.random, w.out.Len()
	defer func() { w.random = usual }()
	for n := range uint64(attempts) {
		w.out.Truncate(begin)
		w.value(item, p)
		if text := string(w.out.Bytes()[begin:]); !written[text] {
			written[text] = true
			return true
		}
		if usual == nil {
			w.random = newRandom(n + 1)
		}
	}
	return false
}

// length is how many items a list has.
func (w *writer) length(s *apidoc.Schema, most int) int {
	least := 1
	if s.MinItems != nil {
		least = int(max(1, min(*s.MinItems, maxItems)))
	}
	if w.random == nil {
		return least
	}
	if s.MaxItems != nil {
		most = int(min(*s.MaxItems, int64(most)))
	}
	return least + w.random.IntN(max(1, most-least+1))
}
