package tasks

import (
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

const (
	tryIt = "main [data-try]"
	send  = "main [data-send]" // sends the request of the sample
)

var _ = Describe("A reader of the page of an operation", func() {
	DescribeTable("takes so many actions",
		func(ctx SpecContext, slug string, actions int, work func(h *hand)) {
			l, root := serve(ctx)
			h := &hand{Browser: browsertest.Open(), library: l}
			h.Visit(root + "operations/" + slug)
			h.Run(browsertest.Shown(tryIt))

			work(h)

			Expect(h.actions).To(Equal(actions))
			Expect(h.Troubles()).To(Or(BeEmpty(), HaveEach(MatchRegexp("status of 422"))))
		},
		Entry("to log in, for two operations", "getBook", 7, func(h *hand) {
			h.on(tryIt)
			h.press("key")
			h.fill("[data-scheme=key] input", "k-1")
			h.press("Send")
			h.answered("^200")
			h.beside(`nav a[href$="operations/deleteBook"]`)
			h.until(`document.querySelector("main h1").textContent === "Remove a book"`)
			h.on(tryIt)
			h.press("Send")
			Expect(h.Last(2).Header.Get("X-Key")).To(Equal("k-1"))
		}),
		Entry("to create something", "addBook", 3, func(h *hand) {
			h.on(tryIt)
			h.body(`{"title": "Persuasion"}`)
			h.press("Send")
			Expect(h.Last(1).Body).To(Equal(`{"title": "Persuasion"}`))
		}),
		Entry("to upload a file", "upload", 3, func(h *hand) {
			name := filepath.Join(GinkgoT().TempDir(), "cover.png")
			Expect(os.WriteFile(name, []byte("\x89PNG"), 0o600)).To(Succeed())
			h.on(tryIt)
			h.actions++
			h.Run(chromedp.SetUploadFiles("dialog[open] input[type=file]", []string{name}, chromedp.ByQuery))
			h.press("Send")
			Expect(h.Last(1).Body).To(ContainSubstring(`filename="cover.png"`))
		}),
		Entry("to read a stream", "events", 1, func(h *hand) {
			h.on(send)
			h.until(`document.querySelector("dialog[open] .body-item") !== null`)
		}),
		Entry("to follow a link", "addBook", 4, func(h *hand) {
			h.on(tryIt)
			h.press("Send")
			h.answered("^201")
			h.press("Follow: one")
			h.until(`document.querySelector("dialog[open] h2").textContent === "Get a book"`)
			h.press("Send")
			Expect(h.Last(2).Target).To(Equal("/books/41"))
		}),
		Entry("to share a request", "search", 3, func(h *hand) {
			browsertest.Eval[bool](h.Browser, `Object.defineProperty(navigator, "clipboard", { value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } }), true`)
			h.on(tryIt)
			h.fill("[data-name=q] .try-control .try-input", "persuasion")
			h.press("Copy link")
			h.until(`window.copied?.includes("#try=") ?? false`)
		}),
		Entry("to use a value of an answer elsewhere", "addBook", 8, func(h *hand) {
			h.on(tryIt)
			h.press("Send")
			h.until(`document.querySelectorAll("dialog[open] .body-row").length > 1`)
			h.actions++
			browsertest.Eval[bool](h.Browser, `document.querySelector("dialog[open] .body-row:nth-child(2)").click(), true`) // rows are made anew now and then
			h.press("Save as variable")
			h.until(`document.querySelector("dialog[open] .console-answer").textContent.includes("id has been set.")`)
			h.beside(`nav a[href$="operations/putBook"]`)
			h.until(`document.querySelector("main h1").textContent === "Change a book"`)
			h.on(tryIt)
			h.fill("[data-name=id] .try-control .try-input", "{{id}}")
			h.press("Send")
			Expect(h.Last(2).Target).To(Equal("/books/41"))
		}),
		Entry("to send a request again that was sent before", "search", 5, func(h *hand) {
			h.on(send)
			h.answered("^422")
			h.fill("[data-name=q] .try-control .try-input", "persuasion")
			h.press("Send")
			h.answered("^200")
			h.press("History (2)")
			h.until(`document.querySelectorAll("dialog[open] .past-run").length === 2`)
			h.on(`dialog[open] .past-row:last-child > .button`)
			Expect(h.Last(3).Target).To(Equal("/search?q=emma"))
		}),
		Entry("to get a token of a provider", "report", 5, func(h *hand) {
			h.on(tryIt)
			h.press("provider")
			h.fill("[data-scheme=provider] [data-credential=clientId]", "me")
			h.fill("[data-scheme=provider] [data-credential=clientSecret]", "s")
			h.press("Send")
			Expect(h.Last(2).Header.Get("Authorization")).To(Equal("Bearer given"))
		}),
		Entry("to correct what the API refuses", "search", 3, func(h *hand) {
			h.on(send)
			h.answered("^422")
			h.fill("[data-name=q] .try-control .try-input", "persuasion")
			h.press("Send")
			h.answered("^200")
		}),
		Entry("to change one member", "putBook", 3, func(h *hand) {
			h.on(tryIt)
			h.body(`{"title": "Emma", "pages": 474}`)
			h.press("Send")
			Expect(h.Last(1).Body).To(Equal(`{"title": "Emma", "pages": 474}`))
		}),
		Entry("to cancel", "slow", 2, func(h *hand) {
			h.on(send)
			h.until(`document.querySelector("dialog[open] .try-cancel:not([hidden])") !== null`)
			h.key(kb.Escape)
			h.answered("^Cancelled")
		}),
	)
})
