package restvet

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// place is where the value of a field goes.
type place uint8

const (
	inPath place = iota + 1
	inQuery
	inHeader
)

// tag is what the tag of a field says, as far as it decides whether the field
// can be bound.
type tag struct {
	place     place
	name      string
	omitEmpty bool
	style     string // how a slice is written: empty, comma or brackets
}

var (
	errNoTag     = errors.New("needs a tag: write `path:\"name\"`, `query:\"name\"` or `header:\"Name\"`, or unexport the field")
	errTwoTags   = errors.New("has more than one of the tags path, query and header: keep one")
	errNoName    = errors.New("has a tag without a name: write `query:\"name\"`")
	errTwoStyles = errors.New("has both comma and brackets, or one of them twice: keep one")
)

// parseTag has the rules of internal/declare/argument.
func parseTag(field reflect.StructTag) (tag, error) {
	path, isPath := field.Lookup("path")
	query, isQuery := field.Lookup("query")
	header, isHeader := field.Lookup("header")
	switch {
	case isPath && isQuery, isPath && isHeader, isQuery && isHeader:
		return tag{}, errTwoTags
	case isPath && path != "":
		return tag{place: inPath, name: path}, nil
	case isQuery:
		return parseQueryTag(query)
	case isHeader:
		return parseHeaderTag(header)
	}
	return tag{}, errNoTag
}

func parseQueryTag(s string) (tag, error) {
	name, options := splitTag(s)
	if name == "" {
		return tag{}, errNoName
	}
	t := tag{place: inQuery, name: name}
	for _, option := range options {
		if err := t.set(option); err != nil {
			return tag{}, err
		}
	}
	return t, nil
}

func (t *tag) set(option string) error {
	switch option {
	case "omitempty":
		t.omitEmpty = true
	case "nofilter", "cursor":
	case "comma", "brackets":
		if t.style != "" {
			return errTwoStyles
		}
		t.style = option
	default:
		return fmt.Errorf("has the unknown option %q: use omitempty, nofilter, cursor, comma or brackets", option)
	}
	return nil
}

// isFraming tells the headers that belong to the transport (RFC 9112, section 6).
func isFraming(header string) bool {
	return slices.Contains([]string{"Connection", "Content-Length", "Host", "Transfer-Encoding"}, header)
}

func parseHeaderTag(s string) (tag, error) {
	name, options := splitTag(s)
	canonical := http.CanonicalHeaderKey(name)
	switch {
	case !isToken(name):
		return tag{}, fmt.Errorf("has the tag header:%q, which is not the name of a header: write `header:\"Name\"`", s)
	case isFraming(canonical):
		return tag{}, fmt.Errorf("sets the header %s, which belongs to the transport: drop the field", canonical)
	}
	t := tag{place: inHeader, name: canonical}
	for _, option := range options {
		if option != "omitempty" {
			return tag{}, fmt.Errorf("has the unknown option %q: a header takes omitempty", option)
		}
		t.omitEmpty = true
	}
	return t, nil
}

func splitTag(s string) (name string, options []string) {
	name, rest, found := strings.Cut(s, ",")
	if !found {
		return name, nil
	}
	return name, strings.Split(rest, ",")
}

// isToken reports whether s is a token (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && strings.IndexByte("!#$%&'*+-.^_`|~", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}
