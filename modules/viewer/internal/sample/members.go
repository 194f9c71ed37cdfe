package sample

import (
	"bytes"
	"encoding/json"
	"slices"
)

// member is one member of a JSON object, its value as text.
type member struct{ name, value string }

// members returns the members of a JSON object in their order, and nothing for
// any other value. Strings lose their quotes; other values stay JSON.
func members(object json.RawMessage) []member {
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return nil
	}
	var list []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return list
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return list
		}
		m := member{name: name.(string)}
		if json.Unmarshal(value, &m.value) != nil {
			m.value = string(compact(value))
		}
		list = append(list, m)
	}
	return list
}

func compact(value json.RawMessage) json.RawMessage {
	var out bytes.Buffer
	if json.Compact(&out, value) != nil {
		return value
	}
	return out.Bytes()
}

// without returns a JSON object without some of its members, and any other value
// as it is.
func without(object json.RawMessage, names []string) json.RawMessage {
	if len(names) == 0 {
		return object
	}
	d := json.NewDecoder(bytes.NewReader(object))
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return object
	}
	out := []byte{'{'}
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return object
		}
		if slices.Contains(names, name.(string)) {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		key, _ := json.Marshal(name)
		out = append(append(append(out, key...), ':'), value...)
	}
	return append(out, '}')
}
