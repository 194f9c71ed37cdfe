package export

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"strconv"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// leastBlock is the size, in bytes, from which a schema or an example is written
// once.
const leastBlock = 600

// digest names what a schema says, wherever it stands.
type digest [sha256.Size]byte

// block is a schema, or an example, that may stand on several pages.
type block struct {
	number int
	owner  string // the id of the section that it stands in
	title  string
	there  bool // it is written
}

// blocks are those of all pages, by what they say.
type blocks map[digest]*block

// own makes a schema belong to a page, unless it does to another.
func (all blocks) own(s *section, n *html.Node) *block {
	sum, size := contentOf(n)
	if size < leastBlock {
		return nil
	}
	b := all[sum]
	if b == nil {
		b = &block{number: len(all) + 1, owner: s.id, title: s.title}
		all[sum] = b
	}
	return b
}

// elsewhere is a link in place of a schema that stands on another page. It is false
// when it belongs here.
func (all blocks) elsewhere(words *wording.Language, s *section, n *html.Node) (link string, ok bool) {
	if !isSchema(n) && n.Data != "pre" {
		return "", false
	}
	b := all.own(s, n)
	if b == nil {
		return "", false
	}
	number := strconv.Itoa(b.number)
	if b.owner == s.id && !b.there {
		b.there = true
		n.Attr = append(n.Attr, html.Attribute{Key: "data-block", Val: number})
		return "", false
	}
	base := ""
	if at, ok := value(n, "data-base"); ok {
		base = ` data-base="` + html.EscapeString(at) + `"`
	}
	title := b.title
	if title == "" {
		title = b.owner
	}
	return `<p class="schema-page" data-same=` + number + base + `><a href="` + html.EscapeString(fragment(b.owner)) + `">` + html.EscapeString(words.Fill("Show as on {1}", title)) + `</a></p>`, true
}

// contentOf names what is in a schema.
func contentOf(n *html.Node) (digest, int) {
	var text bytes.Buffer
	out := bufio.NewWriter(&text)
	(&writer{out: out}).inside(n)
	_ = out.Flush() // a buffer takes everything
	return sha256.Sum256(text.Bytes()), text.Len()
}
