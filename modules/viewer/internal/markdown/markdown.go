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
//
// Code has its colours and quotes with a mark are callouts: this is HTML that we write
// with classes alone, from text that we escape, and it does not pass through the
// allow-list but is put in after it. What a Fence draws passes a list of its own.
package markdown

import (
	"bytes"
	"crypto/sha256"
	"html"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	markup "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/lru"
)

// Converter turns Markdown into HTML. It is safe for concurrent use.
type Converter struct {
	markdown goldmark.Markdown
	policy   *bluemonday.Policy
	fences   fences
	cache    *lru.Cache[name, converted] // short descriptions, of which many are repeated, and those that are refused
	outlines outlines
}

const (
	cacheBytes = 4 << 20
	maxCached  = 4 << 10 // bytes of a description that is kept
)

// New makes a Converter. Of fences of the same language the last one is used, and one
// that draws nothing takes it out. Formulas stand in lines, as $$…$$ and $`…`$, where
// there is a fence for "math".
func New(fences ...Fence) *Converter {
	known := newFences(fences)
	reading := []parser.Option{parser.WithASTTransformers(util.Prioritized(tame{}, 100), util.Prioritized(decorate{}, 2000))}
	if _, ok := known[languageOfMath]; ok {
		reading = append(reading, parser.WithInlineParsers(util.Prioritized(mathParser{}, 90)))
	}
	return &Converter{
		markdown: goldmark.New(
			goldmark.WithExtensions(
				extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
				extension.Strikethrough, extension.TaskList, extension.Footnote,
				extension.NewLinkify(extension.WithLinkifyAllowedProtocols([]string{"http:", "https:", "mailto:"})),
			),
			goldmark.WithParserOptions(reading...),
			goldmark.WithRendererOptions(
				markup.WithUnsafe(), // the policy decides
				renderer.WithNodeRenderers(util.Prioritized(pieceRenderer{}, 100)),
			),
		),
		policy: policy(),
		fences: known,
		cache:  lru.New[name, converted](cacheBytes),
	}
}

// HTML is Convert with everything but the shift by default.
func (c *Converter) HTML(description string, shift int) (string, bool) {
	return c.Convert(description, Options{Shift: shift})
}

// Convert returns the HTML of a description. It is false when the description is
// beyond a limit, and should be shown as plain text then.
func (c *Converter) Convert(description string, o Options) (string, bool) {
	out, _, ok := c.Within(description, o, maxWork)
	return out, ok
}

// Within is Convert for a page that has some work left: it is false, too, for a
// description that takes more than most. It returns the work, see Work.
func (c *Converter) Within(description string, o Options, most int) (out string, work int, ok bool) {
	if plain(description) {
		return "<p>" + html.EscapeString(strings.TrimSpace(description)) + "</p>\n", 0, most >= 0
	}
	name := nameOf(description, o)
	known, found := c.cache.Get(name)
	if !found {
		if known.work, ok = Work(description); !ok || known.work > most {
			return "", known.work, false
		}
		var d *decorator
		known.html, d, known.ok = c.convert(description, o, most-known.work)
		if known.work += d.work; known.work > most {
			return "", known.work, false
		}
		if !name.hashed || !known.ok {
			name.text = strings.Clone(name.text) // which would hold the whole document otherwise
			c.cache.Put(name, known, len(name.text)+len(name.hosts)+len(known.html)+256)
		}
	}
	if !known.ok || known.work > most {
		return "", known.work, false
	}
	out = known.html
	if strings.Contains(out, prefixMark) {
		out = strings.ReplaceAll(out, prefixMark, html.EscapeString(o.prefix()))
	}
	return resolveLinks(out, o), known.work, true
}

// name is what a description is kept by.
type name struct {
	text   string // or its hash, when it is long
	hashed bool
	shift  int
	hosts  string
}

func nameOf(description string, o Options) name {
	n := name{description, len(description) > maxCached, o.Shift, strings.Join(o.ImageHosts, " ")}
	if n.hashed {
		sum := sha256.Sum256([]byte(description))
		n.text = string(sum[:])
	}
	return n
}

// converted is what a description became, without prefixes.
type converted struct {
	html string
	work int
	ok   bool // false for one that turned out to be beyond a limit
}

// convert converts a description that is acceptable, and draws until that takes more than
// most. Prefixes are missing.
func (c *Converter) convert(description string, o Options, most int) (string, *decorator, bool) {
	source := []byte(unmark.Replace(description))
	d := &decorator{pieces: &pieces{}, drawings: drawings{fences: c.fences, most: most}, options: o}
	context := parser.NewContext()
	context.Set(piecesKey, d)
	tree := c.markdown.Parser().Parse(text.NewReader(source), parser.WithContext(context))
	var out written
	out.Grow(len(source) * 3 / 2)
	if c.markdown.Renderer().Render(&out, source, tree) != nil || out.Len() > maxOutput(description) {
		return "", d, false
	}
	held := out.Bytes()
	if d.raw {
		held = holdLinks(held)
	}
	clean := d.insert(c.policy.SanitizeReader(bytes.NewReader(held)).String())
	if d.raw {
		clean = balance(clean)
	}
	return clean, d, len(clean) <= maxOutput(description) && strings.Count(clean, "<")/2 <= maxElements
}

// written is what a renderer writes to without a buffer between.
type written struct{ bytes.Buffer }

var _ util.BufWriter = (*written)(nil)

// Buffered is called by nobody.
func (*written) Buffered() int { return 0 }

// Flush has nothing to do.
func (*written) Flush() error { return nil }
