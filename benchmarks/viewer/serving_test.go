package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/serverside"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// small is a description of two operations.
const small = `{"openapi":"3.0.3","info":{"title":"Pets","version":"1"},"paths":{
	"/pets":{"get":{"tags":["pet"],"operationId":"pets/list","summary":"List  pets","responses":{"200":{"description":"ok"}}}},
	"/pets/{id}":{"get":{"description":"One pet","parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"responses":{"200":{"description":"ok"}}}}}}`

var _ = Describe("A description", func() {
	var dir string

	BeforeEach(func() {
		dir = GinkgoT().TempDir()
		Expect(os.WriteFile(filepath.Join(dir, "small.json"), []byte(small), 0o600)).To(Succeed())
	})

	It("is found in the directory", func() {
		d, err := subject{name: "Small", corpus: "small.json"}.find(dir, dir, nil)

		Expect(err).NotTo(HaveOccurred())
		Expect(d.doc.Operations).To(HaveLen(2))
		Expect(d.last().Path).To(Equal("/pets/{id}"))
		Expect(d.anyOperation()).To(ConsistOf("List pets", "/pets/{id}", "GET /pets/{id}", "One pet"))
	})

	It("is found in a package when it is not in the directory", func() {
		Expect(os.MkdirAll(filepath.Join(dir, "node_modules", "p"), 0o700)).To(Succeed())
		Expect(os.Rename(filepath.Join(dir, "small.json"), filepath.Join(dir, "node_modules", "p", "a.json"))).To(Succeed())

		d, err := subject{name: "Small", corpus: "small.json", npm: "p/a.json"}.find(dir, dir, nil)

		Expect(err).NotTo(HaveOccurred())
		Expect(d.from).To(HaveSuffix("a.json"))
	})

	It("is missing when it is nowhere", func() {
		_, err := subject{name: "Small", corpus: "other.json"}.find(dir, dir, nil)

		Expect(err).To(MatchError(os.ErrNotExist))
	})
})

var _ = Describe("A peer", func() {
	It("is served with its page, its files and the description, compressed", func() {
		dir := GinkgoT().TempDir()
		Expect(os.MkdirAll(filepath.Join(dir, "node_modules", "p"), 0o700)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(dir, "node_modules", "p", "p.js"), []byte(strings.Repeat("let a;", 500)), 0o600)).To(Succeed())
		h, err := variant{name: "P", pkg: "p", files: []string{"p.js"}, host: "<p-doc></p-doc>"}.handler(dir, []byte(small))
		Expect(err).NotTo(HaveOccurred())

		answer := ask(h, "/p.js", "gzip, br")

		Expect(answer.Code).To(Equal(http.StatusOK))
		Expect(answer.Header().Get("Content-Encoding")).To(Equal("br"))
		Expect(answer.Body.Len()).To(BeNumerically("<", 100))
		Expect(ask(h, "/", "").Body.String()).To(ContainSubstring("<p-doc>"))
		Expect(ask(h, descriptionPath, "").Body.String()).To(Equal(small))
		Expect(ask(h, "/../../secret", "").Code).To(Equal(http.StatusNotFound))
	})

	It("is an error when a file of it is missing", func() {
		_, err := variant{name: "P", pkg: "p", files: []string{"p.js"}}.handler(GinkgoT().TempDir(), nil)

		Expect(err).To(MatchError(os.ErrNotExist))
	})

	DescribeTable("has links of its own form",
		func(name, want string) {
			o := &apidoc.OperationSummary{Slug: "list", ID: "pets/list", Method: "GET", Path: "/Pets/{id}", Tags: []string{"Pet"}}
			for _, v := range append(peers(), trefoil()) {
				if v.name == name {
					Expect(v.link(o)).To(Equal(want))
					return
				}
			}
			Fail("there is no " + name)
		},
		Entry(nil, "Scalar", "#tag/pet/GET/Pets/{id}"),
		Entry(nil, "Swagger UI", "#/Pet/pets/list"),
		Entry(nil, "Redoc 2", "#tag/Pet/operation/pets/list"),
		Entry(nil, "Redoc 3", "#tag/Pet/operation/pets/list"),
		Entry(nil, "RapiDoc", "#get-/Pets/-id-"),
		Entry(nil, "Elements", "#/operations/pets/list"),
		Entry(nil, ours, "operations/list"),
	)
})

var _ = Describe("The first load", func() {
	It("is the scripts and sheets that a page names, each once", func() {
		files := namedFiles([]byte(`<link rel=stylesheet href=a.css><link rel=icon href=b.ico><script src=c.js></script><script src=c.js></script><script type=application/json>{}</script>`))

		Expect(files).To(Equal([]string{"a.css", "c.js"}))
	})

	It("is that of our pages", func(ctx SpecContext) {
		v, err := newViewer(ctx, []byte(small))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)

		load, err := loadOf(v, "/")

		Expect(err).NotTo(HaveOccurred())
		Expect(load.script).To(BeNumerically(">", 0))
		Expect(load.style).To(BeNumerically(">", 0))
	})
})

var _ = Describe("A process that measures", func() {
	DescribeTable("gives a sample of",
		func(ctx SpecContext, what string) {
			var out strings.Builder
			Expect(serverside.Child(ctx, what, strings.NewReader(small), &out)).To(Succeed())

			Expect(out.String()).To(MatchRegexp(`"CPU":[0-9.]*[1-9]`))
			Expect(out.String()).To(MatchRegexp(`"Allocations":[1-9]`))
		},
		Entry("the outline", serverside.Outline),
		Entry("the model", serverside.Load),
		Entry("everything", serverside.Everything),
		Entry("the pages", serverside.Serve),
	)

	It("refuses what it does not know", func(ctx SpecContext) {
		Expect(serverside.Child(ctx, "other", strings.NewReader(small), &strings.Builder{})).NotTo(Succeed())
	})

	It("fails with a text that is no description", func(ctx SpecContext) {
		for _, what := range []string{serverside.Outline, serverside.Load, serverside.Library} {
			Expect(serverside.Child(ctx, what, strings.NewReader("[]"), &strings.Builder{})).NotTo(Succeed(), what)
		}
	})
})

func ask(h http.Handler, address, encodings string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Header.Set("Accept-Encoding", encodings)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
