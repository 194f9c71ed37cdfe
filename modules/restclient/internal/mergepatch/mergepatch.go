// Package mergepatch does what a JSON Merge Patch says.
//
//	changed, err := mergepatch.Apply(document, patch)
package mergepatch

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Apply returns what a patch makes of a document, as RFC 7396 has it in section 2: members
// in order of their names, numbers as they are written. Both are valid JSON, or the
// document is nil where there was nothing; the error says that they are not. It is safe
// for concurrent use.
func Apply(document, patch jsontext.Value) (jsontext.Value, error) {
	if patch.Kind() != '{' {
		return patch, nil
	}
	is, changes := map[string]jsontext.Value{}, map[string]jsontext.Value{}
	if err := json.Unmarshal(patch, &changes); err != nil {
		return nil, err
	}
	if document.Kind() == '{' {
		if err := json.Unmarshal(document, &is); err != nil {
			return nil, err
		}
	}
	for name, value := range changes {
		if value.Kind() == 'n' {
			delete(is, name)
			continue
		}
		var err error
		if is[name], err = Apply(is[name], value); err != nil {
			return nil, err
		}
	}
	return json.Marshal(is, json.Deterministic(true))
}
