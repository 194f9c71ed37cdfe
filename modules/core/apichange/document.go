package apichange

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/textproto"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// document is a description as decoded JSON.
type document struct {
	root    map[string]any
	digests map[uintptr]digest // of objects, by where they are
	moved   map[uintptr]string // JSON pointers of objects that stand elsewhere in the text
}

// digest is the same for values that are equal as JSON, and for no others.
type digest [sha256.Size]byte

// maxDepth bounds how deep the values of a description are nested: what is remembered of
// a value grows with its depth. Written by people and programs, they are not 50 deep.
const maxDepth = 500

func parse(data []byte) (*document, error) {
	if tooDeep(data) {
		return nil, fmt.Errorf("its values are nested deeper than %d", maxDepth)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	d := &document{digests: map[uintptr]digest{}}
	if err := decoder.Decode(&d.root); err != nil {
		return nil, err
	}
	if decoder.More() {
		return nil, errors.New("there is text behind the JSON value")
	}
	if version, _ := d.root["swagger"].(string); version == "2.0" {
		d.moved = map[uintptr]string{}
		newSwagger(d).upgrade()
		return d, nil
	}
	version, _ := d.root["openapi"].(string)
	if !strings.HasPrefix(version, "3.") {
		return nil, fmt.Errorf("the member openapi is %q, not a version 3", version)
	}
	return d, nil
}

// scheme says what a security scheme is, by what a client must know of it; the
// name alone for one that is not described.
func (d *document) scheme(name string) string {
	s := d.node("components", "securitySchemes", name).resolve()
	if s.value == nil {
		return name
	}
	text := s.text("type")
	for _, member := range []string{"scheme", "in", "name", "openIdConnectUrl"} {
		value := s.text(member)
		if member == "name" && s.text("in") == "header" {
			value = textproto.CanonicalMIMEHeaderKey(value) // case means nothing: RFC 9110, section 5.1
		}
		if value != "" {
			text += " " + value
		}
	}
	if s.text("type") == "http" {
		return strings.ToLower(text) // RFC 9110, section 11.1
	}
	if s.text("type") == "oauth2" {
		return text + " " + name
	}
	return text
}

// digest reads each object once, however many hold it.
func (d *document) digest(value any) digest {
	switch v := value.(type) {
	case map[string]any:
		at := reflect.ValueOf(v).Pointer()
		known, ok := d.digests[at]
		if !ok {
			known = d.digestOf(v, func(string) bool { return false })
			d.digests[at] = known
		}
		return known
	case []any:
		text := []byte("[")
		for _, item := range v {
			one := d.digest(item)
			text = append(text, one[:]...)
		}
		return sha256.Sum256(text)
	}
	return sha256.Sum256([]byte(canonical(value)))
}

// digestOf is that of an object without some of its members.
func (d *document) digestOf(object map[string]any, without func(name string) bool) digest {
	text := []byte("{")
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !without(name) {
			key, value := sha256.Sum256([]byte(name)), d.digest(object[name])
			text = append(append(text, key[:]...), value[:]...)
		}
	}
	return sha256.Sum256(text)
}

// tooDeep reports whether the values of a JSON text are nested deeper than maxDepth.
func tooDeep(data []byte) bool {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i += quotedLength(data[i+1:])
		case '{', '[':
			if depth++; depth > maxDepth {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// quotedLength is the length of a text in quotation marks, with the last of them.
func quotedLength(data []byte) int {
	for i := 0; ; {
		end := bytes.IndexByte(data[i:], '"')
		if end < 0 {
			return len(data)
		}
		i += end + 1
		escapes := 0
		for escapes < i-1 && data[i-2-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
}

// node is a value of a document and its JSON pointer. A value that is missing
// is nil.
type node struct {
	doc   *document
	at    string
	value any
}

func (d *document) node(path ...string) node {
	n := node{doc: d, value: d.root}
	for _, name := range path {
		n = n.member(name)
	}
	return n
}

func (n node) object() map[string]any {
	o, _ := n.value.(map[string]any)
	return o
}

func (n node) text(name string) string {
	s, _ := n.object()[name].(string)
	return s
}

func (n node) truth(name string) bool {
	b, _ := n.object()[name].(bool)
	return b
}

func (n node) has(name string) bool { return n.object()[name] != nil }

// names are the names of the members, sorted.
func (n node) names() []string { return slices.Sorted(maps.Keys(n.object())) }

func (n node) member(name string) node {
	value := n.object()[name]
	return node{n.doc, n.place(jsonpointer.Escape(name), value), value}
}

// place is the pointer of a value in another one.
func (n node) place(token string, value any) string {
	if n.doc != nil && len(n.doc.moved) > 0 {
		if object, ok := value.(map[string]any); ok {
			if at, ok := n.doc.moved[reflect.ValueOf(object).Pointer()]; ok {
				return at
			}
		}
	}
	return n.at + "/" + token
}

// items are the values of an array.
func (n node) items() []node {
	list, _ := n.value.([]any)
	all := make([]node, len(list))
	for i, value := range list {
		all[i] = node{n.doc, n.place(strconv.Itoa(i), value), value}
	}
	return all
}

// resolve follows references within the document. One that leads nowhere, in a
// circle or out of the document stays what it is.
func (n node) resolve() node {
	start := n
	for range 32 {
		ref, ok := n.object()["$ref"].(string)
		if !ok {
			return n
		}
		target := n.doc.target(ref)
		if target.value == nil {
			return start
		}
		n = target
	}
	return start
}

// target is what a reference points to, without a value when there is nothing.
// References hold JSON pointers as URI fragments (RFC 6901, section 6).
func (d *document) target(ref string) node {
	fragment, local := strings.CutPrefix(ref, "#")
	pointer, err := url.PathUnescape(fragment)
	if !local || err != nil || pointer != "" && pointer[0] != '/' {
		return node{doc: d}
	}
	n := d.node()
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if pointer == "" {
			break
		}
		n = n.step(jsonpointer.Unescape(step))
	}
	return n
}

func (n node) step(name string) node {
	items, isList := n.value.([]any)
	if !isList {
		return n.member(name)
	}
	i, err := strconv.Atoi(name)
	if err != nil || i < 0 || i >= len(items) {
		return node{doc: n.doc}
	}
	return n.items()[i]
}

// quoted is a text in quotation marks, empty for an empty one.
func quoted(text string) string {
	if text == "" {
		return ""
	}
	return strconv.Quote(text)
}

// canonical is the same text for values that are equal as JSON.
func canonical(value any) string {
	data, err := json.Marshal(normal(value))
	if err != nil {
		return fmt.Sprint(value) // cannot be: the value was decoded from JSON
	}
	return string(data)
}

// normal spells numbers in one way; members are sorted by encoding/json.
func normal(value any) any {
	switch v := value.(type) {
	case json.Number:
		if r, ok := rational(v); ok {
			return json.Number(r.FloatString(decimals(r)))
		}
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = normal(item)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, member := range v {
			object[name] = normal(member)
		}
		return object
	}
	return value
}

// jsonText is the text of a value, empty for one that is missing.
func jsonText(n node) string {
	if n.value == nil {
		return ""
	}
	return canonical(n.value)
}
