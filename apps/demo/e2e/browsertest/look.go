package browsertest

import (
	"os"
	"path/filepath"
	"strconv"

	"github.com/chromedp/chromedp"
	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"
)

const (
	// AxeFile is the environment variable that names the script of axe-core, of
	// which nothing is in this repository. Without it pages are not checked by it.
	AxeFile = "TREFOIL_AXE"
	// ShotDir is the environment variable that names a directory to put
	// screenshots in. Without it there are none.
	ShotDir = "TREFOIL_SCREENSHOTS"
)

// Axe returns what axe-core finds wrong with the page, WCAG 2.2 A and AA and its
// best practices: nothing when there is no axe-core. It waits for colours that are
// on their way to others.
func (b *Browser) Axe() []string {
	ginkgo.GinkgoHelper()
	file := os.Getenv(AxeFile)
	if file == "" {
		return nil
	}
	script, err := os.ReadFile(file)
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	b.Run(chromedp.Evaluate(string(script), nil))
	return Eval[[]string](b, `Promise.race([
			Promise.allSettled(document.getAnimations().filter(a => a.effect?.getComputedTiming().endTime !== Infinity).map(a => a.finished)),
			new Promise(done => setTimeout(done, 2000)), // an animation of what is not rendered does not end
		])
		.then(() => axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}))
		.then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).join(", ")))`)
}

// Shoot takes a screenshot when somebody wants to look at it. The width of the
// window comes behind the name.
func (b *Browser) Shoot(name string) {
	ginkgo.GinkgoHelper()
	dir := os.Getenv(ShotDir)
	if dir == "" {
		return
	}
	width := Eval[int](b, `document.documentElement.clientWidth`)
	var image []byte
	b.Run(chromedp.CaptureScreenshot(&image))
	gomega.Expect(os.WriteFile(filepath.Join(dir, name+"-"+strconv.Itoa(width)+".png"), image, 0o644)).To(gomega.Succeed())
}

// FitsWidth reports whether the page does not scroll sideways.
func (b *Browser) FitsWidth() bool {
	ginkgo.GinkgoHelper()
	return Eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`)
}

// Inline counts inline scripts and styles, of which a page has none.
func (b *Browser) Inline() int {
	ginkgo.GinkgoHelper()
	return Eval[int](b, `document.querySelectorAll("script:not([src]):not([type='application/json']):not([type='application/ld+json']), style, [style]").length`)
}
