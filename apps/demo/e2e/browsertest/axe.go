package browsertest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"

	"github.com/chromedp/chromedp"
	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
)

// AxeFile is the environment variable that names the script of axe-core, which is not
// part of this repository. Axe checks nothing without it.
const AxeFile = "TREFOIL_AXE"

// axeScript calls axe-core.
//
//go:embed axe.js
var axeScript string

// NeedAxe skips a spec when axe-core is missing.
func NeedAxe() {
	ginkgo.GinkgoHelper()
	if os.Getenv(AxeFile) == "" {
		ginkgo.Skip("there is no axe-core: set " + AxeFile)
	}
}

// AxeReport is what axe-core says about a part of a page.
type AxeReport struct {
	Rules  int      // rules that the part passed
	Found  []string // violations
	Unsure []string // what it cannot judge, but for text that lies partly out of its frame
}

// ContrastReport is what Contrasts says about a part of a page in a theme.
type ContrastReport struct {
	Theme  viewer.Theme
	Mode   string   // light or dark
	Ground string   // the background of the page, such as #ffffff
	Texts  int      // texts and fields that were looked at
	Found  []string // those that are too faint
	Unsure []string // those that lie on an image
}

// Axe returns what axe-core finds wrong with the page, WCAG 2.2 A and AA and its
// best practices: nothing when there is no axe-core.
func (b *Browser) Axe() []string {
	ginkgo.GinkgoHelper()
	if os.Getenv(AxeFile) == "" {
		return nil
	}
	return b.AxeAll("html").Found
}

// AxeAll checks the elements that a CSS selector finds by all rules.
func (b *Browser) AxeAll(selector string) AxeReport {
	ginkgo.GinkgoHelper()
	b.loadAxe()
	return Eval[AxeReport](b, fmt.Sprintf("axeAll(%q, [])", selector))
}

// AxeStructure checks them by all rules but that of colours, which takes as long as all
// others together, and which Contrasts checks.
func (b *Browser) AxeStructure(selector string) AxeReport {
	ginkgo.GinkgoHelper()
	b.loadAxe()
	return Eval[AxeReport](b, fmt.Sprintf("axeAll(%q, ['color-contrast'])", selector))
}

// Contrasts compares the texts in the elements that a CSS selector finds with what
// lies behind them, as WCAG 1.4.3 has it, in the colours of themes, light and dark. It
// needs no axe-core, and leaves the page in the colours that it has.
func (b *Browser) Contrasts(selector string, themes ...viewer.Theme) []ContrastReport {
	ginkgo.GinkgoHelper()
	b.loadAxe()
	list, err := json.Marshal(themes)
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	reports := Eval[[]ContrastReport](b, fmt.Sprintf("contrasts(%q, %s)", selector, list))
	gomega.Expect(reports).To(gomega.HaveLen(2 * len(themes)))
	return reports
}

// loadAxe gives the page axe-core, where there is one, and the calls of it.
func (b *Browser) loadAxe() {
	ginkgo.GinkgoHelper()
	if Eval[bool](b, `"contrasts" in window`) {
		return
	}
	if file := os.Getenv(AxeFile); file != "" {
		script, err := os.ReadFile(file)
		gomega.Expect(err).NotTo(gomega.HaveOccurred())
		b.Run(chromedp.Evaluate(string(script), nil))
	}
	b.Run(chromedp.Evaluate(axeScript, nil))
}
