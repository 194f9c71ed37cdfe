package editor

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// dropped drops a file on the editor.
const dropped = `(() => {
	const files = new DataTransfer();
	files.items.add(new File([TEXT], "dropped.json", {type: "application/json"}));
	document.querySelector("[data-editor-field]").dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true, composed: true}));
})()`

var _ = Describe("Files of the editor", func() {
	It("take a text in and out, the right name and type with it, and undo brings the one of before back", func(ctx SpecContext) {
		dir := GinkgoT().TempDir()
		file := filepath.Join(dir, "park.yaml")
		park := strings.ReplaceAll(zoo, "Zoo", "Park")
		Expect(os.WriteFile(file, []byte(park), 0o600)).To(Succeed())
		address, updates := serve(ctx, zoo)
		b := edit(address)
		downloads := keepDownloads(b)

		b.Run(chromedp.SetUploadFiles(".editor-tools input[type=file]", []string{file}, chromedp.ByQuery))
		Eventually(heading(b)).Should(Equal("Park"))
		Expect(updates.all()).To(Equal([]string{park}))

		browsertest.Eval[any](b, strings.Replace(dropped, "TEXT", quoted(`{"openapi": "3.1.0", "info": {"title": "Dropped", "version": "1"}, "paths": {}}`), 1))
		Eventually(heading(b)).Should(Equal("Dropped"))
		press(b, "[data-editor-download]")
		Eventually(func() []string { return names(downloads) }).Should(ConsistOf("dropped.json"))
		Eventually(os.ReadFile).WithArguments(filepath.Join(downloads, "dropped.json")).Should(ContainSubstring(`"title": "Dropped"`)) // the browser names it first

		press(b, "[data-editor-example]")
		Eventually(heading(b)).Should(Equal("Library"))
		Expect(status(b)()).To(Equal("Valid, 3 operations"))
		b.Shoot("editor-example")
		press(b, "[data-editor-download]")
		Eventually(func() []string { return names(downloads) }).Should(ConsistOf("dropped.json", "library.yaml"))

		b.Run(undo())
		Eventually(heading(b)).Should(Equal("Dropped"))
		b.Run(undo())
		Eventually(heading(b)).Should(Equal("Park"))
		press(b, "[data-editor-discard]")
		Eventually(heading(b)).Should(Equal("Zoo"))
		Expect(updates.all()).To(HaveLen(6))
		Expect(updates.all()[5]).To(Equal(zoo))
		Expect(browsertest.Eval[bool](b, `document.querySelector("[data-editor-discard]").disabled`)).To(BeTrue())
		Expect(violations(b)).To(BeEmpty())
	})
})

// keepDownloads has the browser put what is downloaded into a directory.
func keepDownloads(b *browsertest.Browser) string {
	GinkgoHelper()
	dir := GinkgoT().TempDir()
	b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		c := chromedp.FromContext(ctx)
		tab, err := target.GetTargetInfo().Do(ctx)
		if err != nil {
			return err
		}
		return browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir).
			WithBrowserContextID(tab.BrowserContextID).Do(cdp.WithExecutor(ctx, c.Browser))
	}))
	return dir
}

func names(dir string) []string {
	entries, err := os.ReadDir(dir)
	Expect(err).NotTo(HaveOccurred())
	var list []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".crdownload") {
			list = append(list, e.Name())
		}
	}
	return list
}
