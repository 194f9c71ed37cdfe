package browsertest

import (
	"context"
	"io"
	"net/http"
	"slices"
	"sync"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// Reference is the reference of a description, once it can be read. It is closed
// after the spec.
func Reference(ctx context.Context, description string, options ...viewer.Option) *viewer.Viewer {
	ginkgo.GinkgoHelper()
	v, err := viewer.New(openapi.FromContent(description), htmlrender.New(), options...)
	return ready(ctx, v, err)
}

// Configured is a reference with a configuration, as Reference is one with none.
func Configured(ctx context.Context, c viewer.Configuration, options ...viewer.Option) *viewer.Viewer {
	ginkgo.GinkgoHelper()
	v, err := viewer.NewReference(c, options...)
	return ready(ctx, v, err)
}

func ready(ctx context.Context, v *viewer.Viewer, err error) *viewer.Viewer {
	ginkgo.GinkgoHelper()
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	ginkgo.DeferCleanup(v.Close)
	gomega.Expect(v.Wait(ctx)).To(gomega.Succeed())
	return v
}

// Received is a request as an API gets it.
type Received struct {
	Method, Target, Body string
	Header               http.Header
}

// Requests are what an API has got. The zero value is ready, and may be used
// concurrently.
type Requests struct {
	mu  sync.Mutex
	got []Received
}

// Note reads a request, and returns it and how many there have been with it.
func (r *Requests) Note(request *http.Request) (Received, int) {
	body, _ := io.ReadAll(request.Body)
	got := Received{request.Method, request.RequestURI, string(body), request.Header.Clone()}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, got)
	return got, len(r.got)
}

// Last is what has come last, once n requests have come and no more.
func (r *Requests) Last(n int) Received {
	ginkgo.GinkgoHelper()
	gomega.Eventually(r.Count).Should(gomega.Equal(n))
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.got[n-1]
}

// All are those that have come so far, the first first.
func (r *Requests) All() []Received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// Count is how many requests have come.
func (r *Requests) Count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.got)
}

// Admit lets pages of every origin send a request and read all of its answer. It
// reports whether the request has only asked for that.
func Admit(w http.ResponseWriter, r *http.Request) bool {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "*")
	h.Set("Access-Control-Allow-Headers", "Authorization, "+r.Header.Get("Access-Control-Request-Headers"))
	h.Set("Access-Control-Expose-Headers", "*")
	return r.Method == http.MethodOptions
}
