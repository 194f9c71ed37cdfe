package snippet

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
)

// kind is the type of a JSON value.
type kind int

const (
	null kind = iota
	scalar
	list
	object
)

// value is a JSON value whose members keep their order and whose numbers keep
// their spelling.
type value struct {
	kind    kind
	text    string // of a scalar: a string without quotes, anything else as written
	quoted  bool   // the scalar is a string
	items   []value
	members []member
	raw     json.RawMessage // compact
}

type member struct {
	name  string
	value value
}

// parse reads JSON. What is not JSON is a string.
func parse(data json.RawMessage) value {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := read(d)
	if _, more := d.Token(); err != nil || more != io.EOF {
		return textValue(string(data))
	}
	return v
}

func textValue(text string) value {
	return value{kind: scalar, text: text, quoted: true, raw: jsonText(text)}
}

func read(d *json.Decoder) (value, error) {
	token, err := d.Token()
	if err != nil {
		return value{}, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return readObject(d)
		}
		return readList(d)
	case string:
		return textValue(t), nil
	case json.Number:
		return value{kind: scalar, text: t.String(), raw: json.RawMessage(t)}, nil
	case bool:
		raw, _ := json.Marshal(t)
		return value{kind: scalar, text: string(raw), raw: raw}, nil
	}
	return value{raw: json.RawMessage("null")}, nil
}

func readObject(d *json.Decoder) (value, error) {
	v := value{kind: object}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return v, err
		}
		inner, err := read(d)
		if err != nil {
			return v, err
		}
		v.members = append(v.members, member{name.(string), inner})
	}
	v.raw = v.compact()
	_, err := d.Token()
	return v, err
}

func readList(d *json.Decoder) (value, error) {
	v := value{kind: list}
	for d.More() {
		item, err := read(d)
		if err != nil {
			return v, err
		}
		v.items = append(v.items, item)
	}
	v.raw = v.compact()
	_, err := d.Token()
	return v, err
}

// compact writes an object or a list without space.
func (v value) compact() json.RawMessage {
	var b bytes.Buffer
	open, end := byte('['), byte(']')
	if v.kind == object {
		open, end = '{', '}'
	}
	b.WriteByte(open)
	for i, m := range v.members {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(jsonText(m.name))
		b.WriteByte(':')
		b.Write(m.value.raw)
	}
	for i, item := range v.items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(item.raw)
	}
	b.WriteByte(end)
	return b.Bytes()
}

// jsonText writes a string as JSON, with the characters of HTML as they are.
func jsonText(text string) []byte {
	if plainASCII(text) {
		return append(append(append(make([]byte, 0, len(text)+2), '"'), text...), '"')
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(text) != nil {
		return []byte(`""`)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// plainASCII reports whether a text stands in JSON as it is.
func plainASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// plain is the text of a value: that of a scalar, JSON of anything else, nothing
// of null.
func (v value) plain() string {
	switch v.kind {
	case null:
		return ""
	case scalar:
		return v.text
	}
	return string(v.raw)
}

// each is a list with other items.
func (v value) each(change func(item value) value) value {
	v.items = slices.Clone(v.items)
	for i := range v.items {
		v.items[i] = change(v.items[i])
	}
	v.raw = v.compact()
	return v
}
