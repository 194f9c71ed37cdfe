package markdown

import (
	"bytes"
	"html"
	"net/url"
	"strings"

	xhtml "golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/doclink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
)

// relativeLink begins the address that stands for a relative one, which follows,
// until the page is known. It is an address like any other for the sanitizer. A
// description that holds it gains nothing: what follows is resolved all the same.
const relativeLink = "http://~?"

// maxRelative bounds the relative links of one description. What is left over
// becomes text.
const maxRelative = 500

// held returns the address that a link has until the page is known: itself when a
// page may link it, and "" when it is neither that nor relative.
func held(address string) string {
	switch {
	case weblink.Safe(address) != "":
		return address
	case doclink.Relative(address):
		return relativeLink + url.QueryEscape(address)
	}
	return ""
}

// holdLinks does so with the links of HTML that a description holds.
func holdLinks(text []byte) []byte {
	if !bytes.Contains(bytes.ToLower(text), []byte("href")) {
		return text
	}
	out := bytes.NewBuffer(make([]byte, 0, len(text)))
	z := xhtml.NewTokenizer(bytes.NewReader(text))
	for n := 0; z.Next() != xhtml.ErrorToken; {
		raw := z.Raw()
		if n == maxRelative || !startsLink(raw) {
			out.Write(raw)
			continue
		}
		raw = bytes.Clone(raw)
		if token := z.Token(); token.Data == "a" && holdLink(&token) {
			raw = []byte(token.String())
			n++
		}
		out.Write(raw)
	}
	return out.Bytes()
}

// startsLink reports whether a token may be the beginning of a link.
func startsLink(raw []byte) bool {
	return len(raw) > 3 && raw[0] == '<' && raw[1]|0x20 == 'a' && (raw[2] <= ' ' || raw[2] == '/')
}

// holdLink changes the address of a link, and reports whether it did.
func holdLink(link *xhtml.Token) bool {
	for i, a := range link.Attr {
		if address := held(a.Val); a.Key == "href" && address != "" && address != a.Val {
			link.Attr[i].Val = address
			return true
		}
	}
	return false
}

// resolveLinks puts the addresses of this page in the place of relative ones. Links
// that lead nowhere become text.
func resolveLinks(clean string, o Options) string {
	const attribute, follow = `<a href="` + relativeLink, ` rel="nofollow noreferrer"`
	if !strings.Contains(clean, attribute) {
		return clean
	}
	var b strings.Builder
	rest := clean
	for {
		before, after, found := strings.Cut(rest, attribute)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		escaped, tail, _ := strings.Cut(after, `"`)
		switch address := linked(escaped, clean, o); {
		case address == "":
			_, tail, _ = strings.Cut(tail, ">")
			tail = strings.Replace(tail, "</a>", "", 1)
		case ownPage(address):
			b.WriteString(`<a href="` + html.EscapeString(address) + `"`)
			tail = strings.TrimPrefix(tail, follow)
		default:
			b.WriteString(`<a href="` + html.EscapeString(address) + `"`)
		}
		rest = tail
	}
}

// ownPage reports whether an address is one of the reference itself.
func ownPage(address string) bool { return address[0] == '#' || address[0] == '.' }

// linked is what a relative address leads to, "" for nothing: a heading of the
// description itself, or else what the page makes of it.
func linked(escaped, clean string, o Options) string {
	address, err := url.QueryUnescape(html.UnescapeString(escaped))
	if err != nil || !doclink.Relative(address) {
		return ""
	}
	if fragment, ok := strings.CutPrefix(address, "#"); ok {
		if id := o.prefix() + Slug(fragment); strings.Contains(clean, ` id="`+html.EscapeString(id)+`"`) {
			return "#" + id
		}
	}
	if o.Link == nil {
		return ""
	}
	if address = o.Link(address); address == "" || ownPage(address) || address[0] == '/' || weblink.Safe(address) != "" {
		return address
	}
	return ""
}
