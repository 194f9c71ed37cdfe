// Package markdown turns the descriptions of an API into HTML that is safe to
// show, whoever wrote them.
//
//	md := markdown.New()
//	html, ok := md.HTML(operation.Description, 2)
//	if !ok {
//		// Too large or too deep: show the text as it is.
//	}
//
// Input is GitHub's Markdown with HTML in it. Script, style, images, events and
// every address but http, https and mailto are taken out twice: from the syntax
// tree, and from the written HTML by an allow-list.
package markdown

import (
	"bytes"
	"html"
	"strconv"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	markup "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

const (
	maxInput    = 64 << 10 // bytes of a description
	maxOutput   = 1 << 20  // bytes of its HTML
	maxElements = 2500     // elements of its HTML
)

// Converter turns Markdown into HTML. It is safe for concurrent use.
type Converter struct {
	markdown goldmark.Markdown
	policy   *bluemonday.Policy
	cache    *pagecache.Cache // what short descriptions became; many are repeated
}

const (
	cacheBytes = 4 << 20
	maxCached  = 4 << 10 // bytes of a description that is kept
)

// New makes a Converter.
func New() *Converter {
	return &Converter{
		markdown: goldmark.New(
			goldmark.WithExtensions(
				extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
				extension.Strikethrough,
				extension.NewLinkify(extension.WithLinkifyAllowedProtocols([]string{"http:", "https:", "mailto:"})),
			),
			goldmark.WithParserOptions(parser.WithASTTransformers(
				util.Prioritized(tame{}, 100),
			)),
			goldmark.WithRendererOptions(markup.WithUnsafe()), // the policy decides
		),
		policy: policy(),
		cache:  pagecache.New(cacheBytes),
	}
}

// HTML returns the HTML of a description. Headings go down by shift levels, so
// that a description fits below a heading of its page. It is false when the
// description is beyond a limit, and should be shown as plain text then.
func (c *Converter) HTML(description string, shift int) (string, bool) {
	if plain(description) {
		return "<p>" + html.EscapeString(strings.TrimSpace(description)) + "</p>\n", true
	}
	if !acceptable(description) {
		return "", false
	}
	if len(description) > maxCached {
		return c.convert(description, shift)
	}
	key := strconv.Itoa(shift) + description
	if entry, ok := c.cache.Get(key); ok {
		return string(entry.Body), true
	}
	out, ok := c.convert(description, shift)
	if ok {
		c.cache.Put(key, pagecache.Entry{Body: []byte(out)})
	}
	return out, ok
}

func (c *Converter) convert(description string, shift int) (string, bool) {
	source := []byte(description)
	context := parser.NewContext()
	context.Set(shiftKey, shift)
	tree := c.markdown.Parser().Parse(text.NewReader(source), parser.WithContext(context))
	out := bytes.NewBuffer(make([]byte, 0, len(source)*3/2))
	if c.markdown.Renderer().Render(out, source, tree) != nil || out.Len() > maxOutput {
		return "", false
	}
	clean := c.policy.SanitizeReader(out).String()
	return clean, len(clean) <= maxOutput && strings.Count(clean, "<")/2 <= maxElements
}

// policy is the list of what a description may hold.
func policy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "li", "strong", "b", "em", "i", "del",
		"code", "pre", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "sub", "sup", "kbd", "dl", "dt", "dd")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowElements("ol")
	p.AllowAttrs("align").Matching(bluemonday.CellAlign).OnElements("th", "td")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(false)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	return p
}
