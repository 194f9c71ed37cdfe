package trying

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// pixel is a PNG of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// answers are what the API answers with, by the last name of the path.
var answers = map[string]struct{ kind, text string }{
	"thing":  {"application/json", `{"name":"Box","size":1.50,"on":true,"owner":{"email":"a@b.example"},"parts":[{"name":"Lid"}]}`},
	"wrong":  {"application/json", `{"name":"A name that is much too long","size":0,"parts":[{"size":1}],"shape":{"radius":"wide"}}`},
	"broken": {"application/json", `{"a": nil}`},
	"image":  {"image/png", pixel},
	"sound":  {"audio/wav", "RIFF$\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00D\xac\x00\x00\x88X\x01\x00\x02\x00\x10\x00data\x00\x00\x00\x00"},
	"page":   {"text/html; charset=utf-8", "<!-- a -->\n<script>alert(1)</script><img src=x onerror=alert(1)>\n"},
	"pdf":    {"application/pdf", "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n"},
	"bytes":  {"application/octet-stream", "\x00\x01\x02"},
	"lines":  {"application/x-ndjson", "{\"n\":1}\n{\"n\":2}\n"},
	"events": {"text/event-stream", "event: tick\ndata: {\"n\":1}\n\n"},
	"empty":  {"application/json", ""},
	"none":   {"text/plain", "no such answer"},
}

// shop is an API that pages of every origin may ask.
func shop(w http.ResponseWriter, r *http.Request) {
	if browsertest.Admit(w, r) {
		return
	}
	_, _ = io.Copy(io.Discard, r.Body)
	answer, ok := answers[r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]]
	if !ok {
		answer = answers["thing"]
	}
	text := answer.text
	if answer.kind == "image/png" {
		decoded, _ := base64.StdEncoding.DecodeString(text)
		text = string(decoded)
	}
	w.Header().Set("Content-Type", answer.kind)
	_, _ = io.WriteString(w, text)
}

// serve serves the reference of the shop, editable, and returns its address with a
// slash at its end.
func serve(ctx context.Context, change ...func(*viewer.Configuration)) string {
	GinkgoHelper()
	text, err := os.ReadFile("trying/testdata/shop.yaml")
	Expect(err).NotTo(HaveOccurred())
	description := strings.ReplaceAll(string(text), "ADDRESS", browsertest.Serve(http.HandlerFunc(shop)))
	c := viewer.Configuration{IsEditable: true}
	for _, f := range change {
		f(&c)
	}
	v := browsertest.Reference(ctx, description, viewer.WithConfiguration(c), viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{}))
	return browsertest.Serve(v) + "/"
}

// listened notes every violation of the policy from before a page begins.
const listened = `window.heard = []; addEventListener("securitypolicyviolation", (e) => heard.push(e.effectiveDirective + " " + e.blockedURI + " " + e.sample));`

// open opens a tab that listens.
func open() *browsertest.Browser {
	GinkgoHelper()
	b := browsertest.Open()
	b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(listened).Do(ctx)
		return err
	}))
	return b
}

// heard are the violations of the policy in the page that is open.
func heard(b *browsertest.Browser) []string {
	GinkgoHelper()
	return browsertest.Eval[[]string](b, `window.heard`)
}

// console opens the console of an operation.
func console(b *browsertest.Browser, root, slug string) {
	GinkgoHelper()
	b.Visit(root + "operations/" + slug)
	b.Run(browsertest.Click("[data-try]"), browsertest.Shown("dialog.console[open]"))
}

// get sends the request of an answer, and waits for it.
func get(b *browsertest.Browser, kind string) {
	GinkgoHelper()
	browsertest.Eval[any](b, fmt.Sprintf(`(() => {
		const dialog = document.querySelector("dialog.console[open]"), field = dialog.querySelector("[data-name=kind] .try-control .try-input");
		field.value = %q;
		field.dispatchEvent(new Event("input", {bubbles: true}));
		dialog.querySelector(".try-send").click();
	})()`, kind))
	Eventually(func() (string, error) {
		return browsertest.Ask[string](b, `document.querySelector("dialog.console[open] .try-send").hidden ? "sending" : document.querySelector("dialog.console[open] .try-summary").textContent`)
	}).WithPolling(20*time.Millisecond).Should(MatchRegexp(`^200 .* bytes?$`), kind)
}
