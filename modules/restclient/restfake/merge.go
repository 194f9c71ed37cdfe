package restfake

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// merged applies a JSON Merge Patch to a document, as RFC 7396 has it in section 2. The error
// says that the patch is no JSON.
func merged(doc jsontext.Value, patch []byte) (jsontext.Value, error) {
	if jsontext.Value(patch).Kind() != '{' {
		return patch, nil
	}
	is, changes := map[string]jsontext.Value{}, map[string]jsontext.Value{}
	if err := json.Unmarshal(patch, &changes); err != nil {
		return nil, err
	}
	if doc.Kind() == '{' {
		if err := json.Unmarshal(doc, &is); err != nil {
			return nil, err
		}
	}
	for name, value := range changes {
		if value.Kind() == 'n' {
			delete(is, name)
			continue
		}
		var err error
		if is[name], err = merged(is[name], value); err != nil {
			return nil, err
		}
	}
	return json.Marshal(is, json.Deterministic(true))
}
