package access

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// boxes is the description of an API at the origin of its reference.
const boxes = `
openapi: 3.1.0
info: {title: Boxes, version: "1"}
servers: [{url: /, description: Here}, {url: "/{version}", description: Of a version, variables: {version: {default: v1, enum: [v1, v2]}}}]
paths:
  /boxes/{id}:
    put:
      operationId: putBox
      summary: Put a box
      security: [{key: []}, {login: []}]
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}, example: 7}
        - {name: q, in: query, required: true, schema: {type: string, minLength: 3}}
        - {name: tags, in: query, schema: {type: array, items: {type: string}}}
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string, maxLength: 20}, heavy: {type: boolean}}}, example: {name: Box}}}
      responses: {"200": {description: Put, content: {application/json: {schema: {type: object}}}}}
  /slow: {get: {operationId: slow, summary: Wait, responses: {"200": {description: Late}}}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}, login: {type: http, scheme: basic}}}
`

// keeper keeps boxes. It answers requests for /slow never.
type keeper struct {
	mu  sync.Mutex
	got []string
}

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	user, password, _ := r.BasicAuth()
	k.mu.Lock()
	k.got = append(k.got, fmt.Sprintf("%s %s %s:%s %s", r.Method, r.RequestURI, user, password, strings.Join(strings.Fields(string(body)), "")))
	k.mu.Unlock()
	if strings.HasSuffix(r.URL.Path, "/slow") {
		<-r.Context().Done()
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"name":"Box","sides":{"top":1,"bottom":2}}`)
}

func (k *keeper) requests() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return append([]string{}, k.got...)
}

// serveBoxes serves the API and its reference, and returns the address of that.
func serveBoxes(ctx context.Context) (string, *keeper) {
	GinkgoHelper()
	v := browsertest.Configured(ctx, viewer.Configuration{Spec: viewer.Spec{Content: boxes}})
	k, mux := &keeper{}, http.NewServeMux()
	mux.Handle("/docs/", http.StripPrefix("/docs", v))
	mux.Handle("/", k)
	return browsertest.Serve(mux) + "/docs/", k
}

// keys presses keys one after the other.
func keys(b *browsertest.Browser, list ...string) {
	GinkgoHelper()
	for _, key := range list {
		b.Run(chromedp.KeyEvent(key))
	}
}

// to goes on with Tab until what a selector names has the focus. What has it on
// the way is in the console, and can be seen to have it.
func to(b *browsertest.Browser, selector string) {
	GinkgoHelper()
	for range 60 {
		keys(b, kb.Tab)
		at := browsertest.Eval[string](b, fmt.Sprintf(`(() => {
			const el = document.activeElement;
			if (el === document.body) return "";
			if (!el.closest("dialog.console[open]")) return "outside: " + el.outerHTML.slice(0, 120);
			return indicator(el) ? indicator(el) + ": " + el.outerHTML.slice(0, 120) : el.matches(%q) ? "there" : "";
		})()`, selector))
		if at == "there" {
			return
		}
		Expect(at).To(BeEmpty())
	}
	Fail("Tab does not lead to " + selector)
}

// said is what the console says of the answer.
func said(b *browsertest.Browser) func() string {
	return func() string {
		return browsertest.Eval[string](b, `document.querySelector("dialog.console[open] .try-send").hidden ? "sending" : document.querySelector("dialog.console[open] .try-summary").textContent`)
	}
}

// enterConsole opens the console of an operation with the keyboard. The focus is at what a
// selector names then.
func enterConsole(b *browsertest.Browser, address, at string) {
	GinkgoHelper()
	b.Visit(address)
	b.Run(chromedp.Evaluate(walk, nil), chromedp.Evaluate(`walked.done = true`, nil), browsertest.Shown("[data-try]"))
	for range 60 {
		keys(b, kb.Tab)
		if is(b, `document.activeElement.matches("[data-try]")`) {
			break
		}
	}
	keys(b, kb.Enter)
	Eventually(func() bool {
		return is(b, fmt.Sprintf(`document.activeElement.closest("dialog.console[open]") !== null && document.activeElement.matches(%q)`, at))
	}).Should(BeTrue(), "the focus is at "+at)
}

var _ = Describe("A console with the keyboard alone", func() {
	It("chooses a server, logs in, fills the form, sends, reads, and gives the focus back", func(ctx SpecContext) {
		root, k := serveBoxes(ctx)
		b := browsertest.Open()
		b.Prefer("prefers-reduced-motion", "reduce")
		enterConsole(b, root+"operations/putBox", "[data-scheme=key] input")

		By("choosing a server and one of its values")
		to(b, "[aria-label=Server]")
		keys(b, kb.ArrowDown)
		to(b, ".try-section select:not([aria-label])")
		keys(b, kb.ArrowDown)
		Expect(text(b, ".try-address")).To(HaveSuffix("/v2"))

		By("choosing credentials and typing them")
		to(b, ".credential-alternatives input")
		keys(b, kb.ArrowDown)
		to(b, "[data-credential=username]")
		keys(b, "ann")
		to(b, "[data-credential=password]")
		keys(b, "secret")

		By("typing parameters, wrongly at first")
		to(b, "[data-name=q] .try-input")
		keys(b, "no")
		b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
		Eventually(func() bool {
			return is(b, `document.activeElement.matches("[data-name=q] .try-input[aria-invalid=true]")`)
		}).Should(BeTrue())
		Expect(k.requests()).To(BeEmpty())
		keys(b, "de")
		to(b, "[data-name=tags] .try-toggle")
		keys(b, " ")
		to(b, "[data-name=tags] .try-add")
		keys(b, kb.Enter, "red")

		By("filling the form of the body")
		to(b, ".try-view")
		if !is(b, `document.activeElement.textContent === "Form"`) {
			keys(b, kb.Tab)
		}
		keys(b, kb.Enter)
		to(b, "[data-name=name] .try-input")
		b.Run(chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)))
		keys(b, "Crate")
		b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
		Eventually(said(b)).Should(MatchRegexp(`^200 .* bytes$`))
		Expect(k.requests()).To(HaveExactElements(`PUT /v2/boxes/7?q=node&tags=string&tags=red ann:secret {"name":"Crate"}`))
		Expect(text(b, "dialog.console [data-try-live]")).To(HavePrefix("200 OK"))

		By("folding the answer")
		to(b, "[role=tree]")
		keys(b, kb.ArrowDown, kb.ArrowDown)
		active := `document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.getAttribute("aria-expanded")`
		Eventually(func() (string, error) { return browsertest.Ask[string](b, active+` ?? ""`) }).Should(Equal("true"))
		keys(b, kb.ArrowLeft)
		Eventually(func() (string, error) { return browsertest.Ask[string](b, active+` ?? ""`) }).Should(Equal("false"))

		By("going out of it")
		to(b, ".try-send")
		keys(b, kb.Escape)
		Eventually(func() bool {
			return is(b, `document.querySelector("dialog[open]") === null && document.activeElement.matches("[data-try]")`)
		}).Should(BeTrue(), "the focus is back")
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("sends with Enter, cancels with Enter, and keeps the focus on the button", func(ctx SpecContext) {
		root, k := serveBoxes(ctx)
		b := browsertest.Open()
		enterConsole(b, root+"operations/slow", "h2")

		to(b, ".try-send")
		keys(b, kb.Enter)
		Eventually(k.requests).Should(HaveLen(1))
		Eventually(func() bool { return is(b, `document.activeElement.matches(".try-cancel")`) }).Should(BeTrue())
		keys(b, kb.Enter)
		Eventually(said(b)).Should(Equal("Cancelled."))
		Eventually(func() bool { return is(b, `document.activeElement.matches(".try-send")`) }).Should(BeTrue())
	})

	It("closes its list of clients with Escape, and itself with the next one alone", func(ctx SpecContext) {
		root, _ := serveBoxes(ctx)
		b := browsertest.Open()
		enterConsole(b, root+"operations/slow", "h2")
		Eventually(func() bool { return is(b, `document.querySelector("dialog.console .client-more") !== null`) }).Should(BeTrue())
		to(b, ".client-more")
		keys(b, kb.Enter)
		Eventually(func() bool { return is(b, `document.activeElement.matches(".client-search")`) }).Should(BeTrue())

		keys(b, kb.Escape)
		Expect(is(b, `document.activeElement.matches("dialog.console[open] .client-more")`)).To(BeTrue(), "the focus is back, in the console")
		keys(b, kb.Escape)
		Eventually(func() bool { return is(b, `document.querySelector("dialog[open]") === null`) }).Should(BeTrue())
	})

	DescribeTable("is walked in order and in sight, and goes round",
		func(ctx SpecContext, width int64) {
			root, _ := serveBoxes(ctx)
			b := browsertest.Open()
			b.Prefer("prefers-reduced-motion", "reduce")
			b.Resize(width, 844)
			enterConsole(b, root+"operations/putBox", "[data-scheme=key] input")
			b.Run(chromedp.Evaluate(`[...document.querySelectorAll("dialog.console button")].filter((el) => ["Use every field", "Form"].includes(el.textContent)).forEach((el) => el.click())`, nil))
			to(b, "[data-name=q] .try-input")
			b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
			Eventually(said(b)).Should(MatchRegexp(`^200 .* bytes$`))
			b.Run(chromedp.Evaluate(`document.querySelectorAll("dialog.console details").forEach((d) => { d.open = true })`, nil))
			b.Run(chromedp.Evaluate(walk, nil))

			reached := tabs(b, 150)

			Expect(browsertest.Eval[[]string](b, `missed(document.querySelector("dialog.console"))`)).To(BeEmpty())
			Expect(browsertest.Eval[[]string](b, `walked.wrong`)).To(BeEmpty())
			Expect(browsertest.Eval[int](b, `walked.seen.filter((el) => !el.closest("dialog.console")).length`)).To(BeZero())
			Expect(reached).To(BeNumerically(">=", 40))
		},
		Entry("in a wide window", int64(1440)),
		Entry("in a narrow window", int64(390)),
	)
})
