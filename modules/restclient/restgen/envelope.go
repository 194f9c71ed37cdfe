package restgen

import (
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/goname"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// generic are the names, bare, of members that hold what an answer is about, whatever
// that is.
var generic = []string{"data", "result"}

// aside are the names, bare, of members that tell of an answer, and not of what it is about.
var aside = []string{
	"code", "debug", "error", "errors", "extensions", "included", "info", "jsonapi", "links", "message", "messages", "meta", "metadata",
	"notices", "ok", "paging", "pagination", "requestid", "status", "statuscode", "success", "time", "timestamp", "took", "warning", "warnings",
}

// findEnveloped finds the entities that operations get in a member of their result: where
// the result itself is no entity, and one member alone can be it.
func findEnveloped(operations []*operation) {
	at := byTemplate(operations)
	for _, o := range operations {
		m := o.result.structOf()
		if o.Method != http.MethodGet || m == nil || !o.endsInParameter() || hasKey(o) {
			continue
		}
		var found []*field
		for _, f := range m.fields {
			if entityIn(f.typ) == nil || !isEnvelope(o, m, f) {
				continue
			}
			if o.inner = f; hasKey(o) || idOf(o) != nil && isChanged(o, at) {
				found = append(found, f)
			}
		}
		if o.inner = nil; len(found) == 1 {
			o.inner = found[0]
		}
	}
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

// onlyMember finds the member of a result that is an entity, or a list of them. It is nil
// when there are several.
func onlyMember(m *model, e *model, in func(goType) *model) *field {
	var found *field
	for _, f := range m.fields {
		switch {
		case in(f.typ) != e:
		case found != nil:
			return nil
		default:
			found = f
		}
	}
	return found
}

// nameOfMember is a property as options of restclient name it, "" for none.
func nameOfMember(f *field) string {
	if f == nil {
		return ""
	}
	if strings.HasPrefix(f.property, "/") {
		return "/" + jsonpointer.Escape(f.property)
	}
	return f.property
}

// isAlone reports whether a member is all that a struct has.
func isAlone(m *model) bool { return len(m.fields) == 1 && m.lacking == 0 && len(m.dropped) == 0 }

// envelope is what stands around what an operation gets.
type envelope struct {
	inner *field // the member of the result that it is; nil: the result is it
	whole goType // of an operation of a resource: the result, where it has more than that
}

// hasMore reports whether the result of an operation of a resource has more than the
// resource returns.
func (e envelope) hasMore() bool { return e.whole.kind == named }

// without leaves out envelopes that nothing is in any more.
func without(opened, models []*model, operations []*operation) []*model {
	needed := map[*model]bool{}
	for _, m := range models {
		if !slices.Contains(opened, m) {
			for used := range m.uses() {
				needed[used] = true
			}
		}
	}
	for _, o := range operations {
		for used := range o.uses() {
			needed[used] = true
		}
	}
	return slices.DeleteFunc(models, func(m *model) bool { return slices.Contains(opened, m) && !needed[m] })
}
