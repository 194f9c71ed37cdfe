// Package fieldtag reads the tags that say where the fields of arguments go, for the client
// and for tools that look at its declarations.
//
//	tag, err := fieldtag.Parse(`query:"tag,comma"`)
//	tag.Place == fieldtag.InQuery && tag.Style == fieldtag.Comma
//
// The errors are about the field, whose name is to stand before them. The package imports
// the standard library alone, so that a tool downloads nothing for it.
package fieldtag

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// Place is where a value goes.
type Place uint8

// The places of arguments.
const (
	InPath Place = iota + 1
	InQuery
	InHeader
	InCookie
)

// placeNames are the keys of tags.
var placeNames = [...]string{InPath: "path", InQuery: "query", InHeader: "header", InCookie: "cookie"}

// String is the key of the tag.
func (p Place) String() string { return placeNames[p] }

// Style is how a list or an object is written, and any value of a path.
type Style uint8

// The styles.
const (
	Repeated Style = iota // tag=a&tag=b
	Brackets              // tag[]=a&tag[]=b
	Comma                 // tag=a,b
	Space                 // tag=a%20b
	Pipe                  // tag=a%7Cb
	Tab                   // tag=a%09b
	Label                 // .a,b
	Matrix                // ;tag=a,b
)

// styleNames are the options.
var styleNames = [...]string{Brackets: "brackets", Comma: "comma", Space: "space", Pipe: "pipe", Tab: "tab", Label: "label", Matrix: "matrix"}

// String is the option, empty for none.
func (s Style) String() string { return styleNames[s] }

// IsText reports whether a list or an object is one text.
func (s Style) IsText() bool { return s > Brackets }

// IsOfPath reports whether the style is for single values, too.
func (s Style) IsOfPath() bool { return s >= Label }

// Tag is what the tag of a field says.
type Tag struct {
	Place     Place
	Name      string
	OmitEmpty bool
	Open      bool // does not restrict what a list holds
	Cursor    bool // selects a page
	Style     Style
	Exploded  bool // members of an object are name=value
	Reserved  bool // reserved characters stay as they are
}

var (
	errNoTag     = errors.New("needs a tag: write `path:\"name\"`, `query:\"name\"`, `header:\"Name\"` or `cookie:\"name\"`, or unexport the field")
	errTwoTags   = errors.New("has more than one of the tags path, query, header and cookie: keep one")
	errNoName    = errors.New("has a tag without a name: write `query:\"name\"`")
	errTwoStyles = errors.New("has two styles, or one of them twice: keep one")
)

// Parse reads the tag of a field.
func Parse(field reflect.StructTag) (Tag, error) {
	found, text := Place(0), ""
	for p, name := range placeNames {
		s, ok := field.Lookup(name)
		switch {
		case !ok || name == "":
		case found != 0:
			return Tag{}, errTwoTags
		default:
			found, text = Place(p), s
		}
	}
	switch found {
	case InPath:
		return parsePath(text)
	case InQuery:
		return parseQuery(text)
	case InHeader, InCookie:
		return parseHeader(found, text)
	}
	return Tag{}, errNoTag
}

// parsePath takes what is no option for a part of the name: a parameter of a path
// may have any.
func parsePath(s string) (t Tag, err error) {
	t = Tag{Place: InPath, Name: s}
	for err == nil {
		comma := strings.LastIndexByte(t.Name, ',')
		if comma < 0 || !slices.Contains(optionsOf[InPath], t.Name[comma+1:]) {
			break
		}
		err = t.set(t.Name[comma+1:])
		t.Name = t.Name[:comma]
	}
	if err == nil && t.Name == "" {
		err = errNoTag
	}
	return t, err
}

func parseQuery(s string) (Tag, error) {
	name, options := split(s)
	if name == "" {
		return Tag{}, errNoName
	}
	return Tag{Place: InQuery, Name: name, Open: strings.HasPrefix(name, "order")}.with(options)
}

// with sets the options of a tag.
func (t Tag) with(options []string) (Tag, error) {
	for _, option := range options {
		if err := t.set(option); err != nil {
			return Tag{}, err
		}
	}
	return t, nil
}

// optionsOf are the options that the tags of a place can have.
var optionsOf = map[Place][]string{
	InPath:   {"comma", "space", "pipe", "tab", "label", "matrix", "exploded"},
	InQuery:  {"omitempty", "nofilter", "cursor", "comma", "space", "pipe", "tab", "brackets", "exploded", "reserved"},
	InHeader: {"omitempty", "comma", "space", "pipe", "tab", "exploded"},
	InCookie: {"omitempty", "comma", "exploded"},
}

func (t *Tag) set(option string) error {
	all := optionsOf[t.Place]
	if !slices.Contains(all, option) {
		last := len(all) - 1
		return fmt.Errorf("has the unknown option %q: use %s or %s", option, strings.Join(all[:last], ", "), all[last])
	}
	switch option {
	case "omitempty":
		t.OmitEmpty = true
	case "nofilter":
		t.Open = true
	case "cursor":
		t.Cursor = true
	case "exploded":
		t.Exploded = true
	case "reserved":
		t.Reserved = true
	default:
		if t.Style != Repeated {
			return errTwoStyles
		}
		t.Style = Style(slices.Index(styleNames[:], option))
	}
	return nil
}

// framing headers belong to the transport: to set them would change how the
// message is read (RFC 9112, section 6).
var framing = []string{"Connection", "Content-Length", "Host", "Transfer-Encoding"}

// parseHeader reads the tag of a header or a cookie, whose names are both tokens
// (RFC 6265, section 4.1.1).
func parseHeader(in Place, s string) (Tag, error) {
	name, options := split(s)
	if !isToken(name) {
		return Tag{}, fmt.Errorf("has the tag %s:%q, which is not the name of a %[1]s: write `%[1]s:\"Name\"`", in, s)
	}
	if in == InHeader {
		name = http.CanonicalHeaderKey(name)
		if slices.Contains(framing, name) {
			return Tag{}, fmt.Errorf("sets the header %s, which belongs to the transport: drop the field", name)
		}
	}
	return Tag{Place: in, Name: name}.with(options)
}

func split(s string) (name string, options []string) {
	name, rest, found := strings.Cut(s, ",")
	if !found {
		return name, nil
	}
	return name, strings.Split(rest, ",")
}

// isToken reports whether s is a token (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		isWord := c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		return !isWord && !strings.ContainsRune("!#$%&'*+-.^_`|~", c)
	})
}

// Member makes the tag of a member of the object t, such as filter[name].
func (t *Tag) Member(m Tag) (Tag, error) {
	if m.Place != InQuery || m.Exploded {
		return Tag{}, fmt.Errorf("belongs to the query parameter %q: give it a query tag, without exploded", t.Name)
	}
	m.Name = t.Name + "[" + m.Name + "]"
	m.Open = t.Open || m.Open
	m.Cursor = t.Cursor || m.Cursor
	return m, nil
}
