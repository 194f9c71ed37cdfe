package transfer_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/heaptest"
	"github.com/trefoil-go/trefoil/modules/restclient/transfer"
)

var addPhoto = restclient.RestMutation[int, transfer.Multipart, string]("/albums/:id/photos", restclient.WithURLPrefix("http://api.test"))

func start(h http.Handler, opts ...restclient.Option) *restclient.Client {
	GinkgoHelper()
	before := goleak.IgnoreCurrent()
	transport := httptransport.InProcess(h)
	client, err := restclient.New(transport, opts...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(goleak.Find(before)).To(Succeed()) })
	DeferCleanup(transport.Wait)
	DeferCleanup(client.Close)
	return client
}

func open(b restclient.Body) string {
	GinkgoHelper()
	r, err := b.Open()
	Expect(err).NotTo(HaveOccurred())
	defer r.Close()
	all, err := io.ReadAll(r)
	Expect(err).NotTo(HaveOccurred())
	return string(all)
}

func partsOf(b restclient.Body) *multipart.Reader {
	GinkgoHelper()
	_, params, err := mime.ParseMediaType(b.ContentType)
	Expect(err).NotTo(HaveOccurred())
	return multipart.NewReader(strings.NewReader(open(b)), params["boundary"])
}

var _ = Describe("A multipart upload", func() {
	It("holds its fields and files in order, and knows its length", func() {
		path := filepath.Join(GinkgoT().TempDir(), "sun.png")
		Expect(os.WriteFile(path, []byte("pixels"), 0o600)).To(Succeed())
		body, err := transfer.Multipart{
			Fields: []transfer.Field{{Name: "title", Value: "Sun\r\nrise"}},
			Files: []transfer.File{
				{Field: "photo", Source: transfer.FromPath(path)},
				{Field: "raw", ContentType: "text/x-raw", Name: "r.bin", Source: transfer.FromBytes([]byte("bytes"))},
			},
		}.Body()
		Expect(err).NotTo(HaveOccurred())
		Expect(body.Length).To(BeEquivalentTo(len(open(body))))

		form, err := partsOf(body).ReadForm(1 << 20)

		Expect(err).NotTo(HaveOccurred())
		Expect(form.Value).To(Equal(map[string][]string{"title": {"Sun\r\nrise"}}))
		Expect(form.File["photo"][0]).To(And(HaveField("Filename", "sun.png"), HaveField("Size", int64(6))))
		Expect(form.File["photo"][0].Header.Get("Content-Type")).To(Equal("image/png"))
		Expect(form.File["raw"][0].Header.Get("Content-Type")).To(Equal("text/x-raw"))
	})

	DescribeTable("writes the file name (RFC 7578)",
		func(name, written string) {
			body, err := transfer.Multipart{Files: []transfer.File{{Field: name, Name: name}}}.Body()
			Expect(err).NotTo(HaveOccurred())

			text := open(body)

			Expect(text).To(ContainSubstring("\r\nContent-Disposition: form-data; name=" + written + "; filename=" + written + "\r\n"))
			part, err := partsOf(body).NextRawPart()
			Expect(err).NotTo(HaveOccurred())
			Expect(`"` + part.FormName() + `"`).To(Equal(written))
		},
		Entry("in UTF-8 as it is", "Übergröße 写真.jpg", `"Übergröße 写真.jpg"`),
		Entry("with quotes encoded", `a"b.txt`, `"a%22b.txt"`),
		Entry("with line breaks encoded", "a\r\nX-Evil: 1\r\n\r\n.txt", `"a%0D%0AX-Evil: 1%0D%0A%0D%0A.txt"`),
		Entry("with a backslash encoded, which would escape the quote", `a\`, `"a%5C"`),
		Entry("with other controls encoded", "a\x00\x7f", `"a%00%7F"`),
		Entry("with bytes encoded that are no UTF-8", "a\xff", `"a%FF"`),
	)

	It("has no length when a size is unknown", func() {
		body, err := transfer.Multipart{Files: []transfer.File{{Field: "f", Source: transfer.FromReader(-1, strings.NewReader("x"))}}}.Body()

		Expect(err).NotTo(HaveOccurred())
		Expect(body.Length).To(BeEquivalentTo(-1))
	})

	It("is replayed whole, and reports progress from the begin, when it can be opened again (CF4)", func() {
		var seen []int64
		body, err := transfer.Multipart{
			Files:    []transfer.File{{Field: "f", Source: transfer.FromBytes([]byte("content"))}},
			Progress: func(done, total int64) { seen = append(seen, done, total) },
		}.Body()
		Expect(err).NotTo(HaveOccurred())
		first, err := body.Open()
		Expect(err).NotTo(HaveOccurred())
		_, err = io.CopyN(io.Discard, first, 10)
		Expect(err).NotTo(HaveOccurred())
		Expect(first.Close()).To(Succeed())
		Expect(seen[:2]).To(Equal([]int64{0, body.Length}))
		seen = nil

		again := open(body)

		Expect(again).To(HaveLen(int(body.Length)))
		Expect(seen[:2]).To(Equal([]int64{0, body.Length}))
		Expect(seen[len(seen)-2:]).To(Equal([]int64{body.Length, body.Length}))
	})

	It("is not replayed from a reader that was read (CF4)", func() {
		body, err := transfer.Content{Source: transfer.FromReader(1, strings.NewReader("x"))}.Body()
		Expect(err).NotTo(HaveOccurred())
		Expect(open(body)).To(Equal("x"))

		_, err = body.Open()

		Expect(err).To(MatchError(transfer.ErrOneShot))
	})

	DescribeTable("fails rather than lie about its length when a source is",
		func(size int64) {
			body, err := transfer.Content{Source: transfer.FromFunc(size, func() (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader("12345")), nil
			})}.Body()
			Expect(err).NotTo(HaveOccurred())
			r, err := body.Open()
			Expect(err).NotTo(HaveOccurred())

			_, err = io.ReadAll(r)

			Expect(err).To(MatchError(transfer.ErrSize))
		},
		Entry("shorter", int64(6)),
		Entry("longer", int64(4)),
	)

	DescribeTable("is refused before anything is sent for",
		func(ctx SpecContext, file transfer.File) {
			var asked atomic.Int32
			client := start(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))

			_, err := restclient.Mutate(client.Context(ctx), addPhoto, 5, transfer.Multipart{Files: []transfer.File{file}})

			Expect(err).To(HaveField("Kind", restclient.KindArgument))
			Expect(asked.Load()).To(BeZero())
		},
		Entry("a file that is missing", transfer.File{Field: "f", Source: transfer.FromPath("/nonexistent/x")}),
		Entry("a directory", transfer.File{Field: "f", Source: transfer.FromPath(".")}),
		Entry("a content type with a line break", transfer.File{Field: "f", ContentType: "text/plain;\r\n a=b"}),
		Entry("a content type that is none", transfer.File{Field: "f", ContentType: "@"}),
	)

	It("is sent as it is, with the content type that names its boundary", func(ctx SpecContext) {
		var mediaType, sent string
		client := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mediaType, _, _ = mime.ParseMediaType(r.Header.Get("Content-Type"))
			if err := r.ParseMultipartForm(1 << 20); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			sent = r.FormValue("title")
			w.Header().Set("Content-Type", "text/plain")
		}))

		_, err := restclient.Mutate(client.Context(ctx), addPhoto, 5, transfer.Multipart{Fields: []transfer.Field{{Name: "title", Value: `{"a":1}`}}})

		Expect(err).NotTo(HaveOccurred())
		Expect(mediaType).To(Equal("multipart/form-data"))
		Expect(sent).To(Equal(`{"a":1}`))
	})

	It("takes less than 8 MiB of heap, however long it is", Serial, func(ctx SpecContext) {
		size := heaptest.Bulk()
		var received int64
		hash := sha256.New()
		client := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			parts, err := r.MultipartReader()
			if err == nil {
				var part *multipart.Part
				if part, err = parts.NextPart(); err == nil {
					received, err = io.Copy(hash, part)
				}
			}
			w.Header().Set("Content-Type", "text/plain")
			_, _ = fmt.Fprint(w, r.ContentLength, err)
		}))
		source := transfer.FromFunc(size, func() (io.ReadCloser, error) { return io.NopCloser(&pattern{left: size}), nil })
		var done, total int64
		var answer string
		started := time.Now()

		growth := heaptest.Growth(func() {
			var err error
			answer, err = restclient.Mutate(client.Context(ctx), addPhoto, 5, transfer.Multipart{
				Files:    []transfer.File{{Field: "f", Source: source}},
				Progress: func(d, t int64) { done, total = d, t },
			})
			Expect(err).NotTo(HaveOccurred())
		})

		AddReportEntry("upload", fmt.Sprintf("%d MiB, %v, heap growth %.1f MiB", size>>20, time.Since(started).Round(time.Millisecond), float64(growth)/(1<<20)))
		want := sha256.New()
		_, _ = io.Copy(want, &pattern{left: size})
		Expect(received).To(Equal(size))
		Expect(hash.Sum(nil)).To(Equal(want.Sum(nil)))
		Expect(answer).To(Equal(fmt.Sprint(total, " <nil>")))
		Expect(done).To(And(Equal(total), BeNumerically(">", size)))
		Expect(growth).To(BeNumerically("<", 8<<20))
	})
})

func TestAnUploadOutlivesTheTimeoutOfTheClientAsLongAsItMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		transport := httptransport.InProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n, _ := io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "text/plain")
			_, _ = fmt.Fprint(w, n)
		}))
		client, err := restclient.New(transport, restclient.WithTimeout(time.Minute))
		g.Expect(err).NotTo(HaveOccurred())
		t.Cleanup(func() { client.Close(); transport.Wait() })
		put := restclient.RestMutation[restclient.None, transfer.Content, string]("/x", restclient.WithURLPrefix("http://api.test"))

		sent, err := restclient.Mutate(client.Context(t.Context()), put, restclient.None{}, transfer.Content{Source: transfer.FromReader(-1, &slow{left: 8, pause: 15 * time.Second})})
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(sent).To(Equal("8"))

		_, err = restclient.Mutate(client.Context(t.Context()), put, restclient.None{}, transfer.Content{Source: transfer.FromReader(-1, &slow{left: 1, pause: time.Hour})})
		g.Expect(err).To(HaveField("Kind", restclient.KindTimeout))
	})
}

// slow yields one byte at a time, after a pause.
type slow struct {
	left  int
	pause time.Duration
}

func (s *slow) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	time.Sleep(s.pause)
	s.left--
	p[0] = 'x'
	return 1, nil
}

// pattern is content that does not repeat within a buffer.
type pattern struct{ at, left int64 }

func (g *pattern) Read(p []byte) (int, error) {
	if g.left == 0 {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), g.left))
	for i := range p[:n] {
		p[i] = byte((g.at + int64(i)) * 31 >> 3)
	}
	g.at, g.left = g.at+int64(n), g.left-int64(n)
	return n, nil
}

func contentOf(size int64) []byte {
	var b bytes.Buffer
	_, _ = io.Copy(&b, &pattern{left: size})
	return b.Bytes()
}
