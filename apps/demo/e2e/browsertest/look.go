package browsertest

import (
	"os"
	"path/filepath"
	"strconv"

	"github.com/chromedp/chromedp"
	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"
)

// ShotDir is the environment variable that names a directory for screenshots. Shoot does
// nothing without it.
const ShotDir = "TREFOIL_SCREENSHOTS"

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

// Inline counts inline scripts and styles, of which a page has none but the script that
// sets its colours, the first in its head.
func (b *Browser) Inline() int {
	ginkgo.GinkgoHelper()
	return Eval[int](b, `[...document.querySelectorAll("script:not([src]):not([type='application/json']):not([type='application/ld+json']), style, [style]")]
		.filter(el => el !== document.head.querySelector("script:not([type])")).length`)
}
