package changelog

import (
	"bytes"
	"encoding/json"
	"slices"
)

// marks are the extensions that hide what they are true for.
var marks = []string{"x-internal", "x-scalar-ignore"}

// visible is a description in JSON without what it hides, as package openapi says.
func visible(data []byte) []byte {
	if !slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(data, []byte(mark)) }) {
		return data
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var all any
	if err := decoder.Decode(&all); err != nil {
		return data // which cannot be compared either
	}
	strip(all)
	shown, err := json.Marshal(all)
	if err != nil {
		return data
	}
	return shown
}

// strip takes what is hidden out of a value.
func strip(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, child := range value {
			if hides(child) {
				delete(value, name)
			} else {
				value[name] = strip(child)
			}
		}
		return value
	case []any:
		list := slices.DeleteFunc(value, hides)
		for i := range list {
			list[i] = strip(list[i])
		}
		return list
	}
	return value
}

// hides reports whether a value is an object that is hidden.
func hides(value any) bool {
	object, _ := value.(map[string]any)
	return slices.ContainsFunc(marks, func(mark string) bool { return object[mark] == true })
}
