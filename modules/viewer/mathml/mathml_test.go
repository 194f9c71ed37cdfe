package mathml_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/mathml"
)

// inner is the formula without the element around it.
func inner(formula string) string {
	_, after, _ := strings.Cut(formula, ">")
	return strings.TrimSuffix(after, "</math>")
}

var _ = DescribeTable("A formula has",
	func(source, want string) {
		formula, ok := mathml.Draw(source)

		Expect(ok).To(BeTrue())
		Expect(inner(formula)).To(Equal(want))
	},
	Entry("letters and numbers", "a+1.5", "<mrow><mi>a</mi><mo>+</mo><mn>1.5</mn></mrow>"),
	Entry("scripts", "x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
	Entry("primes", "f'", "<msup><mi>f</mi><mo>′</mo></msup>"),
	Entry("fractions", `\frac{a}{b}`, "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
	Entry("roots", `\sqrt[3]{x}`, "<mroot><mi>x</mi><mn>3</mn></mroot>"),
	Entry("functions with limits", `\lim_{n} n`, `<mrow><munder><mo movablelimits="true" lspace="0" rspace="0.17em">lim</mo><mi>n</mi></munder><mi>n</mi></mrow>`),
	Entry("sums with limits", `\sum_{i}^{n} i`, "<mrow><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi></mrow>"),
	Entry("Greek letters", `\alpha\Omega`, "<mrow><mi>α</mi><mi>Ω</mi></mrow>"),
	Entry("functions", `\sin x`, "<mrow><mi>sin</mi><mi>x</mi></mrow>"),
	Entry("text", `\text{if } x`, "<mrow><mtext>if\u00A0</mtext><mi>x</mi></mrow>"),
	Entry("brackets that grow", `\left(x\right.`, `<mrow><mo stretchy="true">(</mo><mi>x</mi></mrow>`),
	Entry("accents", `\hat x`, `<mover accent="true"><mi>x</mi><mo>^</mo></mover>`),
	Entry("fonts", `\mathbf{x}\mathrm{y}`, `<mrow><mi class="math-bold" mathvariant="normal">x</mi><mi mathvariant="normal">y</mi></mrow>`),
	Entry("matrices", `\begin{pmatrix}a&b\\c&d\end{pmatrix}`, `<mrow><mo stretchy="true">(</mo><mtable class="math-table"><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo stretchy="true">)</mo></mrow>`),
	Entry("less than", `a<b`, "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"),
)

var _ = DescribeTable("What is no formula that is known is refused:",
	func(source string) {
		_, ok := mathml.Draw(source)
		Expect(ok).To(BeFalse())
	},
	Entry("nothing", " "), Entry("a link", `\href{javascript:H()}{x}`), Entry("a class", `\class{x}{y}`), Entry("a style", `\style{x}{y}`), Entry("an include", `\input{x}`),
	Entry("a macro", `\def\a{\a}`), Entry("an open brace", "{a"), Entry("a closing brace", "a}"), Entry("half a fraction", `\frac{a}`), Entry("two exponents", "a^b^c"),
	Entry("an open bracket", `\left(a`), Entry("an open table", `\begin{matrix}a`), Entry("another table", `\begin{x}a\end{x}`), Entry("a back slash", `\`), Entry("a control character", "a\x01b"), Entry("a long one", strings.Repeat("a", 5000)),
)

var _ = Describe("A formula", func() {
	It("escapes what it holds", func() {
		formula, ok := mathml.Draw(`\text{<script>"x"</script>} < "`)

		Expect(ok).To(BeTrue())
		Expect(formula).NotTo(ContainSubstring("<script"))
		Expect(formula).To(HavePrefix(`<math alttext="\text{&lt;script&gt;`))
	})

	It("of any kind takes few steps for each of its bytes", func(ctx SpecContext) {
		counter, err := worktest.Build(ctx, GinkgoT().TempDir())
		Expect(err).NotTo(HaveOccurred())
		var sources []string
		for _, unit := range []string{"{", "^", "_", `\frac`, `\frac{`, `\sqrt[`, `\left(`, `\begin{matrix}`, "'", "a_", `\hat`, `\\`, "&", `\mathbf{`, "x", "x ", "{x}", `\alpha`} {
			sources = append(sources, strings.Repeat(unit, maxSource/len(unit)))
		}

		steps, err := counter.Steps(ctx, "mathml", sources...)

		Expect(err).NotTo(HaveOccurred())
		AddReportEntry(fmt.Sprint(steps))
		Expect(steps).To(HaveEach(BeNumerically("<", 50*maxSource)))
	})
})

func FuzzDraw(f *testing.F) {
	for _, seed := range []string{`\frac{a}{b}`, `\begin{cases}a&b\\c\end{cases}`, `\left(x\right)`, `\text{<}`, `a_b^c'`, `\mathbb{R}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		formula, ok := mathml.Draw(source)
		if again, _ := mathml.Draw(source); again != formula {
			t.Fatalf("%q is drawn in two ways", source)
		}
		if !ok {
			return
		}
		if len(formula) > 64*len(source)+256 {
			t.Fatalf("%d bytes become %d", len(source), len(formula))
		}
		d := xml.NewDecoder(strings.NewReader(formula))
		for {
			token, err := d.Token()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatalf("what %d bytes become is not well-formed: %v", len(source), err)
			}
			if e, ok := token.(xml.StartElement); ok && !strings.HasPrefix(e.Name.Local, "m") {
				t.Fatalf("the element %s", e.Name.Local)
			}
		}
	})
}

// maxSource is how long a formula may be.
const maxSource = 4 << 10
