package trying

import (
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// clock is an API that allows no page, and answers with a line for every tick that
// a spec gives.
type clock struct {
	ticks chan string
	gone  chan struct{} // receives when nobody reads any more
}

func (c *clock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", map[string]string{"/answers/lines": "application/x-ndjson", "/answers/events": "text/event-stream", "/answers/records": "application/json-seq"}[r.URL.Path])
	flush := http.NewResponseController(w).Flush
	_ = flush()
	for {
		select {
		case tick := <-c.ticks:
			fmt.Fprint(w, tick)
			_ = flush()
		case <-r.Context().Done():
			c.gone <- struct{}{}
			return
		}
	}
}

// rows are what a stream shows, without its time stamps.
func rows(b *browsertest.Browser) []string {
	GinkgoHelper()
	return browsertest.Eval[[]string](b, `[...document.querySelectorAll("dialog.console .body-item")].map((row) => row.textContent.replace(/^\d\d:\d\d:\d\d\.\d{3} /, ""))`)
}

var _ = Describe("A stream by way of the server", func() {
	It("shows each row when it comes, and ends when it is cancelled", func(ctx SpecContext) {
		c := &clock{ticks: make(chan string), gone: make(chan struct{}, 4)}
		api := browsertest.Serve(c)
		text, err := os.ReadFile("trying/testdata/shop.yaml")
		Expect(err).NotTo(HaveOccurred())
		proxy, err := tryit.NewProxy(tryit.WithOrigins(api))
		Expect(err).NotTo(HaveOccurred())
		v, err := viewer.New(openapi.FromContent(strings.ReplaceAll(string(text), "ADDRESS", api)), htmlrender.New(), viewer.WithRequestProxy(proxy))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())
		b := open()
		console(b, browsertest.Serve(v)+"/", "answer")

		for kind, form := range map[string]struct{ tick, row string }{
			"lines":   {"{\"n\":%d}\n", `{"n":%d}`},
			"events":  {"id: %[1]d\ndata: tick %[1]d\n\n", "id: %[1]d tick %[1]d"},
			"records": {"\x1e{\"n\":%d}\n", `{"n":%d}`},
		} {
			browsertest.Eval[any](b, fmt.Sprintf(`(() => {
				const field = document.querySelector("[data-name=kind] .try-control .try-input");
				field.value = %q;
				field.dispatchEvent(new Event("input", {bubbles: true}));
				document.querySelector("dialog.console .try-send").click();
			})()`, kind))
			var shown []string
			for n := range 5 { // the next tick comes when this one is shown
				select {
				case c.ticks <- fmt.Sprintf(form.tick, n):
				case <-ctx.Done():
					Fail("nobody reads the " + kind)
				}
				shown = append(shown, fmt.Sprintf(form.row, n))
				Eventually(rows).WithArguments(b).Should(Equal(shown), kind)
			}
			Expect(browsertest.Eval[string](b, `document.querySelector("dialog.console .try-summary").textContent`)).To(MatchRegexp(`^200 OK .* so far$`))
			b.Run(browsertest.Click("dialog.console .try-cancel"))
			Eventually(c.gone).WithContext(ctx).Should(Receive(), kind)
			Eventually(func() (string, error) {
				return browsertest.Ask[string](b, `document.querySelector("dialog.console .try-summary").textContent`)
			}).Should(Equal("Cancelled."))
		}
		clean(b)
		Expect(b.Hosts()).To(HaveLen(1))
	}, SpecTimeout(2*browsertest.StepTimeout))
})

var _ = Describe("What is loaded when", func() {
	It("is nothing of the console and the editor before they are opened, and nothing twice", func(ctx SpecContext) {
		b := open()
		loaded := func() (names []string) {
			for _, request := range b.Requests() {
				_, name, _ := strings.Cut(request, "/assets/")
				name, _, _ = strings.Cut(name, "?")
				if strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".css") { // fonts come when the browser thinks fit
					names = append(names, name)
				}
			}
			return names
		}
		since := func(before []string) []string { return loaded()[len(before):] }
		b.Visit(serve(ctx) + "operations/answer")
		Eventually(loaded).Should(ContainElement("client-shell.js"), "samples in view are there")
		first := loaded()
		Expect(first).To(ContainElements("reference.js", "reference.css", "samples.js"))
		for _, part := range []string{"console", "body", "editor", "credentials", "login", "jsonschema"} {
			Expect(first).NotTo(ContainElement(HavePrefix(part)))
		}

		b.Run(browsertest.Click("[data-try]"), chromedp.WaitVisible("dialog.console[open]", chromedp.ByQuery))
		Eventually(since).WithArguments(first).Should(ConsistOf("console.js", "console.css"))
		opened := loaded()
		get(b, "thing")
		get(b, "lines")
		Eventually(since).WithArguments(opened).Should(ConsistOf("body.js", "body-worker.js"))
		answered := loaded()
		b.Run(chromedp.KeyEvent("\x1b"), browsertest.Click("[data-editor-open]"))
		Eventually(func() []string { return since(answered) }).Should(ConsistOf("editor.js", "editor.css", "editor-field.js"))
		clean(b)
	})
})
