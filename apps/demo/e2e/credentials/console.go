package credentials

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gbytes"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// transcript keeps what a server has answered, by address, and the Referers of
// those who asked.
type transcript struct {
	mu       sync.Mutex
	answers  map[string]*bytes.Buffer
	referers []string
}

func (t *transcript) of(h http.Handler) http.Handler {
	t.answers = map[string]*bytes.Buffer{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept-Encoding") // what is compressed cannot be searched
		t.mu.Lock()
		answer, ok := t.answers[r.URL.Path+"?"+r.URL.Query().Get("part")]
		if !ok {
			answer = &bytes.Buffer{}
			t.answers[r.URL.Path+"?"+r.URL.Query().Get("part")] = answer
		}
		if referer := r.Header.Get("Referer"); referer != "" {
			t.referers = append(t.referers, referer)
		}
		t.mu.Unlock()
		h.ServeHTTP(&copying{w, t, answer}, r)
	})
}

// read returns the answers by address.
func (t *transcript) read() map[string]string {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := map[string]string{}
	for at, answer := range t.answers {
		all[at] = answer.String()
	}
	return all
}

// copying keeps a copy of what it writes.
type copying struct {
	http.ResponseWriter
	transcript *transcript
	answer     *bytes.Buffer
}

func (c *copying) Write(p []byte) (int, error) {
	c.transcript.mu.Lock()
	c.answer.Write(p)
	c.transcript.mu.Unlock()
	return c.ResponseWriter.Write(p)
}

func (c *copying) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// reference is a reference with the proxy and the exchange of tokens, one
// operation that needs everything, and a server at a port that readers may change.
type reference struct {
	site
	transcript
}

func serveReference(ctx context.Context, schemes object, prefill viewer.Authentication, apiURL string, origins ...string) *reference {
	GinkgoHelper()
	s := &reference{site: site{log: gbytes.NewBuffer()}}
	logger := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var security []object
	for _, alternative := range needed {
		all := object{}
		for _, name := range alternative.schemes {
			all[name] = []string{}
		}
		security = append(security, all)
	}
	host, port, _ := strings.Cut(strings.TrimPrefix(apiURL, "http://"), ":")
	description, err := json.Marshal(object{
		"openapi": "3.1.0", "info": object{"title": "Pets", "version": "1"},
		"servers":    []object{{"url": "http://" + host + ":{port}", "variables": object{"port": object{"default": port}}}},
		"paths":      object{"/pets": object{"get": object{"operationId": "pets", "summary": "List pets", "security": security, "responses": object{"200": object{"description": "All of them"}}}}},
		"components": object{"securitySchemes": schemes},
	})
	Expect(err).NotTo(HaveOccurred())
	proxy, err := tryit.NewProxy(tryit.WithOrigins(append(origins, apiURL)...), tryit.WithLogger(logger))
	Expect(err).NotTo(HaveOccurred())
	v, err := viewer.New(openapi.FromContent(string(description)), htmlrender.New(), viewer.WithConfiguration(viewer.Configuration{Authentication: prefill}),
		viewer.WithTokenExchange(proxy), viewer.WithRequestProxy(proxy), viewer.WithLogger(logger))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	s.url = browsertest.Serve(s.of(v))
	return s
}

// desk is a tab with the console of the operation.
type desk struct {
	tab
	mu   sync.Mutex
	said []string // in the console of the browser
}

// openConsole opens a tab with the console.
func (s *reference) openConsole() *desk {
	GinkgoHelper()
	d := &desk{tab: tab{browsertest.Open()}}
	d.Listen(d.hear)
	d.console(s)
	return d
}

func (d *desk) hear(event any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		d.said = append(d.said, e.Entry.Text+" "+e.Entry.URL)
	case *runtime.EventConsoleAPICalled:
		for _, value := range e.Args {
			d.said = append(d.said, string(value.Value)+" "+value.Description)
		}
	}
}

// messages are what the console of the browser shows.
func (d *desk) messages() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.said, "\n")
}

// console loads the page and opens its console.
func (d *desk) console(s *reference) {
	GinkgoHelper()
	d.Visit(s.url + "/operations/pets")
	d.Run(browsertest.Click("[data-try]"), browsertest.Shown("dialog.console[open]"))
}

// button presses a button of the console.
func (d *desk) button(text string) {
	GinkgoHelper()
	d.Run(browsertest.Click(fmt.Sprintf(`//dialog[@open]//button[normalize-space() = %q and not(@hidden)]`, text)))
}

// choose chooses what a list offers that begins with a text.
func (d *desk) choose(list, text string) {
	GinkgoHelper()
	Expect(browsertest.Eval[bool](d.Browser, fmt.Sprintf(`(() => {
		const list = document.querySelector("dialog[open] select[aria-label='" + %q + "']");
		const at = [...list?.options ?? []].findIndex((o) => o.text.startsWith(%q));
		if (at >= 0) list.selectedIndex = at, list.dispatchEvent(new Event("change", {bubbles: true}));
		return at >= 0;
	})()`, list, text))).To(BeTrue(), list+": "+text)
}

// port lets requests go to a port of this machine.
func (d *desk) port(of string) {
	GinkgoHelper()
	browsertest.Eval[any](d.Browser, fmt.Sprintf(`(() => {
		const field = document.querySelector("dialog[open] .try-section input[type=text]");
		field.value = %q;
		field.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, of[strings.LastIndex(of, ":")+1:]))
}

// send sends the request and waits for what comes of it.
func (d *desk) send(result string) {
	GinkgoHelper()
	d.button("Send")
	Eventually(func() (string, error) {
		return browsertest.Ask[string](d.Browser, `document.querySelector("dialog[open] .try-send").hidden ? "sending" : document.querySelector("dialog[open] .try-summary").textContent`)
	}).Should(MatchRegexp(result))
}

// history are the addresses of the entries that the tab can go back and forward to.
func (d *desk) history() string {
	GinkgoHelper()
	var list []string
	d.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, entries, err := page.GetNavigationHistory().Do(ctx)
		for _, e := range entries {
			list = append(list, e.URL, e.UserTypedURL, e.Title)
		}
		return err
	}))
	return strings.Join(list, "\n")
}
