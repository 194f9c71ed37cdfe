package argument

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Args are arguments as the plan of their type reads them: direct fields from
// memory, the others from a value, which is nil without arguments. Of and
// Plan.Args make them.
type Args struct {
	memory
	value *any
}

// Value is one value of a parameter.
type Value struct {
	Name, Value string
	// Open says that the value does not restrict what a list holds, such as a
	// sort order.
	Open bool
}

// field is one value of the arguments and where it goes.
type field struct {
	fieldtag.Tag
	location

	kind    reflect.Kind // of a basic value or those of a series, Struct for a time; Invalid when items is used
	pointer bool         // to one of these
	size    uintptr      // of an element of a series: a slice of basic values; 0 for others
	direct  bool         // read at its offset
	items   itemizer
	key     string            // "name=", escaped, of a query parameter
	part    pathtemplate.Part // of a path parameter
}

// isBasic reports whether the value is read by scalar.
func (f *field) isBasic() bool {
	return f.kind != reflect.Invalid && f.kind != reflect.Struct && f.size == 0
}

// scalar reads the string, bool or number.
func (f *field) scalar(args Args) scalar {
	var s scalar
	if f.direct {
		s = args.load(f.offset, f.kind, f.pointer)
	} else if v, ok := f.find(reflect.ValueOf(*args.value)); ok {
		s = read(v)
	}
	if f.OmitEmpty && !f.pointer && s.zero() {
		return scalar{}
	}
	return s
}

// time reads the time, if there is one.
func (f *field) time(args Args) (t time.Time, ok bool) {
	t, ok = args.time(f.offset, f.pointer)
	return t, ok && !(f.OmitEmpty && !f.pointer && t.IsZero())
}

// list reads the items of a field that is read by its itemizer.
func (f *field) list(args Args) ([]item, error) {
	v, ok := f.find(reflect.ValueOf(*args.value))
	if !ok || f.OmitEmpty && isEmpty(v) {
		return nil, nil
	}
	items, err := f.items.list(v)
	return items, f.wrap(err)
}

// texts reads the values of a field that is not a map.
func (f *field) texts(args Args) (texts []string, err error) {
	switch {
	case f.isBasic():
		return f.appendText(nil, f.scalar(args))
	case f.kind == reflect.Struct:
		t, ok := f.time(args)
		if !ok {
			return nil, nil
		}
		text, err := t.MarshalText()
		return []string{string(text)}, f.wrap(err)
	case f.size > 0:
		elements, n := args.series(f.offset)
		for i := 0; i < n && err == nil; i++ {
			texts, err = f.appendText(texts, elements.load(uintptr(i)*f.size, f.kind, f.pointer))
		}
		return texts, err
	}
	items, err := f.list(args)
	for _, i := range items {
		texts = append(texts, i.text)
	}
	return texts, err
}

func (f *field) appendText(texts []string, s scalar) ([]string, error) {
	if s.absent() {
		return texts, nil
	}
	text, err := s.string()
	if err != nil {
		return nil, f.wrap(err)
	}
	return append(texts, text), nil
}

// wrap names the parameter, never its value.
func (f *field) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("parameter %q: %w", f.Name, err)
}

func (f *field) appendQuery(dst []byte, separator byte, args Args) ([]byte, error) {
	switch {
	case f.kind == reflect.Invalid:
		items, err := f.list(args)
		for i, item := range items {
			dst = f.appendItem(dst, separator, i == 0, item)
			separator = '&'
		}
		return dst, err
	case f.kind == reflect.Struct:
		return f.appendTime(dst, separator, args)
	case f.size > 0:
		return f.appendSeries(dst, separator, args)
	}
	s := f.scalar(args)
	if s.absent() {
		return dst, nil
	}
	dst = append(dst, separator)
	dst = append(dst, f.key...)
	return f.appendScalar(dst, s)
}

func (f *field) appendTime(dst []byte, separator byte, args Args) ([]byte, error) {
	t, ok := f.time(args)
	if !ok {
		return dst, nil
	}
	var room [len(time.RFC3339Nano)]byte
	text, err := t.AppendText(room[:0])
	return appendText(f.appendKey(dst, separator, true, ""), text, f.Reserved), f.wrap(err)
}

func (f *field) appendSeries(dst []byte, separator byte, args Args) (_ []byte, err error) {
	elements, n := args.series(f.offset)
	first := true
	for i := 0; i < n && err == nil; i++ {
		s := elements.load(uintptr(i)*f.size, f.kind, f.pointer)
		if s.absent() {
			continue
		}
		dst, err = f.appendScalar(f.appendKey(dst, separator, first, ""), s)
		first, separator = false, '&'
	}
	return dst, err
}

func (f *field) appendScalar(dst []byte, s scalar) ([]byte, error) {
	if s.kind == reflect.String {
		return appendText(dst, s.text, f.Reserved), nil
	}
	dst, err := s.append(dst) // numbers and bools need no escapes
	if err != nil {
		return nil, f.wrap(err)
	}
	return dst, nil
}

// separators stand between the values of one text.
var separators = [...]string{
	fieldtag.Comma: ",", fieldtag.Space: "%20", fieldtag.Pipe: "%7C", fieldtag.Tab: "%09", fieldtag.Label: ",", fieldtag.Matrix: ",",
}

// appendItem writes a value with what stands before it. In an object that is one text,
// that is its name, too.
func (f *field) appendItem(dst []byte, separator byte, first bool, i item) []byte {
	dst = f.appendKey(dst, separator, first, i.key)
	if f.items.keyed && f.Style.IsText() {
		dst = append(appendText(dst, i.key, f.Reserved), separators[f.Style]...)
	}
	return appendText(dst, i.text, f.Reserved)
}

// misplaced reports whether nothing of the field can be exploded.
func (f *field) misplaced() bool {
	switch {
	case !f.items.keyed && !(f.items.many && f.Style.IsOfPath()):
		return true
	case f.Place == fieldtag.InQuery, f.Place == fieldtag.InCookie:
		return f.Style.IsText()
	}
	return !f.Style.IsText()
}

// appendKey writes what stands before a value.
func (f *field) appendKey(dst []byte, separator byte, first bool, key string) []byte {
	switch {
	case f.Style.IsText() && !first:
		return append(dst, separators[f.Style]...)
	case f.Exploded:
		return append(appendEscaped(append(dst, separator), key), '=')
	}
	dst = append(dst, separator)
	if f.Style.IsText() || !f.items.keyed && f.Style != fieldtag.Brackets {
		return append(dst, f.key...)
	}
	dst = append(dst, f.key[:len(f.key)-1]...)
	dst = append(dst, "%5B"...)
	dst = appendEscaped(dst, key)
	return append(dst, "%5D="...)
}

// flat are the texts that a list or an object which is one text is made of, encoded:
// values, or names and values in turn, or name=value.
func (f *field) flat(args Args, encode func(string) string) (texts []string, err error) {
	if !f.items.keyed {
		texts, err = f.texts(args)
		for i, text := range texts {
			texts[i] = encode(text)
		}
		return texts, err
	}
	items, err := f.list(args)
	for _, i := range items {
		if f.Exploded {
			texts = append(texts, encode(i.key)+"="+encode(i.text))
		} else {
			texts = append(texts, encode(i.key), encode(i.text))
		}
	}
	return texts, err
}

// inPath is a value in the style of its tag, escaped; empty for none.
func (f *field) inPath(args Args) (string, error) {
	texts, err := f.flat(args, pathtemplate.EscapeSegment)
	if err != nil || len(texts) == 0 || len(texts) == 1 && texts[0] == "" {
		return "", err
	}
	switch {
	case f.Style == fieldtag.Label && f.Exploded:
		return "." + strings.Join(texts, "."), nil
	case f.Style == fieldtag.Label:
		return "." + strings.Join(texts, ","), nil
	case !f.Style.IsOfPath():
		return strings.Join(texts, separators[f.Style]), nil
	}
	name := ";" + pathtemplate.EscapeSegment(f.Name) + "="
	switch {
	case f.Exploded && f.items.keyed:
		return ";" + strings.Join(texts, ";"), nil
	case f.Exploded:
		return name + strings.Join(texts, name), nil
	}
	return name + strings.Join(texts, ","), nil
}

// inHeader stand between the values of one text in a header, which has no escapes.
var inHeader = [...]string{fieldtag.Comma: ",", fieldtag.Space: " ", fieldtag.Pipe: "|", fieldtag.Tab: "\t"}

// header are the values of a header.
func (f *field) header(args Args) ([]string, error) {
	if !f.Style.IsText() {
		return f.texts(args)
	}
	texts, err := f.flat(args, func(text string) string { return text })
	if err != nil || len(texts) == 0 {
		return nil, err
	}
	return []string{strings.Join(texts, inHeader[f.Style])}, nil
}

// cookies are the pairs of a cookie.
func (f *field) cookies(args Args) ([]string, error) {
	texts, err := f.flat(args, escapeCookie)
	switch {
	case err != nil || len(texts) == 0:
		return nil, err
	case f.Style == fieldtag.Comma:
		return []string{f.Name + "=" + strings.Join(texts, ",")}, nil
	case !f.Exploded:
		for i, text := range texts {
			texts[i] = f.Name + "=" + text
		}
	}
	return texts, nil
}

func (f *field) holds(g field) bool {
	return f.items.keyed && !f.Style.IsText() && !f.Exploded && strings.HasPrefix(g.Name, f.Name+"[")
}

// sortKey puts the members of a map where their names belong.
func (f *field) sortKey() string {
	if f.items.keyed && !f.Style.IsText() && !f.Exploded {
		return f.Name + "["
	}
	return f.Name
}

func (f *field) appendValues(all []Value, args Args) ([]Value, error) {
	if !f.items.keyed {
		texts, err := f.texts(args)
		for _, text := range texts {
			all = append(all, Value{Name: f.Name, Value: text, Open: f.Open})
		}
		return all, err
	}
	items, err := f.list(args)
	for _, i := range items {
		name := f.Name + "[" + i.key + "]"
		if f.Exploded {
			name = i.key
		}
		all = append(all, Value{Name: name, Value: i.text, Open: f.Open})
	}
	return all, err
}
