package router_test

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// params is a router that answers with the parameter id.
func params(env router.Environment) *fixture {
	f := newFixture(router.WithEnvironment(env))
	f.Register(router.Controllers{"GET /x/:id": router.F1(func(c *router.Context, _ string) (string, error) {
		params, err := c.Params()
		id, _ := params["id"].(string)
		return id, err
	})})
	return f
}

var _ = Describe("A path parameter whose name no route has", func() {
	asking := func(env router.Environment) *fixture {
		f := newFixture(router.WithEnvironment(env), router.WithPanicPolicy(router.Recover)) // the tests are of the module that panics
		f.BeforeFunctionCall(func(c *router.Context, next func() error) error {
			c.SetHeader("Team", c.Param("team"))
			return next()
		})
		f.Register(router.Controllers{
			"GET /teams/:team": router.F1(func(_ *router.Context, team string) (string, error) { return team, nil }),
			"GET /a/:name":     router.F1(func(c *router.Context, _ string) (string, error) { return c.Param("nam"), nil }),
			"GET /b/:name":     router.F1(func(c *router.Context, _ string) (string, error) { return c.Param("name"), nil }),
		})
		return f
	}

	It("is empty in production", func() {
		f := asking(router.Production)

		Expect(f.get("/a/ida").Body.String()).To(Equal(`""`))
		Expect(f.log.String()).To(BeEmpty())
	})

	It("is logged in development", func() {
		f := asking(router.Development)

		Expect(f.get("/a/ida").Body.String()).To(Equal(`""`))
		Expect(f.log.String()).To(ContainSubstring(`no route has a path parameter of this name" route="GET /a/:name" name=nam`))
	})

	It("panics in test", func() {
		w := asking(router.Test).get("/a/ida")

		Expect(w.Code).To(Equal(500))
		Expect(w.Body.String()).To(ContainSubstring(`no route has a path parameter \"nam\" (route \"GET /a/:name\")`))
	})

	It("is not meant by a hook for routes with it and without", func() {
		f := asking(router.Test)

		Expect(f.get("/b/ida").Body.String()).To(Equal(`"ida"`))
		Expect(f.get("/teams/red").Header().Get("Team")).To(Equal("red"))
	})
})

var _ = Describe("Parameters with different values in query and path", func() {
	It("are those of the path in production", func() {
		f := params(router.Production)

		Expect(f.get("/x/path?id=query").Body.String()).To(Equal(`"path"`))
		Expect(f.log.String()).To(BeEmpty())
	})

	It("are logged in development", func() {
		f := params(router.Development)

		Expect(f.get("/x/path?id=query").Body.String()).To(Equal(`"path"`))
		Expect(f.log.String()).To(And(ContainSubstring("parameters have different values"), ContainSubstring("names=[id]")))
	})

	It("are an error in test, unless they are the same", func() {
		f := params(router.Test)

		Expect(f.get("/x/path?id=query").Code).To(Equal(500))
		Expect(f.get("/x/path?id=path").Body.String()).To(Equal(`"path"`))
	})
})

var _ = Describe("Parameters that are no text", func() {
	DescribeTable("are refused, as they are in a path",
		func(target, body, detail string) {
			f := newFixture()
			register(f, "POST /x", func(c *router.Context) error { _, err := c.Params(); return err })

			expectProblem(f.do("POST", target, body, "Content-Type", "application/x-www-form-urlencoded"), 400, detail+": not text: it holds a NUL byte or is not UTF-8")
		},
		Entry("in the query", "/x?a=1&b=%ff", "", `query parameter "b"`),
		Entry("in a form", "/x", "a=1&b=2&b=%00", `form parameter "b"`),
		Entry("as a name", "/x?%ff=1", "", "query parameter \"\xef\xbf\xbd\""),
	)

	It("are refused as the name of a file, too", func() {
		f := newFixture()
		register(f, "POST /x", func(c *router.Context) error { _, err := c.Params(); return err })

		expectProblem(f.do("POST", "/x", "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"\xe9\"\r\n\r\n1\r\n--b--\r\n", "Content-Type", "multipart/form-data; boundary=b"),
			400, `form parameter "a": the name of a file is not text: it holds a NUL byte or is not UTF-8`)
	})
})

var _ = Describe("The parts of an upload", func() {
	const begun = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"

	// sizes answers with the size of every part.
	sizes := func(c *router.Context) (map[string]int64, error) {
		found := map[string]int64{}
		for part, err := range c.Parts() {
			if err != nil {
				return nil, err
			}
			n, err := io.Copy(io.Discard, part)
			if err != nil {
				return nil, err
			}
			found[part.FormName()] = n
		}
		return found, nil
	}
	send := func(f *fixture, parts map[string]string) (int, string) {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		for name, text := range parts {
			Expect(w.WriteField(name, text)).To(Succeed())
		}
		Expect(w.Close()).To(Succeed())
		got := f.do("POST", "/up", body.String(), "Content-Type", w.FormDataContentType())
		return got.Code, got.Body.String()
	}

	It("arrive one by one", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /up": router.F0(sizes)})

		code, body := send(f, map[string]string{"a": "12345", "b": strings.Repeat("x", 100_000)})

		Expect(code).To(Equal(200))
		Expect(body).To(MatchJSON(`{"a": 5, "b": 100000}`))
	})

	It("are bounded together, also by the route alone", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /up": router.With(router.F0(sizes), router.MaxUpload(1000))})

		code, body := send(f, map[string]string{"b": strings.Repeat("x", 2000)})

		Expect(code).To(Equal(413))
		Expect(body).To(ContainSubstring("the body is longer than 1000 bytes"))
	})

	It("are 32 at most", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /up": router.F0(sizes)})
		parts := map[string]string{}
		for i := range 33 {
			parts[strings.Repeat("p", i+1)] = ""
		}

		code, body := send(f, parts)

		Expect(code).To(Equal(400))
		Expect(body).To(ContainSubstring("the form has 33 parts or more: 32 are allowed"))
	})

	DescribeTable("are the fault of the client where they break off within one", func(status int, body io.Reader, opts ...router.Option) {
		f := newFixture(opts...)
		f.Register(router.Controllers{"POST /up": router.F0(sizes)})
		req := httptest.NewRequest("POST", "/up", body)
		req.Header.Set("Content-Type", "multipart/form-data; boundary=b")

		w := answerTo(f.Router, req)

		Expect(w.Code).To(Equal(status), w.Body.String())
	},
		Entry("without the last boundary", 400, strings.NewReader(begun+"12345\r\n")),
		Entry("in the middle of it", 400, strings.NewReader(begun+"12345\r\n--b-")),
		Entry("because the client has gone", 400, io.MultiReader(strings.NewReader(begun+strings.Repeat("x", 10_000)), iotest.ErrReader(io.ErrUnexpectedEOF))),
		Entry("because the client is slow", 408, io.MultiReader(strings.NewReader(begun+strings.Repeat("x", 10_000)), iotest.ErrReader(os.ErrDeadlineExceeded))),
		Entry("because it is too long", 413, io.MultiReader(strings.NewReader(begun+strings.Repeat("x", 10_000))), router.WithMaxUpload(9000)),
		Entry("not behind the last boundary", 200, io.MultiReader(strings.NewReader(begun+"1\r\n--b--\r\n"+strings.Repeat("x", 10_000)), iotest.ErrReader(io.ErrUnexpectedEOF))),
		Entry("not without a line break behind that", 200, strings.NewReader(begun+"1\r\n--b--")),
	)

	It("need a multipart body", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /up": router.F0(sizes)})

		Expect(f.do("POST", "/up", `{}`, "Content-Type", "application/json").Code).To(Equal(415))
		Expect(f.do("POST", "/up", `x`, "Content-Type", "multipart/form-data").Code).To(Equal(400))
	})
})

var _ = Describe("The parts of a form", func() {
	// send posts a form of parts that are size bytes long, and counts what is read
	// of it.
	send := func(parts, size int) (w *httptest.ResponseRecorder, read, whole int) {
		GinkgoHelper()
		f := newFixture()
		type form struct {
			Texts []string `form:"text"`
		}
		f.Register(router.Controllers{"POST /up": router.In(func(_ *router.Context, in *form) (int, error) { return len(in.Texts), nil })})
		var b bytes.Buffer
		mw := multipart.NewWriter(&b)
		for range parts {
			Expect(mw.WriteField("text", strings.Repeat("-", size))).To(Succeed())
		}
		Expect(mw.Close()).To(Succeed())
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		whole = b.Len()
		req := httptest.NewRequest(http.MethodPost, "/up", &b)
		req.Header.Set("Content-Type", mw.FormDataContentType())
		w = httptest.NewRecorder()
		h.ServeHTTP(w, req)
		return w, whole - b.Len(), whole
	}

	DescribeTable("are 32 at most, whatever else is wrong with the form",
		func(parts, size int) {
			w, read, whole := send(parts, size)

			expectProblem(w, 400, "the form has 33 parts or more: 32 are allowed")
			Expect(read).To(BeNumerically("<=", min(whole, 34*(size+200)+32<<10)))
		},
		Entry("one more", 33, 1),
		Entry("one more, which are long", 33, 50_000),
		Entry("more than the standard library reads", 1001, 1),
		Entry("many that are long", 300, 50_000),
	)

	It("may be 32", func() {
		w, _, _ := send(32, 50_000)

		Expect(w.Code).To(Equal(200), w.Body.String())
		Expect(w.Body.String()).To(Equal("32"))
	})

	It("are told how long they may be without the files", func() {
		w, _, _ := send(12, 1<<20)

		expectProblem(w, 413, "the parts of the form that are no files are longer than 11534336 bytes")
	})
})

var _ = Describe("What is registered for a flag that no route carries", func() {
	It("is warned about when the router is built", func() {
		f := newFixture()
		f.BeforeResponse("AUHT", func(_ *router.Context, next func() error) error { return next() })
		f.Register(router.Controllers{"GET /x": router.F0(func(*router.Context) (int, error) { return 1, nil })})

		Expect(f.get("/x").Code).To(Equal(200))
		Expect(f.log.String()).To(And(ContainSubstring("a hook is for a flag that no route carries"), ContainSubstring("flag=AUHT")))
	})
})

var _ = Describe("The body in a hook", func() {
	It("is what came, and the function finds it again", func() {
		f := newFixture()
		var seen string
		f.BeforeFunctionCall("SEEN", func(c *router.Context, next func() error) error {
			body, err := c.Body()
			seen = string(body)
			return errors.Join(err, next())
		})
		register(f, "POST SEEN /x", router.In(func(_ *router.Context, in *struct {
			A int `json:"a"`
		},
		) (int, error) {
			return in.A, nil
		}))

		w := f.do("POST", "/x", ` {"a":7} `, "Content-Type", "application/json")

		Expect(seen).To(Equal(` {"a":7} `))
		Expect(w.Body.String()).To(Equal("7"))
	})

	It("is refused when it is too long", func() {
		f := newFixture(router.WithMaxBody(3))
		f.Guard("SEEN", func(c *router.Context) error { _, err := c.Body(); return err })
		register(f, "POST SEEN /x", router.F0(func(*router.Context) (int, error) { return 1, nil }))

		expectProblem(f.do("POST", "/x", "1234"), 413, "the body is longer than 3 bytes")
	})
})
