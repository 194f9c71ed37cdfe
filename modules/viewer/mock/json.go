package mock

import "encoding/json"

// isNumber reports whether a text is a number as JSON spells them.
func isNumber(text string) bool {
	first, last := byte(0), byte(0)
	if text != "" {
		first, last = text[0], text[len(text)-1]
	}
	return (first == '-' || isDigit(first)) && isDigit(last) && json.Valid([]byte(text))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// typeOf is the type of a value, "null" for none.
func typeOf(value json.RawMessage) string {
	if len(value) == 0 {
		return "null"
	}
	switch value[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// quote is a text as JSON.
func quote(text string) json.RawMessage {
	data, _ := json.Marshal(text)
	return data
}

// listText is a list of items.
func listText(items []json.RawMessage) json.RawMessage {
	out := []byte{'['}
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
	return append(out, ']')
}

// objectBuilder writes an object. Of a name that is there twice the last value
// counts.
type objectBuilder struct {
	names  []string
	values map[string]json.RawMessage
}

func (b *objectBuilder) add(name string, value json.RawMessage) {
	if b.values == nil {
		b.values = map[string]json.RawMessage{}
	}
	if _, twice := b.values[name]; !twice {
		b.names = append(b.names, name)
	}
	b.values[name] = value
}

func (b *objectBuilder) text() json.RawMessage {
	out := []byte{'{'}
	for i, name := range b.names {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, quote(name)...), ':'), b.values[name]...)
	}
	return append(out, '}')
}
