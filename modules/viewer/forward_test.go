package viewer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// faked is a draft that answers with what a spec says.
type faked struct {
	viewer.OpenDraft
	memory int
	closed int
	answer func(r *http.Request) (*http.Response, error)
}

func (d *faked) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := d.answer(r)
	if answer != nil {
		answer.Request = r
	}
	return answer, err
}
func (d *faked) Memory() int { return d.memory }
func (d *faked) Close() error {
	d.closed++
	return d.OpenDraft.Close()
}

// opens returns what opens drafts that a function changes.
func opens(change func(d *faked)) viewer.Drafts { return opensFunc(change) }

type opensFunc func(d *faked)

func (f opensFunc) OpenDraft(ctx context.Context, d viewer.Draft) (viewer.OpenDraft, error) {
	open, err := lenient.OpenDraft(ctx, d)
	fake := &faked{OpenDraft: open, memory: 1}
	f(fake)
	return fake, err
}

// page is an answer with a body, and with headers as pairs.
func page(contentType, body string, headers ...string) *http.Response {
	answer := &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {contentType}}, ContentLength: int64(len(body)), Body: io.NopCloser(strings.NewReader(body))}
	for i := 0; i+1 < len(headers); i += 2 {
		answer.Header.Add(headers[i], headers[i+1])
	}
	return answer
}

// answering makes a viewer with one description whose answer is given.
func answering(ctx context.Context, answer func(r *http.Request) (*http.Response, error)) (v *viewer.Viewer, root string) {
	GinkgoHelper()
	v = start(ctx, zoo, viewer.WithVisitorDescriptions(opens(func(d *faked) { d.answer = answer }), viewer.VisitorLimits{Bytes: 1000}))
	return v, rootOf(post(v, sentText("Mine"), nil))
}

var _ = Describe("An answer of what has a draft", func() {
	It("is passed on with the headers that a page needs, and no others", func(ctx SpecContext) {
		v, root := answering(ctx, func(*http.Request) (*http.Response, error) {
			return page("text/html; charset=utf-8", "<p>", "Etag", `"1"`, "Vary", "Accept", "Cache-Control", "no-cache",
				"Set-Cookie", "a=b", "Content-Security-Policy", "script-src *", "Link", "</x>; rel=preload", "Access-Control-Allow-Origin", "*", "X-Robots-Tag", "all", "Clear-Site-Data", "*"), nil
		})

		answer := get(v, root)

		Expect(answer.Body.String()).To(Equal("<p>"))
		h := answer.Header()
		Expect([]string{h.Get("ETag"), h.Get("Cache-Control"), h.Get("Content-Length"), h.Get("X-Robots-Tag")}).To(Equal([]string{`"1"`, "no-cache", "3", "noindex"}))
		Expect(h["Vary"]).To(Equal([]string{"Sec-Fetch-Site", "Accept"}))
		Expect(h["Content-Security-Policy"]).To(HaveExactElements(HavePrefix("default-src 'none'")))
		Expect(h).NotTo(Or(HaveKey("Set-Cookie"), HaveKey("Link"), HaveKey("Access-Control-Allow-Origin"), HaveKey("Clear-Site-Data")))
	})

	DescribeTable("is none of the reference, which ends the draft, when it",
		func(ctx SpecContext, change func(*http.Response)) {
			v, root := answering(ctx, func(*http.Request) (*http.Response, error) {
				answer := page("text/html", "<p>")
				change(answer)
				return answer, nil
			})

			answer := get(v, root)

			Expect(answer.Code).To(Equal(http.StatusServiceUnavailable))
			Expect(answer.Body.String()).NotTo(ContainSubstring("<p>"))
			Expect(answer.Header().Get("Content-Type")).To(HavePrefix("text/plain"))
			Expect(get(v, root).Code).To(Equal(http.StatusNotFound))
		},
		Entry("is a script", func(a *http.Response) { a.Header.Set("Content-Type", "text/javascript") }),
		Entry("is a sheet", func(a *http.Response) { a.Header.Set("Content-Type", "text/css") }),
		Entry("is a picture that can run scripts", func(a *http.Response) { a.Header.Set("Content-Type", "image/svg+xml") }),
		Entry("does not say what it is", func(a *http.Response) { a.Header.Del("Content-Type") }),
		Entry("does not say how long it is", func(a *http.Response) { a.ContentLength = -1 }),
		Entry("is too long", func(a *http.Response) { a.ContentLength = 16<<20 + 10_001 }),
		Entry("leads elsewhere", func(a *http.Response) { a.StatusCode = 308; a.Header.Set("Location", "//evil.example/") }),
		Entry("changes the protocol", func(a *http.Response) { a.StatusCode = 101 }),
	)

	It("can be an error, which says why and ends the draft and no other", func(ctx SpecContext) {
		var closed []*faked
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(opens(func(d *faked) {
			closed = append(closed, d)
			d.answer = func(*http.Request) (*http.Response, error) {
				if d.Outline().Title == "Bad" {
					return nil, &core.SpecError{Message: "making the page takes more than 5s of processor time"}
				}
				return page("text/html", "<p>"), nil
			}
		}), viewer.VisitorLimits{}))
		good, bad := rootOf(post(v, sentText("Good"), nil)), rootOf(post(v, sentText("Bad"), nil))

		answer := get(v, bad)

		Expect(answer.Code).To(Equal(http.StatusServiceUnavailable))
		Expect(answer.Body.String()).To(ContainSubstring("more than 5s of processor time. Send the description again."))
		Expect([]int{get(v, bad).Code, get(v, good).Code}).To(Equal([]int{404, 200}))
		Expect([]int{closed[0].closed, closed[1].closed}).To(Equal([]int{0, 1}))
		Expect(rootOf(post(v, sentText("Bad"), nil))).To(Equal(bad), "it may be sent again")
	})

	It("ends a draft not when the client has gone", func(ctx SpecContext) {
		v, root := answering(ctx, func(r *http.Request) (*http.Response, error) {
			if err := r.Context().Err(); err != nil {
				return nil, err
			}
			return page("text/html", "<p>"), nil
		})
		gone, cancel := context.WithCancel(ctx)
		cancel()

		v.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(gone, http.MethodGet, root, nil))

		Expect(get(v, root).Code).To(Equal(http.StatusOK))
	})

	It("that ends too early is not taken for a whole one", func(ctx SpecContext) {
		v, root := answering(ctx, func(*http.Request) (*http.Response, error) {
			answer := page("text/html", "whole")
			answer.Body = io.NopCloser(io.MultiReader(strings.NewReader("wh"), iotest.ErrReader(errors.New("it has ended"))))
			return answer, nil
		})
		server := httptest.NewServer(v)
		DeferCleanup(server.Close)

		answer, err := http.Get(server.URL + root)
		Expect(err).NotTo(HaveOccurred())
		_, err = io.ReadAll(answer.Body)

		Expect(errors.Join(err, answer.Body.Close())).To(MatchError(io.ErrUnexpectedEOF))
	})

	It("is not needed for files, nor for what cannot be a page", func(ctx SpecContext) {
		v, root := answering(ctx, func(*http.Request) (*http.Response, error) { return nil, errors.New("it was asked") })

		Expect(get(v, root+"assets/reference.css").Header().Get("Content-Type")).To(HavePrefix("text/css"))
		Expect(ask(v, http.MethodPost, root).Code).To(Equal(http.StatusMethodNotAllowed))
		Expect(get(v, root+strings.Repeat("a/", 300)).Code).To(Equal(http.StatusNotFound))
		Expect(get(v, strings.TrimSuffix(root, "/")).Code).To(Equal(http.StatusPermanentRedirect))
	})
})

func TestDraftsThatHangHoldUpNoPageOfTheViewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		v, err := viewer.New(zoo, nobodys{}, viewer.WithVisitorDescriptions(opens(func(d *faked) {
			d.answer = func(r *http.Request) (*http.Response, error) {
				<-r.Context().Done()
				return nil, r.Context().Err()
			}
		}), viewer.VisitorLimits{}))
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(v.Wait(t.Context())).To(Succeed())
		var sent struct{ Root string }
		g.Expect(json.Unmarshal(postBody(v, fmt.Sprintf(`{"content":%q}`, sentText("A"))).Body.Bytes(), &sent)).To(Succeed())
		ctx, cancel := context.WithCancel(t.Context())
		var hanging sync.WaitGroup
		for client := range 100 {
			hanging.Go(func() {
				r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/"+sent.Root, nil)
				r.RemoteAddr = fmt.Sprintf("198.51.100.%d:1", client%8)
				v.ServeHTTP(httptest.NewRecorder(), r)
			})
		}
		synctest.Wait()

		g.Expect(get(v, "/").Code).To(Equal(http.StatusOK))
		late := get(v, "/"+sent.Root)

		g.Expect(late.Code).To(Equal(http.StatusServiceUnavailable))
		g.Expect(late.Header().Get("Retry-After")).NotTo(BeEmpty())
		cancel()
		hanging.Wait()
		g.Expect(v.Close()).To(Succeed())
	})
}

// nobodys is a renderer of pages without anything.
type nobodys struct{}

func (nobodys) MediaType() string                                   { return "text/html" }
func (nobodys) Render(context.Context, io.Writer, *core.Page) error { return nil }
