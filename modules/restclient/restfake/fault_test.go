package restfake_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

// fetch makes the call of a typed client that is answered with r.
func fetch(ctx context.Context, r restfake.Reply, opts ...restclient.Option) error {
	GinkgoHelper()
	fake := restfake.New()
	fake.On("GET", "/todo", restfake.Always(r))
	client, err := restclient.New(fake, append(opts, restclient.WithBaseURL("http://api.test"))...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(client.Close)
	endpoint := restclient.RestEndpoint[restclient.None, Todo]("/todo")
	_, err = restclient.Fetch(client.Context(ctx), endpoint, restclient.None{})
	return err
}

func replying(r restfake.Reply) *restfake.Server {
	fake := restfake.New()
	fake.On("*", "*", restfake.Always(r))
	return fake
}

var _ = Describe("A fault", func() {
	It("of a connection that is refused looks like one of the network", func(ctx SpecContext) {
		_, _, err := send(ctx, replying(restfake.Refused()), "GET /")

		Expect(err).To(MatchError(syscall.ECONNREFUSED))
		op, ok := errors.AsType[*net.OpError](err)
		Expect(ok).To(BeTrue())
		Expect(op.Op).To(Equal("dial"))
	})

	It("of a connection that is reset looks like one of the network", func(ctx SpecContext) {
		_, _, err := send(ctx, replying(restfake.Reset()), "GET /")

		Expect(err).To(MatchError(syscall.ECONNRESET))
	})

	It("of a time limit is a timeout of the network", func(ctx SpecContext) {
		_, _, err := send(ctx, replying(restfake.Timeout()), "GET /")

		timeout, ok := errors.AsType[net.Error](err)
		Expect(ok).To(BeTrue())
		Expect(timeout.Timeout()).To(BeTrue())
	})

	It("of the test's own is passed on", func(ctx SpecContext) {
		own := errors.New("mine")

		_, _, err := send(ctx, replying(restfake.Fail(own)), "GET /")
		_, _, none := send(ctx, replying(restfake.Fail(nil)), "GET /")

		Expect(err).To(MatchError(own))
		Expect(none).To(MatchError("restfake: failed as told"))
	})

	It("cuts the body off and keeps the length that was promised", func(ctx SpecContext) {
		res, err := replying(restfake.Text(200, "hello").Cut(2)).Do(ctx, request("GET /"))
		Expect(err).NotTo(HaveOccurred())

		body, err := io.ReadAll(res.Body)

		Expect(string(body)).To(Equal("he"))
		Expect(err).To(MatchError(io.ErrUnexpectedEOF))
		Expect(res.ContentLength).To(BeEquivalentTo(5))
	})

	It("truncates the body without a trace", func(ctx SpecContext) {
		status, text, err := send(ctx, replying(restfake.JSON(200, "hello").Truncate(3)), "GET /")

		Expect(err).NotTo(HaveOccurred())
		Expect(status).To(Equal(200))
		Expect(text).To(Equal(`"he`))
	})

	It("leaves the reply that it was made of as it was", func(ctx SpecContext) {
		whole := restfake.Text(200, "hello").With("X-A", "1")
		_, _ = whole.Cut(1), whole.With("X-A", "2")

		res, err := replying(whole).Do(ctx, request("GET /"))

		Expect(err).NotTo(HaveOccurred())
		Expect(res.Header).To(Equal(http.Header{"Content-Type": {"text/plain; charset=utf-8"}, "X-A": {"1"}}))
		Expect(io.ReadAll(res.Body)).To(BeEquivalentTo("hello"))
	})

	It("of a reply without a status is an error", func(ctx SpecContext) {
		_, _, err := send(ctx, replying(restfake.Reply{}), "GET /")

		Expect(err).To(MatchError("restfake: a reply with status 0"))
	})

	It("leaves no goroutine behind", func(ctx SpecContext) {
		before := goleak.IgnoreCurrent()
		fake := restfake.New()
		fake.On("GET", "/hang", restfake.Always(restfake.Hang()))
		fake.On("GET", "/http", restfake.HTTP(http.NotFoundHandler()))
		ended, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()

		_, _, hung := send(ended, fake, "GET /hang")
		_, _, err := send(ctx, fake, "GET /http")

		Expect(hung).To(MatchError(context.DeadlineExceeded))
		Expect(err).NotTo(HaveOccurred())
		Expect(goleak.Find(before)).To(Succeed())
	})
})

// TestTime checks that delays follow the clock of testing/synctest, to
// the nanosecond, and so take no time.
func TestTime(t *testing.T) {
	hello := restfake.Text(200, "hello")
	for name, c := range map[string]struct {
		reply restfake.Reply
		limit time.Duration
		took  time.Duration
		err   error
	}{
		"a reply comes after its delay":        {hello.After(time.Hour), 2 * time.Hour, time.Hour, nil},
		"a delay ends with the context":        {hello.After(time.Hour), time.Minute, time.Minute, context.DeadlineExceeded},
		"a fault comes after its delay":        {restfake.Refused().After(time.Second), time.Minute, time.Second, syscall.ECONNREFUSED},
		"silence ends with the context":        {restfake.Hang(), time.Minute, time.Minute, context.DeadlineExceeded},
		"a body trickles, its end included":    {hello.Trickle(2, time.Second), time.Minute, 4 * time.Second, nil},
		"a trickle ends with the context":      {hello.Trickle(1, time.Second), 3500 * time.Millisecond, 3500 * time.Millisecond, context.DeadlineExceeded},
		"a cut after a trickle is still a cut": {hello.Cut(2).Trickle(2, time.Second), time.Minute, 2 * time.Second, io.ErrUnexpectedEOF},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), c.limit)
				defer cancel()
				start := time.Now()
				_, _, err := send(ctx, replying(c.reply), "GET /")
				if took := time.Since(start); took != c.took || !errors.Is(err, c.err) {
					t.Errorf("took %v and ended with %v, want %v and %v", took, err, c.took, c.err)
				}
			})
		})
	}
}
