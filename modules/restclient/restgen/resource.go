package restgen

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// resource is an entity with the operations that CreateResource declares.
type resource struct {
	entity *model
	get    *operation
	// members are the operations by their name in the resource, in its order.
	members []member
	list    *operation // among the members, nil when it is not
	// query is what members take besides the path: the arguments of one entity have it.
	query  []*argument
	filter []*argument
	cursor string
	// encoding is that of all bodies, in Go; empty: JSON.
	encoding    string
	sentAs      string // the media type of JSON bodies; empty: application/json
	patchMethod string // of PartialUpdate; empty: PATCH
	patchFormat string // of PartialUpdate, in Go; empty: as the others
	// The members that entities and lists are in, and what is sent; empty without.
	entityIn, itemsIn, bodyIn string
	// addressed says that the path does not hold the key, which is in the answer.
	addressed bool
}

type member struct {
	method string // such as "GetList.Push"
	op     *operation
	// body is the type of a body that is not the one of the method.
	body *goType
	// orElse says that it may answer with something else than the entity.
	orElse bool
}

// patchFormats are the kinds of JSON that changes are sent as, in Go.
var patchFormats = map[string]string{
	"":                             "restclient.PlainPatch",
	"application/merge-patch+json": "restclient.MergePatch",
	"application/json-patch+json":  "restclient.JSONPatch",
}

// keySuffixes are the properties that a parameter may name with something before
// them, such as petId and user_name.
var keySuffixes = []string{"username", "handle", "number", "email", "login", "uuid", "guid", "slug", "code", "name", "key", "sha", "id"}

// isGlobal tells keys that are unique beyond their parent.
func isGlobal(property string) bool {
	name := bare(property)
	return strings.HasSuffix(name, "id") && name != "id" || name == "id" || name == "uuid" || name == "guid"
}

// keyOf finds the field that the last parameter of a path names, nil when the
// operation does not get one entity by it.
func keyOf(o *operation) *field {
	m := o.what().structOf()
	if m == nil || !o.endsInParameter() {
		return nil
	}
	last := o.path[len(o.path)-1]
	for _, name := range keyNames(o, m) {
		for _, f := range m.fields {
			if bare(f.property) != name || !sameKind(f.typ, last.typ) {
				continue
			}
			if len(o.path) > 1 && !isGlobal(f.property) {
				return nil
			}
			return f
		}
	}
	return nil
}

// idOf finds the field that identifies what an operation gets by another name, such as
// the id of an issue that is read by its number; nil when there is none.
func idOf(o *operation) *field {
	m := o.what().structOf()
	if m == nil || !o.endsInParameter() {
		return nil
	}
	param := bare(o.path[len(o.path)-1].wire)
	for _, f := range m.fields {
		name := bare(f.property)
		if strings.HasSuffix(param, name) {
			continue // it is named, and of another type
		}
		if (name == "id" || name == "uuid" || name == "guid") && (f.typ.isScalar() || f.typ.kind == pointer && f.typ.elem.isScalar()) {
			return f
		}
	}
	return nil
}

// isChanged reports whether what an operation gets can be changed at the same path.
func isChanged(o *operation, at map[string]*operation) bool {
	for _, method := range []string{http.MethodPut, http.MethodPatch, http.MethodPost, http.MethodDelete} {
		if at[method+" "+o.template.String()] != nil {
			return true
		}
	}
	return false
}

// keyNames are the names, bare, that the key property may have.
func keyNames(o *operation, m *model) []string {
	param := bare(o.path[len(o.path)-1].wire)
	names := []string{param}
	for _, suffix := range keySuffixes {
		if strings.HasSuffix(param, suffix) {
			names = append(names, suffix)
			break
		}
	}
	if strings.HasSuffix(bare(m.schema), param) || strings.HasSuffix(goname.Singular(bare(o.segment())), param) {
		names = append(names, "id")
	}
	return names
}

// sameKind reports whether values of a property can be those of a parameter.
func sameKind(property, parameter goType) bool {
	if property.kind == pointer {
		property = *property.elem
	}
	switch {
	case !property.isScalar():
		return false
	case property.isText() || parameter.isText():
		return property.isText() && parameter.isText()
	}
	return property.zeroIsValue() == parameter.zeroIsValue()
}

// keepKeys makes entities of the schemas that are read by their key, and then of those
// that have an id and are read, and changed, by another name. The first operation
// decides.
func keepKeys(operations []*operation) {
	at := byTemplate(operations)
	for _, find := range []func(*operation) *field{keyOf, func(o *operation) *field {
		if !isChanged(o, at) {
			return nil
		}
		return idOf(o)
	}} {
		for _, o := range operations {
			if o.Method != http.MethodGet || o.template == nil {
				continue
			}
			key := find(o)
			if m := o.what().structOf(); key != nil && m.key == nil {
				if m.key = key; keyOf(o) == key {
					key.at = o.template.String()
				}
				if key.typ.kind == pointer {
					key.typ = *key.typ.elem
				}
			}
		}
	}
}

func byTemplate(operations []*operation) map[string]*operation {
	at := map[string]*operation{}
	for _, o := range operations {
		if o.template != nil {
			if key := o.Method + " " + o.template.String(); at[key] == nil {
				at[key] = o
			}
		}
	}
	return at
}

// resources finds the entities with more than one operation of the usual shape
// and takes their operations. It returns the envelopes, too, that it has opened and that
// had nothing else in them.
func resources(operations []*operation) (found []*resource, opened []*model) {
	at := byTemplate(operations)
	for _, o := range operations {
		m := o.what().structOf()
		if o.Method != http.MethodGet || o.taken || m == nil || m.key == nil || hasRequired(o.params) {
			continue
		}
		if !m.identifies(o) && (idOf(o) != m.key || !isChanged(o, at)) {
			continue
		}
		if r := newResource(o, at); len(r.members) > 1 {
			for _, member := range r.members {
				member.op.taken = true
			}
			found, opened = append(found, r), append(opened, r.open()...)
		}
	}
	return found, opened
}

// open takes what the operations send and get out of their envelopes. It returns those that
// had nothing else in them.
func (r *resource) open() (opened []*model) {
	for _, m := range r.members {
		if r.bodyIn != "" && !m.op.body.isNone() {
			opened = append(opened, r.envelopeOf(m.op).around(m.op.body.model)...)
			m.op.body = r.bodyOf(m.op)
		}
		switch around := m.op.result; {
		case m.op.inner == nil:
			continue
		case m.op.inner.isAlone(around.model):
			opened = append(opened, m.op.inner.around(around.model)...)
		default:
			m.op.whole = around
		}
		m.op.result = m.op.what()
	}
	return opened
}

func newResource(get *operation, at map[string]*operation) *resource {
	r := &resource{entity: get.what().structOf(), get: get, members: []member{{method: "Get", op: get}}, entityIn: get.inner.String()}
	r.addressed = !r.entity.identifies(get)
	one := get.template.String()
	parent, err := get.template.Parent()
	if err != nil {
		return r
	}
	find := func(key string) *operation {
		if o := at[key]; o != nil && o.server == get.server {
			return o
		}
		return nil
	}
	r.addList(find("GET " + parent.String()))
	r.addPush(find("POST " + parent.String()))
	r.addChange("Update", find("PUT "+one))
	if patch := find("PATCH " + one); r.addChange("PartialUpdate", patch) {
		r.patchFormat = r.formatOf(patch)
	}
	if post := find("POST " + one); find("PATCH "+one) == nil && r.addChange("PartialUpdate", post) {
		r.patchMethod, r.patchFormat = http.MethodPost, r.formatOf(post)
	}
	if o := find("DELETE " + one); o.fits() && (o.body.isNone() || r.encodes(o, false)) {
		m := member{method: "Delete", op: o}
		if body := r.bodyOf(o); !body.isNone() {
			m.body = &body
		}
		r.members = append(r.members, m)
	}
	r.addQuery()
	return r
}

// addQuery gives the arguments what the members take in the query.
func (r *resource) addQuery() {
	of := map[*argument][]string{}
	for _, m := range r.members {
		switch m.method {
		case "GetList":
		case "GetList.Push":
			r.filter = m.op.addTo(r.filter, nil, func(a *argument) { a.open = true })
		default:
			r.query = m.op.addTo(r.query, r.get.path, func(a *argument) { of[a] = append(of[a], m.method) })
		}
	}
	named := len(slices.DeleteFunc(slices.Clone(r.members), func(m member) bool { return strings.HasPrefix(m.method, "GetList") }))
	for a, methods := range of {
		if a.open = false; len(methods) < named {
			a.doc = strings.TrimSuffix("For "+strings.Join(methods, ", ")+": "+a.doc, ": ")
		}
	}
}

func hasRequired(params []*argument) bool {
	return slices.ContainsFunc(params, func(a *argument) bool { return a.required })
}

func (r *resource) addList(o *operation) {
	r.filter = r.get.path[:len(r.get.path)-1]
	if o == nil || o.taken || !r.holds(o, rowsIn) {
		return
	}
	r.itemsIn = o.inner.String()
	r.list, r.filter = o, slices.Concat(o.path, o.params)
	r.cursor = pageField(o.params)
	r.members = append(r.members, member{method: "GetList", op: o})
}

func (r *resource) addPush(o *operation) {
	if r.list != nil && hasRequired(r.list.params) {
		return
	}
	switch {
	case r.takes(o, false):
		r.members = append(r.members, r.withBody("GetList.Push", o))
	case !r.mayHold(o):
	case o.fits() && r.tells(o) && r.sends(o, false):
		m := r.withBody("GetList.Push", o)
		m.orElse = true
		r.members = append(r.members, m)
	default:
		o.note("It may answer with something else than one " + r.entity.name + ": bodies that it answers with one are for GetList.Push of the resource, with restclient.WithBody")
	}
}

// tells reports whether a reply that holds the entity is told from others: by where that
// stands, or by what tells the entities of a OneOf apart. What else stands alone and has its
// key could be something else.
func (r *resource) tells(o *operation) bool {
	return (r.entityIn == "") == o.result.model.isOneOf()
}

// mayHold reports whether one of several answers of an operation is the entity.
func (r *resource) mayHold(o *operation) bool {
	if o == nil || o.taken || o.result.kind != named || o.result.model.sum == nil {
		return false
	}
	return slices.ContainsFunc(o.result.model.fields, func(f *field) bool {
		if f.typ.kind != pointer {
			return false
		}
		to, ok := r.wayIn(*f.typ.elem, entityIn)
		return ok && to.String() == r.entityIn
	})
}

func (r *resource) addChange(method string, o *operation) bool {
	if !r.takes(o, method == "PartialUpdate") {
		return false
	}
	r.members = append(r.members, r.withBody(method, o))
	return true
}

// takes reports whether an operation changes the entity.
func (r *resource) takes(o *operation, isPatch bool) bool {
	return o.fits() && r.holds(o, entityIn) && o.inner.String() == r.entityIn && r.sends(o, isPatch)
}

// sends reports whether an operation has a body as the others have it.
func (r *resource) sends(o *operation, isPatch bool) bool {
	return !o.body.isNone() && r.encodes(o, isPatch)
}

// holds reports whether an operation answers with the entity, or with a list of it: as its
// result, or as a member of that.
func (r *resource) holds(o *operation, in func(goType) *model) (ok bool) {
	o.inner, ok = r.wayIn(o.result, in)
	return ok
}

// wayIn is the way from a type to the entity, or to a list of it. It is false when there is
// none.
func (r *resource) wayIn(t goType, in func(goType) *model) (to way, ok bool) {
	if around := t.structOf(); around != nil && around.key == nil {
		to = onlyMember(around, r.entity, in)
		return to, to != nil
	}
	return nil, t.kind != pointer && in(t) == r.entity
}

// bodyOf is the type of what an operation sends, out of its envelope.
func (r *resource) bodyOf(o *operation) goType {
	if r.bodyIn == "" {
		return o.body
	}
	return r.envelopeOf(o).typeIn(o.body)
}

// envelopeOf leads to what a body is about, where it has no other members than those that
// entities are in, or the last of them.
func (r *resource) envelopeOf(o *operation) way {
	if o.encoding != "" {
		return nil
	}
	for i := range r.get.inner {
		if w := aloneAs(r.get.inner[i:], o.body.structOf()); w != nil {
			return w
		}
	}
	return nil
}

// encodes reports whether the body of an operation has the format of those before it. A
// patch may be JSON of another kind.
func (r *resource) encodes(o *operation, isPatch bool) bool {
	isFirst := !slices.ContainsFunc(r.members, func(m member) bool { return !m.op.body.isNone() })
	switch {
	case isFirst && isPatch:
		r.encoding, r.sentAs = o.encoding, ""
	case isFirst && (o.sentAs == "" || patchFormats[o.sentAs] == ""):
		r.encoding, r.sentAs = o.encoding, o.sentAs
	}
	if isFirst {
		r.bodyIn = r.envelopeOf(o).String()
	}
	return o.encoding == r.encoding && (o.sentAs == r.sentAs || isPatch) && r.envelopeOf(o).String() == r.bodyIn
}

// formatOf is the format of a patch, in Go; empty for that of other bodies.
func (r *resource) formatOf(patch *operation) string {
	if patch.sentAs == r.sentAs {
		return ""
	}
	return cmp.Or(patchFormats[patch.sentAs], strconv.Quote(patch.sentAs))
}

// withBody keeps the type of the body where it is not that of the entity.
func (r *resource) withBody(method string, o *operation) member {
	m := member{method: method, op: o}
	body := r.bodyOf(o)
	isFields := method == "PartialUpdate" && body.kind == dict && *body.elem == basicType("any")
	if body.structOf() != r.entity && !isFields {
		m.body = &body
	}
	return m
}

func (r *resource) has(o *operation) bool {
	return slices.ContainsFunc(r.members, func(m member) bool { return m.op == o })
}

// methodNames are the operations that a resource can have.
var methodNames = [...]string{"Get", "GetList", "GetList.Push", "Update", "PartialUpdate", "Delete"}
