package editor

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// others sends another description, which takes the place of what is kept.
const others = `fetch("/_d/", {method: "POST", headers: {"Content-Type": "application/json", "Trefoil-Description": "1"},
	body: JSON.stringify({content: "openapi: 3.1.0\ninfo: {title: Other, version: '1'}\npaths: {}", configuration: {}})}).then(r => r.status)`

var _ = Describe("The server of the editor", func() {
	It("may forget the text, which is sent again without being another change", func(ctx SpecContext) {
		updates := &told{}
		v := browsertest.Configured(ctx, viewer.Configuration{IsEditable: true, Spec: viewer.Spec{Content: zoo}, OnSpecUpdate: updates.add},
			viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{Kept: 1}))
		b := edit(browsertest.Serve(v) + "/operations/getAnimal")
		cursor(b, "List animals")
		typeText(b, " of mine")
		Eventually(status(b)).Should(Equal("Valid, 2 operations"))
		Expect(browsertest.Eval[int](b, others)).To(Equal(http.StatusOK))

		press(b, "main a[href$='operations/listAnimals']")

		Eventually(heading(b)).Should(Equal("List animals of mine"))
		Expect(browsertest.Eval[bool](b, `document.querySelector("[data-editor]") !== null`)).To(BeTrue())
		Expect(updates.all()).To(HaveLen(1))
	})

	It("may load the description again, which the pages of a draft wait for", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "zoo.yaml")
		write := func(text string) { Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed()) }
		write(zoo)
		source, err := openapi.FromFile(file)
		Expect(err).NotTo(HaveOccurred())
		v, err := viewer.New(source, htmlrender.New(), viewer.WithConfiguration(viewer.Configuration{IsEditable: true}),
			viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{}), viewer.WithWatch(50*time.Millisecond))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())
		address := browsertest.Serve(v)
		b := browsertest.Open()
		b.Visit(address + "/operations/getAnimal")
		browsertest.Eval[any](b, watched)
		write(strings.ReplaceAll(strings.Replace(zoo, "Find an animal", "Find another", 1), "/animals/", "/others/"))
		Eventually(heading(b)).Should(Equal("Find another"))
		Expect(browsertest.Eval[string](b, `document.querySelector("main [data-request-card] pre").textContent`)).To(ContainSubstring("/others/"))

		open(b)
		cursor(b, "Find another")
		typeText(b, " of mine")
		Eventually(heading(b)).Should(Equal("Find another of mine"))
		write(strings.Replace(zoo, "Find an animal", "Find a third", 1))
		Eventually(func() string { return v.Document().OperationSummary("getAnimal").Summary }).Should(Equal("Find a third"))
		Consistently(heading(b), "500ms").Should(Equal("Find another of mine"))

		press(b, ".editor-close")
		Eventually(heading(b)).Should(Equal("Find a third"))
		Expect(violations(b)).To(BeEmpty())
	})

	It("may be busy, and is asked again", func(ctx SpecContext) {
		updates := &told{}
		v := browsertest.Configured(ctx, viewer.Configuration{IsEditable: true, Spec: viewer.Spec{Content: zoo}, OnSpecUpdate: updates.add},
			viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{}))
		var asked atomic.Int64
		b := edit(browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && asked.Add(1) == 1 {
				w.Header().Set("Retry-After", "2")
				w.WriteHeader(http.StatusTooManyRequests)
				_, _ = w.Write([]byte(`{"state":"failed","error":"too many descriptions in a minute"}`))
				return
			}
			v.ServeHTTP(w, r)
		})) + "/operations/getAnimal")

		cursor(b, "Find an animal")
		typeText(b, " later")

		Eventually(status(b)).Should(Equal("too many descriptions in a minute"))
		Expect(browsertest.Eval[string](b, `document.querySelector(".editor-banner").textContent`)).To(Equal("Your changes are not shown yet."))
		Eventually(heading(b)).Should(Equal("Find an animal later"))
		Expect(updates.all()).To(HaveLen(1))
		Expect(asked.Load()).To(BeEquivalentTo(2))
	})

	It("is sent the last of several texts that come while it reads", func(ctx SpecContext) {
		updates := &told{}
		v := browsertest.Configured(ctx, viewer.Configuration{IsEditable: true, Spec: viewer.Spec{Content: zoo}, OnSpecUpdate: updates.add},
			viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{}))
		release := make(chan struct{})
		var asked, gone atomic.Int64
		b := edit(browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && asked.Add(1) == 1 {
				_, _ = io.Copy(io.Discard, r.Body) // a server that still reads does not learn that nobody waits
				select {
				case <-r.Context().Done():
					gone.Add(1)
				case <-release:
				}
				return
			}
			v.ServeHTTP(w, r)
		})) + "/operations/getAnimal")
		DeferCleanup(func() { close(release) })

		cursor(b, "Find an animal")
		typeText(b, " one")
		Eventually(asked.Load).Should(BeEquivalentTo(1))
		typeText(b, " two")

		Eventually(heading(b)).Should(Equal("Find an animal one two"))
		Expect(asked.Load()).To(BeEquivalentTo(2))
		Eventually(gone.Load).Should(BeEquivalentTo(1), "the first request is cancelled")
		Expect(updates.all()).To(Equal([]string{strings.Replace(zoo, "Find an animal", "Find an animal one two", 1)}))
	})
})
