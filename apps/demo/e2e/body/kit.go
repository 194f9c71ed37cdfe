package body

import (
	"context"
	_ "embed"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

//go:embed testdata/page.js
var pageScript string

// page is a page that shows bodies, with the colours of the reference.
const page = `<!DOCTYPE html><html lang="en" data-mode="light"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Bodies</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/assets/reference.css"><link rel="stylesheet" href="/built/body.css"><link rel="stylesheet" href="/page.css"></head>
<body class="reference theme-default"><main><h1>Bodies</h1><div id="body"></div></main>
<div class="announcer" role="status" data-announcer></div>
<script type="module" src="/page.js"></script></body></html>`

// site is a site with a page that shows bodies, and with bodies.
type site struct {
	address string
	mux     *http.ServeMux
}

// open makes a site. Its policy is that of the pages of the reference, with what
// bodies need.
func open() *site {
	GinkgoHelper()
	policy := ui.BodyPolicy(policyOfPages())
	s := &site{mux: http.NewServeMux()}
	s.file("/page", "text/html; charset=utf-8", page)
	s.file("/page.js", "text/javascript", pageScript)
	s.file("/page.css", "text/css", "body.reference { display: block; padding: 1rem; }")
	s.mux.HandleFunc("/assets/", func(w http.ResponseWriter, r *http.Request) {
		f, ok := ui.Assets().File(path.Base(r.URL.Path))
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", f.ContentType)
		_, _ = w.Write(f.Data)
	})
	s.mux.Handle("/built/", http.StripPrefix("/built", http.FileServer(http.Dir("testdata/built"))))
	s.address = browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		s.mux.ServeHTTP(w, r)
	}))
	return s
}

// policyOfPages is the policy that the reference answers with.
func policyOfPages() string {
	GinkgoHelper()
	v := browsertest.Configured(context.Background(), viewer.Configuration{Spec: viewer.Spec{Content: `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}`}})
	answer := httptest.NewRecorder()
	v.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
	return answer.Header().Get("Content-Security-Policy")
}

func (s *site) file(path, contentType, text string) {
	s.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(text))
	})
}

// visit opens the page; its query says whether there is a worker.
func (s *site) visit(query string) *browsertest.Browser {
	GinkgoHelper()
	b := browsertest.Open()
	b.Visit(s.address + "/page" + query)
	b.Run(browsertest.Shown(`html[data-ready]`))
	return b
}

// show shows a body and waits until it is complete.
func (s *site) show(b *browsertest.Browser, path string, marks string) {
	GinkgoHelper()
	browsertest.Eval[any](b, fmt.Sprintf(`load(%q, %s).then(frame).then(() => null)`, path, marks))
}

// clean makes sure that nothing is wrong with the page as a whole.
func clean(b *browsertest.Browser) {
	GinkgoHelper()
	Expect(browsertest.Eval[[]string](b, `violations`)).To(BeEmpty())
	Expect(b.Troubles()).To(BeEmpty())
	Expect(b.Inline()).To(BeZero())
	Expect(b.FitsWidth()).To(BeTrue())
	Expect(b.Axe()).To(BeEmpty())
}

// text returns what an element says.
func text(b *browsertest.Browser, selector string) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, fmt.Sprintf(`(document.querySelector(%q)?.textContent ?? "there is none").trim()`, selector))
}

func rows(b *browsertest.Browser) []string {
	GinkgoHelper()
	return browsertest.Eval[[]string](b, `rows()`)
}

// first is the first row, "" while there is none.
func first(b *browsertest.Browser) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, `rows()[0] ?? ""`)
}

func activeRow(b *browsertest.Browser) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, `activeRow()`)
}

func do(b *browsertest.Browser, script string) {
	GinkgoHelper()
	browsertest.Eval[any](b, `(async () => { `+script+`; await frame(); return null; })()`)
}

// largeJSON is JSON of at least so many bytes, an object with one long list.
func largeJSON(size int) string {
	var text strings.Builder
	text.WriteString(`{"things":[`)
	for i := 0; text.Len() < size; i++ {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, `{"id":%d,"name":"thing %d","tags":["a","b","c"],"size":{"width":%d.5,"height":null,"round":true},"about":"A text that is as long as such texts are, said more than once."}`, i, i, i)
	}
	text.WriteString(`],"last":"the end"}`)
	return text.String()
}
