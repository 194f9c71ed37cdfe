package restfake

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
)

// fieldSet holds the names of the JSON form of a struct, also of the fields that
// are left out when they are zero, and how that stands in a URL.
type fieldSet map[string]string

func fieldsOf[E any]() fieldSet {
	set := fieldSet{}
	t := reflect.TypeFor[E]()
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return set
	}
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		zero, _ := exact.Marshal(reflect.Zero(f.Type).Interface()) // nothing for what has no JSON form
		set[name] = textOf(zero)
	}
	return set
}

// isZero reports whether what stands in a URL is the zero value of a field.
func (s fieldSet) isZero(name, text string) bool {
	zero, typed := s[name]
	return text == "" || text == zero || !typed && slices.Contains([]string{"0", "false", "null"}, text)
}

// fieldValues are the fields of the JSON form of an entity.
type fieldValues map[string]jsontext.Value

func valuesOf(e any) fieldValues {
	var values fieldValues
	if err := json.Unmarshal(mustJSON(e), &values); err != nil {
		panic(fmt.Sprintf("restfake: %T is not a JSON object: %v", e, err))
	}
	return values
}

// text is a field as it stands in a URL.
func (v fieldValues) text(name string) string { return textOf(v[name]) }

func textOf(raw jsontext.Value) string {
	if raw.Kind() != '"' {
		return string(raw)
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return string(raw)
	}
	return s
}

// equal reports whether a field has the value that stands in a URL; one that is left out is
// zero.
func (s fieldSet) equal(v fieldValues, name, want string) bool {
	if _, present := v[name]; !present {
		return s.isZero(name, want)
	}
	return v.text(name) == want
}

// setField sets a field to what stands in a URL: as a number or a boolean where
// the field takes one, or else as a string.
func setField[E any](e *E, name, text string) error {
	if raw := jsontext.Value(text); raw.IsValid() && raw.Kind() != '"' && raw.Kind() != 'n' {
		if exact.Unmarshal(mustJSON(map[string]jsontext.Value{name: raw}), e) == nil {
			return nil
		}
	}
	if err := json.Unmarshal(mustJSON(map[string]string{name: text}), e); err != nil {
		return fmt.Errorf("%s cannot be %q", name, text)
	}
	return nil
}
