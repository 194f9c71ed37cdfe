package trial

import (
	"bytes"
	"encoding/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// keyword writes one member of a schema. What only readers of a description need
// is left out.
func (o *object) keyword(name string, value any) {
	switch v := value.(type) {
	case string:
		o.text(name, v)
	case bool, *int64, []string:
		o.raw(name, marshal(v))
	case json.Number:
		o.raw(name, []byte(v))
	case json.RawMessage:
		o.note(name, v)
	case []json.RawMessage:
		o.note(name, list(v[:1])) // examples
	case []apidoc.EnumValue:
		o.raw(name, enum(v))
	case []apidoc.Dependency:
		o.raw(name, dependencies(v))
	case *apidoc.Discriminator:
		o.raw(name, discriminator(v))
	case *apidoc.Schema:
		o.name(name)
		o.value(v, o.deep+1)
		o.out.WriteByte(',')
	case []*apidoc.Schema:
		o.schemas(name, v)
	case []apidoc.Property:
		o.properties(name, v)
	}
}

// text writes a member that is a text, and notes what a reference refers to.
func (o *object) text(name, value string) {
	switch name {
	case "$comment":
		return
	case "$ref":
		o.w.refer(value)
	case "title":
		o.note(name, marshal(value))
		return
	case "description":
		if value = apidoc.Brief(value, maxBrief); value != "" {
			o.note(name, marshal(value))
		}
		return
	}
	o.raw(name, marshal(value))
}

// note writes a member that helps to fill a value in, where there is one to fill
// in.
func (o *object) note(name string, value []byte) {
	if !o.w.terse || name == "const" {
		o.raw(name, value)
	}
}

func list(values []json.RawMessage) []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, v := range values {
		if i > 0 {
			b.WriteByte(',')
		}
		if len(v) == 0 {
			v = json.RawMessage("null")
		}
		b.Write(v)
	}
	b.WriteByte(']')
	return b.Bytes()
}

func enum(all []apidoc.EnumValue) []byte {
	values := make([]json.RawMessage, len(all))
	for i, e := range all {
		values[i] = e.Value
	}
	return list(values)
}

func dependencies(all []apidoc.Dependency) []byte {
	needed := map[string][]string{}
	for _, d := range all {
		needed[d.Property] = append([]string{}, d.Requires...)
	}
	return marshal(needed)
}

// discriminator returns nothing for one that names no property.
func discriminator(d *apidoc.Discriminator) []byte {
	if d.Property == "" {
		return nil
	}
	mapping := map[string]string{}
	for _, m := range d.Mapping {
		mapping[m.Value] = m.Ref
	}
	return marshal(map[string]any{"propertyName": d.Property, "mapping": mapping})
}
