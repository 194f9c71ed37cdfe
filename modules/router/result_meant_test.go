package router_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// blob are bytes under another name, report is data that can be read as well.
type (
	blob   []byte
	report struct{ io.Reader }
)

func (report) MarshalJSON() ([]byte, error) { return []byte(`"report"`), nil }

// bytesEncoder writes bytes as they are.
type bytesEncoder struct{}

func (bytesEncoder) MediaType() string { return "application/json" }
func (bytesEncoder) Encode(w io.Writer, v any) error {
	_, err := w.Write(v.([]byte))
	return err
}

func resultOf[T any](v T) any { return router.F0(func(*router.Context) (T, error) { return v, nil }) }

var _ = Describe("A result that nobody can mean", func() {
	DescribeTable("does not start and says what to write instead",
		func(fn any, why string) {
			f := newFixture()
			register(f, "GET /x", fn)

			Expect(f.mistakes()).To(ConsistOf(And(ContainSubstring(why), Or(ContainSubstring("c.ResponseWriter()"), ContainSubstring("return router.Bytes")))))
		},
		Entry("a reader", resultOf[io.Reader](nil), "io.Reader"),
		Entry("a file", resultOf[*os.File](nil), "*os.File"),
		Entry("a buffer, which only its pointer reads", resultOf(bytes.Buffer{}), "bytes.Buffer"),
		Entry("bytes", resultOf([]byte("x")), "base64"),
		Entry("bytes of another name", resultOf(blob("x")), "base64"),
		Entry("bytes that were made", resultOf(router.Created[[]byte]{}), "base64"),
		Entry("of a plain function", func(*router.Context) (io.ReadCloser, error) { return nil, nil }, "io.ReadCloser"),
	)

	DescribeTable("is a logged 500 when it is rendered",
		func(v any, why string) {
			f := newFixture()
			register(f, "GET /x", func(c *router.Context) error { return c.Render(v) })

			expectProblem(f.get("/x"), 500, "")

			Expect(f.log.String()).To(And(ContainSubstring(why), Or(ContainSubstring("ResponseWriter"), ContainSubstring("return router.Bytes"))))
		},
		Entry("a reader", strings.NewReader("text"), "strings.Reader"),
		Entry("bytes", []byte("bytes"), "base64"),
	)

	It("is an error, of which JSON has nothing", func() {
		f := newFixture()
		register(f, "GET /x", func(c *router.Context) error { return c.Render(errors.New("lost")) })
		other := newFixture()
		register(other, "GET /x", resultOf[*os.PathError](nil))

		expectProblem(f.get("/x"), 500, "")
		Expect(f.log.String()).To(ContainSubstring("is no data: return it as the error of the function"))
		Expect(other.mistakes()).To(ConsistOf(ContainSubstring("*fs.PathError is no data: return it as the error of the function")))
	})

	DescribeTable("is another one than what says how it is encoded",
		func(fn any, body string, opts ...router.Option) {
			f := newFixture(opts...)
			register(f, "GET /x", fn)

			Expect(f.get("/x").Body.String()).To(Equal(body))
		},
		Entry("JSON as it is", resultOf(json.RawMessage(`{"a":1}`)), `{"a":1}`),
		Entry("a reader with an encoding of its own", resultOf(report{}), `"report"`),
		Entry("bytes in a member", resultOf(map[string][]byte{"a": []byte("x")}), `{"a":"eA=="}`),
		Entry("bytes for an encoder of the application", resultOf([]byte("raw")), `raw`, router.WithEncoder(bytesEncoder{})),
	)
})

var _ = Describe("The header Location", func() {
	ofBody := []string{
		"Cache-Control", "Content-Digest", "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Location", "Etag", "Expires", "Last-Modified", "Repr-Digest",
	}

	It("stays where an error leads somewhere else", func() {
		f := newFixture()
		register(f, "GET /x", func(c *router.Context) error {
			c.SetHeader("Location", "/login")
			for _, name := range ofBody {
				c.SetHeader(name, "of what is not sent")
			}
			return c.Error(http.StatusSeeOther, "log in first")
		})

		w := f.get("/x")

		Expect(w.Code).To(Equal(http.StatusSeeOther))
		Expect(w.Header().Get("Location")).To(Equal("/login"))
		for _, name := range ofBody {
			Expect(w.Header()).NotTo(HaveKey(name))
		}
	})

	It("is not that of a result that was not sent", func() {
		f := newFixture()
		f.BeforeResponse(func(*router.Context, func() error) error { return errors.New("closed") })
		register(f, "POST /x", resultOf(router.Created[string]{Value: "x", Location: "/x/1"}))

		w := f.do("POST", "/x", "")

		Expect(w.Code).To(Equal(500))
		Expect(w.Header()).NotTo(HaveKey("Location"))
	})
})
