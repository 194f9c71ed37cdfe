package e2e_test

import (
	"context"
	"fmt"
	"net/url"
	"os/exec"
	"sync"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// stepTimeout bounds one step in the browser: chromedp waits for ever for a node
// that never comes.
const stepTimeout = 30 * time.Second

// browser is one tab, with a record of everything it asked for and complained
// about.
type browser struct {
	ctx context.Context

	mu       sync.Mutex
	requests []string // URLs
	trouble  []string // console errors, exceptions, violations of the policy
}

// openBrowser starts Chromium with a new profile and without a way to any host
// but this one. It ends with the spec.
func openBrowser() *browser {
	GinkgoHelper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium()), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1440, 900),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	DeferCleanup(stop)
	ctx, closeTab := chromedp.NewContext(allocator, chromedp.WithErrorf(GinkgoWriter.Printf))
	DeferCleanup(closeTab)
	b := &browser{ctx: ctx}
	chromedp.ListenTarget(ctx, b.listen)
	Expect(chromedp.Run(ctx, network.Enable(), log.Enable())).To(Succeed())
	return b
}

// chromium finds the browser that make test installs, or one like it.
func chromium() string {
	GinkgoHelper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Fail("these specs need Debian's chromium: make test installs it")
	return ""
}

func (b *browser) listen(event any) {
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

// run does the actions, each within stepTimeout.
func (b *browser) run(actions ...chromedp.Action) {
	GinkgoHelper()
	for _, action := range actions {
		ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
		err := chromedp.Run(ctx, action)
		cancel()
		Expect(err).NotTo(HaveOccurred())
	}
}

// eval runs a script and returns its value.
func eval[T any](b *browser, script string) T {
	GinkgoHelper()
	var value T
	b.run(chromedp.Evaluate(script, &value))
	return value
}

// hosts are the hosts that were asked for anything.
func (b *browser) hosts() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := map[string]bool{}
	var hosts []string
	for _, request := range b.requests {
		u, err := url.Parse(request)
		if err != nil || u.Scheme == "data" || seen[u.Host] {
			continue
		}
		seen[u.Host] = true
		hosts = append(hosts, u.Host)
	}
	return hosts
}

// troubles is everything the browser complained about.
func (b *browser) troubles() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.trouble...)
}
