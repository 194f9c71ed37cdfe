package e2e_test

import (
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("A page that is left while it is asked", func() {
	var b *browsertest.Browser

	BeforeEach(func() {
		root := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<!doctype html><title>a page</title><h1>A page</h1>"))
		}))
		b = browsertest.Open()
		b.Visit(root + "/first")
	})

	const leave = `location.pathname === "/second" ? "arrived" : new Promise(() => { location.pathname = "/second" })`

	It("has the one that comes answer", func() {
		Expect(browsertest.Eval[string](b, leave)).To(Equal("arrived"))
	})

	It("is an error for who asks again", func() {
		_, err := browsertest.Ask[string](b, leave)
		Expect(err).To(HaveOccurred())
		Eventually(func() (string, error) { return browsertest.Ask[string](b, leave) }).Should(Equal("arrived"))
	})
})

var _ = Describe("A tab that is slowed down", func() {
	It("takes longer for each request", func() {
		b := browsertest.Open()
		b.Visit(browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<!doctype html><title>a page</title><h1>A page</h1>"))
		})))

		b.SlowDown(2)

		took := browsertest.Eval[float64](b, `(async () => {
			const start = performance.now();
			await (await fetch("/", {cache: "no-store"})).text();
			return performance.now() - start;
		})()`)
		Expect(took).To(BeNumerically(">", 0.9*float64(browsertest.Latency.Milliseconds())))
	})
})
