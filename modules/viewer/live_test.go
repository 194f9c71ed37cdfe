package viewer_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

// health is what the viewer says of itself.
func health(h http.Handler) (int, map[string]any) {
	GinkgoHelper()
	answer := get(h, "/_/health")
	var report map[string]any
	Expect(json.Unmarshal(answer.Body.Bytes(), &report)).To(Succeed())
	return answer.Code, report
}

var _ = Describe("Readiness", func() {
	It("is 503 with the progress until there is something to show", func(ctx SpecContext) {
		release := make(chan struct{})
		v, err := viewer.New(core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			core.ReportProgress(ctx, core.Progress{Phase: "Reading the file", Bytes: 2_500_000, Total: 10_000_000})
			<-release
			return titled("late"), nil
		}), htmlrender.New())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Eventually(func() any { _, report := health(v); return report["bytes"] }).WithContext(ctx).Should(Equal(2_500_000.0))

		status, report := health(v)
		page := read(v, "/")

		Expect(status).To(Equal(http.StatusServiceUnavailable))
		Expect(report).To(SatisfyAll(HaveKeyWithValue("state", "loading"), HaveKeyWithValue("phase", "Reading the file"), HaveKeyWithValue("total", 10_000_000.0)))
		Expect(page.Find("[data-progress-text]").Text()).To(Equal("Reading the file: 2.5 MB of 10.0 MB"))
		Expect(page.Find("progress").Attributes("value")).To(Equal([]string{"25"}))
		Expect(page.Find("script[src]").Attributes("src")).To(ContainElement(HavePrefix("./assets/live.js?v=")))

		close(release)
		Expect(v.Wait(ctx)).To(Succeed())
		status, report = health(v)
		Expect(status).To(Equal(http.StatusOK))
		Expect(report).To(SatisfyAll(HaveKeyWithValue("state", "ready"), HaveKeyWithValue("title", "late"), Not(HaveKey("phase"))))
		Expect(read(v, "/").Find("script[src]").Attributes("src")).NotTo(ContainElement(ContainSubstring("live.js")))
	})

	It("is 503 with the reason when nothing could be loaded", func(ctx SpecContext) {
		status, report := health(start(ctx, failing(&core.SpecError{Line: 3, Column: 5, Message: "there is a tab"})))

		Expect(status).To(Equal(http.StatusServiceUnavailable))
		Expect(report).To(SatisfyAll(HaveKeyWithValue("state", "failed"), HaveKeyWithValue("error", "there is a tab"), HaveKeyWithValue("line", 3.0)))
	})
})

// events follows a stream and returns what it says, one after the other.
func events(ctx context.Context, address string) (<-chan map[string]any, *http.Response) {
	GinkgoHelper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/_/events", nil)
	Expect(err).NotTo(HaveOccurred())
	response, err := http.DefaultClient.Do(r)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(response.Body.Close)
	told := make(chan map[string]any, 16)
	go func() {
		defer close(told)
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var state map[string]any
				if json.Unmarshal([]byte(data), &state) == nil {
					told <- state
				}
			}
		}
	}()
	return told, response
}

var _ = Describe("Events", func() {
	It("are not offered where pages do not follow", func(ctx SpecContext) {
		v := start(ctx, zoo)

		Expect(get(v, "/_/events").Code).To(Equal(http.StatusNoContent))
		Expect(read(v, "/").Find("script[src]").Attributes("src")).NotTo(ContainElement(ContainSubstring("live.js")))
		live := start(ctx, zoo, viewer.WithLiveReload())
		Expect(read(live, "/").Find("script[src]").Attributes("src")).To(ContainElement(ContainSubstring("live.js")))
	})

	It("end with the first load where pages do not follow", func(ctx SpecContext) {
		release := make(chan struct{})
		v, err := viewer.New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
			<-release
			return titled("late"), nil
		}), htmlrender.New())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		server := httptest.NewServer(v)
		DeferCleanup(server.Close)
		told, _ := events(ctx, server.URL)
		Eventually(told).WithContext(ctx).Should(Receive(HaveKeyWithValue("state", "loading")))

		close(release)

		Eventually(told).WithContext(ctx).Should(Receive(HaveKeyWithValue("state", "ready")))
		Eventually(told).WithContext(ctx).Should(BeClosed())
	})
})

var _ = Describe("NewReference with a cache directory", func() {
	It("keeps the outline there", func(ctx SpecContext) {
		dir := GinkgoT().TempDir()
		for range 2 {
			v, err := viewer.NewReference(viewer.Configuration{Spec: viewer.Spec{Content: petstore}}, viewer.WithCacheDir(dir))
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(v.Close)
			Expect(v.Wait(ctx)).To(Succeed())
			Expect(htmltest.Parse(get(v, "/operations/listPets").Body.Bytes()).Find("h1").Text()).To(Equal("listPets"))
		}

		Expect(os.ReadDir(dir)).To(HaveLen(1))
	})
})
