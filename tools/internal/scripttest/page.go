package scripttest

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// home is the path of the page that the tests run in, whichever file it has.
const home = "/reference/"

// empty is where all files are empty scripts, for what loads scripts.
const empty = "/empty/"

// begun is the name of the function by which a page names the case that begins.
const begun = "trefoilBegun"

var errHangs = errors.New("it never ends")

// page is a tab, and the server of what is shown in it.
type page struct {
	ctx     context.Context
	close   func()
	address string
	bundles map[string]bundled
	running chan string // names of cases, as they begin

	mu         sync.Mutex
	file       string // that is shown
	exceptions []*runtime.ExceptionDetails
}

// open starts the browser.
func open(ctx context.Context, bundles map[string]bundled) (*page, error) {
	executable, err := browser()
	if err != nil {
		return nil, err
	}
	p := &page{bundles: bundles, running: make(chan string, 1)}
	server := httptest.NewServer(p)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(executable), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 800),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	allocator, stopProcess := chromedp.NewExecAllocator(ctx, options...)
	tab, closeTab := chromedp.NewContext(allocator)
	p.ctx, p.address = tab, server.URL
	p.close = func() {
		stopProcess()
		closeTab()
		server.Close()
	}
	chromedp.ListenTarget(tab, p.listen)
	if err := chromedp.Run(tab, runtime.AddBinding(begun)); err != nil {
		p.close()
		return nil, fmt.Errorf("start %s: %w", executable, err)
	}
	return p, nil
}

// browser finds the browser that make test installs, or one like it.
func browser() (string, error) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return program(path), nil
		}
	}
	return "", errors.New("the tests of scripts need Chromium: make test installs it")
}

// program is what a command runs. Debian's command of the headless shell is a script,
// and a browser outlives a script that is killed.
func program(command string) string {
	behind := filepath.Join("/usr/lib/chromium", filepath.Base(command))
	if _, err := os.Stat(behind); err != nil {
		return command
	}
	return behind
}

// ServeHTTP serves the page of the file that is shown, the bundles, and empty
// scripts.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == home {
		p.mu.Lock()
		script := "/bundles/" + label(p.file) + ".js"
		p.mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>Tests</title><link rel="icon" href="data:,"></head>`+
			`<body data-root="./"><script src="%s"></script></body></html>`, html.EscapeString(script))
		return
	}
	name, _ := strings.CutPrefix(strings.TrimSuffix(r.URL.Path, ".js"), "/bundles/")
	b, found := p.bundles[name]
	if !found && !strings.HasPrefix(r.URL.Path, empty) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	_, _ = w.Write(b.code)
}

func (p *page) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventBindingCalled:
		select {
		case <-p.running: // only the latest counts
		default:
		}
		p.running <- e.Payload
	case *runtime.EventExceptionThrown:
		p.mu.Lock()
		defer p.mu.Unlock()
		p.exceptions = append(p.exceptions, e.ExceptionDetails)
	}
}

// thrown returns the exceptions of the page that nothing has caught, once.
func (p *page) thrown() []*runtime.ExceptionDetails {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.exceptions
	p.exceptions = nil
	return list
}

// run shows a file and runs its cases. It returns what the page answers, nothing
// when the file has no case, or errHangs and the name of the case that never ends.
func (p *page) run(file string, patience func(string) <-chan time.Time) (answer []byte, running string, err error) {
	p.mu.Lock()
	p.file = file
	p.mu.Unlock()
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- chromedp.Run(ctx, chromedp.Navigate(p.address+home), ask(&answer)) }()
	late := patience("")
	for {
		select {
		case err := <-done:
			return answer, "", err
		case running = <-p.running:
			late = patience(running)
		case <-late:
			cancel()
			<-done
			return nil, running, errHangs
		}
	}
}

// ask runs the cases of the page that is shown.
func ask(answer *[]byte) chromedp.Action {
	script := "globalThis.trefoilTests?.((name) => " + begun + "(name)).then((outcomes) => JSON.stringify(outcomes)) ?? ''"
	return chromedp.ActionFunc(func(ctx context.Context) error {
		var text string
		err := chromedp.Evaluate(script, &text, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }).Do(ctx)
		*answer = []byte(text)
		return err
	})
}
