package coretest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
)

// stdTransport is the shortest transport that passes the suite.
func stdTransport(client *http.Client) core.Transport {
	return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
		req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, nil)
		if err != nil {
			return nil, err
		}
		if r.Header != nil {
			req.Header = r.Header.Clone()
		}
		if r.Body != nil && r.ContentLength != 0 {
			if req.Body, err = r.Body(); err != nil {
				return nil, fmt.Errorf("open body: %w", err)
			}
			req.ContentLength = r.ContentLength
			defer context.AfterFunc(ctx, func() { _ = req.Body.Close() })()
		}
		res, err := client.Do(req)
		if err != nil {
			return nil, errors.Join(err, ctx.Err())
		}
		return &core.Response{Status: res.StatusCode, Header: res.Header, Body: res.Body, ContentLength: res.ContentLength}, nil
	})
}

func plainClient() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func TestTransportSuite(t *testing.T) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		server := httptest.NewServer(h)
		t.Cleanup(server.Close)
		client := plainClient()
		t.Cleanup(client.CloseIdleConnections)
		return stdTransport(client), server.URL
	})
}

func TestSpecSourceSuite(t *testing.T) {
	coretest.TestSpecSource(t, core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("load: %w", err)
		}
		return coretest.Document(), nil
	}))
}

type plainRenderer struct{}

func (plainRenderer) MediaType() string { return "text/plain; charset=utf-8" }

func (plainRenderer) Render(_ context.Context, w io.Writer, page *core.Page) error {
	if page.Kind == "no-such-kind" {
		return core.ErrUnsupported
	}
	_, err := fmt.Fprintln(w, page.Kind)
	return err
}

func TestRendererSuite(t *testing.T) { coretest.TestRenderer(t, plainRenderer{}) }

func TestHookSuite(t *testing.T) {
	pass := func(_ core.Exchange, next func() error) error { return next() }
	coretest.TestHook(t, core.HookAt(core.HookPoint{Stage: core.BeforeRender, Flag: "AUTH"}, pass),
		func() core.Exchange { return new(coretest.Exchange) })
}

func TestControllerSuite(t *testing.T) {
	coretest.TestController(t, core.ControllerFunc(func() map[string]any {
		return map[string]any{"GET /a": http.NotFound, "GET AUTH /b/:id": http.NotFound}
	}))
}

func TestExchange(t *testing.T) {
	x := &coretest.Exchange{Values: map[string]any{"a": 1}, ParamsErr: errors.New("bad body")}
	x.SetResult("x")
	x.ResponseWriter().WriteHeader(http.StatusTeapot)
	params, err := x.Params()
	if x.Result() != "x" || x.Recorder.Code != http.StatusTeapot || x.Request().URL.Path != "/" || params["a"] != 1 || err == nil {
		t.Errorf("got %+v", x)
	}
}

func ExampleDocument() {
	doc := coretest.Document()
	var b bytes.Buffer
	for _, o := range doc.Operations {
		fmt.Fprintln(&b, o.Slug, o.Method, o.Path)
	}
	fmt.Print(b.String())
	// Output:
	// listAnimals GET /animals
	// feed POST /animals/{id}/meals
	// GET-health GET /health
}
