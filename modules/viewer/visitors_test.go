package viewer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
)

// drafts opens descriptions in this process, when the function lets them pass.
type drafts func(text string) error

func (f drafts) OpenDraft(ctx context.Context, d viewer.Draft) (viewer.OpenDraft, error) {
	if err := f(d.Text); err != nil {
		return nil, err
	}
	data, err := json.Marshal(d) // as it is sent to a process
	if err != nil {
		return nil, err
	}
	sent := viewer.Draft{Text: d.Text}
	if err := json.Unmarshal(data, &sent); err != nil {
		return nil, err
	}
	v, err := viewer.NewDraftViewer(ctx, sent, htmlrender.New(), mdrender.New())
	return draft{v}, err
}

// draft is one that was opened.
type draft struct{ *viewer.DraftViewer }

func (d draft) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	asked := httptest.NewRequest(r.Method, r.URL.RequestURI(), nil).WithContext(r.Context())
	asked.Header = r.Header
	d.ServeHTTP(w, asked)
	answer := w.Result()
	answer.Request = r
	return answer, nil
}

func (draft) Memory() int { return 1 << 20 }

// lenient lets every text pass.
var lenient = drafts(func(string) error { return nil })

// unconfined has processes that nothing confines.
type unconfined struct{ drafts }

func (unconfined) Unconfined() string { return "the kernel is too old" }

// sentText is a small description with a title.
func sentText(title string) string {
	return `{"openapi":"3.1.0","info":{"title":"` + title + `","version":"1"},"paths":{"/orders":{"get":{"operationId":"list","responses":{}}}}}`
}

// post sends a description as the element does. Headers come as pairs, an empty
// value takes one away.
func post(h http.Handler, content string, configuration map[string]any, headers ...string) *httptest.ResponseRecorder {
	GinkgoHelper()
	body, err := json.Marshal(map[string]any{"content": content, "configuration": configuration})
	Expect(err).NotTo(HaveOccurred())
	return postBody(h, string(body), headers...)
}

func postBody(h http.Handler, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/_d/", strings.NewReader(body))
	all := append([]string{"Content-Type", "application/json", "Trefoil-Description", "1", "Sec-Fetch-Site", "same-origin"}, headers...)
	for i := 0; i+1 < len(all); i += 2 {
		r.Header.Set(all[i], all[i+1])
		if all[i+1] == "" {
			r.Header.Del(all[i])
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// rootOf is where the reference of a description is that was taken.
func rootOf(w *httptest.ResponseRecorder) string {
	GinkgoHelper()
	Expect(w.Code).To(Equal(http.StatusOK), w.Body.String())
	var answer struct{ Root string }
	Expect(json.Unmarshal(w.Body.Bytes(), &answer)).To(Succeed())
	Expect(answer.Root).To(MatchRegexp(`^_d/[0-9a-f]{32}/$`))
	return "/" + answer.Root
}

var _ = Describe("WithVisitorDescriptions", func() {
	It("is off by default", func(ctx SpecContext) {
		v := start(ctx, zoo)

		Expect(post(v, sentText("Mine"), nil).Code).To(Equal(http.StatusMethodNotAllowed))
		Expect(get(v, "/_d/").Code).To(Equal(http.StatusNotFound))
	})

	It("needs what opens them", func() {
		_, err := viewer.New(zoo, htmlrender.New(), viewer.WithVisitorDescriptions(nil, viewer.VisitorLimits{}))

		Expect(err).To(MatchError(ContainSubstring("worker.Main")))
	})

	It("serves a reference of what was sent, with links that stay in it", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))

		root := rootOf(post(v, sentText("Mine"), map[string]any{"theme": "moon"}))

		page := get(v, root+"operations/list", "Sec-Fetch-Site", "same-origin")
		Expect(page.Code).To(Equal(http.StatusOK))
		Expect(page.Header().Get("X-Robots-Tag")).To(Equal("noindex"))
		Expect(page.Header().Get("Content-Security-Policy")).To(ContainSubstring("default-src 'none'"))
		Expect(page.Body.String()).To(And(ContainSubstring("theme-moon"), ContainSubstring(`data-root="../"`), ContainSubstring("Mine")))
		Expect(get(v, strings.TrimSuffix(root, "/")).Header().Get("Location")).To(HaveSuffix("/"))
		Expect(get(v, root+"openapi.json").Body.String()).To(ContainSubstring("Mine"))
		Expect(get(v, "/").Body.String()).NotTo(ContainSubstring("Mine"))
	})

	It("shows what was sent in the language that the reader asks for, or that the page has chosen", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))
		root := rootOf(post(v, sentText("Mine"), nil))

		Expect(get(v, root, "Sec-Fetch-Site", "same-origin", "Accept-Language", "de").Body.String()).To(ContainSubstring(`<html lang="de"`))
		fixed := rootOf(post(v, sentText("Mine"), map[string]any{"language": "ja"}))
		Expect(get(v, fixed, "Sec-Fetch-Site", "same-origin", "Accept-Language", "de").Body.String()).To(ContainSubstring(`<html lang="ja"`))
	})

	It("gives the same text the same address, and another one another", func(ctx SpecContext) {
		var judged atomic.Int64
		counting := drafts(func(string) error { judged.Add(1); return nil })
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(counting, viewer.VisitorLimits{}))

		first := rootOf(post(v, sentText("Mine"), nil))

		Expect(rootOf(post(v, sentText("Mine"), nil))).To(Equal(first))
		Expect(judged.Load()).To(BeEquivalentTo(1))
		Expect(rootOf(post(v, sentText("Mine"), map[string]any{"theme": "mars"}))).NotTo(Equal(first))
		Expect(rootOf(post(v, sentText("Other"), nil))).NotTo(Equal(first))
	})

	It("leaves out what a visitor must not decide for others", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))

		root := rootOf(post(v, sentText("Mine"), map[string]any{
			"customCss": "body { display: none }", "metaData": map[string]any{"title": "Bank"}, "favicon": "/logout",
		}))

		Expect(get(v, root).Body.String()).NotTo(Or(ContainSubstring("custom.css"), ContainSubstring("Bank"), ContainSubstring("/logout")))
		Expect(get(v, root+"custom.css").Code).To(Equal(http.StatusNotFound))
	})

	It("does not let readers in who come from elsewhere", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))
		root := rootOf(post(v, sentText("Mine"), nil))

		for _, site := range []string{"cross-site", "same-site", "none"} {
			answer := get(v, root, "Sec-Fetch-Site", site)
			Expect(answer.Code).To(Equal(http.StatusForbidden), site)
			Expect(answer.Body.String()).NotTo(ContainSubstring("Mine"))
		}
	})

	It("keeps the ones used last, by number and by size", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{Kept: 2}))
		a, b := rootOf(post(v, sentText("A"), nil)), rootOf(post(v, sentText("B"), nil))
		Expect(get(v, a).Code).To(Equal(http.StatusOK))

		c := rootOf(post(v, sentText("C"), nil))

		Expect(get(v, b).Code).To(Equal(http.StatusNotFound))
		Expect([]int{get(v, a).Code, get(v, c).Code}).To(Equal([]int{200, 200}))

		v = start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{KeptBytes: 1}))
		a, b = rootOf(post(v, sentText("A"), nil)), rootOf(post(v, sentText("B"), nil))
		Expect([]int{get(v, a).Code, get(v, b).Code}).To(Equal([]int{404, 200}), "the newest is kept whatever its size")
	})

	It("keeps no more than the memory that it may take, by what is said of it after each page", func(ctx SpecContext) {
		memory := map[string]int{"A": 10, "B": 10, "C": 10}
		opened := opens(func(d *faked) {
			d.answer = func(r *http.Request) (*http.Response, error) {
				d.memory = memory[d.Outline().Title]
				return page("text/plain", "here"), nil
			}
		})
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(opened, viewer.VisitorLimits{KeptBytes: 30}))
		a, b, c := rootOf(post(v, sentText("A"), nil)), rootOf(post(v, sentText("B"), nil)), rootOf(post(v, sentText("C"), nil))
		status := func() []int { return []int{get(v, a).Code, get(v, b).Code, get(v, c).Code} }
		Expect(status()).To(Equal([]int{200, 200, 200}))

		memory["C"] = 15
		get(v, c)

		Expect(status()).To(Equal([]int{404, 200, 200}), "the one that was not asked for the longest has made room")
		memory["B"] = 100
		get(v, b)
		Expect(status()).To(Equal([]int{404, 200, 404}), "the newest is kept whatever its size")
	})

	It("closes what it keeps with the viewer", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))
		root := rootOf(post(v, sentText("A"), nil))

		Expect(v.Close()).To(Succeed())

		Expect(get(v, root).Code).To(Equal(http.StatusNotFound))
		Expect(post(v, sentText("B"), nil).Code).To(Equal(http.StatusServiceUnavailable))
	})

	It("takes only so many in a minute", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{PerMinute: 2}))
		rootOf(post(v, sentText("A"), nil))
		rootOf(post(v, sentText("B"), nil))

		answer := post(v, sentText("C"), nil)

		Expect(answer.Code).To(Equal(http.StatusTooManyRequests))
		Expect(answer.Header().Get("Retry-After")).To(Equal("30"))
	})

	It("says once in the log that the processes are not confined", func(ctx SpecContext) {
		var log bytes.Buffer
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(unconfined{lenient}, viewer.VisitorLimits{}), viewer.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		Expect(besideFindings(&log)).To(BeEmpty())

		rootOf(post(v, sentText("A"), nil))
		rootOf(post(v, sentText("B"), nil))

		Expect(strings.Count(log.String(), `reason="the kernel is too old"`)).To(Equal(1))
	})

	DescribeTable("refuses, and says why in JSON",
		func(ctx SpecContext, status int, why string, send func(h http.Handler) *httptest.ResponseRecorder) {
			refusing := drafts(func(text string) error {
				if strings.Contains(text, "bomb") {
					return &core.SpecError{Line: 7, Message: "it takes too much"}
				}
				return nil
			})
			v := start(ctx, zoo, viewer.WithVisitorDescriptions(refusing, viewer.VisitorLimits{Bytes: 1000}))

			answer := send(v)

			Expect(answer.Code).To(Equal(status))
			var said struct {
				State, Error string
				Line         int
			}
			Expect(json.Unmarshal(answer.Body.Bytes(), &said)).To(Succeed(), answer.Body.String())
			Expect(said.State).To(Equal("failed"))
			Expect(said.Error).To(ContainSubstring(why))
			if why == "it takes too much" {
				Expect(said.Line).To(Equal(7))
			}
		},
		Entry("a page of another origin", 403, "this origin", func(h http.Handler) *httptest.ResponseRecorder {
			return post(h, sentText("A"), nil, "Sec-Fetch-Site", "cross-site")
		}),
		Entry("an old browser's page of another origin", 403, "this origin", func(h http.Handler) *httptest.ResponseRecorder {
			return post(h, sentText("A"), nil, "Sec-Fetch-Site", "", "Origin", "https://evil.example")
		}),
		Entry("a request without the header", 403, "this origin", func(h http.Handler) *httptest.ResponseRecorder {
			return post(h, sentText("A"), nil, "Trefoil-Description", "")
		}),
		Entry("a form", 415, "JSON", func(h http.Handler) *httptest.ResponseRecorder {
			return post(h, sentText("A"), nil, "Content-Type", "text/plain")
		}),
		Entry("what is no JSON", 400, "invalid", func(h http.Handler) *httptest.ResponseRecorder { return postBody(h, "{nope") }),
		Entry("a configuration that cannot be used", 400, "theme", func(h http.Handler) *httptest.ResponseRecorder {
			return post(h, sentText("A"), map[string]any{"theme": "plaid"})
		}),
		Entry("a text that is too long", 413, "too large", func(h http.Handler) *httptest.ResponseRecorder {
			return post(h, sentText(strings.Repeat("A", 1000)), nil)
		}),
		Entry("a body that is too long", 413, "too large", func(h http.Handler) *httptest.ResponseRecorder {
			return post(h, strings.Repeat("A", 2<<20), nil)
		}),
		Entry("a text that is refused", 422, "it takes too much", func(h http.Handler) *httptest.ResponseRecorder { return post(h, "bomb", nil) }),
		Entry("a text that is no description", 422, "", func(h http.Handler) *httptest.ResponseRecorder { return post(h, "hello", nil) }),
		Entry("a question", 405, "POST", func(h http.Handler) *httptest.ResponseRecorder { return get(h, "/_d/") }),
	)
})
