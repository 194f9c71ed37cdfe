package router_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

type numbered struct {
	N    int            `json:"n"`
	Tags map[string]any `json:"tags,omitempty"`
}

func takeNumber(_ *router.Context, in *numbered) (int, error) { return in.N, nil }

var _ = Describe("A fault of a request", func() {
	for name, engine := range engines {
		Describe("on "+name, func() {
			DescribeTable("is answered by the rules of the method",
				func(method, target string, status int, allow string) {
					f := newFixture(router.WithEngine(engine()))
					f.Register(router.Controllers{
						"GET /x":  func(c *router.Context) error { return c.Render("x") },
						"PUT /x":  func(*router.Context) error { return nil },
						"POST /y": func(*router.Context) error { return nil },
					})

					w := f.do(method, target, "")

					Expect(w.Code).To(Equal(status))
					Expect(w.Header().Get("Allow")).To(Equal(allow))
					if method == http.MethodHead {
						Expect(w.Body.Len()).To(BeZero())
						Expect(w.Header().Get("Content-Length")).NotTo(BeEmpty())
					}
				},
				Entry("HEAD of a GET route", "HEAD", "/x", 200, ""),
				Entry("HEAD of another", "HEAD", "/y", 405, "OPTIONS, POST"),
				Entry("a wrong method", "POST", "/x", 405, "GET, HEAD, OPTIONS, PUT"),
				Entry("a method that nobody knows", "BREW", "/y", 405, "OPTIONS, POST"),
				Entry("OPTIONS", "OPTIONS", "/x", 204, "GET, HEAD, OPTIONS, PUT"),
				Entry("OPTIONS of nothing", "OPTIONS", "/z", 404, ""),
			)

			DescribeTable("is answered by the rules of the path",
				func(target string, status int, body string) {
					f := newFixture(router.WithEngine(engine()))
					f.Register(router.Controllers{
						"GET /x":      func(c *router.Context) error { return c.Render("x") },
						"GET /id/:id": router.F1(func(_ *router.Context, id string) (string, error) { return id, nil }),
					})

					w := f.get(target)

					Expect(w.Code).To(Equal(status))
					Expect(w.Body.String()).To(ContainSubstring(body))
				},
				Entry("a slash behind it", "/x/", 404, "nothing is at this path"),
				Entry("two slashes", "//x", 404, "nothing is at this path"),
				Entry("another case", "/X", 404, "nothing is at this path"),
				Entry("a slash in a parameter", "/id/a%2Fb", 200, `"a/b"`),
				Entry("a plus", "/id/a+b", 200, `"a+b"`),
				Entry("a semicolon", "/id/a;b=c", 200, `"a;b=c"`),
				Entry("a NUL byte", "/id/%00", 400, `path parameter \"id\"`),
				Entry("no UTF-8", "/id/%ff", 400, `path parameter \"id\"`),
				Entry("no parameter", "/id/", 404, "nothing is at this path"),
				Entry("dots", "/id/..", 404, "nothing is at this path"),
				Entry("dots in disguise", "/id/%2e%2e", 404, "nothing is at this path"),
				Entry("a slash that is none", "/id/a%252Fb", 200, `"a%2Fb"`),
			)

			DescribeTable("in a field of its header that has one value",
				func(target, detail, field string, values ...string) {
					f := newFixture(router.WithEngine(engine()))
					f.Register(router.Controllers{
						"POST /json": router.In(takeNumber),
						"POST /form": router.In(func(*router.Context, *struct {
							N int `form:"n"`
						},
						) (int, error) {
							return 0, nil
						}),
						"POST /params": func(c *router.Context) error { _, err := c.Params(); return err },
					})
					header := []string{"Content-Type", "application/json"}
					if field == "Content-Type" {
						header = nil
					}
					for _, v := range values {
						header = append(header, field, v)
					}

					w := f.do("POST", target, `{"n":1}`, header...)

					Expect(w.Body.String()).To(ContainSubstring(detail))
					Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
				},
				Entry("is 400 with two types", "/json", `"status":400,"detail":"the Content-Type has 2 values where one is expected"`, "Content-Type", "application/json", "text/plain"),
				Entry("is 400 with one type twice", "/json", `"status":400,"detail":"the Content-Type has 2 values where one is expected"`, "Content-Type", "application/json", "application/json"),
				Entry("is 400 with two types of forms", "/form", `"status":400,"detail":"the Content-Type has 2 values where one is expected"`, "Content-Type", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
				Entry("is 400 with two types where it reads anything", "/params", `"status":400,"detail":"the Content-Type has 2 values where one is expected"`, "Content-Type", "application/json", "application/x-www-form-urlencoded"),
				Entry("is 415 with a coding behind another", "/json", `"status":415,"detail":"Content-Encoding \"identity, gzip\": send the body as it is"`, "Content-Encoding", "identity", "gzip"),
			)
		})
	}

	DescribeTable("in its body has an answer that names the place",
		func(body string, status int, told string) {
			f := newFixture(router.WithMaxBody(1 << 20))
			register(f, "POST /x", router.In(takeNumber))

			w := f.do("POST", "/x", body, "Content-Type", "application/json")

			Expect(w.Code).To(Equal(status), w.Body.String())
			Expect(w.Body.String()).To(ContainSubstring(told))
			Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
			Expect(f.log.String()).NotTo(ContainSubstring("level=WARN"))
		},
		Entry("a wrong type", `{"n":"1"}`, 422, `"pointer":"/n"`),
		Entry("an unknown member", `{"m":1}`, 422, `"pointer":"/m"`),
		Entry("another case", `{"N":1}`, 422, `"pointer":"/N"`),
		Entry("something behind the value", `{"n":1} x`, 400, "where the end is expected"),
		Entry("two values", `{"n":1}{"n":2}`, 400, "where the end is expected"),
		Entry("a member twice", `{"n":1,"n":2}`, 400, "/n appears twice"),
		Entry("a number that is too large", `{"n":1e400}`, 422, `"pointer":"/n"`),
		Entry("a fraction", `{"n":1.5}`, 422, `"pointer":"/n"`),
		Entry("too deep", `{"tags":`+strings.Repeat(`{"a":`, 10000)+"1"+strings.Repeat("}", 10000)+"}", 400, "more than 64 levels"),
		Entry("nothing", ``, 400, "the body is empty"),
		Entry("null", `null`, 422, `"in":"body"`),
		Entry("a list", `[]`, 422, `"in":"body"`),
		Entry("more than the limit", `{"n":1`+strings.Repeat(" ", 11<<20)+`}`, 413, "longer than 1048576 bytes"),
		Entry("no UTF-8", "{\"n\":1,\"tags\":{\"a\":\"\xff\"}}", 400, "UTF-8"),
	)

	DescribeTable("with a body of another kind is 415",
		func(mediaType, body string) {
			f := newFixture()
			register(f, "POST /x", router.In(takeNumber))

			w := f.do("POST", "/x", body, "Content-Type", mediaType)

			Expect(w.Code).To(Equal(415), w.Body.String())
		},
		Entry("YAML", "application/x-yaml", "n: 1"),
		Entry("TOML", "application/toml", "n = 1"),
		Entry("MessagePack", "application/msgpack", "\x81\xa1n\x01"),
		Entry("Protocol Buffers", "application/x-protobuf", "\x08\x01"),
		Entry("XML", "application/xml", "<n>1</n>"),
		Entry("a form", "application/x-www-form-urlencoded", "n=1"),
		Entry("text", "text/plain", `{"n":1}`),
		Entry("another charset", "application/json; charset=latin1", `{"n":1}`),
		Entry("no type at all", "", `{"n":1}`),
		Entry("a type that is none", "json", `{"n":1}`),
	)

	DescribeTable("with a body in a content coding is 415, and says that none is taken",
		func(mediaType, body string, fn any) {
			f := newFixture()
			register(f, "POST /x", fn)

			w := f.do("POST", "/x", body, "Content-Type", mediaType, "Content-Encoding", "gzip")

			Expect(w.Code).To(Equal(415), w.Body.String())
			Expect(w.Header()).To(HaveKeyWithValue("Accept-Encoding", []string{"identity"}))
		},
		Entry("JSON", "application/json", `{"n":1}`, router.In(takeNumber)),
		Entry("a form with files", "multipart/form-data; boundary=b", "--b--\r\n", router.In(func(*router.Context, *struct {
			File *router.File `form:"file"`
		},
		) (int, error) {
			return 1, nil
		})),
		Entry("parts", "multipart/form-data; boundary=b", "--b--\r\n", func(c *router.Context) error {
			for _, err := range c.Parts() {
				return err
			}
			return c.Render(1)
		}),
	)

	It("with a compressed body is 415 or 413, and nothing is unpacked", func() {
		var bomb bytes.Buffer
		pack := gzip.NewWriter(&bomb)
		_, _ = io.CopyN(pack, strings.NewReader(`{"n":1`+strings.Repeat(" ", 2<<20)), 2<<20)
		Expect(pack.Close()).To(Succeed())
		f := newFixture()
		register(f, "POST /x", router.In(takeNumber))

		w := f.do("POST", "/x", bomb.String(), "Content-Type", "application/json", "Content-Encoding", "gzip")

		Expect(w.Code).To(BeElementOf(413, 415), w.Body.String())
	})

	DescribeTable("with a target that is none of ours is refused",
		func(line string, statuses ...int) {
			s := newServed(func(r *router.Router) { r.Register(router.Controllers{"GET /x": nothing, "GET /": nothing}) })
			conn := s.dial()
			_, err := fmt.Fprintf(conn, "%s\r\nHost: other.example\r\nConnection: close\r\n\r\n", line)
			Expect(err).NotTo(HaveOccurred())

			res, err := http.ReadResponse(bufio.NewReader(conn), nil)

			Expect(err).NotTo(HaveOccurred())
			Expect(res.StatusCode).To(BeElementOf(statuses))
		},
		Entry("CONNECT", "CONNECT other.example:443 HTTP/1.1", 400, 404, 405),
		Entry("CONNECT of a path", "CONNECT /x HTTP/1.1", 400, 405),
		Entry("TRACE", "TRACE /x HTTP/1.1", 405),
		Entry("a preface of HTTP/2", "PRI * HTTP/2.0", 400, 404, 405, 505),
		Entry("GET of everything", "GET * HTTP/1.1", 400, 404, 405),
	)

	It("for a host has it among its headers", func() {
		f := newFixture()
		register(f, "GET /x", router.In(func(c *router.Context, in *struct {
			Host string `header:"Host" required:"true"`
		},
		) (string, error) {
			return in.Host + " " + c.Header("host"), nil
		}))

		Expect(f.get("http://shop.example:8080/x", "Accept", "text/plain").Body.String()).To(Equal("shop.example:8080 shop.example:8080"))
	})

	DescribeTableSubtree("with a body that the route does not read", func(secure bool) {
		DescribeTable("has its answer when all of it is sent", func(line, length string, status int) {
			certificate, roots := selfSigned(NewWithT(GinkgoT()))
			var opts []router.Option
			if secure {
				opts = append(opts, router.WithTLS(&tls.Config{Certificates: []tls.Certificate{certificate}}))
			}
			s := newServed(func(r *router.Router) {
				r.Register(router.Controllers{
					"GET /x":  nothing,
					"POST /x": func(c *router.Context) error { _, err := c.Body(); return err },
				})
			}, opts...)
			conn := s.dial()
			if secure {
				conn = tls.Client(conn, &tls.Config{RootCAs: roots, ServerName: "127.0.0.1"})
			}
			size := 32 << 20 // more than the buffers of a connection hold
			_, err := fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n%x\r\n", line, length, size)
			Expect(err).NotTo(HaveOccurred())

			_, err = conn.Write(make([]byte, size))

			Expect(err).NotTo(HaveOccurred())
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			Expect(err).NotTo(HaveOccurred())
			Expect(res.StatusCode).To(Equal(status))
			Expect(res.Close).To(BeTrue())
		},
			Entry("that is too long", "POST /x", "Content-Length: 33554441", 413),
			Entry("on a connection that is for it alone", "POST /x", "Connection: close\r\nContent-Length: 33554441", 413),
			Entry("to nowhere, on a connection that is for it alone", "POST /nowhere", "Connection: close\r\nTransfer-Encoding: chunked", 404),
			Entry("that turns out to be too long", "POST /x", "Transfer-Encoding: chunked", 413),
			Entry("to nowhere", "POST /nowhere", "Content-Length: 33554441", 404),
			Entry("with a wrong method", "PUT /x", "Transfer-Encoding: chunked", 405),
		)
	}, Entry("as it is", false), Entry("in TLS", true))

	It("that waits for 100 has its refusal at once", func() {
		s := newServed(func(r *router.Router) { r.Register(router.Controllers{"GET /x": nothing}) }, router.WithReadTimeout(time.Hour))
		conn := s.dial()
		_, err := fmt.Fprint(conn, "POST /nowhere HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
		Expect(err).NotTo(HaveOccurred())

		res, err := http.ReadResponse(bufio.NewReader(conn), nil)

		Expect(err).NotTo(HaveOccurred())
		Expect(res.StatusCode).To(Equal(404))
		Expect(res.Close).To(BeTrue(), "the body may come or not")
	})

	It("for the options of the server has an empty answer", func() {
		s := newServed(func(r *router.Router) { r.Register(router.Controllers{"GET /x": nothing}) })
		conn := s.dial()
		_, err := fmt.Fprint(conn, "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		Expect(err).NotTo(HaveOccurred())

		res, err := http.ReadResponse(bufio.NewReader(conn), nil)

		Expect(err).NotTo(HaveOccurred())
		Expect(res.StatusCode).To(Equal(200))
		Expect(res.ContentLength).To(BeZero())
	})

	for name, engine := range engines {
		DescribeTable("for a file outside of its directory is refused, on "+name+"",
			func(target string) {
				root := GinkgoT().TempDir()
				Expect(os.WriteFile(filepath.Join(root, "secret"), []byte("secret"), 0o600)).To(Succeed())
				Expect(os.MkdirAll(filepath.Join(root, "public", "sub"), 0o700)).To(Succeed())
				Expect(os.WriteFile(filepath.Join(root, "public", "a.txt"), []byte("public"), 0o600)).To(Succeed())
				s := newServed(func(r *router.Router) {
					files := http.StripPrefix("/static/", http.FileServerFS(os.DirFS(filepath.Join(root, "public"))))
					r.Register(router.Controllers{"GET /static/*path": files})
				}, router.WithEngine(engine()))
				_, body := s.get("/static/a.txt")
				Expect(body).To(Equal("public"))
				conn := s.dial()
				_, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", target)
				Expect(err).NotTo(HaveOccurred())

				res, err := http.ReadResponse(bufio.NewReader(conn), nil)
				Expect(err).NotTo(HaveOccurred())
				text, err := io.ReadAll(res.Body)

				Expect(err).NotTo(HaveOccurred())
				Expect(res.StatusCode).To(BeElementOf(400, 404), string(text))
				Expect(string(text)).NotTo(ContainSubstring("secret"))
			},
			Entry("an escaped slash", "/static/..%2fsecret"),
			Entry("escaped dots", "/static/%2e%2e/secret"),
			Entry("both", "/static/%2e%2e%2fsecret"),
			Entry("plain dots", "/static/../secret"),
			Entry("a backslash", `/static/..\secret`),
			Entry("an escaped backslash", "/static/..%5csecret"),
			Entry("two slashes", "/static//a.txt"),
			Entry("a semicolon", "/static/a.txt;x"),
			Entry("a NUL byte", "/static/a.txt%00"),
			Entry("escaped twice", "/static/%252e%252e%252fsecret"),
		)
	}
})

var _ = Describe("What a client says", func() {
	const hostile = "\r\nlevel=ERROR msg=forged \x1b[31mred\x1b[0m\u2028 "

	DescribeTable("does not forge lines of the log and is cut",
		func(request func(f *fixture) *httptest.ResponseRecorder) {
			f := newFixture(router.WithEnvironment(router.Development))
			f.Register(router.Controllers{
				"POST /x":     router.In(takeNumber),
				"GET /id/:id": router.F1(func(_ *router.Context, id int) (int, error) { return id, nil }),
				"POST /any":   func(c *router.Context) error { p, err := c.Params(); _ = p; return err },
			})

			w := request(f)

			Expect(w.Code).To(BeNumerically(">=", 400))
			Expect(strings.Count(f.log.String(), "\n")).To(BeNumerically("<=", 1))
			Expect(f.log.String()).NotTo(ContainSubstring("\x1b"))
			Expect(f.log.Len()).To(BeNumerically("<", 8<<10), "the log is cut")
			Expect(w.Body.String()).NotTo(ContainSubstring("\x1b"))
			Expect(w.Body.Len()).To(BeNumerically("<", 16<<10), "the answer is cut")
		},
		Entry("a path value", func(f *fixture) *httptest.ResponseRecorder {
			return f.get("/id/" + strings.ReplaceAll(strings.Repeat("%0d%0a%1b[31m", 20000), " ", ""))
		}),
		Entry("a path", func(f *fixture) *httptest.ResponseRecorder { return f.get("/%0d%0a%1b" + strings.Repeat("x", 1<<20)) }),
		Entry("a User-Agent", func(f *fixture) *httptest.ResponseRecorder {
			return f.get("/id/x", "User-Agent", strings.Repeat(hostile, 20000))
		}),
		Entry("a Content-Type", func(f *fixture) *httptest.ResponseRecorder {
			return f.do("POST", "/x", "{}", "Content-Type", "text/"+strings.Repeat("x", 60000))
		}),
		Entry("a charset", func(f *fixture) *httptest.ResponseRecorder {
			return f.do("POST", "/x", "{}", "Content-Type", `application/json; charset="`+strings.Repeat("x", 60000)+`"`)
		}),
		Entry("an id", func(f *fixture) *httptest.ResponseRecorder {
			return f.get("/id/x", "X-Request-Id", strings.Repeat(hostile, 20000))
		}),
		Entry("the name of an unknown member", func(f *fixture) *httptest.ResponseRecorder {
			return f.do("POST", "/x", `{"`+strings.Repeat(`\u001b[31m\n`, 40000)+`":1}`, "Content-Type", "application/json")
		}),
		Entry("the name of a member that comes twice", func(f *fixture) *httptest.ResponseRecorder {
			name := `"` + strings.Repeat(`\u001b[31m\n`, 40000) + `":1`
			return f.do("POST", "/any", `{`+name+`,`+name+`}`, "Content-Type", "application/json")
		}),
		Entry("a thousand unknown members", func(f *fixture) *httptest.ResponseRecorder {
			var names []string
			for i := range 1000 {
				names = append(names, fmt.Sprintf(`"%d\u001b\n":1`, i))
			}
			return f.do("POST", "/x", `{`+strings.Join(names, ",")+`}`, "Content-Type", "application/json")
		}),
		Entry("a query that cannot be read", func(f *fixture) *httptest.ResponseRecorder {
			return f.do("POST", "/any?a=%zz"+strings.Repeat("%1b%0a", 50000), "")
		}),
	)
})

var _ = Describe("A function that names requests", func() {
	const random = `^[A-Z2-7]{26}$`

	DescribeTable("and panics is answered like middleware that does",
		func(thrown any, status, bugs int) {
			name := func(*http.Request) string { panic(thrown) }
			if thrown == nil {
				name = func(*http.Request) string { return (*user)(nil).Name }
			}
			f := newFixture(router.WithRequestID(name))
			register(f, "GET /x", func(c *router.Context) error { return c.Render("x") })

			for _, path := range []string{"/x", "/nothing"} {
				w := f.get(path)

				Expect(w.Code).To(Equal(status))
				Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
				Expect(w.Header().Get("X-Request-Id")).To(MatchRegexp(random))
				Expect(w.Body.String()).To(ContainSubstring(w.Header().Get("X-Request-Id")))
			}
			Expect(f.Bugs()).To(Equal(int64(2 * bugs)))
		},
		Entry("with a bug", nil, 500, 1),
		Entry("with a text", "boom", 500, 0),
		Entry("with an answer", &router.ClientError{Status: 400, Message: "no"}, 400, 0),
	)

	It("and gives no name leaves it to the router, with every response", func() {
		f := newFixture(router.WithRequestID(func(*http.Request) string { return "" }))
		register(f, "GET /x", func(c *router.Context) error { return c.Render(c.RequestID()) })

		w := f.get("/x")

		Expect(w.Header().Get("X-Request-Id")).To(MatchRegexp(random))
		Expect(w.Body.String()).To(Equal(`"` + w.Header().Get("X-Request-Id") + `"`))
	})

	It("and panics where the name was taken away leaves it to the router", func() {
		named := 0
		f := newFixture(router.WithRequestID(func(*http.Request) string {
			if named++; named > 1 {
				panic("boom")
			}
			return "id-1"
		}))
		f.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Del("X-Request-Id")
				next.ServeHTTP(w, r)
			})
		})
		register(f, "GET /x", func(*router.Context) error { return errors.New("no disk") })

		w := f.get("/x")

		Expect(w.Code).To(Equal(500))
		Expect(w.Body.String()).To(ContainSubstring(w.Header().Get("X-Request-Id")))
		Expect(f.log.String()).To(ContainSubstring("naming a request failed"))
	})
})
