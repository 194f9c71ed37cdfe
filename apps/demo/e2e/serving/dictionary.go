package serving

import (
	"fmt"
	"net/http"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// codings notes in which coding each path was sent last.
type codings struct {
	http.Handler
	mu   sync.Mutex
	last map[string]string
}

func (c *codings) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.Handler.ServeHTTP(w, r)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last[r.URL.Path] = w.Header().Get("Content-Encoding")
}

func (c *codings) of(path string) (coding string, sent bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	coding, sent = c.last[path]
	return coding, sent
}

var _ = Describe("What pages have in common", func() {
	It("is loaded once, below any path, and left out of the next page", func(ctx SpecContext) {
		v := viewerOf(ctx, openapi.FromContent(description("About things.")))
		c := &codings{Handler: http.StripPrefix("/docs/api", v), last: map[string]string{}}
		base := browsertest.Serve(c) + "/docs/api"
		b := browsertest.Open()

		b.Visit(base + "/")
		first, _ := c.of("/docs/api/")
		Eventually(func() bool { _, sent := c.of("/docs/api/dictionary"); return sent }).WithContext(ctx).Should(BeTrue())
		number := 0
		next := func() string {
			number = (number + 1) % 30
			b.Visit(fmt.Sprintf("%s/operations/thing%d", base, number))
			coding, _ := c.of(fmt.Sprintf("/docs/api/operations/thing%d", number))
			return coding
		}

		Expect(first).To(Equal("zstd"))
		Eventually(next).WithContext(ctx).Should(Equal("dcz"))
		Expect(text(b, "main h1")()).To(Equal(fmt.Sprintf("Thing %d", number)))
	})
})
