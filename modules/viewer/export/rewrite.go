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
	// element is called with every start tag. It may change the attributes; false
	// leaves the element out, with what is in it.
	element func(t *html.Token) bool
	// text is called with what stands directly behind a start tag and may change
	// it; nil changes nothing.
	text func(t *html.Token, raw []byte) []byte
}

// void are the elements that have no end.
var void = map[string]bool{"br": true, "hr": true, "img": true, "input": true, "link": true, "meta": true, "wbr": true, "source": true, "col": true}

// rewrite copies a page, changed. What is no start tag stays byte for byte.
func rewrite(w io.Writer, page []byte, r rewriter) error {
	z := html.NewTokenizer(bytes.NewReader(page))
	skip := skipper{}
	var before *html.Token // the start tag that has just been read
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			if errors.Is(z.Err(), io.EOF) {
				return nil
			}
			return z.Err()
		}
		out := bytes.Clone(z.Raw())
		t := z.Token()
		left := skip.inside(&t)
		start := kind == html.StartTagToken || kind == html.SelfClosingTagToken
		switch {
		case left:
			continue
		case start && !r.element(&t):
			skip.begin(&t)
			continue
		case start:
			out = []byte(t.String())
		case before != nil && kind == html.TextToken && r.text != nil:
			out = r.text(before, out)
		}
		if before = nil; start {
			before = &t
		}
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
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

// inside reports whether a token belongs to what is left out.
func (s *skipper) inside(t *html.Token) bool {
	if s.name == "" {
		return false
	}
	if t.Data == s.name {
		switch t.Type {
		case html.StartTagToken:
			s.depth++
		case html.EndTagToken:
			if s.depth--; s.depth == 0 {
				s.name = ""
			}
		}
	}
	return true
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
