package restfake

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
)

// fieldSet holds the names of the JSON form of a struct, also of the fields that
// are left out when they are zero.
type fieldSet map[string]bool

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
		set[name] = true
	}
	return set
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
func (v fieldValues) text(name string) string {
	raw := v[name]
	if raw.Kind() != '"' {
		return string(raw)
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return string(raw)
	}
	return s
}

// equal reports whether a field stands for want; one that is left out is zero.
func (v fieldValues) equal(name, want string) bool {
	if _, present := v[name]; !present {
		return isZero(want)
	}
	return v.text(name) == want
}

func isZero(text string) bool {
	return text == "" || text == "0" || text == "null" || text == "false"
}

// setField sets a field to what stands in a URL: as a number or a boolean where
// the field takes one, or else as a string.
func setField[E any](e *E, name, text string) error {
	if raw := jsontext.Value(text); raw.IsValid() && raw.Kind() != '"' {
		if exact.Unmarshal(mustJSON(map[string]jsontext.Value{name: raw}), e) == nil {
			return nil
		}
	}
	if err := json.Unmarshal(mustJSON(map[string]string{name: text}), e); err != nil {
		return fmt.Errorf("%s cannot be %q", name, text)
	}
	return nil
}

// clone copies an entity with all that it points to.
func clone[E any](e E) E {
	var c E
	if err := exact.Unmarshal(mustJSON(e), &c); err != nil {
		panic(fmt.Sprintf("restfake: %T cannot be read back: %v", e, err))
	}
	return c
}
