package openapi_test

import (
	"context"
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

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// small is the smallest description that has an operation.
const small = `{"openapi":"3.0.0","info":{"title":"Small","version":"1"},"paths":{"/a":{"get":{"operationId":"a"}}}}`

// answer is a transport that gives one response to every request.
func answer(status int, body string) core.TransportFunc {
	return func(context.Context, *core.Request) (*core.Response, error) {
		return &core.Response{Status: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: -1}, nil
	}
}

// specError returns the *core.SpecError in err.
func specError(err error) *core.SpecError {
	GinkgoHelper()
	var spec *core.SpecError
	Expect(errors.As(err, &spec)).To(BeTrue(), "%v is no *core.SpecError", err)
	return spec
}

var _ = Describe("FromFile", func() {
	It("reads what the file holds, whatever its name says", func(ctx SpecContext) {
		path := filepath.Join(GinkgoT().TempDir(), "api.yaml")
		Expect(os.WriteFile(path, []byte(small), 0o600)).To(Succeed())

		source, err := openapi.FromFile(path)
		Expect(err).NotTo(HaveOccurred())
		doc, err := source.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Info.Title).To(Equal("Small"))
		Expect(doc.Text.MediaType).To(Equal("application/json"))
		Expect(string(doc.Text.Data)).To(Equal(small))
	})

	It("reads the file anew at each Load", func(ctx SpecContext) {
		path := filepath.Join(GinkgoT().TempDir(), "api.json")
		Expect(os.WriteFile(path, []byte(small), 0o600)).To(Succeed())
		source, err := openapi.FromFile(path)
		Expect(err).NotTo(HaveOccurred())
		first, err := source.Load(ctx)
		Expect(err).NotTo(HaveOccurred())

		Expect(os.WriteFile(path, []byte(strings.Replace(small, "Small", "Other", 1)), 0o600)).To(Succeed())
		second, err := source.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(second.Info.Title).To(Equal("Other"))
		Expect(first.Info.Title).To(Equal("Small"))
	})

	It("says that there is no such file", func() {
		_, err := openapi.FromFile("testdata/missing.yaml")

		Expect(err).To(MatchError(fs.ErrNotExist))
		Expect(specError(err)).To(HaveField("Source", "testdata/missing.yaml"))
		Expect(err).To(MatchError("testdata/missing.yaml: there is no such file"))
	})

	It("says that a directory is no file", func() {
		_, err := openapi.FromFile("testdata")

		Expect(err).To(MatchError(ContainSubstring("this is a directory")))
	})

	It("reports a file that has gone at Load", func(ctx SpecContext) {
		path := filepath.Join(GinkgoT().TempDir(), "api.json")
		Expect(os.WriteFile(path, []byte(small), 0o600)).To(Succeed())
		source, err := openapi.FromFile(path)
		Expect(err).NotTo(HaveOccurred())
		Expect(os.Remove(path)).To(Succeed())

		_, err = source.Load(ctx)

		Expect(err).To(MatchError(fs.ErrNotExist))
		Expect(specError(err)).To(HaveField("Source", path))
	})
})

var _ = Describe("FromFS", func() {
	fsys := fstest.MapFS{"docs/api.json": {Data: []byte(small)}}

	It("reads a file of the file system", func(ctx SpecContext) {
		source, err := openapi.FromFS(fsys, "docs/api.json")
		Expect(err).NotTo(HaveOccurred())

		doc, err := source.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Operations).To(HaveLen(1))
	})

	It("says that there is no such file", func() {
		_, err := openapi.FromFS(fsys, "docs/other.json")
		Expect(err).To(MatchError(fs.ErrNotExist))
	})

	It("refuses no file system", func() {
		_, err := openapi.FromFS(nil, "api.json")
		Expect(err).To(MatchError("openapi: nil file system"))
	})
})

var _ = Describe("FromURL", func() {
	const address = "https://api.example.com/openapi.txt"

	It("gets the description with one GET", func(ctx SpecContext) {
		var got *core.Request
		source, err := openapi.FromURL(address, core.TransportFunc(func(c context.Context, r *core.Request) (*core.Response, error) {
			got = r
			return answer(200, small)(c, r)
		}))
		Expect(err).NotTo(HaveOccurred())

		doc, err := source.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Info.Title).To(Equal("Small"))
		Expect(got.Method).To(Equal("GET"))
		Expect(got.URL).To(Equal(address))
		Expect(got.Body).To(BeNil())
	})

	DescribeTable("says which status it got",
		func(ctx SpecContext, status int, message string) {
			source, err := openapi.FromURL(address, answer(status, "<html>no</html>"))
			Expect(err).NotTo(HaveOccurred())

			_, err = source.Load(ctx)

			Expect(specError(err)).To(HaveField("Message", message))
			Expect(specError(err)).To(HaveField("Source", address))
		},
		Entry("404", 404, "the server answered 404 Not Found"),
		Entry("500", 500, "the server answered 500 Internal Server Error"),
		Entry("304", 304, "the server answered 304 Not Modified"),
	)

	DescribeTable("says when to ask again",
		func(ctx SpecContext, header string, wait time.Duration) {
			source, err := openapi.FromURL(address, core.TransportFunc(func(c context.Context, r *core.Request) (*core.Response, error) {
				res, err := answer(503, "")(c, r)
				res.Header = http.Header{"Retry-After": {header}}
				return res, err
			}))
			Expect(err).NotTo(HaveOccurred())

			_, err = source.Load(ctx)

			Expect(specError(err)).To(SatisfyAll(HaveField("Temporary", true), HaveField("RetryAfter", wait)))
		},
		Entry("in seconds", "120", 2*time.Minute),
		Entry("at a date that has passed", "Wed, 21 Oct 2015 07:28:00 GMT", time.Duration(0)),
		Entry("not, in what is neither", "-5 minutes", time.Duration(0)),
		Entry("not, in what no number can hold", "99999999999999999999999", time.Duration(0)),
	)

	It("may have another text later, unlike literal content", func(ctx SpecContext) {
		source, err := openapi.FromURL(address, answer(200, "<html>maintenance</html>"))
		Expect(err).NotTo(HaveOccurred())

		_, err = source.Load(ctx)
		_, fixed := openapi.FromContent("<html>maintenance</html>").Load(ctx)

		Expect(specError(err)).To(HaveField("Temporary", true))
		Expect(specError(fixed)).To(HaveField("Temporary", false))
	})

	It("reads a text that is there already as one that was fetched", func(ctx SpecContext) {
		text := "\xef\xbb\xbfswagger: '2.0'\nhost: api.example\ninfo: {title: Pets, version: '1', license: {name: MIT, url: 'javascript:a'}}\npaths: {}\n"
		there, err := openapi.FromURL("http://docs.example/api.yaml", answer(http.StatusOK, text))
		Expect(err).NotTo(HaveOccurred())
		loaded, err := there.Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		here, err := openapi.FromURL("http://docs.example/api.yaml", answer(http.StatusServiceUnavailable, ""))
		Expect(err).NotTo(HaveOccurred())

		read, err := here.ReadSpec(ctx, loaded.Text.Data)

		Expect(err).NotTo(HaveOccurred())
		Expect(read.Text).To(Equal(loaded.Text))
		Expect(read.Servers).To(SatisfyAll(Equal(loaded.Servers), HaveExactElements(HaveField("URL", "http://api.example"))))
		Expect(read.Problems).To(SatisfyAll(Equal(loaded.Problems), HaveLen(1)))
	})

	It("refuses a text that is there already for what it would refuse of a server", func(ctx SpecContext) {
		source, err := openapi.FromURL("http://docs.example/api.json", answer(http.StatusOK, small), openapi.WithLimits(openapi.Limits{Bytes: 50}))
		Expect(err).NotTo(HaveOccurred())

		_, err = source.ReadSpec(ctx, []byte(small))

		Expect(specError(err)).To(SatisfyAll(HaveField("Source", "http://docs.example/api.json"), HaveField("Message", ContainSubstring("50 bytes"))))
	})

	It("stops reading at the limit", func(ctx SpecContext) {
		endless := answer(200, "")
		source, err := openapi.FromURL(address, core.TransportFunc(func(c context.Context, r *core.Request) (*core.Response, error) {
			res, err := endless(c, r)
			res.Body = io.NopCloser(zeros{})
			return res, err
		}), openapi.WithLimits(openapi.Limits{Bytes: 1000}))
		Expect(err).NotTo(HaveOccurred())

		_, err = source.Load(ctx)

		Expect(err).To(MatchError(ContainSubstring("larger than 1000 bytes")))
	})

	It("ends with its context while the server is silent", func(ctx SpecContext) {
		c, cancel := context.WithCancel(ctx)
		source, err := openapi.FromURL(address, core.TransportFunc(func(c context.Context, _ *core.Request) (*core.Response, error) {
			cancel()
			<-c.Done()
			return nil, c.Err()
		}))
		Expect(err).NotTo(HaveOccurred())

		_, err = source.Load(c)

		Expect(err).To(MatchError(context.Canceled))
		Expect(specError(err)).To(HaveField("Message", "loading was stopped"))
	})

	It("ends after its timeout", func(ctx SpecContext) {
		source, err := openapi.FromURL(address, core.TransportFunc(func(c context.Context, _ *core.Request) (*core.Response, error) {
			<-c.Done()
			return nil, c.Err()
		}), openapi.WithTimeout(time.Millisecond))
		Expect(err).NotTo(HaveOccurred())

		_, err = source.Load(ctx)

		Expect(err).To(MatchError(context.DeadlineExceeded))
		Expect(specError(err)).To(HaveField("Message", "loading took too long"))
	})

	It("keeps the cause of a failed request", func(ctx SpecContext) {
		cause := errors.New("no route to host")
		source, err := openapi.FromURL(address, core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			return nil, cause
		}))
		Expect(err).NotTo(HaveOccurred())

		_, err = source.Load(ctx)

		Expect(err).To(MatchError(cause))
	})

	It("hides a password in the URL", func(ctx SpecContext) {
		source, err := openapi.FromURL("https://user:secret@example.com/", answer(403, ""))
		Expect(err).NotTo(HaveOccurred())

		_, err = source.Load(ctx)

		Expect(err.Error()).NotTo(ContainSubstring("secret"))
	})

	It("gives Swagger 2.0 without schemes the scheme of the URL", func(ctx SpecContext) {
		source, err := openapi.FromURL("http://example.com/", answer(200, `{"swagger":"2.0","host":"example.com","basePath":"/v1"}`))
		Expect(err).NotTo(HaveOccurred())

		doc, err := source.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Servers).To(HaveExactElements(HaveField("URL", "http://example.com/v1")))
	})

	It("refuses no transport", func() {
		_, err := openapi.FromURL(address, nil)
		Expect(err).To(MatchError("openapi: nil Transport"))
	})

	DescribeTable("refuses what is no absolute http or https URL",
		func(address string) {
			_, err := openapi.FromURL(address, answer(200, small))
			Expect(err).To(HaveOccurred())
			Expect(err.Error()).To(ContainSubstring("URL"))
		},
		Entry("a path", "/openapi.json"),
		Entry("a file", "file:///etc/passwd"),
		Entry("a host without scheme", "example.com/openapi.json"),
		Entry("no URL at all", "http://[::1"),
	)
})

// zeros never ends.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }
