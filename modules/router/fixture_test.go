package router_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

type user struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// fixture is a router on ServeMux, its log and its requests.
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

func (f *fixture) do(method, target, body string, header ...string) *httptest.ResponseRecorder {
	GinkgoHelper()
	h, err := f.Handler()
	Expect(err).NotTo(HaveOccurred())
	req := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	return w
}

func (f *fixture) get(target string, header ...string) *httptest.ResponseRecorder {
	GinkgoHelper()
	return f.do(http.MethodGet, target, "", header...)
}

// mistakes builds the router and returns the messages of its table.
func (f *fixture) mistakes() []string {
	GinkgoHelper()
	_, err := f.Handler()
	var table *router.TableError
	Expect(err).To(BeAssignableToTypeOf(table))
	var lines []string
	for _, m := range err.(*router.TableError).Mistakes {
		lines = append(lines, m.String())
	}
	return lines
}

// expectProblem checks a whole problem+json answer.
func expectProblem(w *httptest.ResponseRecorder, status int, detail string) {
	GinkgoHelper()
	Expect(w.Code).To(Equal(status), w.Body.String())
	Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
	Expect(w.Header().Get("X-Request-Id")).To(Equal("id-1"))
	var p struct {
		Title    string            `json:"title"`
		Status   int               `json:"status"`
		Detail   string            `json:"detail"`
		Instance string            `json:"instance"`
		Errors   []json.RawMessage `json:"errors"`
	}
	dec := json.NewDecoder(bytes.NewReader(w.Body.Bytes()))
	dec.DisallowUnknownFields()
	Expect(dec.Decode(&p)).To(Succeed())
	Expect(p.Title).To(Equal(http.StatusText(status)))
	Expect(p.Status).To(Equal(status))
	Expect(p.Detail).To(Equal(detail))
	Expect(p.Instance).To(Equal("id-1"))
}

func register(f *fixture, key string, fn any) { f.Register(router.Controllers{key: fn}) }
