package markdown_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

// What the HTML of a description of n bytes may cost, whatever it holds.
// The largest description has 64 KiB, so one page of 100 kB of hostile text stays
// below ten times its size and 16 MiB.
const (
	outPerByte       = 10
	outFree          = 256 << 10
	allocatedPerByte = 1000
	allocatedFree    = 256 << 10
	maxAllocated     = 16 << 20
)

// largest is the length of the longest description that is converted.
const largest = 64 << 10

// attack is a text made of pieces that are repeated.
type attack struct {
	before string
	n      int
	unit   string
	m      int
	after  string
}

func (a attack) text() string {
	return worktest.Repeated(largest, a.before, a.n, a.unit, a.m, a.after)
}

// attacks are texts that cost much once, or look as if they could.
var attacks = map[string]attack{
	"a table with many columns and short rows":    {"|a", 1150, "", 0, "\n" + strings.Repeat("|-", 1150) + "\n" + strings.Repeat("a\n", 2300)},
	"a table with the most columns":               {"|a", 4000, "", 0, "\n" + strings.Repeat("|-", 4000) + "\n" + strings.Repeat("a\n", 16_000)},
	"a table without outer bars":                  {"a|", 4000, "", 0, "a\n" + strings.Repeat("-|", 4000) + "-\n" + strings.Repeat("a\n", 16_000)},
	"a table in a quote with rows outside":        {"> ", 1, "|a", 4000, "\n> " + strings.Repeat("|-", 4000) + "\n" + strings.Repeat("a\n", 16_000)},
	"a table in a list":                           {"- ", 1, "|a", 4000, "\n  " + strings.Repeat("|-", 4000) + "\n" + strings.Repeat("a\n", 16_000)},
	"a table whose rows have marks of quotes":     {"|a", 4000, "", 0, "\n" + strings.Repeat("|-", 4000) + "\n" + strings.Repeat("    >\n", 8000)},
	"tables in many items":                        {"- |a|a|a|a|a|a|a|a|a\n  |-|-|-|-|-|-|-|-|-\n  a\n  a\n  a\n", 1000, "", 0, ""},
	"many small tables":                           {"a|a\n-|-\n\n", 6000, "", 0, ""},
	"dollars":                                     {"$", largest, "", 0, ""},
	"open formulas":                               {"$$x", largest, "", 0, ""},
	"open formulas in code":                       {"$`x", largest, "", 0, ""},
	"open formulas before long lines":             {"$$ x", 199, "a", largest, ""},
	"formulas that end":                           {"$$x$$ ", largest, "", 0, ""},
	"empty headings":                              {"#\n", largest, "", 0, ""},
	"headings":                                    {"# a\n", largest, "", 0, ""},
	"headings up to the limit of elements":        {"# a\n", 1200, "", 0, ""},
	"underlined headings":                         {"1\n=\n", largest, "", 0, ""},
	"short lines":                                 {"a\n", largest, "", 0, ""},
	"short paragraphs":                            {"a\n\n", largest, "", 0, ""},
	"lines that end with a backslash":             {"a\\\n", largest, "", 0, ""},
	"lists in lists":                              {"- a\n  ", largest, "", 0, ""},
	"mails":                                       {"a@b.cc ", largest, "", 0, ""},
	"addresses without scheme":                    {"www.a.b ", largest, "", 0, ""},
	"definitions and references to the longest":   {"[a]", 300, "", 0, "\n\n[a]: http://a/" + strings.Repeat("b", 40_000)},
	"images of the longest definition":            {"![a]", 300, "", 0, "\n\n[a]: http://a/" + strings.Repeat("b", 40_000)},
	"a title of the longest definition":           {"[a]", 300, "", 0, "\n\n[a]: http://a \"" + strings.Repeat("b", 40_000) + "\""},
	"references to the longest footnote":          {"[^a]", 300, "", 0, "\n\n[^a]: " + strings.Repeat("b ", 20_000)},
	"backticks of all lengths before short lines": {strings.Join(backticks(85), "\n") + "\n", 1, "a\n", 12_000, ""},
	"backticks after backslashes":                 {"\\```\n", 1300, "", 0, ""},
	"backticks after backslashes before one line": {"\\```", 1300, "a", largest, ""},
	"drawings of many lines":                      {"", 0, "```mermaid\ngraph TD\nA-->B & C & D & E\n```\n", 1200, ""},
	"a wide drawing":                              {"```mermaid\ngraph TD\n", 1, "A & B & C & D & E & F & G & H-->A & B & C & D & E & F & G & H\n", 600, "```\n"},
	"a long sequence":                             {"```mermaid\nsequenceDiagram\n", 1, "A->>B: x\n", 6000, "```\n"},
	"fences":                                      {"```\n", largest, "", 0, ""},
	"callouts":                                    {"> [!NOTE]\n> x\n\n", largest, "", 0, ""},
	"tasks":                                       {"- [ ] a\n", largest, "", 0, ""},
	"open tags":                                   {"<b>", 3900, "a\n\n", 2000, ""},
	"tags that are closed crosswise":              {"<b><i>", 900, "</b></i>", 900, ""},
	"tables of HTML":                              {"<table><td>", 1900, "a", 100, ""},
	"entities":                                    {"&NotEqualTilde;", largest, "", 0, ""},
	"quotes and apostrophes":                      {"\"'", largest, "", 0, ""},
}

// backticks are runs of 1 to n backticks.
func backticks(n int) (runs []string) {
	for i := range n {
		runs = append(runs, strings.Repeat("`", i+1))
	}
	return runs
}

// cost is what the HTML of a text costs.
type cost struct{ in, out, allocated int }

var (
	costly = drawing()
	shift  = 0
)

// costOf converts a text, with a shift that no text had before: nothing of it is
// cached. It is called by one goroutine at a time.
func costOf(text string) cost {
	shift++
	c := cost{in: len(text)}
	c.allocated = worktest.Allocated(func() {
		out, _ := costly.HTML(text, shift)
		c.out = len(out)
	})
	if worktest.RaceDetector {
		c.allocated = 0
	}
	return c
}

func (c cost) low() bool {
	return c.out <= outPerByte*c.in+outFree && c.allocated <= min(allocatedPerByte*c.in+allocatedFree, maxAllocated)
}

// pieces are what texts are made of by chance.
var pieces = strings.Split("a| |-|:-|\n|\n\n|\t|    |  |- |1. |> |>|#|# |=\n|---\n|***\n|`|``|```\n|~~~\n|```json\n|```mermaid\ngraph TD\n|A-->B\n|{\"a\":1}|$|$$|$`|`$|*|**|_|~~|[|]|(|)|![|[a]|[a]: b\n|[^a]|[^a]: x\n|](b)|<|>|<b>|</b>|<i>|<p>|<td>|<table>|<tr>|</table>|<a href=http://a>|<!--|-->|<?|<![CDATA[|&|&amp;|&#0;|\\|\\\n|\"|'|http://a|www.a.b|a@b.cc|<http://a>|- [ ] |> [!NOTE]\n|é|\x00|\uE000|\uE002|::|x^2|\\frac{|}|1|frac", "|")

// byChance makes a text of pieces. A bar is not a piece between bars.
func byChance(r *rand.Rand) string {
	some := func() string {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			if r.IntN(8) == 0 {
				b.WriteByte('|')
			}
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	times := func() int { return 1 << r.IntN(16) }
	return attack{some(), times(), some(), times(), some()}.text() + attack{some(), times(), some(), times(), some()}.text()
}

// cut shortens a text to what a description may have.
func cut(text string) string { return strings.ToValidUTF8(text[:min(len(text), largest)], "") }

var _ = Describe("The HTML of a description", Serial, worktest.Large, func() {
	BeforeEach(func() {
		if worktest.RaceDetector {
			Skip("what a text costs is counted without the race detector, which allocates too")
		}
	})

	It("costs a bounded multiple of the description", func() {
		for name, a := range attacks {
			c := costOf(a.text())
			Expect(c).To(Satisfy(cost.low), name)
		}
	})

	It("costs a bounded multiple of texts made by chance", func() {
		r := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			text := cut(byChance(r))
			c := costOf(text)
			Expect(c).To(Satisfy(cost.low), "%.200q", text)
		}
	})
})

func FuzzCost(f *testing.F) {
	for _, a := range attacks {
		f.Add(a.before, uint16(a.n), a.unit, uint16(a.m), a.after)
	}
	f.Fuzz(func(t *testing.T, before string, n uint16, unit string, m uint16, after string) {
		text := cut(strings.ToValidUTF8(attack{before, int(n), unit, int(m), after}.text(), ""))
		if c := costOf(text); !c.low() {
			t.Errorf("%+v for %.300q", c, text)
		}
	})
}
