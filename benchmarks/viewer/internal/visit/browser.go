package visit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var (
	errLate    = errors.New("the page was not quiet, with the text, in time")
	errAbsent  = errors.New("the page was quiet and did not show the text")
	errCrashed = errors.New("the browser gave up the page")
)

// browser is a browser with one tab.
type browser struct {
	ctx     context.Context
	close   func()
	traffic traffic
	crashed atomic.Bool
}

// Executable finds the browser: one with windows, as readers have it, and not
// the headless shell of the tests.
func Executable() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no chromium: install Debian's package of that name")
}

// Version says which browser measures.
func Version() string {
	path, err := Executable()
	if err != nil {
		return err.Error()
	}
	out, err := exec.Command(path, "--version").Output()
	if err != nil {
		return "unknown version of chromium"
	}
	return strings.TrimSpace(string(out))
}

// open starts a browser whose hosts are all unknown but this machine.
func open(ctx context.Context, task Task) (*browser, error) {
	path, err := Executable()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1440, 900),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	allocator, stopProcess := chromedp.NewExecAllocator(ctx, options...)
	tab, stop := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	b := &browser{ctx: tab, close: func() { stop(); stopProcess() }}
	if err := chromedp.Run(tab); err != nil {
		b.close()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	chromedp.ListenTarget(tab, b.listen)
	if err := b.prepare(task); err != nil {
		b.close()
		return nil, fmt.Errorf("prepare the browser: %w", err)
	}
	return b, nil
}

func (b *browser) listen(event any) {
	if _, ok := event.(*inspector.EventTargetCrashed); ok {
		b.crashed.Store(true)
	}
	b.traffic.note(event)
}

// run does the actions within a limit.
func (b *browser) run(limit time.Duration, actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	return chromedp.Run(ctx, actions...)
}

// gaveUp says how a visit ended that has not come to its end.
func (b *browser) gaveUp(f Figures, err error) Figures {
	switch {
	case b.crashed.Load(), b.ctx.Err() != nil:
		return f.ended(Crashed, err)
	case errors.Is(err, errAbsent):
		return f.ended(Absent, err)
	case errors.Is(err, errLate), errors.Is(err, context.DeadlineExceeded):
		return f.ended(Late, err)
	}
	return f.ended(Crashed, err)
}

// shoot takes a screenshot when one is wanted. Without one the visit goes on.
func (b *browser) shoot(file string) {
	if file == "" {
		return
	}
	var image []byte
	err := b.run(10*time.Second, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		image, err = page.CaptureScreenshot().Do(ctx)
		return err
	}))
	if err == nil {
		_ = os.WriteFile(file, image, 0o644)
	}
}
