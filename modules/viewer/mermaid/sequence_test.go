package mermaid_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

// sequenceByChance is a sequence diagram of a few actors with messages, notes and blocks.
func sequenceByChance(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	b, n, open := &strings.Builder{}, 1+r.IntN(6), 0
	b.WriteString("sequenceDiagram\n")
	for i := range n {
		fmt.Fprintf(b, "%s a%d as %s\n", pick("participant", "actor"), i, pick("A", "A client", "One with a name that is wrapped as it is long"))
	}
	actor := func() string { return fmt.Sprintf("a%d", r.IntN(n)) }
	text := func() string {
		return pick("x", "GET /orders", "a text of some words that is wrapped because it is long", "two<br>lines")
	}
	for range r.IntN(24) {
		switch r.IntN(6) {
		case 0:
			fmt.Fprintf(b, "Note %s %s: %s\n", pick("left of", "right of", "over"), actor(), text())
		case 1:
			fmt.Fprintf(b, "Note over %s,%s: %s\n", actor(), actor(), text())
		case 2:
			if open < 3 {
				fmt.Fprintf(b, "%s %s\n", pick("loop", "alt", "opt"), text())
				open++
			}
		case 3:
			if open > 0 {
				b.WriteString("end\n")
				open--
			}
		default:
			fmt.Fprintf(b, "%s%s%s: %s\n", actor(), pick("->>", "-->>", "-x", "--)", "<<->>"), actor(), text())
		}
	}
	b.WriteString(strings.Repeat("end\n", open))
	return b.String()
}

var _ = Describe("The layout of any sequence diagram", func() {
	It("keeps actors, notes and texts apart and in the picture, and has messages end at lives", func() {
		r := rand.New(rand.NewPCG(7, 8))
		for range 400 {
			source := sequenceByChance(r)
			svg := drawn(source)
			p := pictureOf(source)
			var notes, labels []rect
			for _, n := range svg.All() {
				switch class := htmltest.Attribute(n, "class"); {
				case class == "mermaid-note":
					notes = append(notes, covered(n))
				case n.Data == "text" && (strings.HasPrefix(class, "mermaid-label") || strings.HasPrefix(class, "mermaid-title")):
					labels = append(labels, covered(n))
				}
			}

			all := slices.Concat(p.nodes, notes, labels)
			for i, a := range all {
				Expect(p.view.holds(a)).To(BeTrue(), "%v in %v of\n%s", a, p.view, source)
				for _, b := range all[:i] {
					Expect(a.apart(b)).To(BeTrue(), "%v and %v in\n%s", a, b, source)
				}
			}
			lives, messages := numbers(svg.Find("line.mermaid-life"), "x1"), svg.Find("line.mermaid-edge")
			from, to := numbers(messages, "x1"), numbers(messages, "x2")
			for i := range messages {
				if to[i]-from[i] > p.view.right-60 {
					continue // between the parts of a block, from side to side
				}
				Expect(lives).To(And(ContainElement(BeNumerically("~", from[i], 0.5)), ContainElement(BeNumerically("~", to[i], 0.5))), source)
			}
		}
	})
})
