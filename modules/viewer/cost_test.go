package viewer_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// counting counts the pages that a renderer writes.
type counting struct {
	core.Renderer
	pages *atomic.Int32
}

func (c counting) Render(ctx context.Context, w io.Writer, page *core.Page) error {
	c.pages.Add(1)
	return c.Renderer.Render(ctx, w, page)
}

// nobody takes an answer and keeps nothing of it.
type nobody struct{ header http.Header }

func (n nobody) Header() http.Header         { return n.header }
func (n nobody) Write(p []byte) (int, error) { return len(p), nil }
func (n nobody) WriteHeader(int)             {}

// allocated is how many bytes an answer to a request takes.
func allocated(h http.Handler, path string, headers ...string) int {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return worktest.Allocated(func() { h.ServeHTTP(nobody{http.Header{}}, r) })
}

// longSource is a description of many operations, in YAML.
func longSource() core.SpecSource {
	var text strings.Builder
	text.WriteString("openapi: 3.1.0\ninfo: {title: Long, version: '1'}\npaths:\n")
	for i := range 3000 {
		fmt.Fprintf(&text, "  /things/%d:\n    get: {operationId: get%d, description: '%s'}\n", i, i, strings.Repeat("words that repeat ", 60))
	}
	return openapi.FromContent(text.String())
}

var _ = Describe("What is the same for all readers", func() {
	It("is written once: every page in llms-full.txt, whoever asks at once and then", func(ctx SpecContext) {
		pages := new(atomic.Int32)
		v := start(ctx, zoo, viewer.WithMarkdown(counting{mdrender.New(), pages}))

		var all sync.WaitGroup
		for range 10 {
			all.Go(func() { Expect(get(v, "/llms-full.txt").Code).To(Equal(http.StatusOK)) })
		}
		all.Wait()
		first := pages.Load()
		Expect(get(v, "/llms-full.txt", "Accept-Encoding", "gzip").Code).To(Equal(http.StatusOK))

		Expect(pages.Load()).To(Equal(first))
		one := start(ctx, zoo, viewer.WithMarkdown(counting{mdrender.New(), pages}))
		get(one, "/llms-full.txt")
		Expect(pages.Load()).To(Equal(2*first), "that is what writing it once takes")
	})

	It("is written for the next one when the first has gone", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()))
		gone, cancel := context.WithCancel(ctx)
		cancel()
		v.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(gone, http.MethodGet, "/llms-full.txt", nil))

		Expect(get(v, "/llms-full.txt").Body.String()).To(ContainSubstring("# Feed an animal"))
	})

	It("takes little memory the second time, packed or not", worktest.Large, func(ctx SpecContext) {
		v := start(ctx, longSource(), viewer.WithMarkdown(mdrender.New()), viewer.WithPublicURL(publicURL))
		viewer.Settle(v)
		for _, path := range []string{"/openapi.json", "/llms-full.txt", "/sitemap.xml"} {
			for _, accept := range []string{"gzip", "identity"} {
				plain := get(v, path).Body.Len()
				Expect(plain).To(BeNumerically(">", 100<<10))
				get(v, path, "Accept-Encoding", accept) // makes the coding

				used := allocated(v, path, "Accept-Encoding", accept)

				Expect(used).To(BeNumerically("<", 150<<10), "%s %s, of %d bytes", path, accept, plain)
			}
		}
	})
})

// stuck writes no page until it is let go.
type stuck struct {
	core.Renderer
	writing *atomic.Int32
	until   chan struct{}
}

func (s stuck) Render(ctx context.Context, w io.Writer, page *core.Page) error {
	s.writing.Add(1)
	<-s.until
	return s.Renderer.Render(ctx, w, page)
}

func TestViewerMakesABoundedNumberOfPagesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		renderer := stuck{htmlrender.New(), new(atomic.Int32), make(chan struct{})}
		v, err := viewer.New(zoo, renderer)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(v.Wait(t.Context())).To(Succeed())
		ask := func(address, path string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.RemoteAddr = address
			w := httptest.NewRecorder()
			v.ServeHTTP(w, r)
			return w
		}
		var answered, refused atomic.Int32
		for range 100 {
			go func() {
				switch w := ask("192.0.2.1:1", "/operations/feed"); {
				case w.Code == http.StatusOK:
					answered.Add(1)
				case w.Code == http.StatusServiceUnavailable && w.Header().Get("Retry-After") != "":
					refused.Add(1)
				}
			}()
		}
		synctest.Wait()
		g.Expect(renderer.writing.Load()).To(BeNumerically("==", 32))
		go func() { ask("192.0.2.2:1", "/") }()
		synctest.Wait()
		g.Expect(renderer.writing.Load()).To(BeNumerically("==", 33), "another visitor")
		g.Expect(ask("192.0.2.1:1", "/_/health").Code).To(Equal(http.StatusOK))
		asset, _ := ui.Assets().URL("login.js")
		g.Expect(ask("192.0.2.1:1", "/"+asset).Code).To(Equal(http.StatusOK))

		time.Sleep(10 * time.Second)
		synctest.Wait()
		g.Expect(refused.Load()).To(BeNumerically("==", 68))
		close(renderer.until)
		synctest.Wait()
		g.Expect(answered.Load()).To(BeNumerically("==", 32))
		g.Expect(v.Close()).To(Succeed())
	})
}

func TestCollectionMakesAsManyPagesAtOnceAsOneViewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		renderer := stuck{htmlrender.New(), new(atomic.Int32), make(chan struct{})}
		var members []viewer.Member
		for _, name := range []string{"a", "b", "c"} {
			v, err := viewer.New(zoo, renderer)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(v.Wait(t.Context())).To(Succeed())
			members = append(members, viewer.Member{Name: name, Viewer: v})
		}
		c, err := viewer.NewCollection(members...)
		g.Expect(err).NotTo(HaveOccurred())
		for i := range 150 {
			r := httptest.NewRequest(http.MethodGet, "/"+members[i%3].Name+"/operations/feed", nil)
			r.RemoteAddr = "192.0.2.1:1"
			go c.ServeHTTP(httptest.NewRecorder(), r)
		}
		synctest.Wait()
		g.Expect(renderer.writing.Load()).To(BeNumerically("==", 32))

		close(renderer.until)
		synctest.Wait()
		for _, m := range members {
			g.Expect(m.Viewer.Close()).To(Succeed())
		}
	})
}

// FuzzSearchCost checks that no query costs more than is promised, on a page and in
// JSON.
func FuzzSearchCost(f *testing.F) {
	for _, seed := range []struct {
		before string
		n      uint16
		unit   string
		m      uint16
		after  string
	}{
		{"words that repeat ", 5000, "", 0, ""},
		{"w", 60_000, "", 0, ""},
		{"", 0, "w@ ", 15_000, ""},
		{"GET /things/", 1, "1/", 30_000, ""},
		{"curl ", 1, "-H 'a: b' ", 9000, "http://a/things/1"},
		{"[", 50_000, "", 0, ""},
		{`{"`, 1, `a@":{"`, 9000, ""},
		{`"words`, 1, " that", 19_000, `"`},
		{"tag:", 1, "tag:", 24_000, ""},
		{"-", 1, " -w@", 15_000, ""},
		{"İ", 40_000, "", 0, ""},
		{"{a}", 1, "/{a@}", 9000, ""},
	} {
		f.Add(seed.before, seed.n, seed.unit, seed.m, seed.after, false)
	}
	v, err := viewer.New(longSource(), htmlrender.New())
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = v.Close() })
	if err := v.Wait(f.Context()); err != nil {
		f.Fatal(err)
	}
	viewer.Settle(v)
	f.Fuzz(func(t *testing.T, before string, n uint16, unit string, m uint16, after string, asJSON bool) {
		text := worktest.Repeated(worktest.MaxRequest, before, int(n), unit, int(m), after)
		r := httptest.NewRequest(http.MethodGet, "/search", nil)
		r.URL.RawQuery = url.Values{"q": {text}}.Encode()
		if asJSON {
			r.Header.Set("Accept", "application/json")
		}

		if dear := worktest.Dear(len(text), func() int {
			w := httptest.NewRecorder()
			v.ServeHTTP(w, r)
			return w.Body.Len()
		}); dear != "" {
			t.Errorf("%s: %.300q", dear, text)
		}
	})
}
