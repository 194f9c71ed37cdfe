package history

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

//go:embed testdata/things.yaml
var things string

//go:embed testdata/page.js
var helpers string

// site is a reference and, at the same origin, its API, which notes what it gets.
type site struct {
	browsertest.Requests
	address string
	answers func(r browsertest.Received, n int) (status int, header map[string]string, body string)
}

// open makes a site.
func open(ctx context.Context) *site { return openWith(ctx, things) }

func openWith(ctx context.Context, description string, options ...viewer.Option) *site {
	GinkgoHelper()
	s := &site{}
	mux := http.NewServeMux()
	mux.Handle("/docs/", browsertest.Reference(ctx, description, options...))
	mux.HandleFunc("/", s.answer)
	s.address = browsertest.Serve(mux)
	return s
}

func (s *site) answer(w http.ResponseWriter, r *http.Request) {
	got, n := s.Note(r)
	status, header, text := http.StatusCreated, map[string]string{"Content-Type": "application/json", "Set-Cookie": "seen=canary-c; Path=/; HttpOnly; Expires=Wed, 21 Oct 2037 07:28:00 GMT"}, fmt.Sprintf(`{"n":%d}`, n)
	if s.answers != nil {
		status, header, text = s.answers(got, n)
	}
	for name, value := range header {
		w.Header().Set(name, value)
	}
	w.Header()["Date"] = nil // it may be another second
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}

// console opens the console of an operation.
func (s *site) console(slug string) *browsertest.Browser {
	GinkgoHelper()
	b := browsertest.Open()
	b.Visit(s.address + "/docs/operations/" + slug)
	openConsole(b)
	return b
}

func openConsole(b *browsertest.Browser) {
	GinkgoHelper()
	browsertest.Eval[bool](b, helpers)
	browsertest.Eval[bool](b, `document.querySelector("[data-try]").click(), true`)
	Eventually(func() (bool, error) { return browsertest.Ask[bool](b, `!!t.dialog()`) }).Should(BeTrue())
}

// send presses the button and waits for the end of the answer.
func send(b *browsertest.Browser) {
	GinkgoHelper()
	eval(b, `t.press("Send")`)
	idle(b)
}

func idle(b *browsertest.Browser) {
	GinkgoHelper()
	Eventually(func() string {
		return eval(b, `return t.dialog().querySelector(".try-send").hidden + t.dialog().querySelector(".try-summary").textContent`)
	}).Should(And(HavePrefix("false"), Not(ContainSubstring("so far")), Not(ContainSubstring("Waiting"))))
}

// past shows the history.
func past(b *browsertest.Browser) {
	GinkgoHelper()
	eval(b, `t.tab(1).click()`)
	Eventually(func() string { return eval(b, `return t.rows().length + t.text(".past-title")`) }).ShouldNot(Equal("0"))
}

// eval runs a script that looks into the console.
func eval(b *browsertest.Browser, script string) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, "(async () => String(await (async () => {"+script+"})()))()")
}

// saved is a file that a button saves.
func saved(b *browsertest.Browser, title string) string {
	GinkgoHelper()
	return eval(b, `t.file = undefined; t.press(`+quoted(title)+`); while (t.file === undefined) await new Promise((done) => setTimeout(done, 10)); return await t.file.text()`)
}

func quoted(text string) string { return fmt.Sprintf("%q", text) }

func lines(text string) []string { return strings.Split(text, "\n") }

// focus goes to a button by the tabulator.
func focus(b *browsertest.Browser, title string) {
	GinkgoHelper()
	for range 40 {
		if eval(b, `return document.activeElement.textContent`) == title {
			return
		}
		b.Run(chromedp.KeyEvent(kb.Tab))
	}
	Fail(title + " is not reached by keyboard")
}

// other closes the console and opens that of another operation, without loading
// the page again.
func other(b *browsertest.Browser, slug string) {
	GinkgoHelper()
	eval(b, `t.press("Close"); const link = document.createElement("a"); link.href = location.href.replace(/[^/]*$/, "`+slug+`"); document.querySelector("main").append(link); link.click()`)
	Eventually(func() string {
		return eval(b, `return location.pathname + document.querySelector("[data-try]")?.dataset.try`)
	}).Should(And(ContainSubstring("/"+slug), HaveSuffix("/"+slug)))
	openConsole(b)
}
