package tryit_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// packed is a text of so many bytes in an encoding, of which raw deflate is one.
func packed(encoding string, size int) []byte {
	GinkgoHelper()
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	switch encoding {
	case "gzip":
		w, err = gzip.NewWriterLevel(&out, flate.BestSpeed)
	case "deflate":
		w, err = zlib.NewWriterLevel(&out, flate.BestSpeed)
	case "raw":
		w, err = flate.NewWriter(&out, flate.BestSpeed)
	case "br":
		w = brotli.NewWriterLevel(&out, 1)
	case "zstd":
		w, err = zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
	}
	Expect(err).NotTo(HaveOccurred())
	block := bytes.Repeat([]byte("a"), 1<<20)
	for left := size; left > 0; left -= len(block) {
		_, err := w.Write(block[:min(left, len(block))])
		Expect(err).NotTo(HaveOccurred())
	}
	Expect(w.Close()).To(Succeed())
	return out.Bytes()
}

// encoded is an answer of a body.
func encoded(encoding string, body []byte) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", encoding, len(body), body)
}

var encodings = []TableEntry{
	Entry("gzip", "gzip", "gzip"), Entry("gzip by its old name", "X-Gzip", "gzip"), Entry("deflate", "deflate", "deflate"), Entry("bare deflate", "deflate", "raw"),
	Entry("brotli", "br", "br"), Entry("zstd", "zstd", "zstd"),
}

var _ = DescribeTable("A body is decoded:", func(ctx SpecContext, name, encoding string) {
	answer := of(ctx, encoded(name, packed(encoding, 100_000)))

	Expect(string(answer.Body)).To(Equal(strings.Repeat("a", 100_000)))
	Expect(*answer.End).To(And(HaveField("Bytes", int64(100_000)), HaveField("Incomplete", false), HaveField("Truncated", false), HaveField("Undecoded", "")))
	Expect(answer.Values("Content-Encoding")).To(Equal([]string{name}))
}, encodings)

// chunks is an answer of a body in one chunk, with what stands behind it.
func chunks(encoding string, body []byte, end string) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n%s", encoding, len(body), body, end)
}

var _ = DescribeTable("A body that is decoded is read to its end:", func(ctx SpecContext, name, encoding string) {
	whole := of(ctx, chunks(name, packed(encoding, 10), "0\r\nX-Sum: 7\r\n\r\n"))
	torn := of(ctx, chunks(name, packed(encoding, 10), ""))

	Expect(string(whole.Body)).To(Equal("aaaaaaaaaa"))
	Expect(*whole.End).To(And(HaveField("Trailers", [][]string{{"X-Sum", "7"}}), HaveField("Incomplete", false)))
	Expect(string(torn.Body)).To(Equal("aaaaaaaaaa"))
	Expect(*torn.End).To(And(HaveField("Incomplete", true), HaveField("Reason", "broken")))
}, encodings)

// peak runs f and returns by how much the memory of the process has grown in it,
// in bytes, -1 where the system does not say.
func peak(f func()) int64 {
	GinkgoHelper()
	before := resident("VmRSS")
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil || before < 0 {
		f()
		return -1
	}
	f()
	return resident("VmHWM") - before
}

func resident(field string) int64 {
	status, err := os.ReadFile("/proc/self/status")
	found := regexp.MustCompile(field + `:\s*(\d+) kB`).FindSubmatch(status)
	if err != nil || found == nil {
		return -1
	}
	n, _ := strconv.ParseInt(string(found[1]), 10, 64)
	return n << 10
}

var _ = DescribeTable("A bomb is passed up to the limit and costs little memory:", Serial, worktest.Large, func(ctx SpecContext, name, encoding string) {
	const limit = 2 << 20
	size := 64 << 20
	if worktest.RaceDetector {
		size = 4 * limit // its memory is not looked at
	}
	bomb := packed(encoding, size)
	if encoding == "gzip" {
		bomb = bytes.Repeat(bomb, 16) // 1 GiB, as one of gzip may have several parts
	}
	Expect(len(bomb)).To(BeNumerically("<", 2<<20))
	origin, _ := says(encoded(name, bomb))
	s := start(nil, tryit.WithOrigins(origin), with(func(l *tryit.Limits) { l.AnswerBytes = limit }))
	var answer *tryittest.Answer

	grown := peak(func() {
		request, err := tryittest.NewRequest(ctx, s.url, tryit.Request{Method: "GET", URL: origin + "/"}, nil)
		Expect(err).NotTo(HaveOccurred())
		answer = lastLine(request)
	})

	Expect(*answer.End).To(And(HaveField("Truncated", true), HaveField("Bytes", int64(limit)), HaveField("Undecoded", "")))
	if !worktest.RaceDetector {
		Expect(grown).To(BeNumerically("<=", 32<<20))
	}
}, encodings)

var _ = DescribeTable("A body that is not in its encoding is passed as it is:", func(ctx SpecContext, encoding, body string) {
	answer := of(ctx, encoded(encoding, []byte(body)))

	Expect(string(answer.Body)).To(Equal(body))
	Expect(*answer.End).To(And(HaveField("Undecoded", encoding), HaveField("Incomplete", false)))
},
	Entry("text as gzip", "gzip", `{"a":1}`), Entry("text as deflate", "deflate", "\xff\xff\xff{}"), Entry("text as brotli", "br", "\xff\xff\xff{}"), Entry("text as zstd", "zstd", `{"a":1}`),
	Entry("an encoding that is not known", "rot13", "uryyb"), Entry("two encodings", "gzip, br", "hello"), Entry("a long text as gzip", "gzip", strings.Repeat("hello", 100_000)),
	Entry("one byte as gzip", "gzip", "\x1f"), Entry("the beginning of gzip", "gzip", "\x1f\x8b\x08"),
)

var _ = DescribeTable("A body in an encoding", func(ctx SpecContext, encoding string, body []byte, reason string) {
	answer := of(ctx, encoded(encoding, body))

	Expect(*answer.End).To(And(HaveField("Incomplete", reason != ""), HaveField("Reason", reason), HaveField("Undecoded", "")))
	Expect(bytes.Count(answer.Body, []byte("a"))).To(Equal(len(answer.Body)))
},
	Entry("that is empty is empty", "gzip", []byte{}, ""), Entry("that is identity is not changed", "identity", []byte("a"), ""),
	Entry("that breaks off is incomplete", "gzip", halfGzip, "encoding"), Entry("of two members is both", "gzip", slices.Concat(wholeGzip, wholeGzip), ""),
	Entry("that breaks off in a second member is incomplete", "gzip", slices.Concat(wholeGzip, wholeGzip[:5]), "encoding"),
	Entry("with something behind it is whole", "gzip", slices.Concat(wholeGzip, []byte("\r\n\x00\x00")), ""),
	Entry("with another checksum is incomplete", "gzip", slices.Concat(wholeGzip[:len(wholeGzip)-8], make([]byte, 8)), "encoding"),
)

var _ = Describe("A body of zstd that asks for a window of more than 8 MiB", func() {
	It("is passed as it is", func(ctx SpecContext) {
		w, err := zstd.NewWriter(nil, zstd.WithSingleSegment(true), zstd.WithEncoderConcurrency(1))
		Expect(err).NotTo(HaveOccurred())
		body := w.EncodeAll(bytes.Repeat([]byte("a"), 9<<20), nil)

		answer := of(ctx, encoded("zstd", body))

		Expect(bytes.Equal(answer.Body, body)).To(BeTrue())
		Expect(answer.End.Undecoded).To(Equal("zstd"))
	})
})

// wholeGzip is a member of gzip.
var wholeGzip = func() []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(bytes.Repeat([]byte("a"), 1000))
	_ = w.Close()
	return out.Bytes()
}()

// halfGzip breaks off after a part that can be decoded.
var halfGzip = func() []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(bytes.Repeat([]byte("a"), 1000))
	_ = w.Flush()
	return out.Bytes()
}()
