package e2e_test

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// corpusDir is the environment variable that names the folder of the corpus.
const corpusDir = "TREFOIL_CORPUS"

// corpus are real descriptions, which stand beside the repository where there
// are any.
func corpus() []TableEntry {
	files, err := filepath.Glob(filepath.Join(cmp.Or(os.Getenv(corpusDir), "../../../../shared/corpus"), "*.json.gz"))
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

// operations are the methods and paths of a description, read with nothing but
// encoding/json.
func operations(text []byte) []string {
	GinkgoHelper()
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	Expect(json.Unmarshal(text, &doc)).To(Succeed())
	var all []string
	for path, item := range doc.Paths {
		for _, method := range []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"} {
			var operation struct {
				Internal bool `json:"x-internal"`
			}
			if value, ok := item[method]; ok {
				Expect(json.Unmarshal(value, &operation)).To(Succeed())
				if !operation.Internal {
					all = append(all, strings.ToUpper(method)+" "+path)
				}
			}
		}
	}
	return all
}

const (
	// allPages is the environment variable that makes specs ask for the page of each
	// operation of every description: "all".
	allPages = "TREFOIL_PAGES"
	// fewOperations are the most operations of a description whose pages are all
	// asked for without it.
	fewOperations = 2000
	// sampled is how many are taken of others, besides the first and the last of each
	// tag.
	sampled = 500
)

// asked are the operations whose pages are asked for: a sample where there are many.
// The seed of the run, which ginkgo prints, decides which.
func asked(operations []apidoc.OperationSummary) []apidoc.OperationSummary {
	if len(operations) <= fewOperations || os.Getenv(allPages) == "all" {
		return operations
	}
	first, last := map[string]int{}, map[string]int{}
	for i, o := range operations {
		for _, tag := range o.Tags {
			if _, known := first[tag]; !known {
				first[tag] = i
			}
			last[tag] = i
		}
	}
	seed := GinkgoRandomSeed()
	wanted := rand.New(rand.NewPCG(uint64(seed), 0)).Perm(len(operations))[:sampled]
	wanted = slices.AppendSeq(wanted, maps.Values(first))
	wanted = slices.AppendSeq(wanted, maps.Values(last))
	slices.Sort(wanted)
	var some []apidoc.OperationSummary
	for _, i := range slices.Compact(wanted) {
		some = append(some, operations[i])
	}
	AddReportEntry(fmt.Sprintf("%d of %d pages, seed %d", len(some), len(operations), seed))
	return some
}

var _ = Describe("The demo with -spec", func() {
	DescribeTable("lists every operation, and serves their pages, of",
		func(ctx SpecContext, file string) {
			text := readCorpus(file)
			path := filepath.Join(GinkgoT().TempDir(), "openapi.json")
			Expect(os.WriteFile(path, text, 0o600)).To(Succeed())
			d := startDemo(path)
			Expect(d.viewer.Wait(ctx)).To(Succeed())

			listed, slugs := []string{}, map[string]bool{}
			for _, o := range d.viewer.Document().Operations {
				listed = append(listed, o.Method+" "+o.Path)
				slugs[o.Slug] = true
			}
			Expect(sorted(listed)).To(Equal(sorted(operations(text))))
			Expect(slugs).To(HaveLen(len(listed)), "each has an address of its own")
			Expect(slugs).NotTo(HaveKey(""))
			var missing []string
			for _, o := range asked(d.viewer.Document().Operations) {
				if code := status(ctx, d.viewer, "/operations/"+o.Slug); code != http.StatusOK {
					missing = append(missing, fmt.Sprint(o.Slug, " ", code))
				}
			}

			Expect(missing).To(BeEmpty())
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

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func status(ctx context.Context, h http.Handler, path string) int {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil).WithContext(ctx))
	return w.Code
}
