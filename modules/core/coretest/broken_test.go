package coretest_test

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
)

// breakEnv names the adapter that TestBrokenAdapter runs through its suite, in
// a process of its own, because that suite must fail.
const breakEnv = "CORETEST_BREAK"

func TestSuitesFailOnBrokenAdapters(t *testing.T) {
	for name, want := range map[string]string{
		"source that ignores its context":      "want one that wraps context.Canceled",
		"source without text":                  "lacks its text",
		"renderer that hides write errors":     "want the error of the writer",
		"renderer that knows every kind":       "want ErrUnsupported",
		"hook that calls next twice":           "next was called 2 times",
		"hook at no stage":                     "does not exist",
		"controller with a bad key":            "has no path",
		"controller with a route twice":        "name the same method and path",
		"controller with nothing to be called": "the function is nil",
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestBrokenAdapter$")
			cmd.Env = append(os.Environ(), breakEnv+"="+name)
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), want) {
				t.Errorf("the suite ended with %v and printed %s", err, out)
			}
		})
	}
}

func TestBrokenAdapter(t *testing.T) {
	switch name := os.Getenv(breakEnv); name {
	case "":
		return
	case "source that ignores its context":
		testSource(t, coretest.Document())
	case "source without text":
		testSource(t, apidoc.New(apidoc.Outline{}, apidoc.Memory{}, apidoc.Text{}))
	case "renderer that hides write errors":
		coretest.TestRenderer(t, rendererFunc(func(w io.Writer, _ *core.Page) error { _, _ = io.WriteString(w, "x"); return nil }))
	case "renderer that knows every kind":
		coretest.TestRenderer(t, rendererFunc(func(w io.Writer, _ *core.Page) error { _, err := io.WriteString(w, "x"); return err }))
	default:
		testBrokenRouting(t, name)
	}
}

func testBrokenRouting(t *testing.T, name string) {
	exchange := func() core.Exchange { return new(coretest.Exchange) }
	twice := func(_ core.Exchange, next func() error) error { _ = next(); return next() }
	switch name {
	case "hook that calls next twice":
		coretest.TestHook(t, core.HookAt(core.HookPoint{Stage: core.BeforeRender}, twice), exchange)
	case "hook at no stage":
		coretest.TestHook(t, core.HookAt(core.HookPoint{Stage: "later"}, twice), exchange)
	case "controller with a bad key":
		testRoutes(t, map[string]any{"GET AUTH": http.NotFound})
	case "controller with a route twice":
		testRoutes(t, map[string]any{"GET AUTH /a": http.NotFound, "GET /a": http.NotFound})
	case "controller with nothing to be called":
		testRoutes(t, map[string]any{"GET /a": nil})
	default:
		return
	}
}

func testSource(t *testing.T, doc *apidoc.Document) {
	coretest.TestSpecSource(t, core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return doc, nil }))
}

func testRoutes(t *testing.T, routes map[string]any) {
	coretest.TestController(t, core.ControllerFunc(func() map[string]any { return routes }))
}

type rendererFunc func(w io.Writer, p *core.Page) error

func (rendererFunc) MediaType() string { return "text/plain; charset=utf-8" }

func (f rendererFunc) Render(_ context.Context, w io.Writer, p *core.Page) error { return f(w, p) }
