package router_test

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// opened is data that counts how often it was closed.
type opened struct {
	io.ReadSeeker
	closed int
}

func (o *opened) Close() error { o.closed++; return nil }

func beforeCall(f *fixture, h router.HookFunc)     { f.BeforeFunctionCall(h) }
func beforeRender(f *fixture, h router.HookFunc)   { f.BeforeRender(h) }
func beforeResponse(f *fixture, h router.HookFunc) { f.BeforeResponse(h) }

func write(c *router.Context) error {
	_, err := io.WriteString(c.ResponseWriter(), "other")
	return err
}

// unclosable is data that has a bug.
type unclosable struct{ io.ReadSeeker }

func (unclosable) Close() error { var u *user; return errors.New(u.Name) }

// breaking is data that breaks off behind its first bytes.
type breaking struct{ io.ReadSeeker }

func (t breaking) Read(p []byte) (int, error) {
	if at, _ := t.Seek(0, io.SeekCurrent); at >= 4 {
		return 0, errors.New("the disk is gone")
	}
	return t.ReadSeeker.Read(p[:min(len(p), 4)])
}

// unsought is data whose end nobody finds.
type unsought struct{ io.ReadSeeker }

func (unsought) Seek(int64, int) (int64, error) { return 0, errors.New("no seeking") }

// changedAt is when the content of contentOf was changed.
var changedAt = time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)

// contentOf is a router with a content of ten bytes, and its data.
func contentOf(change func(*router.Content)) (*fixture, *opened) {
	data := &opened{ReadSeeker: strings.NewReader("0123456789")}
	c := router.Content{Data: data, Name: "digits.csv", MediaType: "text/csv", Modified: changedAt, ETag: `"v7"`}
	if change != nil {
		change(&c)
	}
	f := newFixture()
	for _, method := range []string{"GET", "POST"} {
		register(f, method+" /x", router.With(resultOf(c), router.OperationID(method)))
	}
	return f, data
}

var _ = Describe("Content", func() {
	It("is sent with what a client needs to ask for it again", func() {
		f, data := contentOf(nil)

		w := f.get("/x")

		Expect(w.Code).To(Equal(http.StatusOK))
		Expect(w.Body.String()).To(Equal("0123456789"))
		Expect(w.Header()).To(Equal(http.Header{
			"Content-Type": {"text/csv"}, "X-Content-Type-Options": {"nosniff"}, "X-Request-Id": {"id-1"}, "Content-Length": {"10"},
			"Accept-Ranges": {"bytes"}, "Etag": {`"v7"`}, "Last-Modified": {"Tue, 03 Feb 2026 04:05:06 GMT"},
		}))
		Expect(data.closed).To(Equal(1))
	})

	It("is sent when its pointer is rendered", func() {
		f := newFixture()
		register(f, "GET /x", func(c *router.Context) error { return c.Render(&router.Content{Data: strings.NewReader("text")}) })

		Expect(f.get("/x").Body.String()).To(Equal("text"))
	})

	It("is answered to HEAD like GET, without the body", func() {
		f, data := contentOf(nil)

		w := f.do("HEAD", "/x", "", "Range", "bytes=0-3")

		Expect(w.Code).To(Equal(http.StatusOK), "ranges are those of GET")
		Expect(w.Header()).To(HaveKeyWithValue("Content-Length", []string{"10"}))
		Expect(w.Body.Len()).To(BeZero())
		Expect(data.closed).To(Equal(1))
	})

	DescribeTable("is sent in part, and not where the client has it",
		func(status int, body string, headers ...string) {
			f, data := contentOf(nil)

			w := f.get("/x", headers...)

			Expect(w.Code).To(Equal(status))
			Expect(w.Body.String()).To(Equal(body))
			Expect(data.closed).To(Equal(1))
		},
		Entry("a range", 206, "234", "Range", "bytes=2-4"),
		Entry("a range in bytes, however the unit is written", 206, "01", "Range", "Bytes=0-1"),
		Entry("the end", 206, "89", "Range", "bytes=-2"),
		Entry("to an end that no integer holds", 206, "789", "Range", "bytes=7-99999999999999999999"),
		Entry("the end, of a length that no integer holds", 206, "0123456789", "Range", "bytes=-99999999999999999999"),
		Entry("a range of what has not changed", 206, "0", "Range", "bytes=0-0", "If-Range", `"v7"`),
		Entry("all of what has changed", 200, "0123456789", "Range", "bytes=0-0", "If-Range", `"v6"`),
		Entry("all for several ranges", 200, "0123456789", "Range", "bytes=0-0,2-2"),
		Entry("all for ranges in several lines", 200, "0123456789", "Range", "bytes=0-0", "Range", "bytes=2-2"),
		Entry("all for another unit", 200, "0123456789", "Range", "digits=0-0"),
		Entry("nothing to who has it", 304, "", "If-None-Match", `"v7"`),
		Entry("nothing to who has it, in two lines", 304, "", "If-None-Match", `"v6"`, "If-None-Match", `"v7"`),
		Entry("all to who has had it, in two lines", 200, "0123456789", "If-Match", `"v6"`, "If-Match", `"v7"`),
		Entry("nothing to who has it since", 304, "", "If-Modified-Since", "Tue, 03 Feb 2026 04:05:06 GMT"),
	)

	It("has the digests of the function where they are those of what is sent (RFC 9530)", func() {
		f, _ := contentOf(nil)
		f.BeforeResponse(func(c *router.Context, next func() error) error {
			c.SetHeader("Content-Digest", "sha-256=:AAAA:")
			c.SetHeader("Repr-Digest", "sha-256=:AAAA:")
			return next()
		})

		Expect(f.get("/x").Header()).To(And(HaveKey("Content-Digest"), HaveKey("Repr-Digest")))
		Expect(f.get("/x", "Range", "bytes=2-4").Header()).To(And(Not(HaveKey("Content-Digest")), HaveKey("Repr-Digest")))
		Expect(f.get("/x", "If-None-Match", `"v7"`).Header()).NotTo(HaveKey("Content-Digest"))
	})

	DescribeTable("tells its length when a client asks for a range that it lacks",
		func(ranges string) {
			f, _ := contentOf(nil)

			Expect(f.get("/x", "Range", ranges).Header()).To(HaveKeyWithValue("Content-Range", []string{"bytes */10"}))
		},
		Entry("behind its end", "bytes=10-"), Entry("backwards", "bytes=3-1"), Entry("that cannot be read", "bytes=x-y"),
	)

	DescribeTable("is refused to who asks",
		func(status int, detail string, headers ...string) {
			f, data := contentOf(nil)

			expectProblem(f.get("/x", headers...), status, detail)

			Expect(data.closed).To(BeNumerically(">", 0))
		},
		Entry("behind its end", 416, "the content has no such range", "Range", "bytes=10-"),
		Entry("for an invalid range", 416, "the content has no such range", "Range", "bytes=x-y"),
		Entry("for another", 412, "a condition of the request is false", "If-Match", `"v6"`),
		Entry("for what was not modified, which it was", 412, "a condition of the request is false", "If-Unmodified-Since", "Tue, 03 Feb 2026 04:05:05 GMT"),
	)

	DescribeTable("tells the size to who asks behind its end, and nothing else of it",
		func(ranges string) {
			f, _ := contentOf(func(c *router.Content) { c.Download = true })

			w := f.get("/x", "Range", ranges)

			expectProblem(w, 416, "the content has no such range")
			Expect(w.Header()).To(Equal(http.Header{
				"Content-Type": {"application/problem+json"}, "X-Content-Type-Options": {"nosniff"}, "X-Request-Id": {"id-1"}, "Content-Range": {"bytes */10"}, "Vary": {"Accept"},
			}))
		},
		Entry("at once", "bytes=10-"),
		Entry("further than an integer counts", "bytes=99999999999999999999-"),
		Entry("for the last none", "bytes=-0"),
	)

	DescribeTable("has no part of nothing", func(ranges string) {
		f, _ := contentOf(func(c *router.Content) { c.Data = strings.NewReader("") })

		w := f.get("/x", "Range", ranges)

		Expect(w.Code).To(Equal(http.StatusOK))
		Expect(w.Header()).NotTo(HaveKey("Content-Range"))
	},
		Entry("the first byte", "bytes=0-0"), Entry("the last byte", "bytes=-1"), Entry("the last none", "bytes=-0"),
	)

	It("is whole for methods without ranges and conditions", func() {
		f, _ := contentOf(nil)

		w := f.do("POST", "/x", "", "Range", "bytes=0-0", "If-None-Match", "*", "If-Match", `"v6"`)

		Expect(w.Code).To(Equal(http.StatusOK))
		Expect(w.Body.String()).To(Equal("0123456789"))
	})

	It("is whole where a hook gives it another status, and has that", func() {
		f := newFixture()
		f.BeforeResponse(func(c *router.Context, next func() error) error { c.Response().Status = 203; return next() })
		register(f, "GET /x", resultOf(router.Content{Data: strings.NewReader("0123456789"), ETag: `"v1"`, MediaType: "text/plain"}))

		for _, header := range [][]string{nil, {"Range", "bytes=0-1"}, {"If-None-Match", `"v1"`}} {
			w := f.get("/x", header...)

			Expect(w.Code).To(Equal(203))
			Expect(w.Body.String()).To(Equal("0123456789"))
		}
	})

	DescribeTable("has a media type and a name",
		func(c router.Content, mediaType, disposition string) {
			c.Data = strings.NewReader("<html>")
			f := newFixture()
			register(f, "GET /x", func(x *router.Context) error { return x.Render(c) })

			h := f.get("/x").Header()

			Expect(h.Get("Content-Type")).To(Equal(mediaType))
			Expect(h.Get("Content-Disposition")).To(Equal(disposition))
		},
		Entry("by the ending", router.Content{Name: "a.json"}, "application/json", ""),
		Entry("that it says, whatever the ending", router.Content{Name: "a.json", MediaType: "text/plain"}, "text/plain", ""),
		Entry("of which nothing is known, never by what it looks like", router.Content{}, "application/octet-stream", ""),
		Entry("to save it under", router.Content{Name: "a b.json", Download: true}, "application/json", `attachment; filename="a b.json"`),
		Entry("to save it under, in all letters", router.Content{Name: "ü.json", Download: true}, "application/json", "attachment; filename*=utf-8''%C3%BC.json"),
		Entry("to save it under, of what browsers take for an escape (RFC 6266, appendix D)", router.Content{Name: "50%20 off.json", Download: true}, "application/json", "attachment; filename*=utf-8''50%2520%20off.json"),
		Entry("to save it under, with a quote and a backslash", router.Content{Name: `a"\+'(1)*.json`, Download: true}, "application/json", "attachment; filename*=utf-8''a%22%5C%2B%27%281%29%2A.json"),
		Entry("that the browser chooses", router.Content{Download: true}, "application/octet-stream", "attachment"),
	)

	DescribeTable("is a logged 500",
		func(why string, change func(*router.Content)) {
			f, _ := contentOf(change)

			expectProblem(f.get("/x"), 500, "")

			Expect(f.log.String()).To(ContainSubstring(why))
		},
		Entry("without data", "the content has no Data", func(c *router.Content) { c.Data = nil }),
		Entry("with an entity tag that is none", "it stands in quotes", func(c *router.Content) { c.ETag = "v7" }),
		Entry("without an end", "send the content: its end cannot be found", func(c *router.Content) { c.Data = unsought{c.Data} }),
	)

	It("is copied by the connection where it is a file", func(ctx SpecContext) {
		const size = 1 << 20
		name := filepath.Join(GinkgoT().TempDir(), "zeros.bin")
		Expect(os.WriteFile(name, make([]byte, size), 0o600)).To(Succeed())
		f := newFixture(router.WithAddress("127.0.0.1:0"))
		register(f, "GET /x", router.F0(func(*router.Context) (router.Content, error) {
			return router.OpenContent(os.DirFS(filepath.Dir(name)), filepath.Base(name))
		}))
		base, _ := serve(f)
		DeferCleanup(f.Stop)

		for sent, want := range map[string]int{"": size, "bytes=10-": size - 10} {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/x", nil)
			Expect(err).NotTo(HaveOccurred())
			req.Header.Set("Range", sent)
			res, err := http.DefaultClient.Do(req)
			Expect(err).NotTo(HaveOccurred())
			n, err := io.Copy(io.Discard, res.Body)
			Expect(errors.Join(err, res.Body.Close())).To(Succeed())
			Expect([]int{int(n), int(res.ContentLength)}).To(Equal([]int{want, want}))
		}
	})

	It("is closed when a hook fails", func() {
		for _, stage := range []func(*fixture, router.HookFunc){
			func(f *fixture, h router.HookFunc) { f.BeforeRender(h) }, func(f *fixture, h router.HookFunc) { f.BeforeResponse(h) },
		} {
			f, data := contentOf(nil)
			stage(f, func(c *router.Context, _ func() error) error { return c.Error(403, "no") })

			expectProblem(f.get("/x"), 403, "no")

			Expect(data.closed).To(BeNumerically(">", 0))
		}
	})

	DescribeTable("is closed when a hook puts another answer in its place",
		func(add func(*fixture, router.HookFunc), hook router.HookFunc, want string) {
			f, data := contentOf(nil)
			add(f, hook)

			Expect(f.get("/x").Body.String()).To(Equal(want))

			Expect(data.closed).To(Equal(1))
		},
		Entry("as its result", beforeCall, func(c *router.Context, next func() error) error { defer c.SetResult("other"); return next() }, `"other"`),
		Entry("as its result, before it is encoded", beforeRender, func(c *router.Context, next func() error) error { c.SetResult("other"); return next() }, `"other"`),
		Entry("by writing", beforeCall, func(c *router.Context, next func() error) error { return errors.Join(next(), write(c)) }, "other"),
		Entry("by writing before it is encoded", beforeRender, func(c *router.Context, _ func() error) error { return write(c) }, "other"),
		Entry("by writing before it is sent", beforeResponse, func(c *router.Context, _ func() error) error { return write(c) }, "other"),
		Entry("and then lets it be sent", beforeResponse, func(c *router.Context, next func() error) error { return errors.Join(write(c), next()) }, "other"),
	)

	DescribeTable("is closed when it was rendered and the function returns something else",
		func(function func(*opened) any, want string) {
			data := &opened{ReadSeeker: strings.NewReader("0123456789")}
			f := newFixture()
			register(f, "GET /x", function(data))

			Expect(f.get("/x").Body.String()).To(Equal(want))

			Expect(data.closed).To(Equal(1))
		},
		Entry("a value", func(data *opened) any {
			return router.F0(func(c *router.Context) (user, error) { return user{ID: 1}, c.Render(router.Content{Data: data}) })
		}, `{"id":1,"name":""}`),
		Entry("a value, and is called with reflection", func(data *opened) any {
			return func(c *router.Context) (user, error) { return user{ID: 1}, c.Render(router.Content{Data: data}) }
		}, `{"id":1,"name":""}`),
		Entry("a value of which only its type says what it is", func(data *opened) any {
			return router.F0(func(c *router.Context) (any, error) { return "other", c.Render(&router.Content{Data: data}) })
		}, `"other"`),
		Entry("another content", func(data *opened) any {
			return router.F0(func(c *router.Context) (router.Content, error) {
				return router.Content{Data: strings.NewReader("other")}, c.Render(router.Content{Data: data})
			})
		}, "other"),
		Entry("nothing", func(data *opened) any {
			return router.F0(func(c *router.Context) (router.None, error) {
				return router.None{}, c.Render(router.Content{Data: data})
			})
		}, ""),
	)

	It("is open until a hook's own one is sent, which reads it", func() {
		f, data := contentOf(nil)
		beforeCall(f, func(c *router.Context, next func() error) error {
			err := next()
			content, _ := router.ResultOf[router.Content](c)
			content.Data = struct{ io.ReadSeeker }{content.Data}
			c.SetResult(content)
			return err
		})

		Expect(f.get("/x").Body.String()).To(Equal("0123456789"))
		Expect(data.closed).To(Equal(1))
	})

	It("that cannot be closed is sent all the same, and the request ends as others do", func() {
		ended := false
		f, _ := contentOf(func(c *router.Content) { c.Data = unclosable{c.Data} })
		f.AfterResponse(func(*router.Context) { ended = true })

		Expect(f.get("/x").Body.String()).To(Equal("0123456789"))

		Expect(ended).To(BeTrue())
		Expect(f.Bugs()).To(Equal(int64(1)))
	})

	It("cuts the connection where it breaks off", func() {
		f, data := contentOf(func(c *router.Content) { c.Data = breaking{c.Data} })

		Expect(func() { f.get("/x") }).To(PanicWith(http.ErrAbortHandler))

		Expect(f.log.String()).To(ContainSubstring("send the content: the disk is gone"))
		Expect(data.closed).To(BeZero(), "breaking is no io.Closer")
	})

	It("tells hooks that its body is sent behind them", func() {
		f, _ := contentOf(nil)
		f.BeforeResponse(func(c *router.Context, next func() error) error {
			Expect(c.Response().Streams).To(BeTrue())
			c.SetHeader("Cache-Control", "no-cache")
			return next()
		})

		Expect(f.get("/x").Header()).To(HaveKeyWithValue("Cache-Control", []string{"no-cache"}))
	})

	It("is in the description", func() {
		f := newFixture(router.WithDocument("/openapi.json"))
		c := router.Content{Data: strings.NewReader("")}
		register(f, "GET /x", router.With(resultOf(c), router.OperationID("x"), router.Produces("text/csv")))
		register(f, "POST /x", router.With(resultOf(c), router.OperationID("y")))
		at := func(path ...string) any {
			return at(parse(f.get("/openapi.json").Body.String()), append([]string{"paths", "/x"}, path...)...)
		}

		Expect(at("get", "responses")).To(And(HaveLen(6), HaveKey("200"), HaveKey("206"), HaveKey("304"), HaveKey("412"), HaveKey("416"), HaveKey("default")))
		Expect(at("get", "responses", "206")).To(Equal(parse(`{"description": "A range of it", "headers": {
			"Content-Range": {"description": "Which range", "schema": {"type": "string"}},
			"Accept-Ranges": {"description": "The unit of ranges, ` + "`bytes`" + `", "schema": {"type": "string"}},
			"Content-Disposition": {"description": "The name to save it under, where it is to be saved", "schema": {"type": "string"}},
			"ETag": {"description": "For ` + "`If-None-Match` and `If-Range`" + `", "schema": {"type": "string"}},
			"Last-Modified": {"description": "For ` + "`If-Modified-Since`" + `", "schema": {"type": "string"}}},
			"content": {"text/csv": {"schema": {}}}}`)))
		Expect(at("get", "responses", "200", "headers")).To(And(HaveLen(4), HaveKey("Accept-Ranges"), HaveKey("Content-Disposition"), HaveKey("ETag"), HaveKey("Last-Modified")))
		Expect(at("get", "responses", "304", "headers")).To(And(HaveLen(2), HaveKey("ETag"), HaveKey("Last-Modified")))
		Expect(at("get", "responses", "416", "headers")).To(HaveKey("Content-Range"))
		Expect(at("post", "responses")).To(And(HaveLen(2), HaveKey("200"), HaveKey("default")))
	})
})

func dirFS(dir string) (fs.FS, error) { return os.DirFS(dir), nil }

func rootFS(dir string) (fs.FS, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	DeferCleanup(root.Close)
	return root.FS(), nil
}

var _ = Describe("OpenContent", func() {
	serving := func(fsys fs.FS) *fixture {
		f := newFixture()
		register(f, "GET /files/*path", router.F1(func(_ *router.Context, path string) (router.Content, error) {
			return router.OpenContent(fsys, path)
		}))
		return f
	}
	tree := fstest.MapFS{"a/b.json": {Data: []byte(`{"a":1}`), ModTime: changedAt}}

	It("sends a file with its media type and when it was changed", func() {
		w := serving(tree).get("/files/a/b.json")

		Expect(w.Body.String()).To(Equal(`{"a":1}`))
		Expect(w.Header()).To(And(HaveKeyWithValue("Content-Type", []string{"application/json"}), HaveKeyWithValue("Last-Modified", []string{"Tue, 03 Feb 2026 04:05:06 GMT"})))
	})

	DescribeTable("answers with 404 where there is no file",
		func(path string) { expectProblem(serving(tree).get("/files/"+path), 404, "there is no such file") },
		Entry("of that name", "a/c.json"), Entry("but a directory", "a"), Entry("at the root", ""), Entry("behind a slash", "a/"),
		Entry("outside", "..%2Fb.json"), Entry("with a backslash", "a%5Cb.json"), Entry("from the root of the disk", "%2Fetc%2Fpasswd"),
	)

	DescribeTable("answers with 404 for a name that no file can have",
		func(open func(dir string) (fs.FS, error), path string) {
			dir := GinkgoT().TempDir()
			Expect(os.WriteFile(filepath.Join(dir, "file"), nil, 0o600)).To(Succeed())
			fsys, err := open(dir)
			Expect(err).NotTo(HaveOccurred())

			expectProblem(serving(fsys).get("/files/"+path), 404, "there is no such file")
		},
		Entry("below a file", dirFS, "file/x"), Entry("below a file, in an os.Root", rootFS, "file/x"),
		Entry("that is too long", dirFS, strings.Repeat("n", 300)), Entry("that is too long, in an os.Root", rootFS, strings.Repeat("n", 300)),
	)

	It("follows no link out of an os.Root", func() {
		outside, inside := filepath.Join(GinkgoT().TempDir(), "secret"), GinkgoT().TempDir()
		Expect(os.WriteFile(outside, []byte("secret"), 0o600)).To(Succeed())
		Expect(os.Symlink(outside, filepath.Join(inside, "link"))).To(Succeed())
		Expect(os.WriteFile(filepath.Join(inside, "own"), []byte("own"), 0o600)).To(Succeed())
		root, err := os.OpenRoot(inside)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(root.Close)
		f := serving(root.FS())

		Expect(f.get("/files/own").Body.String()).To(Equal("own"))
		Expect(f.get("/files/link").Code).NotTo(Equal(200))
		Expect(f.get("/files/link").Body.String()).NotTo(ContainSubstring("secret"))
	})
})
