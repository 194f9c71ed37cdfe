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
	inCookie
)

// placeNames are the keys of tags.
var placeNames = [...]string{inPath: "path", inQuery: "query", inHeader: "header", inCookie: "cookie"}

// tag is what the tag of a field says, as far as it decides whether the field
// can be bound.
type tag struct {
	place     place
	name      string
	omitEmpty bool
	style     string // how a list or an object is written; empty for the usual way
	exploded  bool
}

// isText reports whether a list or an object is one text.
func (t *tag) isText() bool { return t.style != "" && t.style != "brackets" }

// ofAnyValue reports whether the style is for single values, too.
func (t *tag) ofAnyValue() bool { return t.style == "label" || t.style == "matrix" }

var (
	errNoTag     = errors.New("needs a tag: write `path:\"name\"`, `query:\"name\"`, `header:\"Name\"` or `cookie:\"name\"`, or unexport the field")
	errTwoTags   = errors.New("has more than one of the tags path, query, header and cookie: keep one")
	errNoName    = errors.New("has a tag without a name: write `query:\"name\"`")
	errTwoStyles = errors.New("has two styles, or one of them twice: keep one")
)

// parseTag has the rules of internal/declare/argument.
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
		return tag{}, errNoName
	}
	return tag{place: inQuery, name: name}.with(options)
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
		return fmt.Errorf("has the unknown option %q: use %s or %s", option, strings.Join(all[:last], ", "), all[last])
	}
	switch option {
	case "omitempty":
		t.omitEmpty = true
	case "nofilter", "cursor", "reserved":
	case "exploded":
		t.exploded = true
	default:
		if t.style != "" {
			return errTwoStyles
		}
		t.style = option
	}
	return nil
}

// isFraming tells the headers that belong to the transport (RFC 9112, section 6).
func isFraming(header string) bool {
	return slices.Contains([]string{"Connection", "Content-Length", "Host", "Transfer-Encoding"}, header)
}

// parseHeaderTag reads the tag of a header or a cookie, whose names are both tokens.
func parseHeaderTag(in place, s string) (tag, error) {
	name, options := splitTag(s)
	if !isToken(name) {
		return tag{}, fmt.Errorf("has the tag %s:%q, which is not the name of a %[1]s: write `%[1]s:\"Name\"`", placeNames[in], s)
	}
	if in == inHeader {
		name = http.CanonicalHeaderKey(name)
		if isFraming(name) {
			return tag{}, fmt.Errorf("sets the header %s, which belongs to the transport: drop the field", name)
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

// isToken reports whether s is a token (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && strings.IndexByte("!#$%&'*+-.^_`|~", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}
