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
)

func basicType(text string) goType { return goType{kind: basic, text: text} }

func (t goType) of(k kind) goType { return goType{kind: k, elem: &t} }

// String is the type in Go's notation.
func (t goType) String() string {
	switch t.kind {
	case raw:
		return "json.RawMessage"
	case list:
		return "[]" + t.elem.String()
	case dict:
		return "map[string]" + t.elem.String()
	case pointer:
		return "*" + t.elem.String()
	case named:
		return t.model.name
	case refer:
		return "restclient.Ref[" + t.model.name + "]"
	case view:
		return "restclient.List[" + t.model.name + "]"
	}
	return t.text
}

// nullable is t or null: nil stands for null where t has one.
func (t goType) nullable() goType {
	if t.kind == basic && t.text != "any" || t.kind == named {
		return t.of(pointer)
	}
	return t
}

// isScalar reports whether a path parameter can be of the type.
func (t goType) isScalar() bool {
	return t.kind == basic && t.text != "[]byte" && t.text != "any" || t.kind == named && !t.model.isStruct()
}

// isText reports whether values of the type are strings.
func (t goType) isText() bool {
	return t.kind == basic && t.text == "string" || t.kind == named && !t.model.isStruct()
}

// zeroIsValue reports whether the zero value means something in a query.
func (t goType) zeroIsValue() bool {
	return t.kind == basic && t.isScalar() && !t.isText() && t.text != "time.Time"
}

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
}

type constant struct{ name, value, doc string }

// leaf is what the type is a list, dict or pointer of, at any depth.
func (t goType) leaf() goType {
	for t.elem != nil {
		t = *t.elem
	}
	return t
}

// entity is the entity whose values, or lists of them, are in those of the type.
func (t goType) entity() *model {
	if m := t.leaf().model; m != nil && m.key != nil {
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

// parts are the entities that values of the type hold other than inside of
// another entity.
func (t goType) parts() []*model {
	if m := t.entity(); m != nil {
		return []*model{m}
	}
	if m := t.leaf().model; m != nil {
		return m.parts()
	}
	return nil
}

func (t goType) isNone() bool { return t == none }
