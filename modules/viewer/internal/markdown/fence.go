package markdown

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// Fence draws fenced blocks of a language: Draw returns HTML, which passes a list of
// what it may hold. It is false for a source that is to be shown as code. It is called
// by several goroutines at once.
type Fence struct {
	Language string
	Draw     func(source string) (html string, ok bool)
}

// languageOfMath is that of formulas, which stand in lines, too.
const languageOfMath = "math"

// MaxFence is how many bytes a source has at most that is drawn.
const MaxFence = 16 << 10

// What is drawn of one description, at most. The rest is shown as code.
const (
	maxDrawings      = 40
	maxDrawn         = 96 << 10 // bytes of HTML
	maxDrawnElements = 1500
)

// fence is a Fence with the list of what its HTML may hold.
type fence struct {
	draw   func(string) (string, bool)
	policy *bluemonday.Policy
}

// fences are those of a converter by their languages in lower case.
type fences map[string]fence

func newFences(list []Fence) fences {
	made := fences{}
	for _, f := range list {
		language := strings.ToLower(f.Language)
		if f.Draw == nil {
			delete(made, language)
			continue
		}
		made[language] = fence{f.Draw, drawingPolicy(language)}
	}
	return made
}

// drawings are those of one description so far.
type drawings struct {
	fences                 fences
	count, bytes, elements int
	work, most             int // that they take, as Work has it, and may take
}

// draw returns what a source of a language is drawn as. It is false for what is shown
// as code: it cannot be read, or there is too much of it.
func (d *drawings) draw(language, source string) (string, bool) {
	f, known := d.fences[strings.ToLower(language)]
	if !known || len(source) > MaxFence || d.count >= maxDrawings || d.bytes > maxDrawn || d.elements > maxDrawnElements || d.work > d.most {
		return "", false
	}
	d.count++
	drawn, ok := f.draw(source)
	d.work += workOfDrawing + workOfDrawn*min(len(drawn), maxDrawn-d.bytes) // what is longer is drawn, and no more
	if d.bytes += len(drawn); !ok || d.bytes > maxDrawn || d.work > d.most {
		return "", false
	}
	drawn = strings.TrimSpace(balance(f.policy.Sanitize(drawn)))
	d.elements += strings.Count(drawn, "<") / 2
	return drawn, drawn != "" && d.elements <= maxDrawnElements
}

// Values of attributes of drawings: none has an address, and only transform has
// parentheses.
var (
	drawnValue     = regexp.MustCompile(`^[A-Za-z0-9 .,#%+-]*$`)
	drawnTransform = regexp.MustCompile(`^[A-Za-z0-9 .,()+-]*$`)
)

// drawingPolicy is the list of what a drawing may hold: what a description may, SVG
// that only has shapes and text, and MathML. Its classes begin with its language and a
// hyphen, so that they meet none of the page.
func drawingPolicy(language string) *bluemonday.Policy {
	p := policy()
	p.AllowNoAttrs().OnElements("svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
		"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup",
		"munder", "mover", "munderover", "mtable", "mtr", "mtd")
	p.AllowAttrs("x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "width", "height", "viewbox", "d", "points",
		"fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-opacity", "opacity",
		"text-anchor", "dominant-baseline", "font-size", "font-weight").Matching(drawnValue).
		OnElements("svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan")
	p.AllowAttrs("transform").Matching(drawnTransform).OnElements("g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text")
	p.AllowAttrs("accent", "linethickness", "lspace", "rspace", "mathvariant", "movablelimits", "stretchy", "width").Matching(drawnValue).
		OnElements("mfrac", "mi", "mn", "mo", "mover", "mspace", "mtext", "munder", "munderover")
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^img$`)).OnElements("svg")
	p.AllowAttrs("aria-label").OnElements("svg", "table")
	p.AllowAttrs("alttext").OnElements("math")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(?:` + regexp.QuoteMeta(language) + `-[a-z0-9-]+(?: +|$))+$`)).Globally()
	return p
}
