package sample

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Members returns a JSON object with what change makes of each of its members, in
// their order, without those that it makes nil of. What is no object stays as it
// is.
func Members(object json.RawMessage, change func(name string, value json.RawMessage) json.RawMessage) json.RawMessage {
	d := json.NewDecoder(bytes.NewReader(object))
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return object
	}
	out := []byte{'{'}
	for d.More() {
		token, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return object
		}
		name, _ := token.(string)
		if value = change(name, value); value == nil {
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

// without returns a JSON object without some of its members, and any other value
// as it is.
func without(object json.RawMessage, names []string) json.RawMessage {
	if len(names) == 0 {
		return object
	}
	return Members(object, func(name string, value json.RawMessage) json.RawMessage {
		if slices.Contains(names, name) {
			return nil
		}
		return value
	})
}
