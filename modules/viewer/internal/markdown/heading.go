package markdown

import (
	"html"
	"strings"
	"sync"

	"github.com/yuin/goldmark/util"
)

// Heading is one of a description that has an anchor.
type Heading struct {
	// Depth is 1 for headings that stand below no other one of the description.
	Depth int
	Title string
	// ID is that of the anchor without Options.Prefix.
	ID string
	// Start and End are where the heading stands in the description, in bytes: from
	// the beginning of its line up to the end of its text.
	Start, End int
}

// Headings returns the headings of a description in order. It is false when
// Convert does not convert it: what is shown as plain text has no anchors. The
// list is shared and stays as it is.
func (c *Converter) Headings(description string) ([]Heading, bool) {
	if description == "" {
		return nil, true
	}
	if known, ok := c.outlines.of(description); ok {
		return known.headings, known.ok
	}
	found := outline{description: description}
	if found.ok = acceptable(description); found.ok && mayHaveHeadings(description) {
		const drawingNothing = -1 // which has the same headings
		_, d, ok := c.convert(description, Options{}, drawingNothing)
		found.headings, found.ok = d.marked, ok
	}
	if !found.ok {
		found.headings = nil
	}
	c.outlines.keep(found)
	return found.headings, found.ok
}

// mayHaveHeadings leaves out most descriptions without reading them as Markdown.
func mayHaveHeadings(description string) bool {
	return strings.ContainsAny(description, "#=") || strings.Contains(description, "\n-")
}

// shown is a text of Markdown as it is read: "&amp;" and "\\_" are one letter.
func shown(text string) string {
	return html.UnescapeString(string(util.UnescapePunctuations([]byte(text))))
}

// maxOutlines is how many descriptions keep their headings: those of the pages
// that are being read.
const maxOutlines = 8

type outline struct {
	description string
	headings    []Heading
	ok          bool
}

// outlines are the headings of the descriptions that were asked for last. The
// zero value is empty. It is safe for concurrent use.
type outlines struct {
	mu   sync.Mutex
	list []outline
	next int
}

// of finds a description. Its text is compared only with those of the same
// length, and not at all when it is the same string.
func (o *outlines) of(description string) (outline, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, known := range o.list {
		if known.description == description {
			return known, true
		}
	}
	return outline{}, false
}

func (o *outlines) keep(one outline) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.list) < maxOutlines {
		o.list = append(o.list, one)
		return
	}
	o.list[o.next] = one
	o.next = (o.next + 1) % maxOutlines
}
