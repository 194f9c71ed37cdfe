package exchange_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// broken is a body that ends with an error.
type broken struct {
	io.Reader
	err error
}

func (b broken) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		err = b.err
	}
	return n, err
}

func (broken) Close() error { return nil }

var errCut = errors.New("cut off")

// respond makes a client whose server answers all requests alike, and notes them.
func respond(sent *[]*core.Request, status int, h http.Header, body string, end error) *exchange.Client {
	return &exchange.Client{MaxBody: 20, Transport: core.TransportFunc(func(_ context.Context, r *core.Request) (*core.Response, error) {
		*sent = append(*sent, r)
		return &core.Response{Status: status, Header: h, Body: broken{strings.NewReader(body), end}, ContentLength: -1}, nil
	})}
}

var _ = Describe("A part of an answer", func() {
	part := http.Header{"Content-Type": {"application/json"}, "Content-Range": {"bytes 0-1/9"}}

	It("is refused when the whole was asked for", func(ctx SpecContext) {
		var sent []*core.Request
		get := &exchange.Request{Call: declare.Call{Op: "get", Method: "GET", URL: "http://api.test/x"}}

		_, err := respond(&sent, 206, part, "{}", io.EOF).Send(ctx, get, exchange.Conditions{})

		Expect(err).To(BeAssignableToTypeOf(&exchange.Refused{}))
		Expect(errors.Is(err, exchange.ErrPart)).To(BeTrue())
	})

	It("is read when it was asked for", func(ctx SpecContext) {
		var sent []*core.Request
		get := &exchange.Request{Call: declare.Call{Op: "get", Method: "GET", URL: "http://api.test/x", Header: http.Header{"Range": {"bytes=0-1"}}}}

		reply, err := respond(&sent, 206, part, "{}", io.EOF).Send(ctx, get, exchange.Conditions{})

		Expect(err).NotTo(HaveOccurred())
		Expect(reply.Body).To(Equal([]byte("{}")))
	})
})

var _ = Describe("An exchange", func() {
	var sent []*core.Request
	get := &exchange.Request{Call: declare.Call{Op: "get", Method: "GET", URL: "http://api.test/x"}}
	typed := http.Header{"Content-Type": {"application/vnd.api+json; v=1"}}

	BeforeEach(func() { sent = nil })

	It("reads a 2xx to its end", func(ctx SpecContext) {
		reply, err := respond(&sent, 200, typed, "{}", io.EOF).Send(ctx, get, exchange.Conditions{})

		Expect(err).NotTo(HaveOccurred())
		reply.Delay = 0
		Expect(reply).To(Equal(exchange.Reply{Status: 200, Header: typed, Subtype: "vnd.api+json", Body: []byte("{}"), Attempts: 1}))
		Expect(sent).To(ConsistOf(HaveField("Header", Equal(http.Header{"Accept": {"application/json, */*;q=0.1"}}))))
	})

	It("is answered with 304 only when there are conditions", func(ctx SpecContext) {
		client := respond(&sent, 304, nil, "", io.EOF)

		reply, err := client.Send(ctx, get, exchange.Conditions{ETag: `"1"`, LastModified: "then"})
		Expect(err).NotTo(HaveOccurred())
		Expect(reply.Status).To(Equal(304))
		Expect(sent[0].Header).To(And(HaveKeyWithValue("If-None-Match", []string{`"1"`}), HaveKeyWithValue("If-Modified-Since", []string{"then"})))

		_, err = client.Send(ctx, get, exchange.Conditions{})
		Expect(err).To(BeAssignableToTypeOf(&exchange.Refused{}))
	})

	It("is refused with what the server said", func(ctx SpecContext) {
		_, err := respond(&sent, 404, typed, "gone", io.EOF).Send(ctx, get, exchange.Conditions{})

		Expect(err).To(HaveField("Reply", And(HaveField("Status", 404), HaveField("Subtype", "vnd.api+json"), HaveField("Body", BeEquivalentTo("gone")))))
	})

	DescribeTable("has no answer that can be used when the body", func(ctx SpecContext, body string, end, expected error, kept string) {
		_, err := respond(&sent, 200, nil, body, end).Send(ctx, get, exchange.Conditions{})

		Expect(err).To(And(BeAssignableToTypeOf(&exchange.Unread{}), MatchError(expected)))
		Expect(err).To(HaveField("Reply.Body", BeEquivalentTo(kept)))
	},
		Entry("is cut off", "{}", errCut, errCut, "{}"),
		Entry("is too long", strings.Repeat("x", 21), io.EOF, exchange.ErrTooLarge, ""),
	)

	DescribeTable("may have reached the server unless", func(ctx SpecContext, cause error, maybe bool, attempts int) {
		client := &exchange.Client{Transport: core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) { return nil, cause })}

		_, err := client.Send(ctx, get, exchange.Conditions{})

		Expect(err).To(And(MatchError(cause), HaveField("MaybeSent", maybe), HaveField("Attempts", attempts)))
	},
		Entry("there was no connection", &net.OpError{Op: "dial", Err: errCut}, false, 1),
		Entry("a policy kept it back", policy.ErrNotSent, false, 0),
		Entry("the connection was lost", &net.OpError{Op: "read", Err: errCut}, true, 1),
	)

	DescribeTable("does not depend on middleware that answers with", func(ctx SpecContext, res *core.Response, expected types.GomegaMatcher) {
		client := &exchange.Client{Layered: true, Transport: core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) { return res, nil })}

		reply, err := client.Send(ctx, get, exchange.Conditions{})

		Expect([]any{reply.Status, err}).To(expected)
	},
		Entry("nothing", nil, HaveExactElements(0, MatchError(ContainSubstring("neither a response nor an error")))),
		Entry("a response that has no status", &core.Response{Body: http.NoBody}, HaveExactElements(0, And(HaveField("MaybeSent", true), MatchError(ContainSubstring("a response without a status"))))),
		Entry("a success without a body", &core.Response{Status: 204}, HaveExactElements(204, BeNil())),
		Entry("a refusal without a body", &core.Response{Status: 503}, HaveExactElements(0, HaveField("Reply.Status", 503))),
	)

	It("tells middleware whom it is for, and counts what that repeats", func(ctx SpecContext) {
		name := "ida"
		var whom string
		client := respond(&sent, 503, nil, "", io.EOF)
		client.Layered, client.Identity = true, &name
		next := client.Transport
		client.Transport = policy.Retry(policy.WithMaxAttempts(2), policy.WithBackoff(time.Nanosecond, time.Nanosecond))(core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			whom, _ = policy.Identity(ctx)
			return next.Do(ctx, r)
		}))

		_, err := client.Send(ctx, get, exchange.Conditions{})

		Expect(err).To(HaveField("Reply.Attempts", len(sent)))
		Expect(len(sent)).To(BeNumerically(">", 1))
		Expect(whom).To(Equal("ida"))
	})
})

func TestAnOpenBodyEndsWhenNothingMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, began := NewWithT(t), time.Now()
		client := &exchange.Client{Transport: core.TransportFunc(func(ctx context.Context, _ *core.Request) (*core.Response, error) {
			r, w := io.Pipe()
			go func() { _, _ = w.Write([]byte("x")) }()
			context.AfterFunc(ctx, func() { _ = w.CloseWithError(ctx.Err()) })
			return &core.Response{Status: 200, Body: r}, nil
		})}

		res, err := client.OpenSuccess(t.Context(), &core.Request{Method: "GET"}, time.Minute)
		g.Expect(err).NotTo(HaveOccurred())
		time.Sleep(time.Hour) // nobody reads
		_, err = io.ReadAll(res.Body)

		g.Expect(err).To(MatchError(context.DeadlineExceeded))
		g.Expect(err).To(MatchError(ContainSubstring("nothing moved for 1m0s")))
		g.Expect(time.Since(began)).To(Equal(time.Hour + time.Minute))
		g.Expect(res.Body.Close()).To(Succeed())
	})
}
