package htmlrender

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// maxTexts bounds the descriptions of one page, in bytes. What comes after is
// cut to its first line.
const maxTexts = 192 << 10

// maxProse bounds what they cost to convert, in bytes allocated as
// markdown.Work has them. What comes after is shown as it was written. The
// descriptions that are known take 18 for each of their bytes.
const maxProse = 8 << 20

// prosaist writes the descriptions of a page.
type prosaist struct {
	*addresses
	count int // descriptions so far
	bytes int // of them that were turned into HTML so far
	work  int // what that has cost, as markdown.Work has it
}

// prose writes a description as HTML, its headings below the level of where it
// stands. This is the only place where markup is written as it is: it comes
// from the sanitiser.
func (p *prosaist) prose(text string, level int) templ.Component {
	if text == "" {
		return templ.NopComponent
	}
	p.bytes += len(text)
	if p.bytes > maxTexts {
		return proseText(phrase.Brief(text, 300))
	}
	o := markdown.Options{Shift: level, Prefix: p.prosePrefix(), ImageHosts: p.page.Settings.ImageHosts, Link: p.resolved}
	html, work, ok := p.markdown.Within(text, o, maxProse-p.work)
	p.work += work
	if !ok {
		return proseText(phrase.Clip(text, maxTexts))
	}
	return proseBlock(templ.Raw(html))
}

// prosePrefix begins the ids of a description: those of the first one on a page
// are "description-…", so that links to its headings are easy to write. Those of others
// have a dash more, which the id of no heading begins with.
func (p *prosaist) prosePrefix() string {
	if p.count++; p.count > 1 {
		return p.entry() + "description--" + strconv.Itoa(p.count) + "-"
	}
	return p.entry() + "description-"
}
