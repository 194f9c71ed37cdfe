package editor

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// zoo is a small description whose lines the specs count.
const zoo = `openapi: 3.1.0
info:
  title: Zoo
  version: 1.0.0
paths:
  /animals:
    get:
      operationId: listAnimals
      summary: List animals
      responses:
        '200':
          description: All of them.
  /animals/{id}:
    get:
      operationId: getAnimal
      summary: Find an animal
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
      responses:
        '200':
          description: It.
`

// told records what a viewer says about its text. It is safe for concurrent use.
type told struct {
	mu    sync.Mutex
	texts []string
}

func (t *told) add(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.texts = append(t.texts, text)
}

func (t *told) all() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string{}, t.texts...)
}

// serve serves an editable reference of a text below a path, and returns the
// address of its overview and what it tells.
func serve(ctx context.Context, text string, change ...func(*viewer.Configuration)) (address string, updates *told) {
	GinkgoHelper()
	updates = &told{}
	c := viewer.Configuration{IsEditable: true, Spec: viewer.Spec{Content: text}, OnSpecUpdate: updates.add}
	for _, f := range change {
		f(&c)
	}
	v := browsertest.Configured(ctx, c, viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{}))
	mux := http.NewServeMux()
	mux.Handle("/docs/reference/", v)
	return browsertest.Serve(mux) + "/docs/reference/", updates
}

// watched are scripts that note violations of the policy and updates.
const watched = `window.violations = []; document.addEventListener("securitypolicyviolation", e => violations.push(e.violatedDirective + " " + e.blockedURI + " " + e.sample));
window.updates = []; document.addEventListener("trefoil:spec-update", e => updates.push(e.detail.text)); null`

// edit opens a page and its editor.
func edit(page string) *browsertest.Browser {
	GinkgoHelper()
	b := browsertest.Open()
	b.Visit(page)
	browsertest.Eval[any](b, watched)
	open(b)
	return b
}

// open opens the editor of a page that is there.
func open(b *browsertest.Browser) {
	GinkgoHelper()
	Eventually(func() (bool, error) {
		return browsertest.Ask[bool](b, `document.querySelector("[data-editor-open]:not([hidden])") !== null`)
	}).Should(BeTrue())
	browsertest.Eval[any](b, `(document.querySelector("[data-editor-open]").click(), null)`)
	ready(b)
}

// ready waits for the editor with the focus in its text.
func ready(b *browsertest.Browser) {
	GinkgoHelper()
	Eventually(func() (bool, error) {
		return browsertest.Ask[bool](b, `document.querySelector("[data-editor-field]")?.shadowRoot?.activeElement?.classList.contains("cm-content") ?? false`)
	}).Should(BeTrue())
}

// status is what the editor says.
func status(b *browsertest.Browser) func() string {
	return func() string {
		return browsertest.Eval[string](b, `document.querySelector(".editor-status-text")?.textContent ?? ""`)
	}
}

// heading is that of the page.
func heading(b *browsertest.Browser) func() string {
	return func() string {
		return browsertest.Eval[string](b, `document.querySelector("main h1")?.textContent.trim() ?? ""`)
	}
}

// cursor puts the cursor behind a text of the editor, as a reader does with the
// search of the editor.
func cursor(b *browsertest.Browser, text string) {
	GinkgoHelper()
	Expect(browsertest.Eval[bool](b, `(() => {
		const root = document.querySelector("[data-editor-field]").shadowRoot;
		const line = [...root.querySelectorAll(".cm-line")].find(el => el.textContent.includes(`+quoted(text)+`));
		let at = line ? line.textContent.indexOf(`+quoted(text)+`) + `+quoted(text)+`.length : 0;
		const walker = document.createTreeWalker(line ?? root, NodeFilter.SHOW_TEXT);
		for (let node; line && (node = walker.nextNode()); at -= node.data.length) {
			if (at <= node.data.length) {
				getSelection().setBaseAndExtent(node, at, node, at);
				return true;
			}
		}
		return false;
	})()`)).To(BeTrue(), "the editor shows "+text)
}

// typeText types into whatever has the focus, all at once: the browser of a busy
// machine may pause between keys, which would be several changes.
func typeText(b *browsertest.Browser, text string) {
	GinkgoHelper()
	b.Run(input.InsertText(text))
}

// erase deletes as many characters before the cursor.
func erase(b *browsertest.Browser, n int) {
	GinkgoHelper()
	b.Run(chromedp.KeyEvent(strings.Repeat(kb.Backspace, n)))
}

// press presses a button of the page.
func press(b *browsertest.Browser, selector string) {
	GinkgoHelper()
	Expect(browsertest.Eval[bool](b, `(() => { const el = document.querySelector(`+quoted(selector)+`); el?.click(); return el !== null })()`)).To(BeTrue(), selector)
}

// violations are what the page was kept from, and what went wrong otherwise.
func violations(b *browsertest.Browser) []string {
	GinkgoHelper()
	return append(browsertest.Eval[[]string](b, `window.violations`), b.Troubles()...)
}

func quoted(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

// answerDialogs lets the browser go on when a page asks something, and returns
// what has been asked.
func answerDialogs(b *browsertest.Browser) func() []string {
	var mu sync.Mutex
	var asked []string
	b.Listen(func(event any) {
		if e, ok := event.(*page.EventJavascriptDialogOpening); ok {
			mu.Lock()
			asked = append(asked, string(e.Type))
			mu.Unlock()
			go b.Run(page.HandleJavaScriptDialog(true))
		}
	})
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return append([]string{}, asked...)
	}
}
