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
	inCookie
)

// style is how a list or an object is written, and any value of a path.
type style uint8

const (
	repeated style = iota // tag=a&tag=b
	brackets              // tag[]=a&tag[]=b
	comma                 // tag=a,b
	space                 // tag=a%20b
	pipe                  // tag=a%7Cb
	tab                   // tag=a%09b
	label                 // .a,b
	matrix                // ;tag=a,b
)

// styles are the options that name one.
var styles = map[string]style{"comma": comma, "space": space, "pipe": pipe, "tab": tab, "brackets": brackets, "label": label, "matrix": matrix}

// separators stand between the values of one text.
var separators = [...]string{comma: ",", space: "%20", pipe: "%7C", tab: "%09", label: ",", matrix: ","}

// tag is what the tag of a field says.
type tag struct {
	place     place
	name      string
	omitEmpty bool
	open      bool // does not restrict what a list holds
	cursor    bool // selects a page
	style     style
	exploded  bool // members of an object are name=value
	reserved  bool // reserved characters stay as they are
}

// placeNames are the keys of tags.
var placeNames = [...]string{inPath: "path", inQuery: "query", inHeader: "header", inCookie: "cookie"}

var (
	errNoTag     = errors.New("needs a tag: `path:\"name\"`, `query:\"name\"`, `header:\"Name\"` or `cookie:\"name\"`")
	errTwoTags   = errors.New("has more than one of the tags path, query, header and cookie")
	errTwoStyles = errors.New("has two styles, or one of them twice")
)

func parseTag(field reflect.StructTag) (tag, error) {
	found, text := place(0), ""
	for p, name := range placeNames {
		s, ok := field.Lookup(name)
		switch {
		case !ok || name == "":
		case found != 0:
			return tag{}, errTwoTags
		default:
			found, text = place(p), s
		}
	}
	switch found {
	case inPath:
		return parsePathTag(text)
	case inQuery:
		return parseQueryTag(text)
	case inHeader, inCookie:
		return parseHeaderTag(found, text)
	}
	return tag{}, errNoTag
}

// parsePathTag takes what is no option for a part of the name: a parameter of a path
// may have any.
func parsePathTag(s string) (t tag, err error) {
	t = tag{place: inPath, name: s}
	for err == nil {
		comma := strings.LastIndexByte(t.name, ',')
		if comma < 0 || !slices.Contains(optionsOf[inPath], t.name[comma+1:]) {
			break
		}
		err = t.set(t.name[comma+1:])
		t.name = t.name[:comma]
	}
	if err == nil && t.name == "" {
		err = errNoTag
	}
	return t, err
}

func parseQueryTag(s string) (tag, error) {
	name, options := splitTag(s)
	if name == "" {
		return tag{}, errors.New("has an empty name")
	}
	return tag{place: inQuery, name: name, open: strings.HasPrefix(name, "order")}.with(options)
}

// with sets the options of a tag.
func (t tag) with(options []string) (tag, error) {
	for _, option := range options {
		if err := t.set(option); err != nil {
			return tag{}, err
		}
	}
	return t, nil
}

// optionsOf are the options that the tags of a place can have.
var optionsOf = map[place][]string{
	inPath:   {"comma", "label", "matrix", "exploded"},
	inQuery:  {"omitempty", "nofilter", "cursor", "comma", "space", "pipe", "tab", "brackets", "exploded", "reserved"},
	inHeader: {"omitempty", "comma", "exploded"},
	inCookie: {"omitempty", "comma", "exploded"},
}

func (t *tag) set(option string) error {
	all := optionsOf[t.place]
	if !slices.Contains(all, option) {
		last := len(all) - 1
		return fmt.Errorf("unknown option %q: use %s or %s", option, strings.Join(all[:last], ", "), all[last])
	}
	switch option {
	case "omitempty":
		t.omitEmpty = true
	case "nofilter":
		t.open = true
	case "cursor":
		t.cursor = true
	case "exploded":
		t.exploded = true
	case "reserved":
		t.reserved = true
	default:
		if t.style != repeated {
			return errTwoStyles
		}
		t.style = styles[option]
	}
	return nil
}

// framing headers belong to the transport: to set them would change how the
// message is read (RFC 9112, section 6).
var framing = []string{"Connection", "Content-Length", "Host", "Transfer-Encoding"}

// parseHeaderTag reads the tag of a header or a cookie, whose names are both tokens
// (RFC 6265, section 4.1.1).
func parseHeaderTag(in place, s string) (tag, error) {
	name, options := splitTag(s)
	if !httpfield.IsToken(name) {
		return tag{}, fmt.Errorf("%q is not the name of a %s", name, placeNames[in])
	}
	if in == inHeader {
		name = http.CanonicalHeaderKey(name)
		if slices.Contains(framing, name) {
			return tag{}, fmt.Errorf("the transport sets the header %s", name)
		}
	}
	return tag{place: in, name: name}.with(options)
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
	if m.place != inQuery || m.exploded {
		return tag{}, fmt.Errorf("belongs to the query parameter %q: use a query tag, without exploded", t.name)
	}
	m.name = t.name + "[" + m.name + "]"
	m.open = t.open || m.open
	m.cursor = t.cursor || m.cursor
	return m, nil
}
