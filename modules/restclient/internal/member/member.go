// Package member finds values inside of JSON by a name: that of a member, or a JSON
// pointer (RFC 6901).
//
//	value, err := member.Find(body, "/data/rows")
//	body = member.Around(value, "/data/rows")
package member

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Path reads the name of a member, or a JSON pointer, as the names that lead to it.
func Path(name string) ([]string, error) {
	if !strings.HasPrefix(name, "/") {
		return []string{name}, nil
	}
	p := jsontext.Pointer(name)
	if !p.IsValid() {
		return nil, fmt.Errorf("%q is not a JSON pointer", name)
	}
	var path []string
	for token := range p.Tokens() {
		path = append(path, token)
	}
	return path, nil
}

// Find finds a member in a JSON value. It returns nil for a value without it.
func Find(data []byte, name string) (jsontext.Value, error) {
	value, _, err := find(data, name)
	return value, err
}

// Only is Find for data of which nothing else is read: an error tells also what is wrong
// behind the member, such as that the data was cut off.
func Only(data []byte, name string) (jsontext.Value, error) {
	value, dec, err := find(data, name)
	if value == nil || err != nil {
		return nil, err
	}
	ends := dec.InputOffset()
	value = data[ends-int64(len(value)) : ends] // what the decoder has returned is good until it goes on
	for dec.StackDepth() > 0 {
		if _, err := dec.ReadToken(); err != nil {
			return nil, NoEnd(err)
		}
	}
	return value, End(dec)
}

// Around puts a JSON value into objects, so that it is where a name says.
func Around(value []byte, name string) []byte {
	path, err := Path(name)
	if name == "" || err != nil {
		return value
	}
	for _, name := range slices.Backward(path) {
		quoted, _ := jsontext.AppendQuote([]byte{'{'}, name)
		value = slices.Concat(quoted, []byte{':'}, value, []byte{'}'})
	}
	return value
}

// find reads up to the end of a member. The value is good until dec is read on.
func find(data []byte, name string) (value jsontext.Value, dec *jsontext.Decoder, err error) {
	path, err := Path(name)
	if err != nil {
		return nil, nil, err
	}
	dec = jsontext.NewDecoder(bytes.NewBuffer(data))
	found, err := Descend(dec, path, func() {})
	if err != nil || !found {
		return nil, nil, err
	}
	value, err = dec.ReadValue()
	return value, dec, err
}

// End refuses what follows the value that dec has read.
func End(dec *jsontext.Decoder) error {
	switch _, err := dec.ReadToken(); err {
	case nil:
		return errors.New("something follows the JSON value")
	case io.EOF:
		return nil
	default:
		return err
	}
}

// Descend reads up to the value that a path leads to. After each token of what
// it leaves aside, it calls passed.
func Descend(dec *jsontext.Decoder, path []string, passed func()) (found bool, err error) {
	for _, name := range path {
		kind := dec.PeekKind()
		if kind != '{' && kind != '[' {
			_, err := dec.ReadToken()
			return false, err
		}
		if _, err := dec.ReadToken(); err != nil {
			return false, err
		}
		found, err := seek(dec, kind, name, passed)
		if err != nil || !found {
			return false, err
		}
	}
	return true, nil
}

// seek reads up to the value of one member of an object, or of one element of
// an array.
func seek(dec *jsontext.Decoder, kind jsontext.Kind, name string, passed func()) (found bool, err error) {
	for i := 0; ; i++ {
		if next := dec.PeekKind(); next == '}' || next == ']' {
			return false, nil
		}
		at := strconv.Itoa(i)
		if kind == '{' {
			token, err := dec.ReadToken()
			if err != nil {
				return false, err
			}
			at = token.String()
		}
		if at == name {
			return true, nil
		}
		if err := skip(dec, passed); err != nil {
			return false, err
		}
	}
}

// skip reads one value, token by token, so that only the longest of them is
// ever held.
func skip(dec *jsontext.Decoder, passed func()) error {
	depth := dec.StackDepth()
	for {
		if _, err := dec.ReadToken(); err != nil {
			return NoEnd(err)
		}
		passed()
		if dec.StackDepth() <= depth {
			return nil
		}
	}
}

// NoEnd makes an end that comes too early an error of its own.
func NoEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Text returns a string or a number as text, and "" for null, false and a value that
// is not there.
func Text(v jsontext.Value, name string) (string, error) {
	switch v.Kind() {
	case 0, 'n', 'f':
		return "", nil
	case '"':
		text, err := jsontext.AppendUnquote(nil, v)
		return string(text), err
	case '0':
		return string(v), nil
	}
	return "", fmt.Errorf("member %q is neither a string nor a number", name)
}
