package restgen

import (
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/goname"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// generic are the names, bare, of members that hold what an answer is about, whatever
// that is; the last one is that of HAL (draft-kelly-json-hal-11, section 4.1.2).
var generic = []string{"data", "result", "embedded"}

// aside are the names, bare, of members that tell of an answer, and not of what it is about.
var aside = []string{
	"code", "debug", "error", "errors", "extensions", "included", "info", "jsonapi", "links", "message", "messages", "meta", "metadata",
	"notices", "ok", "paging", "pagination", "requestid", "status", "statuscode", "success", "time", "timestamp", "took", "warning", "warnings",
}

// findEnveloped finds the entities that operations get in a member of their result: where
// the result itself is no entity, and one member alone can be it, or else one member of
// those that are called what means nothing.
func findEnveloped(operations []*operation) {
	at := byTemplate(operations)
	for _, o := range operations {
		m := o.result.structOf()
		if o.Method != http.MethodGet || m == nil || !o.endsInParameter() || hasKey(o) {
			continue
		}
		if inner := o.entitiesIn(m, nil, at); len(inner) > 0 {
			o.inner = onlyOne(inner)
			continue
		}
		var inner []way
		for _, outer := range m.envelopes() {
			inner = append(inner, o.entitiesIn(entityIn(outer.typ), way{outer}, at)...)
		}
		o.inner = onlyOne(inner)
	}
}

// entitiesIn are the ways to what an operation can be about, over members of a struct to
// which a way leads.
func (o *operation) entitiesIn(m *model, to way, at map[string]*operation) (found []way) {
	defer func() { o.inner = nil }()
	for _, f := range m.fields {
		if entityIn(f.typ) == nil || !isEnvelope(o, m, f) {
			continue
		}
		if o.inner = append(slices.Clip(to), f); hasKey(o) || idOf(o) != nil && isChanged(o, at) {
			found = append(found, o.inner)
		}
	}
	return found
}

// onlyOne is the way, where there is one.
func onlyOne(ways []way) way {
	if len(ways) != 1 {
		return nil
	}
	return ways[0]
}

// envelopes are the members that hold a struct which is no entity, and are called what
// means nothing.
func (m *model) envelopes() (found []*field) {
	for _, f := range m.fields {
		if held := entityIn(f.typ); held != nil && held.key == nil && slices.Contains(generic, bare(f.property)) {
			found = append(found, f)
		}
	}
	return found
}

// hasKey reports whether the path of an operation names what it gets.
func hasKey(o *operation) bool { return keyOf(o) != nil || partsOf(o) != nil }

// isEnvelope reports whether a result stands around one of its members: that is called what
// means nothing, or it is called what the path calls it, or its schema is, and nothing else
// is told of it: a membership has a user, and more than that.
func isEnvelope(o *operation, m *model, f *field) bool {
	name, last, segment := bare(f.property), bare(o.path[len(o.path)-1].wire), goname.Singular(bare(o.segment()))
	names := func(name string) bool {
		return name != "" && strings.HasPrefix(last, name) || segment != "" && strings.HasSuffix(name, segment)
	}
	others := slices.ContainsFunc(m.fields, func(other *field) bool {
		return other != f && other.property != "" && other.typ.kind != list && !slices.Contains(aside, bare(other.property))
	})
	return slices.Contains(generic, name) || !others && (names(name) || isAlone(m) && names(bare(entityIn(f.typ).schema)))
}

// entityIn is the struct that a member holds, nil for other members.
func entityIn(t goType) *model {
	if t.kind == pointer {
		t = *t.elem
	}
	return t.structOf()
}

// rowsIn is the struct that a member is a list of, nil for other members.
func rowsIn(t goType) *model {
	switch t.kind {
	case view:
		return t.model
	case list:
		return t.elem.structOf()
	}
	return nil
}

// onlyMember finds the member of a result that is an entity, or a list of them, or else
// the member of its members that are called what means nothing. It is nil when there are
// several.
func onlyMember(m *model, e *model, in func(goType) *model) way {
	if found := membersOf(m, nil, e, in); len(found) > 0 {
		return onlyOne(found)
	}
	var found []way
	for _, outer := range m.envelopes() {
		found = append(found, membersOf(entityIn(outer.typ), way{outer}, e, in)...)
	}
	return onlyOne(found)
}

// membersOf are the ways to an entity, or lists of them, over members of a struct to which
// a way leads.
func membersOf(m *model, to way, e *model, in func(goType) *model) (found []way) {
	for _, f := range m.fields {
		if in(f.typ) == e {
			found = append(found, append(slices.Clip(to), f))
		}
	}
	return found
}

// way are the members that lead from a result, or a body, to what it is about: none where
// it is that itself.
type way []*field

// String is the way as options of restclient name it, "" for none.
func (w way) String() string {
	if len(w) == 1 && !strings.HasPrefix(w[0].property, "/") {
		return w[0].property
	}
	var pointer strings.Builder
	for _, f := range w {
		pointer.WriteString("/" + jsonpointer.Escape(f.property))
	}
	return pointer.String()
}

// around are the structs that have the members of a way which begins at the first of them.
func (w way) around(m *model) []*model {
	all := []*model{m}
	for _, f := range w[:len(w)-1] {
		all = append(all, entityIn(f.typ))
	}
	return all
}

// isAlone reports whether there is nothing beside the members of a way that begins at a
// struct.
func (w way) isAlone(m *model) bool {
	return !slices.ContainsFunc(w.around(m), func(m *model) bool { return !isAlone(m) })
}

// typeIn is the type to which a way leads, which begins at a type. A body may have none.
func (w way) typeIn(t goType) goType {
	if len(w) == 0 {
		return t
	}
	switch t = w[len(w)-1].typ; t.kind {
	case pointer:
		return *t.elem
	case view:
		return goType{kind: named, model: t.model}.of(list)
	}
	return t
}

// aloneAs is the way over members of a struct, each alone, that are called as those of
// another way, nil without such members.
func aloneAs(names way, m *model) (found way) {
	for _, f := range names {
		if m == nil || !isAlone(m) || m.fields[0].property != f.property {
			return nil
		}
		found, m = append(found, m.fields[0]), entityIn(m.fields[0].typ)
	}
	return found
}

// isAlone reports whether a member is all that a struct has.
func isAlone(m *model) bool { return len(m.fields) == 1 && m.lacking == 0 && len(m.dropped) == 0 }

// envelope is what stands around what an operation gets.
type envelope struct {
	inner way    // to the member of the result that it is; nil: the result is it
	whole goType // of an operation of a resource: the result, where it has more than that
}

// hasMore reports whether the result of an operation of a resource has more than the
// resource returns.
func (e envelope) hasMore() bool { return e.whole.kind == named }

// without leaves out envelopes that nothing is in any more.
func without(opened, models []*model, operations []*operation) []*model {
	needed := map[*model]bool{}
	var need func(*model)
	need = func(m *model) {
		if !needed[m] {
			needed[m] = true
			for used := range m.uses() {
				need(used)
			}
		}
	}
	for _, m := range models {
		if !slices.Contains(opened, m) {
			need(m)
		}
	}
	for _, o := range operations {
		for used := range o.uses() {
			need(used)
		}
	}
	return slices.DeleteFunc(models, func(m *model) bool { return !needed[m] })
}
