package forms

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

var _ restclient.BodyEncoding = URLEncoded{}

// Style says how an array or an object is written into a form. The comments show
// the field a with ["x","y"] and with {"b":1}, without the escapes. The styles are
// those of the Encoding Object of OpenAPI 3.1; Indexed and Brackets are the two ways
// in which servers read arrays of its deepObject.
type Style uint8

// The styles of a form.
const (
	Repeated       Style = iota // a=x&a=y     a={"b":1}: the default of OpenAPI for a field without a style
	Exploded                    // a=x&a=y     b=1: form with explode
	Commas                      // a=x,y       a=b,1: form without explode
	SpaceDelimited              // a=x y       a=b 1
	PipeDelimited               // a=x|y       a=b|1
	Indexed                     // a[0]=x&a[1]=y   a[b]=1: deepObject
	Brackets                    // a[]=x&a[]=y     a[b]=1: deepObject; arrays of arrays and objects are as with Indexed
)

// separators stand between items that are one value.
var separators = map[Style]string{Commas: ",", SpaceDelimited: "%20", PipeDelimited: "%7C"}

// URLEncoded writes a body as application/x-www-form-urlencoded (WHATWG URL,
// section 5.2). The zero value repeats arrays and writes objects as JSON. A body
// that is not an object is a KindArgument error.
type URLEncoded struct {
	Style  Style            // of all fields that are arrays or objects
	Fields map[string]Style // of some of them, by their name in JSON
}

// ContentType is the media type of what URLEncoded writes.
const ContentType = "application/x-www-form-urlencoded"

// Encode writes the form. It is called by the client.
func (u URLEncoded) Encode(_ any, asJSON []byte) (restclient.Body, error) {
	fields, err := members(asJSON)
	if err != nil {
		return restclient.Body{}, err
	}
	var w writer
	for _, f := range fields {
		style, ok := u.Fields[f.name]
		if !ok {
			style = u.Style
		}
		if err := w.add(f.name, f.value, style); err != nil {
			return restclient.Body{}, fmt.Errorf("field %q of the form: %w", f.name, err)
		}
	}
	text := w.String()
	return restclient.Body{
		Open:        func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
		ContentType: ContentType,
		Length:      int64(len(text)),
	}, nil
}

// member is one member of a JSON object.
type member struct {
	name  string
	value jsontext.Value
}

// members reads a JSON object, whose members keep their order.
func members(object []byte) ([]member, error) {
	switch jsontext.Value(object).Kind() {
	case '{':
	case '[':
		return nil, errors.New("a form is made of an object, and not of an array")
	default:
		return nil, errors.New("a form is made of an object, and not of one value")
	}
	dec := jsontext.NewDecoder(bytes.NewReader(object))
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	var all []member
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		m := member{name: name.String()}
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		m.value = value.Clone()
		all = append(all, m)
	}
	_, err := dec.ReadToken()
	return all, err
}

// items reads a JSON array.
func items(array []byte) ([]jsontext.Value, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(array))
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	var all []jsontext.Value
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		all = append(all, value.Clone())
	}
	return all, nil
}

// textOf is a value as one text: JSON, but for texts, which have no quotes, and null,
// which is empty.
func textOf(v jsontext.Value) (string, error) {
	switch v.Kind() {
	case 'n':
		return "", nil
	case '"':
		text, err := jsontext.AppendUnquote(nil, v)
		return string(text), err
	}
	return string(v), nil
}

// isPlural reports whether a value has parts.
func isPlural(v jsontext.Value) bool { return v.Kind() == '{' || v.Kind() == '[' }

// writer writes the fields of a form one after another.
type writer struct{ strings.Builder }

func (w *writer) pair(name, escaped string) {
	if w.Len() > 0 {
		w.WriteByte('&')
	}
	w.WriteString(url.QueryEscape(name) + "=" + escaped)
}

func (w *writer) text(name string, v jsontext.Value) error {
	text, err := textOf(v)
	w.pair(name, url.QueryEscape(text))
	return err
}

// add writes one field, which may become several.
func (w *writer) add(name string, v jsontext.Value, style Style) error {
	switch v.Kind() {
	case '[':
		all, err := items(v)
		if err != nil || len(all) == 0 {
			w.pair(name, "")
			return err
		}
		return w.array(name, all, style)
	case '{':
		all, err := members(v)
		if err != nil || len(all) == 0 {
			w.pair(name, "")
			return err
		}
		return w.object(name, v, all, style)
	}
	return w.text(name, v)
}

func (w *writer) array(name string, all []jsontext.Value, style Style) error {
	if separator, ok := separators[style]; ok {
		return w.joined(name, all, separator)
	}
	for i, item := range all {
		at := name
		switch {
		case style == Brackets && !isPlural(item):
			at += "[]"
		case style == Brackets || style == Indexed:
			at += "[" + strconv.Itoa(i) + "]"
		}
		write := w.text
		if at != name {
			write = func(name string, v jsontext.Value) error { return w.add(name, v, style) }
		}
		if err := write(at, item); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) object(name string, object jsontext.Value, all []member, style Style) error {
	if separator, ok := separators[style]; ok {
		var values []jsontext.Value
		for _, m := range all {
			key, err := jsontext.AppendQuote(nil, m.name)
			if err != nil {
				return err
			}
			values = append(values, key, m.value)
		}
		return w.joined(name, values, separator)
	}
	if style == Repeated {
		return w.text(name, object)
	}
	for _, m := range all {
		var err error
		if style == Exploded {
			err = w.text(m.name, m.value)
		} else {
			err = w.add(name+"["+m.name+"]", m.value, style)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// joined writes several values as one.
func (w *writer) joined(name string, all []jsontext.Value, separator string) error {
	var texts []string
	for _, v := range all {
		text, err := textOf(v)
		if err != nil {
			return err
		}
		texts = append(texts, url.QueryEscape(text))
	}
	w.pair(name, strings.Join(texts, separator))
	return nil
}
