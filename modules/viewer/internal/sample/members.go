package sample

import (
	"bytes"
	"encoding/json"
	"slices"
)

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
