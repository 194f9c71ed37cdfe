package restgen

// goType is a type as it is written in Go.
type goType struct {
	kind  kind
	text  string  // of a basic type
	elem  *goType // of a list, dict or pointer
	model *model  // of a named type, and of an entity that is referred to or listed
}

type kind uint8

const (
	basic   kind = iota // text says it: "string", "time.Time"
	raw                 // json.RawMessage: JSON that Go has no type for
	list                // []elem
	dict                // map[string]elem
	pointer             // *elem
	named               // model
	refer               // restclient.Ref[model]
	view                // restclient.List[model]
	either              // model or its key, of the JSON type text, until settleRefs decides
)

func basicType(text string) goType { return goType{kind: basic, text: text} }

func (t goType) of(k kind) goType { return goType{kind: k, elem: &t} }

// String is the type in Go's notation.
func (t goType) String() string { return t.in(nil) }

// in is the type as code of a package writes it.
func (t goType) in(u *unit) string {
	switch t.kind {
	case raw, either:
		return "json.RawMessage"
	case list:
		return "[]" + t.elem.in(u)
	case dict:
		return "map[string]" + t.elem.in(u)
	case pointer:
		return "*" + t.elem.in(u)
	case named:
		if t.model.isOneOf() {
			return "restclient.OneOf[" + u.nameOf(t.model) + "]"
		}
		return u.nameOf(t.model)
	case refer:
		return "restclient.Ref[" + u.nameOf(t.model) + "]"
	case view:
		return "restclient.List[" + u.nameOf(t.model) + "]"
	}
	return t.text
}

// nullable is t or null: nil stands for null where t has one.
func (t goType) nullable() goType {
	if t.kind == basic && t.text != "any" || t.kind == named && t.model.sum == nil {
		return t.of(pointer)
	}
	return t
}

// isScalar reports whether a path parameter can be of the type.
func (t goType) isScalar() bool {
	return t.kind == basic && t.text != "[]byte" && t.text != "any" || t.kind == named && t.model.isEnum()
}

// isText reports whether values of the type are strings.
func (t goType) isText() bool {
	return t.kind == basic && t.text == "string" || t.kind == named && t.model.isEnum()
}

// hasKinds reports whether values of the type are JSON of several kinds.
func (t goType) hasKinds() bool { return t.kind == raw || t.kind == named && t.model.sum != nil }

// zeroIsValue reports whether the zero value means something in a query.
func (t goType) zeroIsValue() bool {
	return t.kind == basic && t.isScalar() && !t.isText() && t.text != "time.Time"
}

// lists reports whether the type is a list or a map of them.
func (t goType) lists() bool { return t.kind == list || t.kind == dict && t.elem.lists() }

// structOf is the struct that the type names, nil for other types.
func (t goType) structOf() *model {
	if t.kind == named && t.model.isStruct() {
		return t.model
	}
	return nil
}

type field struct {
	name       string // in Go
	property   string // in JSON
	typ        goType
	required   bool
	defaulted  bool // absent means something else than zero
	doc        string
	deprecated bool
	named      []*model // types that the comment names
	// Of a key:
	parts []keyPart // where parameters of a path name it together
	at    string    // the template at which an operation reads the entity by it, "" without such an operation
	// Of a case of a sum:
	when   string   // the tag that says which JSON it is for
	values []string // of the member that tells the cases apart
}

// isCompound reports whether the key is put together of several members.
func (f *field) isCompound() bool { return len(f.parts) > 1 }

type constant struct{ name, value, doc string }

// leaf is what the type is a list, dict or pointer of, at any depth.
func (t goType) leaf() goType {
	for t.elem != nil {
		t = *t.elem
	}
	return t
}

// part is the entity, or the OneOf of entities, whose values, or lists of them, are in
// those of the type.
func (t goType) part() *model {
	if m := t.leaf().model; m != nil && m.isPart() {
		return m
	}
	return nil
}

// referring is the type with a Ref for the entity in it.
func (t goType) referring() goType {
	switch {
	case t.kind == named, t.kind == pointer && t.elem.kind == named:
		return goType{kind: refer, model: t.leaf().model}
	case t.elem != nil:
		return t.elem.referring().of(t.kind)
	}
	return t
}

// referred is the type without either: a Ref of an entity, and else a sum of the object
// and its key.
func (t goType) referred(sum func(either goType) goType) goType {
	switch {
	case t.kind == either:
		if t.model.key != nil && t.model.key.typ.isText() == (t.text == "string") {
			return goType{kind: refer, model: t.model}
		}
		return sum(t)
	case t.elem != nil:
		elem := t.elem.referred(sum)
		if t.kind == pointer && elem.kind != basic && elem.kind != named {
			return elem
		}
		return elem.of(t.kind)
	}
	return t
}

// with is the type with another struct in the place of the one that it names.
func (t goType) with(m *model) goType {
	if t.elem != nil {
		return t.elem.with(m).of(t.kind)
	}
	t.model = m
	return t
}

// parts are the entities that values of the type hold other than inside of
// another entity.
func (t goType) parts() []*model {
	if m := t.part(); m != nil {
		return []*model{m}
	}
	if m := t.leaf().model; m != nil && m.sum == nil { // of which restclient looks into none
		return m.parts()
	}
	return nil
}

func (t goType) isNone() bool { return t == none }
