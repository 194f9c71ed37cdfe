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

// model is a type with a name: a struct, or a string with constants.
type model struct {
	name       string
	schema     string // its name in the description, empty for one without
	doc        string
	deprecated bool
	fields     []*field
	constants  []constant // of a string
	key        *field     // of an entity: its primary key
	at         string     // of an entity: the template it is read at
	dropped    []string   // properties that cannot be fields
	printed    bool
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

func (m *model) isStruct() bool { return len(m.constants) == 0 }
