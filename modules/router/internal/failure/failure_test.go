package failure_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
)

var _ = Describe("An error", func() {
	request := func() *http.Request { return httptest.NewRequest(http.MethodGet, "/", nil) }
	gone := func() *http.Request {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		return request().WithContext(ctx)
	}
	late := func() *http.Request {
		ctx, cancel := context.WithDeadlineCause(context.Background(), time.Unix(0, 0), failure.ErrTimeout)
		DeferCleanup(cancel)
		return request().WithContext(ctx)
	}

	DescribeTable("has a status",
		func(err error, r func() *http.Request, status int, detail string, internal bool) {
			p := failure.Of(err, r(), "id", false)

			Expect(p.Status).To(Equal(status))
			Expect(p.Detail).To(Equal(detail))
			Expect(p.Internal).To(Equal(internal))
			Expect(p.Instance).To(Equal("id"))
		},
		Entry("that it brings", &core.ClientError{Status: 402, Message: "pay"}, request, 402, "pay", false),
		Entry("inside of others", fmt.Errorf("x: %w", &core.ClientError{Status: 402}), request, 402, "", false),
		Entry("that is a cause for the log, too", &core.ClientError{Status: 503, Err: errors.New("down")}, request, 503, "", true),
		Entry("not inside of an internal one", &failure.Internal{Err: &core.ClientError{Status: 402}}, request, 500, "", true),
		Entry("not one that does not exist", &core.ClientError{Status: 42}, request, 500, "", true),
		Entry("of a body that is too long", &http.MaxBytesError{Limit: 8}, request, 413, "the body is longer than 8 bytes", false),
		Entry("of the deadline of its route", context.DeadlineExceeded, late, 503, "the request took too long", false),
		Entry("not of any deadline", context.DeadlineExceeded, request, 500, "", true),
		Entry("of a client that went away", context.Canceled, gone, 499, "", false),
		Entry("not of anything that was cancelled", context.Canceled, request, 500, "", true),
		Entry("of none that anybody meant", errors.New("secret"), request, 500, "", true),
	)

	It("has fields of what did not fit", func() {
		_, err := bind.Decode("n", "%00")

		p := failure.Of(err, request(), "id", false)

		Expect(p.Errors).To(Equal([]problem.FieldError{{In: "path", Name: "n", Detail: "not text: it holds a NUL byte or is not UTF-8", Code: "unreadable"}}))
	})

	It("has a code for each fault of the application, which keeps its own", func() {
		shared := &bind.InputError{Status: 422, Fields: []problem.FieldError{{In: "query", Name: "a", Detail: "no"}, {In: "query", Name: "b", Detail: "no", Code: "order"}}}

		p := failure.Of(shared, request(), "id", false)

		Expect(p.Errors).To(Equal([]problem.FieldError{
			{In: "query", Name: "a", Detail: "no", Code: "invalid"}, {In: "query", Name: "b", Detail: "no", Code: "order"},
		}))
		Expect(shared.Fields[0].Code).To(BeEmpty())
	})

	DescribeTable("is translated",
		func(err error, detail string) {
			p := failure.Of(err, request(), "id", false)

			p.Translate(func(f problem.FieldError) string {
				if f.Code == "minLength" {
					return "mindestens " + f.Limit.String()
				}
				return ""
			})

			Expect(p.Detail).To(Equal(detail))
		},
		Entry("with the place in front of each fault", &bind.InputError{Status: 422, Fields: []problem.FieldError{
			{In: "query", Name: "n", Detail: "d", Code: "minLength", Limit: "2"},
			{In: "body", Pointer: "/n", Detail: "d", Code: "minLength", Limit: "3"},
			{In: "body", Detail: "d", Code: "minLength", Limit: "4"},
			{In: "request", Detail: "d", Code: "minLength", Limit: "5"},
		}}, "n: mindestens 2; /n: mindestens 3; mindestens 4; mindestens 5"),
		Entry("where there is a translation", &bind.InputError{Status: 422, Fields: []problem.FieldError{{In: "query", Name: "n", Detail: "d"}}}, "n: d"),
		Entry("not where the application has worded the detail", &core.ClientError{Status: 422, Message: "own", Err: &bind.InputError{Fields: []problem.FieldError{{In: "body", Code: "minLength"}}}}, "own"),
		Entry("as a refusal, alone", bind.BodyError(&http.MaxBytesError{Limit: 8}), "the body is longer than 8 bytes"),
	)

	It("is told in detail, with the stack of a panic, to developers", func() {
		p := failure.Of(&failure.Panic{Value: "oops", Stack: []byte("main.go:1")}, request(), "id", true)

		Expect(p.Detail).To(Equal("panic: oops\n\nmain.go:1"))
	})

	DescribeTable("has a body",
		func(status int, accept, mediaType, body string) {
			gotType, got := failure.New(status, "no", "id").Body([]string{accept})

			Expect(gotType).To(Equal(mediaType))
			Expect(string(got)).To(Equal(body))
		},
		Entry("that is a problem", 418, "*/*", problem.MediaType, `{"title":"I'm a teapot","status":418,"detail":"no","instance":"id"}`),
		Entry("that is text for those who take nothing else", 418, "text/plain", "text/plain; charset=utf-8", "I'm a teapot: no\nrequest id\n"),
		Entry("unless its status has none", 304, "*/*", "", ""),
	)

	It("is logged with its cause and stack, at Warn when nobody meant it", func() {
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, nil))
		err := &core.ClientError{Status: 503, Err: &failure.Panic{Value: "oops", Stack: []byte("here")}}

		failure.Of(err, request(), "id", false).Log(context.Background(), logger, err, "route", "GET /")
		failure.Of(&core.ClientError{Status: 404}, request(), "id", false).Log(context.Background(), logger, err)

		Expect(log.String()).To(HaveSuffix("level=WARN msg=\"request failed\" status=503 request=id err=\"503 Service Unavailable\" route=\"GET /\" cause=\"panic: oops\" stack=here\n"))
		Expect(bytes.Count(log.Bytes(), []byte("\n"))).To(Equal(1))
	})
})
