package browsertest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

// chromium is the browser of the suite, as this process is connected to it.
var chromium context.Context

// judge reads descriptions in other processes of this program.
var judge *worker.Judge

// Main runs the tests of a program whose specs call Judge. Its TestMain does nothing
// else.
func Main(m *testing.M) {
	judge = worker.Main()
	m.Run()
}

// Judge returns the worker that reads untrusted descriptions. All specs share it.
func Judge() *worker.Judge { return judge }

// Suite starts Chromium before the specs and ends it behind them. Call it once, in
// the file of the suite. The first of several parallel processes starts Chromium,
// and the others connect to it.
//
// Browsers are slow on loaded machines, so Eventually waits for StepTimeout by
// default from then on.
func Suite() bool {
	var disconnect, stop func()
	before := ginkgo.SynchronizedBeforeSuite(func() []byte {
		profile, err := os.MkdirTemp("", "chromium-")
		gomega.Expect(err).NotTo(gomega.HaveOccurred())
		chromium, stop = start(profile)
		return []byte(address(profile))
	}, func(address []byte) {
		gomega.SetDefaultEventuallyTimeout(StepTimeout)
		gomega.SetDefaultEventuallyPollingInterval(50 * time.Millisecond) // a question to a page costs milliseconds
		gomega.EnforceDefaultTimeoutsWhenUsingContexts()                  // without it, they wait for ever
		if chromium == nil {
			chromium, disconnect = connect(string(address))
		}
	})
	after := ginkgo.SynchronizedAfterSuite(func() {
		if disconnect != nil {
			disconnect()
		}
	}, func() {
		if stop != nil {
			stop()
		}
	})
	return before && after
}

// start starts Chromium with a folder for its files, which goes with it.
func start(profile string) (context.Context, func()) {
	ginkgo.GinkgoHelper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(executable()), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1440, 900),
		chromedp.UserDataDir(profile),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	allocator, stopProcess := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeTab := browser(allocator)
	return ctx, func() {
		closeTab()
		stopProcess()
		gomega.Eventually(os.RemoveAll).WithArguments(profile).Should(gomega.Succeed(), "processes of Chromium may still write")
	}
}

// address is where the Chromium that has written to a folder takes connections.
func address(profile string) string {
	ginkgo.GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(profile, "DevToolsActivePort")) // a port and a path, a line each
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	port, path, found := strings.Cut(strings.TrimSpace(string(text)), "\n")
	gomega.Expect(found).To(gomega.BeTrue(), "DevToolsActivePort reads %q", text)
	return "ws://127.0.0.1:" + port + path
}

// connect connects to a Chromium that another process has started.
func connect(address string) (context.Context, func()) {
	ginkgo.GinkgoHelper()
	allocator, disconnect := chromedp.NewRemoteAllocator(context.Background(), address, chromedp.NoModifyURL)
	ctx, closeTab := browser(allocator)
	return ctx, func() { closeTab(); disconnect() }
}

func browser(allocator context.Context) (context.Context, func()) {
	ginkgo.GinkgoHelper()
	ctx, closeTab := chromedp.NewContext(allocator, chromedp.WithErrorf(ginkgo.GinkgoWriter.Printf))
	gomega.Expect(chromedp.Run(ctx)).To(gomega.Succeed())
	return ctx, closeTab
}

// executable finds the browser that make test installs, or one like it.
func executable() string {
	ginkgo.GinkgoHelper()
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return program(path)
		}
	}
	ginkgo.Fail("these specs need Debian's chromium-headless-shell: make test installs it")
	return ""
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
