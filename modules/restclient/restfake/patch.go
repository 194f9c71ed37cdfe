package restfake

import (
	"cmp"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
)

// operation is one of a JSON Patch (RFC 6902, section 4).
type operation struct {
	Op    string         `json:"op"`
	Path  *string        `json:"path"`
	From  *string        `json:"from"`
	Value jsontext.Value `json:"value"`
}

// errUnreadable says that a body is no JSON Patch.
var errUnreadable = errors.New("the body is no JSON Patch")

// patched applies a JSON Patch to a document. The error wraps errUnreadable for a body
// that cannot be read as a JSON Patch; other errors say what does not fit the document.
func patched(doc jsontext.Value, body jsontext.Value) (jsontext.Value, error) {
	var all []operation
	if err := json.Unmarshal(body, &all); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	for _, o := range all {
		err := o.check()
		if err == nil {
			doc, err = o.apply(doc)
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", o.Op, *cmp.Or(o.Path, new(string)), err)
		}
	}
	return doc, nil
}

// check reports what is wrong with the operation, whatever the document is.
func (o operation) check() error {
	moves := o.Op == "copy" || o.Op == "move"
	switch {
	case o.Path == nil:
		return fmt.Errorf("%w: there is no path", errUnreadable)
	case moves && o.From == nil:
		return fmt.Errorf("%w: there is no from", errUnreadable)
	case o.Value == nil && slices.Contains([]string{"add", "replace", "test"}, o.Op):
		return fmt.Errorf("%w: there is no value", errUnreadable)
	}
	pointers := []string{*o.Path}
	if moves {
		pointers = append(pointers, *o.From)
	}
	for _, pointer := range pointers {
		if err := checkPointer(pointer); err != nil {
			return err
		}
	}
	if o.Op == "move" && strings.HasPrefix(*o.Path, *o.From+"/") {
		return fmt.Errorf("%w: nothing can be moved into itself", errUnreadable)
	}
	return nil
}

// checkPointer reports what is no JSON Pointer (RFC 6901, section 3).
func checkPointer(pointer string) error {
	if pointer != "" && pointer[0] != '/' {
		return fmt.Errorf("%w: %q does not begin with a slash", errUnreadable, pointer)
	}
	for _, part := range strings.Split(pointer, "~")[1:] {
		if part == "" || part[0] != '0' && part[0] != '1' {
			return fmt.Errorf("%w: %q has a ~ without 0 or 1 behind it", errUnreadable, pointer)
		}
	}
	return nil
}

func (o operation) apply(doc jsontext.Value) (jsontext.Value, error) {
	path := tokensOf(*o.Path)
	switch o.Op {
	case "add":
		return edit(doc, path, insert(o.Value))
	case "remove":
		return edit(doc, path, remove)
	case "replace":
		return edit(doc, path, replace(o.Value))
	case "test":
		return doc, compare(doc, path, o.Value)
	case "copy", "move":
		from := tokensOf(*o.From)
		value, err := find(doc, from)
		if err == nil && o.Op == "move" {
			doc, err = edit(doc, from, remove)
		}
		if err != nil {
			return nil, err
		}
		return edit(doc, path, insert(value))
	}
	return nil, fmt.Errorf("%w: there is no such operation", errUnreadable)
}

// tokensOf reads a JSON Pointer; the empty one is the whole document.
func tokensOf(pointer string) []string {
	tokens := strings.Split(pointer, "/")[1:]
	for i, token := range tokens {
		tokens[i] = jsonpointer.Unescape(token)
	}
	return tokens
}

var errNowhere = errors.New("there is no such place")

// change changes what is at the last token of a pointer: in an object or a list, of
// which the other one is nil.
type change func(object map[string]jsontext.Value, list *[]jsontext.Value, token string) error

// edit changes the place that a pointer leads to. The whole document can only be
// replaced.
func edit(doc jsontext.Value, path []string, f change) (jsontext.Value, error) {
	if len(path) == 0 {
		whole := map[string]jsontext.Value{"": doc}
		err := f(whole, nil, "")
		return whole[""], err
	}
	switch doc.Kind() {
	case '{':
		object := map[string]jsontext.Value{}
		if err := json.Unmarshal(doc, &object); err != nil {
			return nil, err
		}
		if err := within(object, nil, path, f); err != nil {
			return nil, err
		}
		return json.Marshal(object, json.Deterministic(true))
	case '[':
		var list []jsontext.Value
		if err := json.Unmarshal(doc, &list); err != nil {
			return nil, err
		}
		if err := within(nil, &list, path, f); err != nil {
			return nil, err
		}
		return json.Marshal(list)
	}
	return nil, errNowhere
}

// within changes an object or a list.
func within(object map[string]jsontext.Value, list *[]jsontext.Value, path []string, f change) error {
	if len(path) == 1 {
		return f(object, list, path[0])
	}
	value, err := member(object, list, path[0])
	if err != nil {
		return err
	}
	if value, err = edit(value, path[1:], f); err != nil {
		return err
	}
	return replace(value)(object, list, path[0])
}

// member is what is at a token of an object or a list.
func member(object map[string]jsontext.Value, list *[]jsontext.Value, token string) (jsontext.Value, error) {
	if list != nil {
		i, err := index(*list, token, 0)
		if err != nil {
			return nil, err
		}
		return (*list)[i], nil
	}
	value, ok := object[token]
	if !ok {
		return nil, errNowhere
	}
	return value, nil
}

// index reads the token of a list that has more places behind its end.
func index(list []jsontext.Value, token string, more int) (int, error) {
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= len(list)+more || strconv.Itoa(i) != token { // no zeros in front, and no sign
		return 0, errNowhere
	}
	return i, nil
}

func insert(value jsontext.Value) change {
	return func(object map[string]jsontext.Value, list *[]jsontext.Value, token string) error {
		if list == nil {
			object[token] = value
			return nil
		}
		i, err := len(*list), error(nil)
		if token != "-" {
			i, err = index(*list, token, 1)
		}
		if err == nil {
			*list = slices.Insert(*list, i, value)
		}
		return err
	}
}

func replace(value jsontext.Value) change {
	return func(object map[string]jsontext.Value, list *[]jsontext.Value, token string) error {
		if _, err := member(object, list, token); err != nil {
			return err
		}
		if list == nil {
			object[token] = value
			return nil
		}
		i, err := index(*list, token, 0)
		(*list)[i] = value
		return err
	}
}

func remove(object map[string]jsontext.Value, list *[]jsontext.Value, token string) error {
	if _, err := member(object, list, token); err != nil {
		return err
	}
	if list == nil {
		delete(object, token)
		return nil
	}
	i, err := index(*list, token, 0)
	*list = slices.Delete(*list, i, i+1)
	return err
}

// find is what a pointer leads to.
func find(doc jsontext.Value, path []string) (value jsontext.Value, err error) {
	_, err = edit(doc, path, func(object map[string]jsontext.Value, list *[]jsontext.Value, token string) error {
		value, err = member(object, list, token)
		return err
	})
	return value, err
}

// compare refuses a place that does not have a value.
func compare(doc jsontext.Value, path []string, want jsontext.Value) error {
	have, err := find(doc, path)
	if err != nil {
		return err
	}
	var is, wanted any
	if err := errors.Join(exact.Unmarshal(have, &is), exact.Unmarshal(want, &wanted)); err != nil {
		return err
	}
	if !equal(is, wanted) {
		return fmt.Errorf("it is %s", have)
	}
	return nil
}

// equal compares values as RFC 6902 has it in section 4.6: numbers by what they are worth.
func equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, equal)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case stdjson.Number:
		b, ok := b.(stdjson.Number)
		return ok && sameNumber(a, b)
	}
	return a == b
}

// sameNumber compares each digit. Those that no float64 comes near to are the same as they
// are written, or near 0.
func sameNumber(a, b stdjson.Number) bool {
	near, err := a.Float64()
	other, otherErr := b.Float64()
	switch {
	case err != nil || otherErr != nil:
		return a == b
	case near == 0 || near != other:
		return near == other
	}
	x, ok := new(big.Rat).SetString(a.String())
	y, otherOK := new(big.Rat).SetString(b.String())
	return ok && otherOK && x.Cmp(y) == 0
}
