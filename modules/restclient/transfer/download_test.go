package transfer_test

import (
	"bytes"
	"context"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/transfer"
)

// depot serves content with ranges, and cuts its first responses off.
type depot struct {
	mu       sync.Mutex
	content  []byte
	etag     string
	modified time.Time
	header   http.Header
	cuts     []int // after how many bytes each response is cut off
	onCut    func(d *depot)
	ranges   []string
}

func (d *depot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ranges = append(d.ranges, r.Header.Get("Range")+r.Header.Get("If-Range"))
	for name, values := range d.header {
		w.Header()[name] = values
	}
	if d.etag != "" {
		w.Header().Set("ETag", d.etag)
	}
	w.Header().Set("Date", time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC).Format(http.TimeFormat))
	if len(d.cuts) > 0 {
		w = &cutter{ResponseWriter: w, left: d.cuts[0], cut: func() {
			if d.onCut != nil {
				d.onCut(d)
			}
		}}
		d.cuts = d.cuts[1:]
	}
	http.ServeContent(w, r, "", d.modified, bytes.NewReader(d.content))
}

type cutter struct {
	http.ResponseWriter
	left int
	cut  func()
}

func (c *cutter) Write(p []byte) (int, error) {
	n, err := c.ResponseWriter.Write(p[:min(len(p), c.left)])
	if c.left -= n; c.left == 0 {
		c.cut()
		panic(http.ErrAbortHandler)
	}
	return n, err
}

var _ = Describe("A download", func() {
	const size = 200_000
	var (
		server  *depot
		client  *restclient.Client
		request *core.Request
		path    string
	)

	BeforeEach(func() {
		server = &depot{content: contentOf(size), etag: `"v1"`, header: http.Header{"Content-Type": {"application/pdf"}}}
		client = start(server)
		request = &core.Request{Method: http.MethodGet, URL: "http://api.test/files/report.pdf", Op: "report"}
		path = filepath.Join(GinkgoT().TempDir(), "saved.pdf")
	})

	names := func() (names []string) {
		entries, err := os.ReadDir(filepath.Dir(path))
		Expect(err).NotTo(HaveOccurred())
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}

	It("is a file with the exact bytes, which replaces an older one", func(ctx SpecContext) {
		Expect(os.WriteFile(path, []byte("old"), 0o600)).To(Succeed())
		var done, total int64

		info, err := transfer.Download(ctx, client, request, path, transfer.WithProgress(func(d, t int64) { done, total = d, t }))

		Expect(err).NotTo(HaveOccurred())
		Expect(info).To(Equal(transfer.Info{Path: path, Name: "report.pdf", Size: size, ContentType: "application/pdf", ETag: `"v1"`}))
		Expect(os.ReadFile(path)).To(Equal(server.content))
		Expect(names()).To(Equal([]string{"saved.pdf"}))
		Expect([]int64{done, total}).To(Equal([]int64{size, size}))
	})

	It("goes on where it was cut off", func(ctx SpecContext) {
		server.cuts = []int{70_000, 50_000}

		info, err := transfer.Download(ctx, client, request, path, transfer.WithPause(0))

		Expect(err).NotTo(HaveOccurred())
		Expect(os.ReadFile(path)).To(Equal(server.content))
		Expect(info).To(And(HaveField("Cuts", 2), HaveField("Restarts", 0)))
		Expect(server.ranges).To(Equal([]string{"", `bytes=70000-"v1"`, `bytes=120000-"v1"`}))
	})

	It("goes on by Last-Modified without an ETag", func(ctx SpecContext) {
		server.etag, server.modified = "", time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		server.cuts = []int{70_000}

		info, err := transfer.Download(ctx, client, request, path, transfer.WithPause(0))

		Expect(err).NotTo(HaveOccurred())
		Expect(os.ReadFile(path)).To(Equal(server.content))
		Expect(info.Restarts).To(BeZero())
		Expect(server.ranges[1]).To(Equal("bytes=70000-Thu, 01 Jan 2026 00:00:00 GMT"))
	})

	It("begins again when the content has changed", func(ctx SpecContext) {
		server.cuts = []int{70_000}
		server.onCut = func(d *depot) { d.content, d.etag = contentOf(1000)[500:], `"v2"` }

		info, err := transfer.Download(ctx, client, request, path, transfer.WithPause(0))

		Expect(err).NotTo(HaveOccurred())
		Expect(os.ReadFile(path)).To(Equal(server.content))
		Expect(info).To(And(HaveField("Restarts", 1), HaveField("Size", int64(500)), HaveField("ETag", `"v2"`)))
	})

	DescribeTable("begins again when nothing reports whether it has changed:",
		func(ctx SpecContext, change func()) {
			change()
			server.cuts = []int{70_000}

			info, err := transfer.Download(ctx, client, request, path, transfer.WithPause(0))

			Expect(err).NotTo(HaveOccurred())
			Expect(os.ReadFile(path)).To(Equal(server.content))
			Expect(info.Restarts).To(Equal(1))
			Expect(server.ranges).To(Equal([]string{"", ""}))
		},
		Entry("no validator", func() { server.etag = "" }),
		Entry("a weak ETag", func() { server.etag = `W/"v1"` }),
		Entry("a Last-Modified that is not older than the response", func() {
			server.etag, server.modified = "", time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
		}),
	)

	DescribeTable("does not trust a part that is another than was asked for:",
		func(ctx SpecContext, contentRange, etag string) {
			lies := 0
			liar := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Range") == "" || lies > 0 {
					server.ServeHTTP(w, r)
					return
				}
				lies++
				w.Header().Set("Content-Range", contentRange)
				w.Header().Set("ETag", etag)
				w.WriteHeader(http.StatusPartialContent)
				_, _ = w.Write([]byte("wrong"))
			}))
			server.cuts = []int{70_000}

			_, err := transfer.Download(ctx, liar, request, path, transfer.WithPause(0))

			Expect(err).NotTo(HaveOccurred())
			Expect(os.ReadFile(path)).To(Equal(server.content))
			Expect(lies).To(Equal(1))
		},
		Entry("another begin", "bytes 0-4/200000", `"v1"`),
		Entry("another length", "bytes 70000-70004/99999", `"v1"`),
		Entry("another ETag", "bytes 70000-70004/200000", `"v2"`),
		Entry("no Content-Range", "", `"v1"`),
		Entry("nonsense", "bytes 9-3/x", `"v1"`),
	)

	It("gives up after some cuts in a row, and leaves nothing", func(ctx SpecContext) {
		server.cuts = []int{1000, 1, 1, 1, 1, 1}
		server.etag = ""

		_, err := transfer.Download(ctx, client, request, path, transfer.WithPause(0), transfer.WithResumes(2))

		Expect(err).To(MatchError(transfer.ErrCut))
		Expect(server.ranges).To(HaveLen(3))
		Expect(names()).To(BeEmpty())
	})

	It("goes to any io.WriterAt, and leaves nothing of a longer attempt there", func(ctx SpecContext) {
		file, err := os.Create(path)
		Expect(err).NotTo(HaveOccurred())
		defer file.Close()
		server.cuts = []int{70_000}
		server.onCut = func(d *depot) { d.content, d.etag = []byte("short"), `"v2"` }

		info, err := transfer.DownloadTo(ctx, client, request, file, transfer.WithPause(0))

		Expect(err).NotTo(HaveOccurred())
		Expect(info.Path).To(BeEmpty())
		Expect(os.ReadFile(path)).To(BeEquivalentTo("short"))
	})

	It("tells the error of what it is written to", func(ctx SpecContext) {
		file, err := os.Create(path)
		Expect(err).NotTo(HaveOccurred())
		Expect(file.Close()).To(Succeed())

		_, err = transfer.DownloadTo(ctx, client, request, file)

		Expect(err).To(MatchError(fs.ErrClosed))
		Expect(server.ranges).To(HaveLen(1))
	})

	It("ends with ctx while it waits to go on", func(ctx SpecContext) {
		short, cancel := context.WithCancel(ctx)
		defer cancel()
		server.cuts = []int{1000}
		server.onCut = func(*depot) { time.AfterFunc(20*time.Millisecond, cancel) }

		_, err := transfer.Download(short, client, request, path, transfer.WithPause(time.Hour))

		Expect(err).To(MatchError(context.Canceled))
		Expect(names()).To(BeEmpty())
	})

	DescribeTable("stops above the limit (CF9)",
		func(ctx SpecContext, header http.Header) {
			endless := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				for name, values := range header {
					w.Header()[name] = values
				}
				for {
					if _, err := w.Write(make([]byte, 1000)); err != nil {
						return
					}
				}
			}))

			_, err := transfer.Download(ctx, endless, request, path, transfer.WithLimit(5000))

			Expect(err).To(MatchError(transfer.ErrTooLarge))
			Expect(names()).To(BeEmpty())
		},
		Entry("that the header tells", http.Header{"Content-Length": {"1000000"}}),
		Entry("that nothing tells", http.Header{}),
	)

	It("reports a status as calls do, without a second attempt", func(ctx SpecContext) {
		asked := 0
		empty := start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { asked++; w.WriteHeader(http.StatusNotFound) }))

		_, err := transfer.Download(ctx, empty, request, path)

		Expect(err).To(MatchError(restclient.ErrNotFound))
		Expect(asked).To(Equal(1))
	})

	It("takes its name from the response in a directory, and replaces nothing there", func(ctx SpecContext) {
		server.header.Set("Content-Disposition", `attachment; filename="../../etc/x.pdf"`)
		dir := filepath.Dir(path)

		info, err := transfer.Download(ctx, client, request, dir)
		Expect(err).NotTo(HaveOccurred())
		Expect(info.Path).To(Equal(filepath.Join(dir, "x.pdf")))
		Expect(os.ReadFile(info.Path)).To(Equal(server.content))

		_, err = transfer.Download(ctx, client, request, dir)
		Expect(err).To(MatchError(fs.ErrExist))
		Expect(names()).To(Equal([]string{"x.pdf"}))
	})
})

var _ = DescribeTable("The name of a download is",
	func(disposition, url, name string) {
		h := http.Header{}
		h.Set("Content-Disposition", disposition)

		Expect(transfer.Filename(h, url)).To(Equal(name))
	},
	Entry("that of filename", `attachment; filename="a b.txt"`, "", "a b.txt"),
	Entry("that of filename*, which comes first (RFC 6266)", `attachment; filename="a.txt"; filename*=UTF-8''%e2%82%ac.txt`, "", "€.txt"),
	Entry("without a directory", `attachment; filename="../../etc/passwd"`, "", "passwd"),
	Entry("without a directory of Windows", `attachment; filename*=UTF-8''C%3A%5Cx%5Cy.txt`, "", "y.txt"),
	Entry("without an encoded directory", `attachment; filename*=UTF-8''..%2f..%2fx`, "", "x"),
	Entry("not hidden", `attachment; filename=".bashrc"`, "", "bashrc"),
	Entry("not a device", `attachment; filename="con.txt"`, "", "_con.txt"),
	Entry("not a stream of a file", `attachment; filename="a.txt:evil"`, "", "a.txt_evil"),
	Entry("without controls and marks of direction", "attachment; filename*=UTF-8''a%00%0a%e2%80%aegpj.exe", "", "agpj.exe"),
	Entry("of the URL when there is none", "", "http://h/x/r%C3%A9sum%C3%A9.pdf?y=/z", "résumé.pdf"),
	Entry("of the URL when it is empty", `attachment; filename=".."`, "http://h/x.pdf", "x.pdf"),
	Entry("of the URL when it cannot be read", `attachment; filename="`, "http://h/x.pdf", "x.pdf"),
	Entry("made up when there is nothing", "", "http://h/", "download"),
)
