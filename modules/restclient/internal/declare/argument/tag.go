package argument

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
)

// place is where a value goes.
type place uint8

const (
	inPath place = iota + 1
	inQuery
	inHeader
)

// style is how several values are written.
type style uint8

const (
	repeated style = iota // tag=a&tag=b
	comma                 // tag=a,b
	brackets              // tag[]=a&tag[]=b
)

// tag is what the tag of a field says.
type tag struct {
	place     place
	name      string
	omitEmpty bool
	open      bool // does not restrict what a list holds
	cursor    bool // selects a page
	style     style
}

var errNoTag = errors.New("needs a tag: `path:\"name\"`, `query:\"name\"` or `header:\"Name\"`")

func parseTag(field reflect.StructTag) (tag, error) {
	path, isPath := field.Lookup("path")
	query, isQuery := field.Lookup("query")
	header, isHeader := field.Lookup("header")
	switch {
	case isPath && isQuery, isPath && isHeader, isQuery && isHeader:
		return tag{}, errors.New("has more than one of the tags path, query and header")
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
		return tag{}, errors.New("has an empty name")
	}
	t := tag{place: inQuery, name: name, open: strings.HasPrefix(name, "order")}
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
	case "nofilter":
		t.open = true
	case "cursor":
		t.cursor = true
	case "comma", "brackets":
		if t.style != repeated {
			return errors.New("has both comma and brackets, or one of them twice")
		}
		t.style = comma
		if option == "brackets" {
			t.style = brackets
		}
	default:
		return fmt.Errorf("unknown option %q: use omitempty, nofilter, cursor, comma or brackets", option)
	}
	return nil
}

// framing headers belong to the transport: to set them would change how the
// message is read (RFC 9112, section 6).
var framing = []string{"Connection", "Content-Length", "Host", "Transfer-Encoding"}

func parseHeaderTag(s string) (tag, error) {
	name, options := splitTag(s)
	canonical := http.CanonicalHeaderKey(name)
	switch {
	case !httpfield.IsToken(name):
		return tag{}, fmt.Errorf("%q is not the name of a header", name)
	case slices.Contains(framing, canonical):
		return tag{}, fmt.Errorf("the transport sets the header %s", canonical)
	}
	t := tag{place: inHeader, name: canonical}
	for _, option := range options {
		if option != "omitempty" {
			return tag{}, fmt.Errorf("unknown option %q: use omitempty", option)
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

// member makes the tag of a member of the object t, such as filter[name].
func (t *tag) member(m tag) (tag, error) {
	if m.place != inQuery {
		return tag{}, fmt.Errorf("belongs to the query parameter %q: use a query tag", t.name)
	}
	m.name = t.name + "[" + m.name + "]"
	m.open = t.open || m.open
	m.cursor = t.cursor || m.cursor
	return m, nil
}
