package flagpack_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction(
		"github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"))
}

// onEngines runs specs on every engine.
func onEngines(text string, body func(engine func() router.Engine)) {
	DescribeTableSubtree(text, body,
		Entry("on the tree", trierouter.Engine),
		Entry("on ServeMux", muxrouter.Engine),
		Entry("on gin", func() router.Engine { return ginrouter.Engine() }))
}

// fixture is a router with its log.
type fixture struct {
	*router.Router
	log bytes.Buffer
}

func newFixture(opts ...router.Option) *fixture {
	f := &fixture{}
	text := slog.NewTextHandler(&f.log, &slog.HandlerOptions{Level: slog.LevelDebug})
	f.Router = router.New(append([]router.Option{
		router.WithLogger(slog.New(text)),
		router.WithRequestID(func(*http.Request) string { return "id-1" }),
	}, opts...)...)
	return f
}

// register adds one route.
func (f *fixture) register(key string, fn any) { f.Register(router.Controllers{key: fn}) }

// do sends a request with headers, each a name and a value.
func (f *fixture) do(method, target string, headers ...string) *httptest.ResponseRecorder {
	GinkgoHelper()
	h, err := f.Handler()
	Expect(err).NotTo(HaveOccurred())
	req := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	return w
}

func (f *fixture) get(target string, headers ...string) *httptest.ResponseRecorder {
	GinkgoHelper()
	return f.do(http.MethodGet, target, headers...)
}

// expectProblem checks a problem+json answer.
func expectProblem(w *httptest.ResponseRecorder, status int, detail string) {
	GinkgoHelper()
	Expect(w.Code).To(Equal(status), w.Body.String())
	Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
	var p struct {
		Status int    `json:"status"`
		Detail string `json:"detail"`
	}
	Expect(json.Unmarshal(w.Body.Bytes(), &p)).To(Succeed())
	Expect(p.Status).To(Equal(status))
	Expect(p.Detail).To(Equal(detail))
}

// description is the OpenAPI description of the routes.
func (f *fixture) description() map[string]any {
	GinkgoHelper()
	_, err := f.Handler()
	Expect(err).NotTo(HaveOccurred())
	doc, err := f.Load(GinkgoTB().Context())
	Expect(err).NotTo(HaveOccurred())
	var all map[string]any
	Expect(json.Unmarshal(doc.Text.Data, &all)).To(Succeed())
	return all
}

func basicOf(namePassword string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(namePassword))
}
