package restfake_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

// reports collects what Verify says.
type reports []string

func (*reports) Helper() {}

func (r *reports) Errorf(format string, args ...any) { *r = append(*r, fmt.Sprintf(format, args...)) }

var _ = Describe("A route", func() {
	var fake *restfake.Server

	BeforeEach(func() { fake = restfake.New() })

	DescribeTable("fits by its path template",
		func(ctx SpecContext, template, path, params string) {
			fake.On("GET", template, func(r *restfake.Request) restfake.Reply {
				return restfake.Text(200, r.Param("id")+"|"+r.Param("rest"))
			})

			_, text, err := send(ctx, fake, "GET "+path)

			if params == "" {
				Expect(err).To(HaveField("Method", "GET"))
				return
			}
			Expect(text, err).To(Equal(params))
		},
		Entry("a parameter", "/todos/:id", "/todos/5", "5|"),
		Entry("a parameter with escapes", "/todos/:id", "/todos/a%2Fb%20%C3%A9", "a/b é|"),
		Entry("a part of a segment", "/todos/:id.json", "/todos/5.json", "5|"),
		Entry("several segments", "/files/*rest", "/files/a/b", "|a/b"),
		Entry("an optional part that is there", "/todos{/:id}", "/todos/5", "5|"),
		Entry("an optional part that is not", "/todos{/:id}", "/todos", "|"),
		Entry("a literal that is escaped in the URL", "/caf\u00e9/:id", "/caf%C3%A9/1", "1|"),
		Entry("a literal that the template escapes", `/a\:b/:id`, "/a:b/1", "1|"),
		Entry("a dot that is not any character", "/a.b/:id", "/axb/1", ""),
		Entry("not with a segment more", "/todos/:id", "/todos/5/x", ""),
		Entry("not with an empty parameter", "/todos/:id", "/todos/", ""),
		Entry("not with another prefix", "/todos/:id", "/v1/todos/5", ""),
	)

	It("gives its handler the whole request", func(ctx SpecContext) {
		fake.On("POST", "/todos", func(r *restfake.Request) restfake.Reply {
			var todo Todo
			Expect(r.Decode(&todo)).To(Succeed())
			return restfake.Text(200, fmt.Sprintf("%s, %s, %s, %s, %d", todo.Title, r.Query["tag"], r.Header.Get("X-App"), r.Op, r.Attempt))
		})
		r := request("POST /todos?tag=a&tag=b", `{"title":"read"}`)
		r.Header, r.Op = http.Header{"x-app": {"demo"}}, "Todo.create"

		res, err := fake.Do(ctx, r)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(res.Body.Close)

		Expect(io.ReadAll(res.Body)).To(BeEquivalentTo("read, [a b], demo, Todo.create, 1"))
	})

	It("answers in the order of registration, as often as it is told", func(ctx SpecContext) {
		once := fake.On("GET", "/a", restfake.Always(restfake.Text(200, "once"))).Once()
		always := fake.On("GET", "/:any", restfake.Sequence(restfake.Text(200, "first"), restfake.Text(200, "then")))
		var got []string

		for range 4 {
			_, text, err := send(ctx, fake, "GET /a")
			Expect(err).NotTo(HaveOccurred())
			got = append(got, text)
		}

		Expect(got).To(Equal([]string{"once", "first", "then", "then"}))
		Expect(once.Used()).To(Equal(1))
		Expect(fake.CallsOf(always)).To(HaveLen(3))
	})

	It("that cannot be is refused at once", func() {
		Expect(func() { fake.On("GET", "/todos/:id?", restfake.Always(restfake.Status(200))) }).To(PanicWith(ContainSubstring("/todos{/:id}")))
		Expect(func() { fake.On("GET", "/todos", nil) }).To(PanicWith("restfake: nil Handler for GET /todos"))
		Expect(func() { restfake.Sequence() }).To(PanicWith("restfake: Sequence without replies"))
		Expect(func() { restfake.JSON(200, make(chan int)) }).To(PanicWith(ContainSubstring("chan int as JSON")))
	})
})

var _ = Describe("A request that no route answers", func() {
	It("is an error that lists what is registered", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("GET", "/todos/:id", restfake.Always(restfake.Status(204)))
		fake.On("POST", "/todos", restfake.Always(restfake.Status(201))).Once()
		_, _, err := send(ctx, fake, "POST /todos", "{}")
		Expect(err).NotTo(HaveOccurred())

		_, _, err = send(ctx, fake, "POST /todos", "{}")

		unexpected, ok := errors.AsType[*restfake.UnexpectedError](err)
		Expect(ok).To(BeTrue())
		Expect(unexpected).To(Equal(&restfake.UnexpectedError{
			Method: "POST", URL: "http://api.test/todos", Routes: []string{"GET /todos/:id", "POST /todos (used up)"},
		}))
		Expect(fake.Unexpected()).To(ConsistOf(HaveField("Body", []byte("{}"))))
	})

	It("goes to the fallback when there is one", func(ctx SpecContext) {
		fake := restfake.New(restfake.WithFallback(httptransport.InProcess(http.NotFoundHandler())))

		status, _, err := send(ctx, fake, "GET /x")

		Expect(status, err).To(Equal(404))
		Expect(fake.Unexpected()).To(BeEmpty())
		Expect(fake.Calls()).To(ConsistOf(HaveField("Status", 404)))
	})
})

var _ = Describe("The log", func() {
	It("is exact: every call with its header, body and outcome", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("PUT", "/a/:id", restfake.Always(restfake.Status(202)))
		fake.On("GET", "/down", restfake.Always(restfake.Refused()))
		r := request("PUT /a/1", "hello")
		r.Header = http.Header{"Authorization": {"Bearer s3cret"}}

		_, err := fake.Do(ctx, r)
		Expect(err).NotTo(HaveOccurred())
		_, _, _ = send(ctx, fake, "GET /down")

		calls := fake.Calls()
		Expect(calls).To(HaveLen(2))
		Expect(calls[0].Header).To(Equal(http.Header{"Authorization": {"Bearer s3cret"}}))
		Expect(string(calls[0].Body)).To(Equal("hello"))
		Expect(calls[0].Route).To(Equal("PUT /a/:id"))
		Expect(calls[0].String()).To(Equal("PUT http://api.test/a/1: 202 Accepted"))
		Expect(calls[1].String()).To(Equal("GET http://api.test/down: dial tcp: connect: connection refused"))
	})

	It("does not follow what the caller does to the request", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("*", "*", restfake.Echo(200))
		r := request("GET /a")
		r.Header = http.Header{"X-App": {"before"}}

		_, err := fake.Do(ctx, r)
		Expect(err).NotTo(HaveOccurred())
		r.Header.Set("X-App", "after")

		Expect(fake.Calls()[0].Header.Get("X-App")).To(Equal("before"))
	})

	It("is verified with the test of any framework", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("GET", "/a", restfake.Always(restfake.Status(200))).Times(2)
		_, _, _ = send(ctx, fake, "GET /a")
		_, _, _ = send(ctx, fake, "GET /b")
		var reported reports

		fake.Verify(&reported)

		Expect(reported).To(Equal(reports{
			"unexpected request: restfake: no route for GET http://api.test/b: registered are GET /a",
			"GET /a was requested 1 times of 2",
		}))
		Expect(fake.Unmet()).To(ConsistOf(HaveField("String()", "GET /a")))
	})

	It("is right under concurrent use", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("GET", "/a", restfake.Always(restfake.Status(200))).Times(50)
		var group sync.WaitGroup

		for range 60 {
			group.Go(func() { _, _, _ = send(ctx, fake, "GET /a") })
		}
		group.Wait()

		Expect(fake.Calls()).To(HaveLen(60))
		Expect(fake.Unexpected()).To(HaveLen(10))
		Expect(fake.Unmet()).To(BeEmpty())
	})
})

var _ = Describe("A typed client over a fake", func() {
	It("reports an HTML page instead of JSON (CF6)", func(ctx SpecContext) {
		Expect(fetch(ctx, restfake.HTML(200, "<p>log in</p>"))).To(HaveField("Kind", restclient.KindContentType))
	})

	It("reports truncated JSON (CF7)", func(ctx SpecContext) {
		err := fetch(ctx, restfake.JSON(200, Todo{ID: 5, Title: "read"}).Truncate(9))

		Expect(err).To(HaveField("Kind", restclient.KindDecode))
	})

	It("bounds a body that does not end (CF9)", func(ctx SpecContext) {
		err := fetch(ctx, restfake.JSON(200, strings.Repeat("x", 2000)), restclient.WithMaxBody(1000))

		Expect(err).To(HaveField("Kind", restclient.KindTooLarge))
	})
})
