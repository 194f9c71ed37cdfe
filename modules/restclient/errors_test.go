package restclient_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

var _ = Describe("A response", func() {
	var (
		server *recorder
		client *restclient.Client
		todos  *restclient.Bound[Todo, int, TodoFilter]
	)

	BeforeEach(func() {
		server = three()
		client = start(server, restclient.WithMaxBody(1<<20))
		todos = Todos.On(client)
	})

	DescribeTable("that is no entity is a typed error",
		func(ctx SpecContext, status int, contentType, body string, want restclient.Kind) {
			server.answers(status, contentType, body)

			_, err := todos.Fetch(ctx, 1)

			Expect(kind(err)).To(Equal(want), "%v", err)
			Expect(err).To(HaveField("Status", status))
			Expect(err).To(HaveField("Op", "Todo.get"))
			_, stored := restclient.UseCache(client.Context(ctx), Todos.Get, 1)
			Expect(stored).To(BeFalse())
		},
		Entry("HTML with status 200", 200, "text/html", "<p>hello", restclient.KindContentType),
		Entry("HTML with status 404", 404, "text/html", "<p>hello", restclient.KindStatus),
		Entry("JSON under another type", 200, "text/plain", `{"id":1}`, restclient.KindContentType),
		Entry("truncated JSON", 200, "application/json", `{"id":1`, restclient.KindDecode),
		Entry("trailing data", 200, "application/json", `{"id":1} x`, restclient.KindDecode),
		Entry("an empty body", 200, "application/json", ``, restclient.KindNoValue),
		Entry("two byte order marks", 200, "application/json", "\ufeff\ufeff{\"id\":1}", restclient.KindDecode),
		Entry("invalid UTF-8", 200, "application/json", "{\"id\":1,\"title\":\"\xff\"}", restclient.KindDecode),
		Entry("an integer that overflows", 200, "application/json", `{"id":9223372036854775808}`, restclient.KindDecode),
		Entry("an array", 200, "application/json", `[{"id":1}]`, restclient.KindDecode),
		Entry("a string", 200, "application/json", `"x"`, restclient.KindDecode),
		Entry("a number", 200, "application/json", `7`, restclient.KindDecode),
		Entry("null", 200, "application/json", `null`, restclient.KindDecode),
		Entry("an object without the key", 200, "application/json", `{}`, restclient.KindSchema),
		Entry("no content", 204, "", "", restclient.KindNoValue),
	)

	It("that begins with a byte order mark is read without it", func(ctx SpecContext) {
		server.answers(200, "application/json", "\ufeff{\"id\":1,\"title\":\"marked\"}")
		Expect(todos.Fetch(ctx, 1)).To(HaveField("Title", "marked"))

		server.answers(400, "application/problem+json", "\ufeff{\"detail\":\"not so\"}")
		_, err := todos.Fetch(ctx, 1)
		Expect(err).To(HaveField("Problem.Detail", "not so"))

		server.answers(200, "text/csv", "\ufeffa,b")
		csv := restclient.RestEndpoint[restclient.None, []byte]("/csv", apiPrefix)
		Expect(restclient.Fetch(client.Context(ctx), csv, restclient.None{})).To(Equal([]byte("\ufeffa,b")))
	})

	DescribeTable("that is not in UTF-8 is an error with the charset and what to do (RFC 8259, section 8.1)",
		func(ctx SpecContext, contentType, body, charset string) {
			server.answers(200, contentType, body)

			_, err := todos.Fetch(ctx, 1)

			Expect(kind(err)).To(Equal(restclient.KindContentType), "%v", err)
			Expect(err).To(MatchError(ContainSubstring(`want JSON in UTF-8 (RFC 8259, section 8.1), have charset "` + charset + `": let the server send UTF-8, or a middleware convert the body`)))
		},
		Entry("Latin-1", "application/json; charset=ISO-8859-1", "{\"id\":1,\"title\":\"caf\xe9\"}", "ISO-8859-1"),
		Entry("UTF-16 by its byte order mark", "application/json", "\xff\xfe{\x00}\x00", "UTF-16"),
		Entry("UTF-16 by its byte order mark, the other way round", "application/json;charset=utf-16", "\xfe\xff\x00{\x00}", "UTF-16"),
		Entry("UTF-16 by its name", "application/json; charset=utf-16le", "{\x00}\x00", "utf-16le"),
		Entry("UTF-32", "application/json", "\xff\xfe\x00\x00{\x00\x00\x00}\x00\x00\x00", "UTF-32"),
	)

	DescribeTable("that is in UTF-8 is read whatever charset it names",
		func(ctx SpecContext, contentType string) {
			server.answers(200, contentType, `{"id":1,"title":"café"}`)
			Expect(todos.Fetch(ctx, 1)).To(HaveField("Title", "café"))

			server.answers(200, contentType, `{"id":1,"title":"café"`)
			_, err := todos.Fetch(ctx, 1)
			Expect(kind(err)).To(Equal(restclient.KindDecode), "%v", err)
		},
		Entry("UTF-8", "application/json; charset=UTF-8"),
		Entry("another one", "application/json; charset=iso-8859-1"),
		Entry("one that cannot be read", `application/json; charset="`),
	)

	DescribeTable("in a coding that the request did not ask for is named in the error",
		func(ctx SpecContext, contentType string, call func(context.Context) error) {
			server.set(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", contentType)
				w.Header().Set("Content-Encoding", "identity, br")
				_, _ = io.WriteString(w, "\x0b\x02\x80{}\x03")
			})

			err := call(client.Context(ctx))

			Expect(kind(err)).To(Equal(restclient.KindContentType), "%v", err)
			Expect(err).To(MatchError(ContainSubstring(`want a body, have one with the content coding "br", which was not asked for`)))
		},
		Entry("JSON", "application/json", func(ctx context.Context) error {
			_, err := restclient.Fetch(ctx, Todos.Get, 1)
			return err
		}),
		Entry("a text", "text/plain", func(ctx context.Context) error {
			_, err := restclient.Fetch(ctx, restclient.RestEndpoint[restclient.None, string]("/x", apiPrefix), restclient.None{})
			return err
		}),
		Entry("a body that is read as it arrives", "image/png", func(ctx context.Context) error {
			_, err := restclient.Fetch(ctx, restclient.RestEndpoint[restclient.None, io.ReadCloser]("/x", apiPrefix), restclient.None{})
			return err
		}),
		Entry("rows", "application/x-ndjson", func(ctx context.Context) error {
			for _, err := range restclient.Stream(ctx, Todos.GetList, TodoFilter{}) {
				return err
			}
			return nil
		}),
		Entry("events", "text/event-stream", func(ctx context.Context) error {
			for _, err := range restclient.Events(ctx, restclient.RestEndpoint[restclient.None, string]("/x", apiPrefix), restclient.None{}) {
				return err
			}
			return nil
		}),
	)

	DescribeTable("in gzip is read without it, whatever it is named",
		func(ctx SpecContext, coding string) {
			server.set(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Content-Encoding", coding)
				_, _ = w.Write(packed([]byte(`{"id":1,"title":"zipped"}`)))
			})
			Expect(todos.Fetch(ctx, 1)).To(HaveField("Title", "zipped"))

			server.set(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/problem+json")
				w.Header().Set("Content-Encoding", coding)
				w.WriteHeader(http.StatusConflict)
				_, _ = w.Write(packed([]byte(`{"detail":"not so"}`)))
			})
			_, err := todos.Fetch(ctx, 1)
			Expect(err).To(HaveField("Problem.Detail", "not so"))

			server.set(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Content-Encoding", coding)
				_, _ = w.Write(packed(bytes.Repeat([]byte(" "), 2<<20)))
			})
			_, err = todos.Fetch(ctx, 1)
			Expect(kind(err)).To(Equal(restclient.KindTooLarge), "%v", err)

			server.set(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Content-Encoding", coding)
				_, _ = w.Write(packed([]byte(`{"id":1,"title":"zipped"}`))[:20])
			})
			_, err = todos.Fetch(ctx, 1)
			Expect(kind(err)).To(Equal(restclient.KindNetwork), "%v", err)
		},
		Entry("gzip", "gzip"),
		Entry("x-gzip (RFC 9110, section 8.4.1.3)", "x-gzip"),
		Entry("in capitals", "X-GZIP"),
	)

	It("in a coding that was asked for is the bytes that came", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			w.Header().Set("Content-Encoding", r.Header.Get("Accept-Encoding"))
			_, _ = io.WriteString(w, "coded")
		})
		coded := restclient.RestEndpoint[struct {
			Coding string `header:"Accept-Encoding"`
		}, []byte]("/x", apiPrefix)

		body, err := restclient.Fetch(client.Context(ctx), coded, struct {
			Coding string `header:"Accept-Encoding"`
		}{"br"})

		Expect(string(body), err).To(Equal("coded"))
	})

	It("in a coding that the request did not ask for does not matter where the result is not read", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			_, _ = io.WriteString(w, "coded")
		})

		Expect(todos.Delete(ctx, 1)).To(Succeed())
	})

	It("that is an HTML page deletes nothing", func(ctx SpecContext) {
		_, err := todos.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		server.answers(200, "text/html; charset=utf-8", "<h1>Log in</h1>")

		err = todos.Delete(ctx, 1)

		Expect(kind(err)).To(Equal(restclient.KindContentType), "%v", err)
		Expect(err).To(MatchError(ContainSubstring("text/html")))
		Expect(err).To(HaveField("Body", []byte("<h1>Log in</h1>")))
		_, stored := restclient.UseCache(client.Context(ctx), Todos.Get, 1)
		Expect(stored).To(BeTrue())
	})

	DescribeTable("that is an HTML page is told by its text",
		func(ctx SpecContext, page, want string) {
			server.answers(200, "text/html; charset=utf-8", page)

			_, err := todos.Get(ctx, 1)

			Expect(kind(err)).To(Equal(restclient.KindContentType))
			_, text, _ := strings.Cut(err.Error(), "have an HTML page")
			Expect(text).To(Equal(` (content type "text/html; charset=utf-8"), such as that of a login or a proxy` + want))
		},
		Entry("its title", "<html><HEAD><Title lang=en>Log &amp; in\n \x1b[31m to\u202e X</Title></head><body>Name", `: "Log & in [31m to X"`),
		Entry("or else what it shows", `<head><style>p{}</style></head><script>token="s3cret"</script><!-- s3cret --><h1 title="a>s3cret">Bad <b>Gateway</b></h1>`, `: "Bad Gateway"`),
		Entry("at most 200 bytes of it", "<title>"+strings.Repeat("ö ", 1<<16)+"</title>", `: "`+strings.TrimSpace(strings.Repeat("ö ", 66))+`…"`),
		Entry("nothing when it shows nothing", "<title> </title><input value='s3cret'>", ""),
		Entry("without what is in a tag that has no end", `<p>Log in <input value="s3cret`, `: "Log in"`),
		Entry("without addresses' secrets", "<p>See https://u:s3cret@a.test/?token=s3cret", `: "See https://REDACTED@a.test/?token=REDACTED"`),
		Entry("without what is named as a secret", `<p>Your access_token: s3cret. Password = "s3cret" Authorization: Bearer s3cret`, `: "Your access_token: REDACTED Password = \"REDACTED Authorization: REDACTED"`),
		Entry("without what looks like one", "<p>Session 3f9a8c7e6d5b4a392817 of eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl ended", `: "Session REDACTED of REDACTED ended"`),
	)

	It("that is an HTML page under the name of JSON is told as one", func(ctx SpecContext) {
		server.answers(200, "application/json", "\n<!doctype html><title>Log in</title>")

		_, read := todos.Get(ctx, 1)
		removed := todos.Delete(ctx, 1)

		Expect(read).To(MatchError(`Todo.get GET http://api.test/todos/1: content type (status 200): want data, have an HTML page (content type "application/json"), such as that of a login or a proxy: "Log in"`))
		Expect(removed).To(SatisfyAll(HaveField("Kind", restclient.KindContentType), HaveField("OutcomeUnknown", true), HaveField("Applied", false)))
	})

	DescribeTable("that is no JSON under the name of JSON is told by its beginning",
		func(ctx SpecContext, body, want string) {
			server.answers(200, "application/json", body)

			_, err := todos.Get(ctx, 1)

			Expect(kind(err)).To(Equal(restclient.KindDecode))
			Expect(err).To(MatchError(HaveSuffix(want)))
		},
		Entry("a text", "upstream\ntimeout", `: the body begins with "upstream timeout"`),
		Entry("XML", "<?xml version='1.0'?><Error><Code>Busy</Code></Error>", `: the body begins with "<?xml version='1.0'?><Error><Code>Busy</Code></Error>"`),
		Entry("at most 200 bytes of it", strings.Repeat("ö ", 1<<16), `: the body begins with "`+strings.TrimSpace(strings.Repeat("ö ", 66))+`…"`),
		Entry("without what is named as a secret", "no: token=s3cret", `: the body begins with "no: token=REDACTED"`),
		Entry("not what begins as JSON does", `{"name":"Ann"`, "unexpected EOF after offset 13"),
		Entry("not what is no text", "\x80\x81\x82", "at start of value"),
	)

	DescribeTable("that is an HTML page is no success of",
		func(ctx SpecContext, call func(context.Context) error) {
			server.answers(200, "text/html", "<h1>Log in</h1>")

			Expect(kind(call(client.Context(ctx)))).To(Equal(restclient.KindContentType))
		},
		Entry("a mutation without a result", func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, restclient.RestMutation[restclient.None, restclient.None, restclient.None]("/session", apiPrefix), restclient.None{}, restclient.None{})
			return err
		}),
		Entry("a read of text", func(ctx context.Context) error {
			_, err := restclient.Fetch(ctx, restclient.RestEndpoint[restclient.None, string]("/health", apiPrefix), restclient.None{})
			return err
		}),
		Entry("a read of bytes", func(ctx context.Context) error {
			_, err := restclient.Fetch(ctx, restclient.RestEndpoint[restclient.None, []byte]("/health", apiPrefix), restclient.None{})
			return err
		}),
		Entry("a read without a result", func(ctx context.Context) error {
			_, err := restclient.Fetch(ctx, restclient.RestEndpoint[restclient.None, restclient.None]("/health", apiPrefix), restclient.None{})
			return err
		}),
	)

	It("that is an HTML page is no page of a list, also under the name of JSON", func(ctx SpecContext) {
		for _, contentType := range []string{"text/html", "application/json"} {
			server.answers(200, contentType, "<!doctype html><title>Log in</title>")

			for _, err := range rows.On(client).All(ctx, RowFilter{}, restclient.ByPage("page")) {
				Expect(err).To(And(HaveField("Kind", restclient.KindContentType), MatchError(ContainSubstring(`have an HTML page (content type "`+contentType+`"), such as that of a login or a proxy: "Log in"`))))
			}
		}
	})

	DescribeTable("with a status that is no success is one error, told apart by sentinels",
		func(ctx SpecContext, status int, want error) {
			server.answers(status, "text/html", "<h1>no</h1>")

			_, err := todos.Get(ctx, 1)

			Expect(err).To(MatchError(want))
			Expect(err).To(HaveField("Kind", restclient.KindStatus))
			Expect(err).To(HaveField("Status", status))
			Expect(err).To(HaveField("Body", []byte("<h1>no</h1>")))
			Expect(err).NotTo(MatchError(restclient.ErrPrecondition))
		},
		Entry("400", 400, restclient.ErrBadRequest),
		Entry("401", 401, restclient.ErrUnauthorized),
		Entry("403", 403, restclient.ErrForbidden),
		Entry("404", 404, restclient.ErrNotFound),
		Entry("404 as core has it", 404, core.ErrNotFound),
		Entry("410", 410, restclient.ErrNotFound),
		Entry("409", 409, restclient.ErrConflict),
		Entry("422", 422, restclient.ErrUnprocessable),
		Entry("429", 429, restclient.ErrTooManyRequests),
		Entry("500", 500, restclient.ErrServer),
		Entry("502", 502, restclient.ErrServer),
	)

	It("of problem details is read without a member of another type", func(ctx SpecContext) {
		server.answers(422, "application/problem+json", `{"title":"Invalid","status":"422","detail":"title is empty","errors":{"title":["is empty"]}}`)

		_, err := todos.Create(ctx, TodoFilter{}, Todo{})

		Expect(err).To(HaveField("Problem.Detail", "title is empty"))
		Expect(err).To(HaveField("Problem.More", HaveKeyWithValue("errors", MatchJSON(`{"title":["is empty"]}`))))
	})

	It("of problem details has the codes of its faults", func(ctx SpecContext) {
		server.answers(422, "application/problem+json", `{"title":"Invalid","status":422,"errors":[{"in":"body","pointer":"/title","detail":"fewer than 3 characters","code":"minLength","limit":3}]}`)

		_, err := todos.Create(ctx, TodoFilter{}, Todo{})

		Expect(err).To(HaveField("Problem.Errors", []problem.FieldError{{In: "body", Pointer: "/title", Detail: "fewer than 3 characters", Code: problem.CodeMinLength, Limit: "3"}}))
	})

	DescribeTable("of JSON of the server's own says what that says",
		func(ctx SpecContext, body, said string) {
			server.answers(403, "application/json", body)

			_, err := todos.Get(ctx, 1)

			Expect(err).To(MatchError("Todo.get GET http://api.test/todos/1: 403 Forbidden" + said))
		},
		Entry("in a message", `{"documentation_url":"/x","message":"Bad credentials"}`, ": Bad credentials"),
		Entry("in the message of an error", `{"error":{"code":"card_declined","message":"Your card was declined.","param":null}}`, ": Your card was declined."),
		Entry("in an error that is described", `{"error":"invalid_grant","error_description":"The code has expired"}`, ": The code has expired"),
		Entry("in an error", `{"error":"no such team"}`, ": no such team"),
		Entry("in the first of several errors", `{"errors":[{"status":"403","detail":"Not yours"},{"detail":"Not here"}]}`, ": Not yours"),
		Entry("in the first of several texts", `{"errors":["Name is blank","Age is negative"]}`, ": Name is blank"),
		Entry("in a detail", `{"detail":"Not yours"}`, ": Not yours"),
		Entry("in the first of several details", `{"detail":[{"loc":["body","age"],"msg":"not a number"}]}`, ": not a number"),
		Entry("beside what the status says", `{"timestamp":1,"status":403,"error":"Forbidden","message":"","path":"/todos/1"}`, ""),
		Entry("on one line", `{"message":"first\nsecond\u0007\u001b[31m"}`, ": first second [31m"),
		Entry("without what may be a secret", `{"message":"token=s3cr3t is wrong"}`, ": token=REDACTED is wrong"),
		Entry("nowhere that is known", `{"code":17}`, ""),
		Entry("in a list", `["Not yours"]`, ""),
		Entry("nothing that can be read", `{"message":"Not yours`, ""),
	)

	It("of problem details is parsed", func(ctx SpecContext) {
		server.answers(422, "application/problem+json", `{"title":"Invalid","detail":"title is empty","field":"title"}`)

		_, err := todos.Create(ctx, TodoFilter{}, Todo{})

		Expect(err).To(MatchError("Todo.getList.create POST http://api.test/todos: 422 Unprocessable Entity: Invalid: title is empty"))
		Expect(err).To(HaveField("Problem.Detail", "title is empty"))
		extra, ok := restclient.ErrorBody[struct {
			Field string `json:"field"`
		}](err)
		Expect(ok).To(BeTrue())
		Expect(extra.Field).To(Equal("title"))
	})

	It("keeps 64 KiB of the body of an error", func(ctx SpecContext) {
		server.answers(500, "text/plain", strings.Repeat("x", 1<<20))

		_, err := todos.Get(ctx, 1)

		Expect(err).To(HaveField("Body", HaveLen(64<<10)))
	})

	It("above the limit is an error, also when it is compressed", func(ctx SpecContext) {
		server.answers(200, "application/json", `{"id":1,"title":"`+strings.Repeat("x", 1<<20)+`"}`)
		_, err := todos.Get(ctx, 1)
		Expect(kind(err)).To(Equal(restclient.KindTooLarge))

		bomb := httptest.NewServer(http.HandlerFunc(answerBomb))
		DeferCleanup(bomb.Close)
		transport := httptransport.New(nil)
		DeferCleanup(transport.CloseIdleConnections)
		client, err := restclient.New(transport, restclient.WithMaxBody(1<<20), restclient.WithBaseURL(bomb.URL))
		Expect(err).NotTo(HaveOccurred())
		text := restclient.RestEndpoint[restclient.None, string]("/bomb")
		_, err = restclient.Fetch(client.Context(ctx), text, restclient.None{})
		Expect(kind(err)).To(Equal(restclient.KindTooLarge))
	})

	It("has exact integers, typed or not, under any JSON type", func(ctx SpecContext) {
		server.answers(200, "application/vnd.api+json; charset=utf-8", `{"n":9007199254740993}`)
		client := start(server, restclient.WithBaseURL("http://api.test"))
		uctx := client.Context(ctx)

		typed := restclient.RestEndpoint[restclient.None, struct {
			N int64 `json:"n"`
		}]("/n")
		Expect(restclient.Fetch(uctx, typed, restclient.None{})).To(HaveField("N", int64(9007199254740993)))
		loose := restclient.RestEndpoint[restclient.None, any]("/n")
		v, err := restclient.Fetch(uctx, loose, restclient.None{})
		Expect(err).NotTo(HaveOccurred())
		Expect(restclient.JSON().Marshal(v)).To(MatchJSON(`{"n":9007199254740993}`))
		Expect(fmt.Sprint(v)).To(Equal("map[n:9007199254740993]"))
	})

	It("without a body lets what was sent stand until it is read again", func(ctx SpecContext) {
		_, err := todos.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		server.answers(204, "", "")

		Expect(todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "sent"})).To(Equal(Todo{ID: 1, UserID: 1, Title: "sent"}))
		server.answers(200, "", "")
		Expect(todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "again"})).To(HaveField("Title", "again"))

		_, err = todos.Update(ctx, 2, Todo{Title: "unknown here"})
		Expect(err).To(MatchError(restclient.ErrNoValue))
	})
})

func answerBomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain")
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	defer z.Close()
	for range 4 { // MiB, which is above the limit
		if _, err := z.Write(make([]byte, 1<<20)); err != nil {
			return
		}
	}
}

var _ = Describe("A call that cannot be sent", func() {
	DescribeTable("is refused before any request",
		func(ctx SpecContext, call func(context.Context) error, message string) {
			server := three()
			client := start(server)

			err := call(client.Context(ctx))

			Expect(kind(err)).To(Equal(restclient.KindArgument))
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(server.seen()).To(BeEmpty())
		},
		Entry("with an empty path value", func(ctx context.Context) error {
			_, err := restclient.UseSuspense(ctx, articles.Get, "")
			return err
		}, `Article.get: argument: path /articles/:slug: parameter "slug" is empty`),
		Entry("with a dot segment", func(ctx context.Context) error {
			_, err := restclient.UseSuspense(ctx, articles.Get, "..")
			return err
		}, `parameter "slug" is a dot segment`),
		Entry("with an address that is not absolute", func(ctx context.Context) error {
			_, err := restclient.Fetch(ctx, restclient.RestEndpoint[restclient.None, string]("/x"), restclient.None{})
			return err
		}, "the URL is not absolute"),
		Entry("with a field that the entity lacks", func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, Todos.PartialUpdate, 1, restclient.Fields{"complted": true})
			return err
		}, `has no field "complted": it has [completed id title userId]`),
		Entry("with a field of another type", func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, Todos.PartialUpdate, 1, restclient.Fields{"completed": "yes"})
			return err
		}, "completed"),
		Entry("with a body that is not JSON", func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, restclient.WithBody[chan int](Todos.Update), 1, make(chan int))
			return err
		}, "chan int"),
	)
})

type Article struct {
	Slug string `json:"slug"`
}

func (a Article) PK() string { return a.Slug }

var articles = restclient.CreateResource[Article, string, restclient.None]("/articles/:slug", restclient.WithURLPrefix("http://api.test"))

var _ = Describe("A broken exchange", func() {
	It("is a timeout when the server is silent", func(ctx SpecContext) {
		client := start(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
			restclient.WithTimeout(10*time.Millisecond))

		_, err := Todos.On(client).Get(ctx, 1)

		Expect(err).To(MatchError(context.DeadlineExceeded))
		Expect(kind(err)).To(Equal(restclient.KindTimeout))
		Expect(err).To(HaveField("Timeout()", true))
	}, NodeTimeout(time.Minute))

	It("sends a mutation once and says that its outcome is unknown", func(ctx SpecContext) {
		server := three()
		server.set(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
		remote := httptest.NewServer(server)
		DeferCleanup(remote.Close)
		transport := httptransport.New(nil)
		DeferCleanup(transport.CloseIdleConnections)
		client, err := restclient.New(transport, restclient.WithBaseURL(remote.URL))
		Expect(err).NotTo(HaveOccurred())
		create := restclient.RestMutation[restclient.None, Todo, Todo]("/todos")

		_, err = restclient.Mutate(client.Context(ctx), create, restclient.None{}, Todo{Title: "x"})

		Expect(kind(err)).To(Equal(restclient.KindNetwork))
		Expect(err).To(HaveField("OutcomeUnknown", true))
		Expect(err).To(MatchError(HaveSuffix("(unknown outcome: the server may have done it)")))
		Expect(server.seen()).To(Equal([]string{"POST /todos"}))
	})

	It("keeps its cause", func(ctx SpecContext) {
		transport := httptransport.New(nil)
		client, err := restclient.New(transport, restclient.WithBaseURL("http://127.0.0.1:1"))
		Expect(err).NotTo(HaveOccurred())
		remove := restclient.RestMutation[int, restclient.None, restclient.None]("/x/:id", restclient.WithMethod("DELETE"))

		_, err = restclient.Mutate(client.Context(ctx), remove, 1, restclient.None{})

		var op *net.OpError
		Expect(errors.As(err, &op)).To(BeTrue())
		Expect(kind(err)).To(Equal(restclient.KindNetwork))
		Expect(err).To(HaveField("OutcomeUnknown", false))
	})

	It("tells no secret, in errors and in logs", func(ctx SpecContext) {
		var log bytes.Buffer
		cause := errors.New("hidden")
		transport := core.TransportFunc(func(_ context.Context, r *core.Request) (*core.Response, error) {
			return nil, fmt.Errorf("proxy: %w", &url.Error{Op: "Get", URL: r.URL, Err: cause})
		})
		client, err := restclient.New(transport, restclient.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))))
		Expect(err).NotTo(HaveOccurred())
		type args struct {
			Token string `query:"access_token"`
			Page  int    `query:"page"`
		}
		secret := restclient.RestEndpoint[args, string](`/x`, restclient.WithURLPrefix("http://user:pa55@api.test"))

		_, err = restclient.Fetch(client.Context(ctx), secret, args{"s3cret", 2})

		Expect(err).To(MatchError(cause))
		Expect(err).To(HaveField("URL", "http://REDACTED@api.test/x?access_token=REDACTED&page=2"))
		for _, text := range []string{err.Error(), log.String()} {
			Expect(text).To(ContainSubstring("hidden"))
			Expect(text).NotTo(Or(ContainSubstring("s3cret"), ContainSubstring("pa55")))
		}
	})
})

var _ = Describe("Middleware", func() {
	It("wraps the transport, the first outermost", func(ctx SpecContext) {
		var order []string
		named := func(name string) func(core.Transport) core.Transport {
			return func(next core.Transport) core.Transport {
				return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
					order = append(order, name+" "+r.Op)
					return next.Do(ctx, r)
				})
			}
		}
		client := start(three(), restclient.WithMiddleware(named("a"), named("b")))

		_, err := Todos.On(client).Get(ctx, 1)

		Expect(err).NotTo(HaveOccurred())
		Expect(order).To(Equal([]string{"a Todo.get", "b Todo.get"}))
	})
})
