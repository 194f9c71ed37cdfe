package export

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/export"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// torture is a description that has every object and keyword.
const torture = "../../../modules/viewer/testdata/torture-3.1.yaml"

// zoo is one whose schemas are opened level by level.
const zoo = "schema/testdata/zoo.yaml"

// policy is as strict as that of the viewer.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// viewerOf makes a viewer of a description in a file.
func viewerOf(file string, options ...viewer.Option) *viewer.Viewer {
	GinkgoHelper()
	source, err := openapi.FromFile(file)
	Expect(err).NotTo(HaveOccurred())
	v, err := viewer.New(source, htmlrender.New(), append([]viewer.Option{viewer.WithMarkdown(mdrender.New())}, options...)...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	return v
}

// folder writes a description into a folder.
func folder(ctx context.Context, file string) string {
	GinkgoHelper()
	dir := filepath.Join(GinkgoT().TempDir(), "x y", "docs")
	Expect(export.Folder(ctx, viewerOf(file), dir)).To(Succeed())
	return dir
}

// single writes a description into one file.
func single(ctx context.Context, file string) string {
	GinkgoHelper()
	name := filepath.Join(GinkgoT().TempDir(), "reference.html")
	f, err := os.Create(name)
	Expect(err).NotTo(HaveOccurred())
	Expect(export.Single(ctx, viewerOf(file), f)).To(Succeed())
	Expect(f.Close()).To(Succeed())
	return disk(name)
}

// disk is the address of a file.
func disk(file string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// served serves a folder as any server of files does, below a path, and returns
// its address and what it could not answer.
func served(dir string) (address string, missing func() []string) {
	GinkgoHelper()
	var mu sync.Mutex
	var list []string
	files := http.StripPrefix("/docs", http.FileServer(http.Dir(dir)))
	address = browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		noted := &noting{w, http.StatusOK}
		files.ServeHTTP(noted, r)
		mu.Lock()
		defer mu.Unlock()
		if noted.status >= 400 {
			list = append(list, r.URL.Path)
		}
	}))
	return address + "/docs", func() []string {
		mu.Lock()
		defer mu.Unlock()
		return append([]string{}, list...)
	}
}

type noting struct {
	http.ResponseWriter
	status int
}

func (n *noting) WriteHeader(status int) { n.status = status; n.ResponseWriter.WriteHeader(status) }

// pages are the pages of a folder of one kind, relative to it.
func pages(dir, kind string) []string {
	GinkgoHelper()
	var names []string
	Expect(filepath.WalkDir(filepath.Join(dir, kind), func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".html") {
			name, _ := filepath.Rel(dir, path)
			names = append(names, (&url.URL{Path: filepath.ToSlash(name)}).EscapedPath())
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})).To(Succeed())
	return names
}

func text(b *browsertest.Browser, selector string) func() (string, error) {
	return func() (string, error) {
		return browsertest.Ask[string](b, `document.querySelector(`+"`"+selector+"`"+`)?.textContent ?? ""`)
	}
}

// find searches in the dialog, which its key opens.
func find(b *browsertest.Browser, query string) {
	GinkgoHelper()
	b.Run(
		chromedp.Evaluate(`document.querySelector("dialog[open]") || document.dispatchEvent(new KeyboardEvent("keydown", {key: "k", ctrlKey: true, bubbles: true}))`, nil),
		browsertest.Shown("[data-search-input]"),
		chromedp.Evaluate(`document.querySelector("[data-search-input]").value = ""`, nil),
	)
	b.Type("[data-search-input]", query)
}

// answers are what a server finds, the best first, those of a kind together as the
// dialog shows them.
func answers(ctx context.Context, v *viewer.Viewer, query string) []string {
	GinkgoHelper()
	type answer struct {
		Notes   []string
		Results []struct{ Kind, Title, Method string }
	}
	var found answer
	Eventually(func(g Gomega) {
		found = answer{} // what a text does not hold stays
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/search?q="+url.QueryEscape(query), nil)
		r.Header.Set("Accept", "application/json")
		w := httptest.NewRecorder()
		v.ServeHTTP(w, r)
		g.Expect(w.Code).To(Equal(http.StatusOK))
		g.Expect(json.Unmarshal(w.Body.Bytes(), &found)).To(Succeed())
		g.Expect(found.Notes).NotTo(ContainElement(ContainSubstring("still being read")))
	}).WithContext(ctx).Should(Succeed())
	var kinds, list []string
	groups := map[string][]string{}
	for _, r := range found.Results {
		if groups[r.Kind] == nil {
			kinds = append(kinds, r.Kind)
		}
		groups[r.Kind] = append(groups[r.Kind], r.Method+" "+r.Title)
	}
	for _, kind := range kinds {
		list = append(list, groups[kind]...)
	}
	return list
}
