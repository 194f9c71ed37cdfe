package e2e_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// corpus are real descriptions, which stand beside the repository where there
// are any.
func corpus() []TableEntry {
	files, err := filepath.Glob("../../../../shared/corpus/*.json.gz")
	if err != nil || len(files) == 0 {
		files = []string{"testdata/petstore.json"}
	}
	entries := make([]TableEntry, 0, len(files))
	for _, file := range files {
		entries = append(entries, Entry(filepath.Base(file), file))
	}
	return entries
}

func readCorpus(file string) []byte {
	GinkgoHelper()
	f, err := os.Open(file)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = f.Close() }()
	var r io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		r, err = gzip.NewReader(f)
		Expect(err).NotTo(HaveOccurred())
	}
	text, err := io.ReadAll(r)
	Expect(err).NotTo(HaveOccurred())
	return text
}

// countOperations counts the operations of a description with nothing but
// encoding/json.
func countOperations(text []byte) int {
	GinkgoHelper()
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	Expect(json.Unmarshal(text, &doc)).To(Succeed())
	n := 0
	for _, item := range doc.Paths {
		for _, method := range []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"} {
			var operation struct {
				Internal bool `json:"x-internal"`
			}
			if value, ok := item[method]; ok {
				Expect(json.Unmarshal(value, &operation)).To(Succeed())
				if !operation.Internal {
					n++
				}
			}
		}
	}
	return n
}

var _ = Describe("The demo with -spec", func() {
	DescribeTable("serves a page for every operation of",
		func(ctx SpecContext, file string) {
			text := readCorpus(file)
			path := filepath.Join(GinkgoT().TempDir(), "openapi.json")
			Expect(os.WriteFile(path, text, 0o600)).To(Succeed())
			d := startDemo(path)
			Expect(d.viewer.Wait(ctx)).To(Succeed())

			served := 0
			for _, o := range d.viewer.Document().Operations {
				if status(ctx, d.viewer, "/operations/"+o.Slug) == 200 {
					served++
				}
			}

			Expect(served).To(Equal(countOperations(text)))
		}, corpus())

	It("fetches a description from a URL", func(ctx SpecContext) {
		server := httptest.NewServer(http.FileServer(http.Dir("testdata")))
		DeferCleanup(server.Close)

		d := startDemo(server.URL + "/petstore.json")

		Expect(d.viewer.Wait(ctx)).To(Succeed())
		_, body := d.get(ctx, "/reference/")
		Expect(body).To(ContainSubstring("Swagger Petstore"))
	})

	DescribeTable("says what is wrong with",
		func(ctx SpecContext, text string, want ...string) {
			path := filepath.Join(GinkgoT().TempDir(), "openapi.yaml")
			Expect(os.WriteFile(path, []byte(text), 0o600)).To(Succeed())
			d := startDemo(path)
			_ = d.viewer.Wait(ctx)

			_, body := d.get(ctx, "/reference/")
			status, _ := d.get(ctx, "/planets")

			for _, words := range want {
				Expect(body).To(ContainSubstring(words))
			}
			Expect(status).To(Equal(200), "the server lives")
		},
		Entry("a brace", "{", "openapi.yaml", "line 1"),
		Entry("nothing", "", "openapi.yaml", "empty"),
		Entry("a tab", "openapi: 3.1.0\ninfo:\n\ttitle: x\n", "openapi.yaml", "line 3"),
		Entry("a missing reference", `{"openapi":"3.1.0","info":{"title":"Lost","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"x","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Ghost"}}}}}}}}}`, "Lost", "Ghost"),
	)

	It("says that a URL answers 404", func(ctx SpecContext) {
		server := httptest.NewServer(http.NotFoundHandler())
		DeferCleanup(server.Close)
		d := startDemo(server.URL + "/openapi.json")
		Expect(d.viewer.Wait(ctx)).NotTo(Succeed())

		_, body := d.get(ctx, "/reference/")

		Expect(body).To(ContainSubstring("404"))
	})
})

func status(ctx context.Context, h http.Handler, path string) int {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil).WithContext(ctx))
	return w.Code
}
