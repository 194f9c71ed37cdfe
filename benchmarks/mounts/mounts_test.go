package mounts_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v3"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/mounts"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

const greetings = `
openapi: 3.1.0
info: {title: Greetings, version: 1.0.0}
paths:
  /greeting:
    get: {operationId: get-greeting, responses: {"200": {description: The greeting.}}}
`

func reference() *viewer.Viewer {
	GinkgoHelper()
	file := filepath.Join(GinkgoT().TempDir(), "api.yaml")
	Expect(os.WriteFile(file, []byte(greetings), 0o600)).To(Succeed())
	v, err := mounts.Reference(file)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	return v
}

func serve(h http.Handler) string {
	server := httptest.NewServer(h)
	DeferCleanup(server.Close)
	return server.URL
}

var sheet = regexp.MustCompile(`href="([^"]+\.css[^"]*)"`)

var _ = Describe("The viewer", func() {
	gin.SetMode(gin.ReleaseMode)

	get := func(ctx SpecContext, address string) (int, string) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		Expect(err).NotTo(HaveOccurred())
		answer, err := http.DefaultClient.Do(r)
		Expect(err).NotTo(HaveOccurred())
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		Expect(err).NotTo(HaveOccurred())
		return answer.StatusCode, string(body)
	}

	DescribeTable("is mounted", func(ctx SpecContext, mount func() (string, *viewer.Viewer)) {
		base, v := mount()
		Expect(v.Wait(ctx)).To(Succeed())

		status, page := get(ctx, base+"/docs/operations/get-greeting")

		Expect(status).To(Equal(200))
		Expect(page).To(And(ContainSubstring("Greetings"), ContainSubstring("/greeting")))
		found := sheet.FindStringSubmatch(page)
		Expect(found).NotTo(BeNil())
		at, err := url.Parse(base + "/docs/operations/get-greeting")
		Expect(err).NotTo(HaveOccurred())
		at, err = at.Parse(found[1])
		Expect(err).NotTo(HaveOccurred())
		status, _ = get(ctx, at.String())
		Expect(status).To(Equal(200))
		status, _ = get(ctx, base+"/docs/")
		Expect(status).To(Equal(200))
		status, _ = get(ctx, base+"/docs/operations/ghost")
		Expect(status).To(Equal(404))
	},
		Entry("in net/http", func() (string, *viewer.Viewer) { v := reference(); return serve(mounts.NetHTTP(v)), v }),
		Entry("in chi", func() (string, *viewer.Viewer) { v := reference(); return serve(mounts.Chi(v)), v }),
		Entry("in gin", func() (string, *viewer.Viewer) { v := reference(); return serve(mounts.Gin(v)), v }),
		Entry("in echo", func() (string, *viewer.Viewer) { v := reference(); return serve(mounts.Echo(v)), v }),
		Entry("in fiber", func() (string, *viewer.Viewer) {
			v := reference()
			app := mounts.Fiber(v)
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			Expect(err).NotTo(HaveOccurred())
			ended := make(chan error, 1)
			go func() { ended <- app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
			DeferCleanup(func(ctx SpecContext) {
				Expect(app.ShutdownWithContext(ctx)).To(Succeed())
				Eventually(ctx, ended).Should(Receive(BeNil()))
			})
			return "http://" + listener.Addr().String(), v
		}),
		Entry("beside huma", func() (string, *viewer.Viewer) {
			h, v, err := mounts.Huma()
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(v.Close)
			return serve(h), v
		}),
	)
})
