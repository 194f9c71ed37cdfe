package viewer_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
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

// spec is a description with a title, in a file.
func spec(title string) string {
	return `{"openapi":"3.1.0","info":{"title":"` + title + `","version":"1"},"paths":{}}`
}

// watched is a viewer that watches a file.
func watched(ctx context.Context, options ...viewer.Option) (v *viewer.Viewer, write func(text string)) {
	GinkgoHelper()
	file := filepath.Join(GinkgoT().TempDir(), "api.json")
	write = func(text string) {
		GinkgoHelper()
		Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
	}
	write(spec("one"))
	source, err := openapi.FromFile(file)
	Expect(err).NotTo(HaveOccurred())
	return start(ctx, source, append(options, viewer.WithWatch(20*time.Millisecond))...), write
}

func title(h http.Handler) func() string {
	return func() string { return read(h, "/").Find("h1").Text() }
}

var _ = Describe("Row 25: a file that is watched", func() {
	It("is shown after its change, which is told once", func(ctx SpecContext) {
		var told atomic.Int64
		v, write := watched(ctx, viewer.WithOnUpdate(func(string) { told.Add(1) }))
		Expect(title(v)()).To(Equal("one"))

		write(spec("two"))

		Eventually(title(v)).WithContext(ctx).Should(Equal("two"))
		write(spec("two"))
		Consistently(told.Load).WithContext(ctx).WithTimeout(300 * time.Millisecond).Should(Equal(int64(1)))
	})

	It("stays as it was when it breaks, with what is wrong where, and comes back", func(ctx SpecContext) {
		v, write := watched(ctx)

		write("{\n  \"openapi\": \"3.1.0\",\n  oops\n}")

		stale := func() string { return read(v, "/").Find("[data-stale]").Text() }
		Eventually(stale).WithContext(ctx).Should(ContainSubstring("line 3, column 3"))
		Expect(title(v)()).To(Equal("one"))
		status, report := health(v)
		Expect(status).To(Equal(http.StatusOK))
		Expect(report).To(SatisfyAll(HaveKeyWithValue("state", "stale"), HaveKeyWithValue("line", 3.0), HaveKeyWithValue("column", 3.0)))

		write(spec("one"))
		Eventually(stale).WithContext(ctx).Should(BeEmpty())
	})

	It("may be gone for a while", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "api.json")
		Expect(os.WriteFile(file, []byte(spec("one")), 0o600)).To(Succeed())
		source, err := openapi.FromFile(file)
		Expect(err).NotTo(HaveOccurred())
		v := start(ctx, source, viewer.WithWatch(20*time.Millisecond))

		Expect(os.Remove(file)).To(Succeed())
		Eventually(v.Err).WithContext(ctx).Should(MatchError(ContainSubstring("there is no such file")))
		Expect(title(v)()).To(Equal("one"))

		Expect(os.WriteFile(file, []byte(spec("two")), 0o600)).To(Succeed())
		Eventually(title(v)).WithContext(ctx).Should(Equal("two"))
		Expect(v.Err()).NotTo(HaveOccurred())
	})

	It("may be any source: one that cannot be asked is loaded", func(ctx SpecContext) {
		var loads atomic.Int64
		v := start(ctx, core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
			if loads.Add(1) < 3 {
				return titled("one"), nil
			}
			return titled("two"), nil
		}), viewer.WithWatch(20*time.Millisecond))

		Eventually(title(v)).WithContext(ctx).Should(Equal("two"))
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

var _ = Describe("Row 25: events", func() {
	It("tell of the state, and of every one to come, until the viewer is closed", func(ctx SpecContext) {
		v, write := watched(ctx)
		server := httptest.NewServer(v)
		DeferCleanup(server.Close)
		told, response := events(ctx, server.URL)
		Expect(response.Header.Get("Content-Type")).To(Equal("text/event-stream"))
		Expect(response.Header.Get("Cache-Control")).To(Equal("no-store"))
		var first map[string]any
		Eventually(told).WithContext(ctx).Should(Receive(&first))
		Expect(first).To(SatisfyAll(HaveKeyWithValue("state", "ready"), HaveKeyWithValue("tag", read(v, "/").Find("meta[name=trefoil-version]").Attributes("content")[0])))

		write(spec("two"))
		var second map[string]any
		Eventually(told).WithContext(ctx).Should(Receive(&second))
		Expect(second).To(HaveKeyWithValue("title", "two"))
		Expect(second["tag"]).NotTo(Equal(first["tag"]))

		write("{")
		Eventually(told).WithContext(ctx).Should(Receive(HaveKeyWithValue("state", "stale")))

		Expect(v.Close()).To(Succeed())
		Eventually(told).WithContext(ctx).Should(BeClosed())
	})

	It("outlive the time that the server gives an answer", func(ctx SpecContext) {
		v, write := watched(ctx)
		server := httptest.NewUnstartedServer(v)
		server.Config.WriteTimeout = 400 * time.Millisecond
		server.Start()
		DeferCleanup(server.Close)
		told, _ := events(ctx, server.URL)
		Eventually(told).WithContext(ctx).Should(Receive())
		Consistently(told).WithContext(ctx).WithTimeout(600 * time.Millisecond).ShouldNot(Receive())

		write(spec("two"))

		Eventually(told).WithContext(ctx).Should(Receive(HaveKeyWithValue("title", "two")))
		Expect(v.Close()).To(Succeed())
	})

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

	It("are refused when too many wait, and given again when some have gone", func(ctx SpecContext) {
		v, _ := watched(ctx)
		waiting, leave := context.WithCancel(ctx)
		done := make(chan struct{}, 600)
		for range 512 {
			go func() {
				for waiting.Err() == nil { // the one who asks below may have taken a place
					v.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(waiting, http.MethodGet, "/_/events", nil))
					select { // not at once: all of them would try all the time
					case <-waiting.Done():
					case <-time.After(20 * time.Millisecond):
					}
				}
				done <- struct{}{}
			}()
		}

		refused := func() int {
			asking, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
			defer cancel()
			w := httptest.NewRecorder()
			v.ServeHTTP(w, httptest.NewRequestWithContext(asking, http.MethodGet, "/_/events", nil))
			return w.Code
		}
		Eventually(refused).WithContext(ctx).Should(Equal(http.StatusServiceUnavailable))
		leave()
		for range 512 {
			Eventually(done).WithContext(ctx).Should(Receive())
		}
		Expect(refused()).To(Equal(http.StatusOK))
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
