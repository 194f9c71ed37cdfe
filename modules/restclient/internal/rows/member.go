package rows

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// memberPath reads the name of a member, or a JSON pointer (RFC 6901), as the
// names that lead to it.
func memberPath(member string) ([]string, error) {
	if !strings.HasPrefix(member, "/") {
		return []string{member}, nil
	}
	p := jsontext.Pointer(member)
	if !p.IsValid() {
		return nil, fmt.Errorf("%q is not a JSON pointer", member)
	}
	var path []string
	for name := range p.Tokens() {
		path = append(path, name)
	}
	return path, nil
}

// Member finds a member in a JSON value. It is nil when there is none.
func Member(data []byte, member string) (jsontext.Value, error) {
	path, err := memberPath(member)
	if err != nil {
		return nil, err
	}
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	found, err := descend(dec, path, func() {})
	if err != nil || !found {
		return nil, err
	}
	return dec.ReadValue()
}

// descend reads up to the value that a path leads to. After each token of what
// it leaves aside, it calls passed.
func descend(dec *jsontext.Decoder, path []string, passed func()) (found bool, err error) {
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
			return noEnd(err)
		}
		passed()
		if dec.StackDepth() <= depth {
			return nil
		}
	}
}

// noEnd makes an end that comes too early an error of its own.
func noEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Text returns a string or a number as text, and "" for what says that
// there is none.
func Text(v jsontext.Value, member string) (string, error) {
	switch v.Kind() {
	case 0, 'n', 'f':
		return "", nil
	case '"':
		text, err := jsontext.AppendUnquote(nil, v)
		return string(text), err
	case '0':
		return string(v), nil
	}
	return "", fmt.Errorf("member %q is neither a string nor a number", member)
}
