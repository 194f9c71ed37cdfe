// Package browsertest drives a real browser in specs: one Chromium for all
// processes of a suite, a tab with a profile of its own for each spec, and a record
// of everything that the page asked for and complained about:
//
//	var _ = browsertest.Suite() // in x_suite_test.go
//
//	b := browsertest.Open()
//	b.Run(chromedp.Navigate(url))
//	Expect(browsertest.Eval[string](b, `document.title`)).To(Equal("Pets"))
//	Expect(b.Troubles()).To(BeEmpty())
//
// Names of hosts lead nowhere but to this machine's loopback interface, so a page
// that needs another host fails.
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"
)

// StepTimeout bounds one step in the browser: chromedp waits for ever for a node
// that never comes. It is long: a busy machine is no fault.
const StepTimeout = 2 * time.Minute

// Browser is one tab. It is safe for concurrent use.
type Browser struct {
	ctx   context.Context
	still bool // pages run no scripts

	mu       sync.Mutex
	requests []string // URLs
	trouble  []string // console errors, exceptions, violations of the policy
}

// Open opens a tab with a profile of its own, 1440 by 900 pixels, as slow as Slow says.
// It ends with the spec.
func Open() *Browser {
	ginkgo.GinkgoHelper()
	ctx, closeTab := newTab(chromium)
	ginkgo.DeferCleanup(closeTab)
	b := &Browser{ctx: ctx}
	chromedp.ListenTarget(ctx, b.listen)
	gomega.Expect(chromedp.Run(ctx, network.Enable(), log.Enable())).To(gomega.Succeed())
	if times := slowness(); times > 1 {
		b.SlowDown(times)
	}
	b.Resize(1440, 900)
	return b
}

// newTab opens a window with a profile of its own: a browser without a window
// opens no tab.
func newTab(browser context.Context) (context.Context, func()) {
	ginkgo.GinkgoHelper()
	inBrowser := cdp.WithExecutor(browser, chromedp.FromContext(browser).Browser)
	profile, err := target.CreateBrowserContext().Do(inBrowser)
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	tab, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(inBrowser)
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	ctx, closeTab := chromedp.NewContext(browser, chromedp.WithTargetID(tab))
	return ctx, func() {
		closeTab()
		gomega.Expect(target.DisposeBrowserContext(profile).Do(inBrowser)).To(gomega.Succeed())
	}
}

// Listen calls f with every event of the tab, one after the other. It must not
// wait for the tab.
func (b *Browser) Listen(f func(event any)) { chromedp.ListenTarget(b.ctx, f) }

func (b *Browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			b.trouble = append(b.trouble, e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		b.trouble = append(b.trouble, e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError {
			b.trouble = append(b.trouble, fmt.Sprint("console.error ", len(e.Args), " arguments"))
		}
	}
}

// Run does the actions, each within StepTimeout.
func (b *Browser) Run(actions ...chromedp.Action) {
	ginkgo.GinkgoHelper()
	for _, action := range actions {
		ctx, cancel := context.WithTimeout(b.ctx, StepTimeout)
		err := chromedp.Run(ctx, action)
		cancel()
		gomega.Expect(err).NotTo(gomega.HaveOccurred())
	}
}

// Visit opens a page and waits for its heading, and for its scripts, which begin when it
// has been painted.
func (b *Browser) Visit(address string) {
	ginkgo.GinkgoHelper()
	b.Run(chromedp.Navigate(address), Shown("h1"))
	if !b.still {
		Eval[bool](b, `new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(() => done(true)))))`)
	}
}

// Type types text into the element that a CSS selector finds, after what is in it.
// It takes the place of chromedp.SendKeys, which reads the attributes of the element
// without its lock (v0.14.2) while the page may be setting them.
func (b *Browser) Type(selector, text string) {
	ginkgo.GinkgoHelper()
	b.Run(Focus(selector), chromedp.KeyEvent(text))
}

// Resize gives the window a size in CSS pixels.
func (b *Browser) Resize(width, height int64) {
	ginkgo.GinkgoHelper()
	b.Run(emulation.SetDeviceMetricsOverride(width, height, 1, false))
}

// Prefer sets what the reader's system prefers: "prefers-color-scheme" to
// "dark", "prefers-reduced-motion" to "reduce", "forced-colors" to "active".
// Each call replaces the one before.
func (b *Browser) Prefer(feature, value string) {
	ginkgo.GinkgoHelper()
	b.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: feature, Value: value}}))
}

// WithoutScript switches JavaScript of pages off. Eval works all the same, but
// for timers: nothing in it may wait.
func (b *Browser) WithoutScript() {
	ginkgo.GinkgoHelper()
	b.still = true
	b.Run(emulation.SetScriptExecutionDisabled(true))
}

// WithScript switches it on again. A page that has been loaded without it stays
// as it is.
func (b *Browser) WithScript() {
	ginkgo.GinkgoHelper()
	b.still = false
	b.Run(emulation.SetScriptExecutionDisabled(false))
}

// Eval runs a script in the page, once the page is whole, and returns its value,
// awaited when it is a promise. When the page is left meanwhile, the one that comes is
// asked.
func Eval[T any](b *Browser, script string) T {
	ginkgo.GinkgoHelper()
	gomega.Eventually(func() (bool, error) { return Ask[bool](b, whole) }).WithTimeout(StepTimeout).Should(gomega.BeTrue(), "the page is whole")
	value, err := Ask[T](b, script)
	for end := time.Now().Add(StepTimeout); left(err) && time.Now().Before(end); {
		value, err = Ask[T](b, script)
	}
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	return value
}

// whole says that a page is read to its end, and that what comes a frame after its text
// is there.
const whole = `document.readyState !== "loading" && !document.getAnimations().some(a => a.animationName === "after-text")`

// left reports whether an error says that a page was left before it had answered, or
// that the next one has not begun.
func left(err error) bool {
	var told *cdproto.Error
	return errors.As(err, &told) && slices.Contains([]string{
		"Inspected target navigated or closed", "Execution context was destroyed.", "Promise was collected", "Cannot find default execution context",
	}, told.Message)
}

// Ask is Eval for Eventually, which asks again after any error: of a page that is
// not all there yet, too.
func Ask[T any](b *Browser, script string) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, StepTimeout)
	defer cancel()
	var value T
	err := chromedp.Run(ctx, chromedp.Evaluate(script, &value, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return value, err
}

// Requests are the addresses of everything that was asked for, in order.
func (b *Browser) Requests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.requests...)
}

// Hosts are the hosts that were asked for anything, with their ports.
func (b *Browser) Hosts() []string {
	seen := map[string]bool{}
	var hosts []string
	for _, request := range b.Requests() {
		u, err := url.Parse(request)
		if err != nil || u.Scheme == "data" || u.Scheme == "blob" || seen[u.Host] {
			continue
		}
		seen[u.Host] = true
		hosts = append(hosts, u.Host)
	}
	return hosts
}

// Troubles is everything the browser complained about: errors in the console,
// exceptions, violations of the policy.
func (b *Browser) Troubles() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.trouble...)
}

// Serve serves a handler at a free port of the loopback interface for as long as
// the spec runs, and returns its address without a slash at its end.
func Serve(h http.Handler) string {
	server := httptest.NewServer(h)
	ginkgo.DeferCleanup(server.Close)
	return server.URL
}
