package flagpack_test

import (
	"compress/gzip"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

var long = strings.Repeat("word ", 1000)

// compressed is a router with a route of a flag COMPRESS.
func compressed(engine router.Engine, fn any, opts ...router.Option) *fixture {
	f := newFixture(append(opts, router.WithEngine(engine))...)
	f.Install(flagpack.Compress("COMPRESS", flagpack.CompressOptions{}), flagpack.Cache("CACHE", flagpack.CacheOptions{}))
	f.register("GET COMPRESS /x", fn)
	f.register("GET CACHE COMPRESS /cached", fn)
	f.register("GET COMPRESS CACHE /hashed", fn)
	return f
}

func rendering(v any) func(*router.Context) error {
	return func(c *router.Context) error { return c.Render(v) }
}

// unzipped is the body of an answer, which is in gzip.
func unzipped(w *httptest.ResponseRecorder) string {
	GinkgoHelper()
	Expect(w.Header().Get("Content-Encoding")).To(Equal("gzip"))
	r, err := gzip.NewReader(w.Body)
	Expect(err).NotTo(HaveOccurred())
	body, err := io.ReadAll(r)
	Expect(err).NotTo(HaveOccurred())
	return string(body)
}

// picture is an encoder of a media type that is compressed already.
type picture struct{}

func (picture) MediaType() string { return "image/png" }

func (picture) Encode(w io.Writer, v any) error {
	_, err := io.WriteString(w, v.(string))
	return err
}

type digested struct {
	Text   string `json:"text"`
	Digest string `json:"-" header:"Content-Digest"`
}

var _ = Describe("Compress", func() {
	onEngines("sends", func(engine func() router.Engine) {
		It("in gzip what is long enough, to those who accept it", func() {
			f := compressed(engine(), rendering(long))

			plain, short := f.get("/x"), f.get("/x", "Accept-Encoding", "gzip")

			Expect(plain.Body.String()).To(Equal(strconv.Quote(long)))
			Expect(plain.Header()).NotTo(HaveKey("Content-Encoding"))
			Expect(short.Body.Len()).To(BeNumerically("<", 100))
			Expect(unzipped(short)).To(Equal(strconv.Quote(long)))
			for _, w := range []*httptest.ResponseRecorder{plain, short} {
				Expect(w.Header().Values("Vary")).To(Equal([]string{"Accept-Encoding", "Accept"}))
			}
		})

		It("HEAD like GET, without the body", func() {
			f := compressed(engine(), rendering(long))

			head, get := f.do(http.MethodHead, "/x", "Accept-Encoding", "gzip"), f.get("/x", "Accept-Encoding", "gzip")

			Expect(head.Header().Get("Content-Encoding")).To(Equal("gzip"))
			Expect(head.Header().Get("Content-Length")).To(Equal(strconv.Itoa(get.Body.Len())))
		})
	})

	DescribeTable("reads Accept-Encoding", func(zipped bool, lines ...string) {
		var headers []string
		for _, line := range lines {
			headers = append(headers, "Accept-Encoding", line)
		}

		Expect(compressed(trierouter.Engine(), rendering(long)).get("/x", headers...).Header().Get("Content-Encoding") == "gzip").To(Equal(zipped))
	},
		Entry("gzip among others", true, "br, gzip;q=0.5"), Entry("in two lines", true, "br", "gzip"), Entry("anything", true, "*"),
		Entry("x-gzip", true, "x-gzip"), Entry("not gzip", false, "gzip;q=0, *"), Entry("others", false, "br, zstd"), Entry("identity", false, "identity"),
	)

	DescribeTable("leaves as it is", func(fn any, opts ...router.Option) {
		f := compressed(trierouter.Engine(), fn, opts...)

		const accept = "image/png, */*;q=0.1"
		plain, asked := f.get("/x", "Accept", accept), f.get("/x", "Accept", accept, "Accept-Encoding", "gzip")

		Expect(asked.Body.Bytes()).To(Equal(plain.Body.Bytes()))
		Expect(asked.Header()).To(Equal(plain.Header()))
		Expect(strings.Contains(strings.Join(asked.Header().Values("Vary"), ", "), "Accept-Encoding")).To(BeFalse())
	},
		Entry("what is short", rendering("word")),
		Entry("nothing", rendering(nil)),
		Entry("errors", func(c *router.Context) error { return c.Error(http.StatusTeapot, long) }),
		Entry("a stream, which is flushed", router.NDJSON(func(*router.Context) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) { yield(long, nil) }
		})),
		Entry("what a handler writes", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, long) }),
		Entry("what is in another coding", func(c *router.Context) error {
			c.SetHeader("Content-Encoding", "br")
			return c.Render(long)
		}),
		Entry("what nobody may change", func(c *router.Context) error {
			c.SetHeader("Cache-Control", "public, No-Transform")
			return c.Render(long)
		}),
		Entry("what has a digest (RFC 9530)", func(c *router.Context) error {
			c.SetHeader("Repr-Digest", "sha-256=:AAAA:")
			return c.Render(long)
		}),
		Entry("what has a digest of its own", router.F0(func(*router.Context) (digested, error) {
			return digested{Text: long, Digest: "sha-256=:AAAA:"}, nil
		})),
		Entry("a picture", func(c *router.Context) error { return c.Render(long) }, router.WithEncoder(picture{})),
	)

	DescribeTable("has no coding of a body that a hook has taken away", func(status int) {
		f := compressed(trierouter.Engine(), rendering(long))
		f.BeforeResponse(func(c *router.Context, next func() error) error {
			c.Response().Status = status
			return next()
		})

		w := f.get("/x", "Accept-Encoding", "gzip")

		Expect(w.Code).To(Equal(status))
		Expect(w.Header()).NotTo(HaveKey("Content-Encoding"))
	},
		Entry("with 204", http.StatusNoContent), Entry("with 205", http.StatusResetContent),
	)

	It("sends what gets no shorter as it is", func() {
		f := newFixture()
		f.Install(flagpack.Compress("COMPRESS", flagpack.CompressOptions{MinSize: 1}))
		f.register("GET COMPRESS /x", rendering(7))

		w := f.get("/x", "Accept-Encoding", "gzip")

		Expect(w.Body.String()).To(Equal("7"))
		Expect(w.Header()).To(And(HaveKeyWithValue("Vary", []string{"Accept-Encoding"}), Not(HaveKey("Content-Encoding"))))
	})

	It("makes the ETag of another body a weak one", func() {
		f := compressed(trierouter.Engine(), func(c *router.Context) error {
			c.SetHeader("ETag", `"v7"`)
			return c.Render(long)
		})

		Expect(f.get("/x").Header().Get("ETag")).To(Equal(`"v7"`))
		Expect(f.get("/x", "Accept-Encoding", "gzip").Header().Get("ETag")).To(Equal(`W/"v7"`))
	})

	It("is told that nothing was modified, with the same ETag", func() {
		f := compressed(trierouter.Engine(), rendering(long))
		for _, path := range []string{"/cached", "/hashed"} {
			first := f.get(path, "Accept-Encoding", "gzip")
			Expect(unzipped(first)).To(Equal(strconv.Quote(long)), path)
			tag := first.Header().Get("ETag")

			again := f.get(path, "Accept-Encoding", "gzip", "If-None-Match", tag)

			Expect(again.Code).To(Equal(http.StatusNotModified), path)
			Expect(again.Header().Get("ETag")).To(Equal(tag), path)
			Expect(again.Header()).NotTo(HaveKey("Content-Encoding"), path)
			Expect(strings.Split(strings.Join(again.Header().Values("Vary"), ", "), ", ")).To(ContainElements("Accept-Encoding", "Accept"), path)
		}
		Expect(f.get("/cached", "Accept-Encoding", "gzip").Header().Get("ETag")).To(HavePrefix("W/"))
		Expect(f.get("/hashed", "Accept-Encoding", "gzip").Header().Get("ETag")).NotTo(HavePrefix("W/"), "a hash of the compressed body")
	})

	DescribeTable("keeps the tag of what was sent to who asks whether it was modified", func(tag string) {
		f := compressed(trierouter.Engine(), rendering("word"))
		short := f.get("/cached", "Accept-Encoding", "gzip").Header().Get("ETag")

		w := f.get("/cached", "Accept-Encoding", "gzip", "If-None-Match", strings.ReplaceAll(tag, "TAG", short))

		Expect(w.Code).To(Equal(http.StatusNotModified))
		Expect(w.Header().Get("ETag")).To(Equal(strings.ReplaceAll(tag, "TAG", short)))
	},
		Entry("as it is", "TAG"), Entry("in gzip", "W/TAG"),
	)

	It("is within what the description says, outside of production too", func() {
		f := compressed(trierouter.Engine(), router.F0(func(*router.Context) ([]string, error) { return []string{long}, nil }), router.WithEnvironment(router.Test))

		Expect(unzipped(f.get("/x", "Accept-Encoding", "gzip"))).To(ContainSubstring("word"))
		Expect(f.description()["x-flags"]).To(HaveKeyWithValue("COMPRESS", "Answers of 1024 bytes and more are sent in gzip to clients that accept it."))
	})

	It("mixes no bodies up", func() {
		f := newFixture()
		f.Install(flagpack.Compress("COMPRESS", flagpack.CompressOptions{MinSize: 1, Level: gzip.BestSpeed}))
		f.register("GET COMPRESS /x/:id", router.F1(func(_ *router.Context, id string) ([]string, error) { return []string{id, long}, nil }))
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				defer GinkgoRecover()
				for j := range 20 {
					id := strconv.Itoa(100*i + j)
					req, w := httptest.NewRequest(http.MethodGet, "/x/"+id, nil), httptest.NewRecorder()
					req.Header.Set("Accept-Encoding", "gzip")
					h.ServeHTTP(w, req)
					Expect(unzipped(w)).To(HavePrefix(`["` + id + `"`))
				}
			})
		}
		all.Wait()
	})

	It("keeps its writers", func() {
		f := compressed(trierouter.Engine(), rendering(long))
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		req := httptest.NewRequest(http.MethodGet, "/x", nil)
		req.Header.Set("Accept-Encoding", "gzip")
		bytesOf := func() int64 {
			before := allocated()
			for range 100 {
				h.ServeHTTP(discard{http.Header{}}, req)
			}
			return (allocated() - before) / 100
		}
		bytesOf()

		Expect(bytesOf()).To(BeNumerically("<", 20_000)) // a writer has a hundred times as much
	})

	DescribeTable("panics for", func(message string, o flagpack.CompressOptions) {
		Expect(func() { flagpack.Compress("COMPRESS", o) }).To(PanicWith("flagpack: COMPRESS: " + message))
	},
		Entry("a negative size", "MinSize is negative", flagpack.CompressOptions{MinSize: -1}),
		Entry("a level that there is not", "the Level is 1 to 9, or 0 for the default, not 10", flagpack.CompressOptions{Level: 10}),
		Entry("a level below none", "the Level is 1 to 9, or 0 for the default, not -2", flagpack.CompressOptions{Level: gzip.HuffmanOnly}),
	)
})

// allocated is what was allocated so far, in bytes.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}
