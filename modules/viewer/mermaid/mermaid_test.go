package mermaid_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/mermaid"
)

func drawn(source string) htmltest.Nodes {
	GinkgoHelper()
	svg, ok := mermaid.Draw(source)
	Expect(ok).To(BeTrue(), source)
	return htmltest.Parse([]byte(svg)).Find("svg")
}

// numbers are the values of an attribute of all elements.
func numbers(nodes htmltest.Nodes, name string) []float64 {
	GinkgoHelper()
	var list []float64
	for _, value := range nodes.Attributes(name) {
		var v float64
		_, err := fmt.Sscan(value, &v)
		Expect(err).NotTo(HaveOccurred())
		list = append(list, v)
	}
	return list
}

var _ = Describe("A flowchart", func() {
	It("has its nodes, edges and labels", func() {
		svg := drawn("graph TD\n  A[Order] -->|paid| B(Ship it)\n  A -- no --> C{Sure?}\n  C -.-> A")

		Expect(svg.Find("text.mermaid-text").Texts()).To(Equal([]string{"Order", "Ship it", "Sure?"}))
		Expect(svg.Find("text.mermaid-label").Texts()).To(Equal([]string{"paid", "no"}))
		Expect(svg.Find("path.mermaid-edge")).To(HaveLen(3))
		Expect(svg.Find("path.mermaid-dotted")).To(HaveLen(1))
		Expect(svg.Find("path.mermaid-arrow")).To(HaveLen(3))
		Expect(svg.Find("polygon.mermaid-node")).To(HaveLen(1))
		Expect(svg.Attributes("aria-label")).To(Equal([]string{"Flowchart: Order, paid, to Ship it; Order, no, to Sure?; Sure? to Order"}))
	})

	DescribeTable("knows the shape",
		func(text, element string) { Expect(drawn("graph TD\nA" + text).Find(element)).To(HaveLen(1)) },
		Entry("of a box", "[x]", "rect.mermaid-node"), Entry("with round corners", "(x)", "rect.mermaid-node"), Entry("of a stadium", "([x])", "rect.mermaid-node"), Entry("of a circle", "((x))", "circle.mermaid-node"),
		Entry("of a rhombus", "{x}", "polygon.mermaid-node"), Entry("of a hexagon", "{{x}}", "polygon.mermaid-node"), Entry("of a cylinder", "[(x)]", "path.mermaid-node"), Entry("of a subroutine", "[[x]]", "path.mermaid-line"),
		Entry("that is slanted", "[/x/]", "polygon.mermaid-node"), Entry("of a flag", ">x]", "polygon.mermaid-node"), Entry("with brackets in quotes", `["a [b] (c)"]`, "rect.mermaid-node"),
	)

	DescribeTable("knows the link",
		func(link string, arrows int) {
			svg := drawn("graph LR\nA " + link + " B")
			Expect(svg.Find("text.mermaid-text").Texts()).To(Equal([]string{"A", "B"}))
			Expect(svg.Find("path.mermaid-arrow")).To(HaveLen(arrows))
		},
		Entry("arrow", "-->", 1), Entry("line", "---", 0), Entry("long arrow", "----->", 1), Entry("thick", "==>", 1), Entry("dotted", "-.->", 1), Entry("dotted line", "-.-", 0),
		Entry("both", "<-->", 2), Entry("label in it", "-- x -->", 1), Entry("dotted label", "-. x .->", 1), Entry("thick label", "== x ==>", 1), Entry("label behind it", "-->|x|", 1), Entry("cross", "--x", 1), Entry("nothing", "~~~", 0),
	)

	It("goes where it is told", func() {
		down, right := drawn("graph TD\nA[a]-->B[b]"), drawn("flowchart LR\nA[a]-->B[b]")
		up, left := drawn("graph BT\nA[a]-->B[b]"), drawn("graph RL\nA[a]-->B[b]")

		for svg, name := range map[string]string{"y": "down", "x": "right"} {
			values := numbers(map[string]htmltest.Nodes{"down": down, "right": right}[name].Find("rect.mermaid-node"), svg)
			Expect(values[0]).To(BeNumerically("<", values[1]), name)
		}
		for svg, name := range map[string]string{"y": "up", "x": "left"} {
			values := numbers(map[string]htmltest.Nodes{"up": up, "left": left}[name].Find("rect.mermaid-node"), svg)
			Expect(values[0]).To(BeNumerically(">", values[1]), name)
		}
	})

	It("has frames around subgraphs that do not meet", func() {
		svg := drawn("graph TD\nsubgraph one [First]\nA-->B\nend\nsubgraph two\nC-->D\nend\nB-->C\nE-->A")

		Expect(svg.Find("text.mermaid-title").Texts()).To(Equal([]string{"First", "two"}))
		x, width := numbers(svg.Find("rect.mermaid-group"), "x"), numbers(svg.Find("rect.mermaid-group"), "width")
		Expect(x[0] + width[0]).To(BeNumerically("<", x[1]))
	})
})

var _ = Describe("A sequence diagram", func() {
	It("has its actors, messages, notes and blocks", func() {
		svg := drawn("sequenceDiagram\nautonumber\nparticipant C as Client\nactor U\nU->>C: click\nC-->>+S: GET /a\nloop every minute\nS->>S: check\nend\nalt found\nS--)C: 200\nelse missing\nS-xC: 404\nend\nNote over C,S: done<br/>really")

		Expect(svg.Find("text.mermaid-label").Texts()).To(Equal([]string{"1. click", "2. GET /a", "3. check", "4. 200", "5. 404"}))
		Expect(svg.Find("text.mermaid-title").Texts()).To(Equal([]string{"loop every minute", "alt found", "missing"}))
		Expect(svg.Find("rect.mermaid-group")).To(HaveLen(2))
		Expect(svg.Find("rect.mermaid-note")).To(HaveLen(1))
		Expect(svg.Find("line.mermaid-life")).To(HaveLen(3))
		Expect(svg.Find("text.mermaid-text").Texts()).To(ContainElements("Client", "U", "S", "done", "really"))
	})
})

var _ = DescribeTable("What is not known is refused:",
	func(source string) {
		_, ok := mermaid.Draw(source)
		Expect(ok).To(BeFalse())
	},
	Entry("nothing", ""), Entry("another kind", "classDiagram\nA <|-- B"), Entry("a pie", "pie\n\"a\": 1"), Entry("an empty flowchart", "graph TD"), Entry("another direction", "graph XX\nA"),
	Entry("half a link", "graph TD\nA -->"), Entry("an open bracket", "graph TD\nA[x"), Entry("an open subgraph", "graph TD\nsubgraph a\nA"), Entry("an end too many", "graph TD\nA\nend"),
	Entry("an open block", "sequenceDiagram\nloop x\nA->>B: y"), Entry("no message", "sequenceDiagram\nA B"), Entry("a note of nobody", "sequenceDiagram\nNote x: y"),
	Entry("too many nodes", "graph TD\n"+strings.Join(strings.Fields(strings.Repeat("a ", 200)), "0\n")+manyNodes(200)), Entry("too much text", "graph TD\nA["+strings.Repeat("x", 20_000)+"]"),
)

func manyNodes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\nn%d", i)
	}
	return b.String()
}

var _ = Describe("A diagram", func() {
	It("escapes what it holds, and neither links nor styles", func() {
		svg, ok := mermaid.Draw("graph TD\nA[\"<img src=x onerror=H()>\"] -->|\"<script>\"| B\nclick A \"javascript:H()\"\nstyle A fill:url(x)\nclassDef a fill:#f00")

		Expect(ok).To(BeTrue())
		Expect(svg).To(ContainSubstring("&lt;img"))
		for _, bad := range []string{"<img", "<script", "javascript", "style", "href", "url("} {
			Expect(svg).NotTo(ContainSubstring(bad))
		}
	})

	It("of any kind takes a bounded number of steps", func(ctx SpecContext) {
		counter, err := worktest.Build(ctx, GinkgoT().TempDir())
		Expect(err).NotTo(HaveOccurred())
		var all strings.Builder
		for i := range 12 {
			fmt.Fprintf(&all, " & n%d", i)
		}

		steps, err := counter.Steps(ctx, "mermaid",
			"graph TD\n"+ladder(150), "graph TD\n"+ladder(75), "graph TD\n"+strings.Repeat("subgraph a\n", 10)+ladder(75)+strings.Repeat("end\n", 10),
			"graph TD\nx"+all.String()+" --> x"+all.String(), "graph TD\n"+strings.Repeat("A --> ", 2000)+"A",
			"graph TD\n"+strings.Repeat("A & ", 3000)+"A", "graph TD\nA"+strings.Repeat("[", 10_000), "graph TD\nA "+strings.Repeat("-", 10_000), "graph TD\n"+strings.Repeat("subgraph a\n", 1000),
			"sequenceDiagram\n"+strings.Repeat("A->>B: x\n", 1500), "sequenceDiagram\n"+strings.Repeat("A->>B: x\n", 299), "sequenceDiagram\n"+strings.Repeat("loop x\n", 1500), "graph TD\nA["+strings.Repeat("a ", 7000)+"]",
		)

		Expect(err).NotTo(HaveOccurred())
		AddReportEntry(fmt.Sprint(steps))
		Expect(steps).To(HaveEach(BeNumerically("<", maxSteps)))
	})
})

// maxSteps is what a diagram may cost.
const maxSteps = 2_000_000

// ladder are n links from one node to the next, and as many from the first one.
func ladder(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "n%d --> n%d\nn0 --> n%d\n", i, i+1, i)
	}
	return b.String()
}

func FuzzDraw(f *testing.F) {
	for _, seed := range []string{"graph TD\nA[a] -->|b| C{d} & E((f))\nsubgraph x\nA\nend", "flowchart LR\nA-- b -->C;D-.->A", "sequenceDiagram\nA->>B: c\nNote over A,B: d\nloop e\nB--xA: f\nend"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		svg, ok := mermaid.Draw(source)
		if again, _ := mermaid.Draw(source); again != svg {
			t.Fatalf("%d bytes are drawn in two ways", len(source))
		}
		if !ok {
			return
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || len(svg) > maxSVG {
			t.Fatalf("%d bytes become %d, or something that is no number", len(source), len(svg))
		}
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			token, err := d.Token()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatalf("what %d bytes become is not well-formed: %v", len(source), err)
			}
			if e, isElement := token.(xml.StartElement); isElement && !strings.Contains(" svg rect text path line circle polygon ", " "+e.Name.Local+" ") {
				t.Fatalf("the element %s", e.Name.Local)
			}
		}
	})
}

// maxSVG is how many bytes a diagram has at most.
const maxSVG = 512 << 10
