package answer

import (
	"bytes"
	"errors"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Media types of changes.
const (
	JSONPatch  = "application/json-patch+json"  // operations on the members of a value (RFC 6902)
	MergePatch = "application/merge-patch+json" // members, and null for those that are gone (RFC 7396)
)

// Codec writes values as JSON, and reads them.
type Codec interface {
	Marshal(v any) ([]byte, error)
	Unmarshal(data []byte, v any) error
}

// Difference writes what differs between two values, nil when nothing does: as
// operations for JSONPatch, else as the members that have changed, null for those
// that are gone (RFC 7396).
func Difference(codec Codec, format string, before, after any) ([]byte, error) {
	old, err := members(codec, before)
	if err != nil {
		return nil, err
	}
	now, err := members(codec, after)
	if err != nil {
		return nil, err
	}
	changed := changes(old, now)
	switch {
	case len(changed) == 0:
		return nil, nil
	case format == JSONPatch:
		return operations(old, changed)
	case format == MergePatch:
		return mergeOf(old, changed)
	}
	return mergePatch(changed)
}

// changes are the members that differ, nil for those that are gone.
func changes(old, now map[string]jsontext.Value) map[string]jsontext.Value {
	changed := map[string]jsontext.Value{}
	for name, value := range now {
		if was, ok := old[name]; !ok || !bytes.Equal(was, value) {
			changed[name] = value
		}
	}
	for name := range old {
		if _, ok := now[name]; !ok {
			changed[name] = nil
		}
	}
	return changed
}

// Patch writes a body that sets members of a value: as operations for JSONPatch, if it
// is not a list of these already, else as it is.
func Patch(format string, body []byte) ([]byte, error) {
	if format != JSONPatch || jsontext.Value(body).Kind() != '{' {
		return body, nil
	}
	changed := map[string]jsontext.Value{}
	if err := json.Unmarshal(body, &changed); err != nil {
		return nil, err
	}
	return operations(nil, changed)
}

// mergeOf writes a merge patch for members that have changed: of an object that was one
// before, those members alone that differ, at whatever depth.
func mergeOf(old, changed map[string]jsontext.Value) ([]byte, error) {
	var failed error
	for name, value := range changed {
		if old[name].Kind() != '{' || value.Kind() != '{' {
			continue
		}
		var was, is map[string]jsontext.Value
		err := errors.Join(json.Unmarshal(old[name], &was), json.Unmarshal(value, &is))
		if err == nil {
			changed[name], err = mergeOf(was, changes(was, is))
		}
		failed = errors.Join(failed, err)
	}
	if failed != nil {
		return nil, failed
	}
	return mergePatch(changed)
}

// members returns the members of a value as it is written. Names are in order;
// numbers stay as they are, because a float64 does not hold all of them.
func members(codec Codec, v any) (map[string]jsontext.Value, error) {
	data, err := codec.Marshal(v)
	if err != nil {
		return nil, err
	}
	canonical := jsontext.Value(data)
	if err := canonical.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false)); err != nil {
		return nil, err
	}
	m := map[string]jsontext.Value{}
	return m, codec.Unmarshal(canonical, &m)
}

func mergePatch(changed map[string]jsontext.Value) ([]byte, error) {
	var b bytes.Buffer
	enc := jsontext.NewEncoder(&b)
	err := enc.WriteToken(jsontext.BeginObject)
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		value := changed[name]
		if value == nil {
			value = jsontext.Value("null")
		}
		err = errors.Join(err, enc.WriteToken(jsontext.String(name)), enc.WriteValue(value))
	}
	err = errors.Join(err, enc.WriteToken(jsontext.EndObject))
	return bytes.TrimSpace(b.Bytes()), err
}

// operations writes the changes of members as RFC 6902 has it.
func operations(old, changed map[string]jsontext.Value) ([]byte, error) {
	var b bytes.Buffer
	enc := jsontext.NewEncoder(&b)
	err := enc.WriteToken(jsontext.BeginArray)
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		op := "add"
		if _, ok := old[name]; ok {
			op = "replace"
		}
		if changed[name] == nil {
			op = "remove"
		}
		err = errors.Join(err, writeOperation(enc, op, name, changed[name]))
	}
	err = errors.Join(err, enc.WriteToken(jsontext.EndArray))
	return bytes.TrimSpace(b.Bytes()), err
}

func writeOperation(enc *jsontext.Encoder, op, name string, value jsontext.Value) error {
	tokens := []jsontext.Token{
		jsontext.BeginObject,
		jsontext.String("op"), jsontext.String(op),
		jsontext.String("path"), jsontext.String(string(jsontext.Pointer("").AppendToken(name))),
	}
	var err error
	for _, token := range tokens {
		err = errors.Join(err, enc.WriteToken(token))
	}
	if value != nil {
		err = errors.Join(err, enc.WriteToken(jsontext.String("value")), enc.WriteValue(value))
	}
	return errors.Join(err, enc.WriteToken(jsontext.EndObject))
}
