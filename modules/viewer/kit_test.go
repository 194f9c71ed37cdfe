package viewer_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction(
		"github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"))
}

// zoo gives the sample document.
var zoo = core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return coretest.Document(), nil })

// start makes a viewer of a source whose first load has ended.
func start(ctx context.Context, source core.SpecSource, options ...viewer.Option) *viewer.Viewer {
	GinkgoHelper()
	v, err := viewer.New(source, htmlrender.New(), options...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // which ends what hangs
	defer cancel()
	if err := v.Wait(ctx); ctx.Err() != nil {
		Fail("the first load does not end: " + err.Error())
	}
	return v
}

// configured makes a viewer of a configuration over the sample document.
func configured(ctx context.Context, c viewer.Configuration) *viewer.Viewer {
	GinkgoHelper()
	return start(ctx, zoo, viewer.WithConfiguration(c))
}

// get asks a handler for a path, with headers as pairs of name and value.
func get(h http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	return ask(h, http.MethodGet, path, headers...)
}

func ask(h http.Handler, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// read asks a handler for a page and reads it.
func read(h http.Handler, path string) htmltest.Nodes {
	return htmltest.Parse(get(h, path).Body.Bytes())
}
