package restclient_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// csv is a body that is sent as it is.
type csv struct {
	text string
	err  error
}

func (c csv) Body() (restclient.Body, error) {
	return restclient.Body{
		Open:        func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(c.text)), nil },
		ContentType: "text/csv",
		Length:      int64(len(c.text)),
	}, c.err
}

var (
	importRows = restclient.RestMutation[restclient.None, csv, string]("/import", restclient.WithURLPrefix("http://api.test"))
	export     = restclient.RestEndpoint[int, io.ReadCloser]("/export/:id", restclient.WithURLPrefix("http://api.test"))
)

var _ = Describe("Raw bodies", func() {
	var (
		server *recorder
		client *restclient.Client
	)

	BeforeEach(func() {
		before := goleak.IgnoreCurrent()
		DeferCleanup(func() { Expect(goleak.Find(before)).To(Succeed()) })
		server = newRecorder()
		server.answers(http.StatusOK, "text/plain", "one,two")
		client = start(server, restclient.WithTimeout(time.Minute))
	})

	It("are sent as they are by an Upload", func(ctx SpecContext) {
		var contentType string
		var length int64
		server.set(func(w http.ResponseWriter, r *http.Request) {
			contentType, length = r.Header.Get("Content-Type"), r.ContentLength
			w.Header().Set("Content-Type", "text/plain")
			_, _ = io.WriteString(w, "done")
		})

		answer, err := restclient.Mutate(client.Context(ctx), importRows, restclient.None{}, csv{text: "a,b"})

		Expect(err).NotTo(HaveOccurred())
		Expect(answer).To(Equal("done"))
		Expect(server.lastBody()).To(Equal("a,b"))
		Expect(contentType).To(Equal("text/csv"))
		Expect(length).To(BeEquivalentTo(3))
	})

	It("are not sent when the Upload has an error", func(ctx SpecContext) {
		cause := errors.New("no such file")

		_, err := restclient.Mutate(client.Context(ctx), importRows, restclient.None{}, csv{err: cause})

		Expect(err).To(And(MatchError(cause), HaveField("Kind", restclient.KindArgument), HaveField("OutcomeUnknown", false)))
		Expect(server.seen()).To(BeEmpty())
	})

	It("are the result of an endpoint of io.ReadCloser, each time anew", func(ctx SpecContext) {
		for range 2 {
			body, err := restclient.UseSuspense(client.Context(ctx), export, 5)
			Expect(err).NotTo(HaveOccurred())
			Expect(io.ReadAll(body)).To(BeEquivalentTo("one,two"))
			Expect(body.Close()).To(Succeed())
		}

		Expect(server.seen()).To(Equal([]string{"GET /export/5", "GET /export/5"}))
		_, stored := restclient.UseCache(client.Context(ctx), export, 5)
		Expect(stored).To(BeFalse())
	})

	It("end with the client while they are read", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "x")
			<-r.Context().Done()
		})
		body, err := restclient.Fetch(client.Context(ctx), export, 5)
		Expect(err).NotTo(HaveOccurred())
		defer body.Close()

		client.Close()

		_, err = io.ReadAll(body)
		Expect(err).To(And(MatchError(restclient.ErrClosed), HaveField("Kind", restclient.KindCanceled)))
	})

	It("report a status as other results do", func(ctx SpecContext) {
		server.answers(http.StatusNotFound, "text/plain", "gone")

		_, err := restclient.Fetch(client.Context(ctx), export, 5)

		Expect(err).To(And(MatchError(restclient.ErrNotFound), HaveField("Body", BeEquivalentTo("gone"))))
	})
})

var _ = Describe("Client.Do", func() {
	var (
		server *recorder
		client *restclient.Client
	)

	BeforeEach(func() {
		before := goleak.IgnoreCurrent()
		DeferCleanup(func() { Expect(goleak.Find(before)).To(Succeed()) })
		server = newRecorder()
		server.answers(http.StatusTeapot, "text/plain", "short and stout")
		client = start(server, restclient.WithTimeout(time.Minute), restclient.WithMiddleware(func(next core.Transport) core.Transport {
			return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
				signed := *r
				signed.URL += "?signed"
				return next.Do(ctx, &signed)
			})
		}))
	})

	It("sends through the middleware, and any status is a response", func(ctx SpecContext) {
		r, err := restclient.RequestOf(client, export, 7)
		Expect(err).NotTo(HaveOccurred())

		res, err := client.Do(ctx, r)

		Expect(err).NotTo(HaveOccurred())
		defer res.Body.Close()
		Expect(res.Status).To(Equal(http.StatusTeapot))
		Expect(io.ReadAll(res.Body)).To(BeEquivalentTo("short and stout"))
		Expect(server.seen()).To(Equal([]string{"GET /export/7?signed"}))
	})

	It("leaves it to StatusError to refuse a status", func(ctx SpecContext) {
		r := &core.Request{Method: "GET", URL: "http://api.test/x?token=s3cret", Op: "tea"}
		res, err := client.Do(ctx, r)
		Expect(err).NotTo(HaveOccurred())

		err = restclient.StatusError(r, res)

		Expect(err).To(And(HaveField("Op", "tea"), HaveField("Status", 418), HaveField("Body", BeEquivalentTo("short and stout"))))
		Expect(err.Error()).NotTo(ContainSubstring("s3cret"))
	})

	DescribeTable("refuses, with an *Error,",
		func(ctx SpecContext, client func() *restclient.Client, url string, matcher OmegaMatcher) {
			_, err := client().Do(ctx, &core.Request{Method: "POST", URL: url})

			Expect(err).To(matcher)
			Expect(server.seen()).To(BeEmpty())
		},
		Entry("a relative URL", func() *restclient.Client { return client }, "/x", HaveField("Kind", restclient.KindArgument)),
		Entry("no client", func() *restclient.Client { return nil }, "http://api.test/", MatchError(restclient.ErrNoController)),
		Entry("a closed client", func() *restclient.Client { client.Close(); return client }, "http://api.test/", MatchError(restclient.ErrClosed)),
	)

	It("tells an unknown outcome of what is not safe", func(ctx SpecContext) {
		server.set(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })

		_, err := client.Do(ctx, &core.Request{Method: "POST", URL: "http://api.test/"})
		Expect(err).To(And(HaveField("Kind", restclient.KindNetwork), HaveField("OutcomeUnknown", true)))
		_, err = client.Do(ctx, &core.Request{Method: "GET", URL: "http://api.test/"})
		Expect(err).To(HaveField("OutcomeUnknown", false))
	})

	DescribeTable("tells of a body that is cut off after 2xx whether the server has done what it was asked",
		func(ctx SpecContext, contentType string, applied bool) {
			server.set(func(w http.ResponseWriter, _ *http.Request) {
				answer(http.StatusOK, contentType, "<title>Log")(w, nil)
				panic(http.ErrAbortHandler)
			})
			res, err := client.Do(ctx, &core.Request{Method: "POST", URL: "http://api.test/"})
			Expect(err).NotTo(HaveOccurred())
			defer res.Body.Close()

			_, err = io.ReadAll(res.Body)

			Expect(err).To(And(HaveField("Status", 200), HaveField("Applied", applied), HaveField("OutcomeUnknown", !applied)))
		},
		Entry("with text", "text/plain", true),
		Entry("not with an HTML page", "text/html; charset=utf-8", false),
	)
})

func TestARawBodyThatStandsStillEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, started := NewWithT(t), time.Now()
		_, ctx := inProcess(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "x")
			<-r.Context().Done()
		}, restclient.WithTimeout(time.Minute))
		body, err := restclient.Fetch(ctx, export, 5)
		g.Expect(err).NotTo(HaveOccurred())
		defer body.Close()

		_, err = io.ReadAll(body)

		g.Expect(err).To(And(HaveField("Kind", restclient.KindTimeout), HaveField("Status", 200)))
		g.Expect(time.Since(started)).To(Equal(time.Minute))
	})
}
