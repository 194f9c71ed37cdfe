package restytransport_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"time"

	"github.com/go-resty/resty/v2"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/restytransport"
)

var _ = Describe("Opening and closing", func() {
	DescribeTable("leaves nothing behind, however often",
		func(ctx SpecContext, opts ...restytransport.Option) {
			cycles := 300
			if os.Getenv("TREFOIL_LONG") != "" {
				cycles = 10_000
			}
			server := httptest.NewServer(http.HandlerFunc(target))
			DeferCleanup(server.Close)
			cycle := func() {
				transport, err := restytransport.New(resty.NewWithClient(&http.Client{Transport: &http.Transport{}}), opts...)
				Expect(err).NotTo(HaveOccurred())
				res, err := transport.Do(ctx, get(server.URL+"/x"))
				Expect(err).NotTo(HaveOccurred())
				_, err = io.Copy(io.Discard, res.Body)
				Expect(err).NotTo(HaveOccurred())
				Expect(res.Body.Close()).To(Succeed())
				transport.CloseIdleConnections()
			}
			cycle()
			goroutines, files := runtime.NumGoroutine(), openFiles()
			for range cycles {
				cycle()
			}

			Eventually(runtime.NumGoroutine).WithContext(ctx).Should(BeNumerically("<=", goroutines+2))
			Eventually(openFiles).WithContext(ctx).Should(BeNumerically("<=", files+2))
		},
		Entry("as it is", NodeTimeout(2*time.Minute)),
		Entry("with the hooks of resty", NodeTimeout(2*time.Minute), restytransport.KeepHooks()),
	)
})

func openFiles() int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}
