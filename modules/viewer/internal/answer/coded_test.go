package answer_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

// lines is a text that compression pays for.
var lines = []byte(strings.Repeat("a line of a page, and another\n", 100))

// sent is the answer to a request with some header fields.
func sent(e pagecache.Entry, fields ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	answer.NewSender(slog.New(slog.DiscardHandler)).Send(w, r, http.StatusOK, e)
	return w
}

var _ = Describe("The coding of an answer", func() {
	built := func() pagecache.Entry {
		e := answer.New(lines)
		e.Brotli = []byte("packed by the build")
		return e
	}
	known := coding.NewDictionary(lines[:300])
	offered := func() pagecache.Entry { return answer.New(lines).With(known) }

	DescribeTable("is the best that the client takes:",
		func(e func() pagecache.Entry, want string, fields ...string) {
			Expect(sent(e(), fields...).Header().Get("Content-Encoding")).To(Equal(want))
		},
		Entry("none", offered, ""),
		Entry("none where all are refused", offered, "", "Accept-Encoding", "gzip;q=0, zstd;q=0"),
		Entry("gzip", offered, "gzip", "Accept-Encoding", "gzip, deflate"),
		Entry("zstd", offered, "zstd", "Accept-Encoding", "gzip, deflate, br, zstd"),
		Entry("brotli of what the build has packed", built, "br", "Accept-Encoding", "gzip, deflate, br, zstd"),
		Entry("a dictionary", offered, "dcz", "Accept-Encoding", "gzip, zstd, dcz", "Available-Dictionary", known.Field),
		Entry("no dictionary that is another", offered, "zstd", "Accept-Encoding", "gzip, zstd, dcz", "Available-Dictionary", ":AAAA:"),
		Entry("no dictionary without its coding", offered, "zstd", "Accept-Encoding", "gzip, zstd, dcb", "Available-Dictionary", known.Field),
		Entry("none of what is short", func() pagecache.Entry { return answer.New([]byte("short")) }, "", "Accept-Encoding", "gzip, zstd"),
	)

	It("has a tag of its own, by which it is known", func() {
		tags := map[string]bool{}
		for _, accept := range []string{"", "gzip", "zstd", "zstd, dcz"} {
			fields := []string{"Accept-Encoding", accept, "Available-Dictionary", known.Field}
			tag := sent(offered(), fields...).Header().Get("ETag")
			tags[tag] = true

			Expect(sent(offered(), append(fields, "If-None-Match", tag)...).Code).To(Equal(http.StatusNotModified))
		}

		Expect(tags).To(HaveLen(4))
	})

	It("is the one that the client has already, where it still takes that", func() {
		tag := sent(offered(), "Accept-Encoding", "gzip, zstd").Header().Get("ETag")

		again := sent(offered(), "Accept-Encoding", "gzip, zstd, dcz", "Available-Dictionary", known.Field, "If-None-Match", tag)
		other := sent(offered(), "Accept-Encoding", "gzip", "If-None-Match", tag)

		Expect(again.Code).To(Equal(http.StatusNotModified))
		Expect(again.Header().Get("ETag")).To(Equal(tag))
		Expect(other.Code).To(Equal(http.StatusOK))
	})

	It("is made once", func() {
		cache := pagecache.New(1 << 20)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", "zstd")
		first := answer.Keep(cache, "k", r, answer.New(lines), false)

		kept, _ := cache.Get("k")
		again := answer.Keep(cache, "k", r, kept, true)

		Expect(&again.Zstd[0]).To(BeIdenticalTo(&first.Zstd[0]))
		Expect(again.Body).To(BeNil())
	})

	It("is made of any other that is kept", func() {
		cache := pagecache.New(1 << 20)
		for _, fields := range [][]string{{"zstd, dcz", known.Field}, {"gzip"}, {"zstd"}, {""}} {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", fields[0])
			if len(fields) > 1 {
				r.Header.Set("Available-Dictionary", fields[1])
			}
			entry, ok := cache.Get("k")
			if !ok {
				entry = offered()
			}
			entry = answer.Keep(cache, "k", r, entry, ok)
			entry.Body = nil
			var body strings.Builder
			_, err := entry.WriteTo(&body)
			Expect(err).NotTo(HaveOccurred())
			Expect(body.String()).To(Equal(string(lines)))
		}
		kept, _ := cache.Get("k")
		Expect(kept.Delta).NotTo(BeEmpty())
		Expect(kept.Gzip).NotTo(BeEmpty())
	})
})
