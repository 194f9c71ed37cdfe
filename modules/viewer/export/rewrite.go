package export

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// rewriter changes the elements of a page on its way.
type rewriter struct {
	// element is called with every start tag but plain ones. It may change the
	// attributes; false leaves the element out, with what is in it.
	element func(t *html.Token) bool
	// text is called with what stands directly behind a start tag that element has
	// been called with, and may change it; nil changes nothing.
	text func(t *html.Token, raw []byte) []byte
}

// void are the elements that have no end.
var void = map[string]bool{"br": true, "hr": true, "img": true, "input": true, "link": true, "meta": true, "wbr": true, "source": true, "col": true}

// rewrite copies a page, changed. What is no start tag stays byte for byte.
func rewrite(w io.Writer, page []byte, r rewriter) error {
	z := html.NewTokenizer(bytes.NewReader(page))
	skip := skipper{}
	var before *html.Token // the start tag that has just been read, unless it is plain
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			if errors.Is(z.Err(), io.EOF) {
				return nil
			}
			return z.Err()
		}
		out := z.Raw()
		start := kind == html.StartTagToken || kind == html.SelfClosingTagToken
		switch {
		case skip.name != "":
			t := z.Token()
			skip.read(&t)
			continue
		case start && !plain(out):
			t := z.Token()
			if !r.element(&t) {
				skip.begin(&t)
				continue
			}
			out, before = []byte(t.String()), &t
		case before != nil && kind == html.TextToken && r.text != nil:
			out, before = r.text(before, bytes.Clone(out)), nil
		default:
			before = nil
		}
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
}

// plain reports whether a start tag says nothing that a rewriter changes: it is one of
// the usual elements, as templates write them, with a class at most. Most of a page are
// such tags.
func plain(tag []byte) bool {
	name, rest, classed := bytes.Cut(tag[1:len(tag)-1], []byte(` class="`))
	if classed {
		last := len(rest) - 1
		if last < 0 || rest[last] != '"' || bytes.ContainsFunc(rest[:last], func(c rune) bool { return !isLetter(c) && c != ' ' && c != '-' && c != '_' }) {
			return false
		}
	}
	switch string(name) {
	case "form", "noscript", "script", "title":
		return false
	}
	return !bytes.ContainsFunc(name, func(c rune) bool { return !isLetter(c) || c <= 'Z' && c >= 'A' })
}

func isLetter(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// skipper leaves elements out, with what is in them.
type skipper struct {
	name  string // of the element that is left out, "" for none
	depth int    // how many of that name are open
}

func (s *skipper) begin(t *html.Token) {
	if !void[t.Data] && t.Type == html.StartTagToken {
		s.name, s.depth = t.Data, 1
	}
}

// read looks for the end of what is left out.
func (s *skipper) read(t *html.Token) {
	if t.Data != s.name {
		return
	}
	switch t.Type {
	case html.StartTagToken:
		s.depth++
	case html.EndTagToken:
		if s.depth--; s.depth == 0 {
			s.name = ""
		}
	}
}

// attribute returns the value of an attribute, "" for none.
func attribute(t *html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// has reports whether an element has an attribute, with a value or without.
func has(t *html.Token, name string) bool {
	return slices.ContainsFunc(t.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// drop removes an attribute.
func drop(t *html.Token, name string) {
	t.Attr = slices.DeleteFunc(t.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// dropConsole takes out what opens consoles: there is no server that one could ask.
func dropConsole(t *html.Token) {
	t.Attr = slices.DeleteFunc(t.Attr, func(a html.Attribute) bool { return strings.HasPrefix(a.Key, "data-console") })
}

// set gives an attribute a value; the empty one removes it.
func set(t *html.Token, name, value string) {
	for i := range t.Attr {
		if t.Attr[i].Key == name && value != "" {
			t.Attr[i].Val = value
			return
		}
	}
	drop(t, name)
	if value != "" {
		t.Attr = append(t.Attr, html.Attribute{Key: name, Val: value})
	}
}
