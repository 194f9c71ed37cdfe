package fault_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
)

// failed is an error of some API.
type failed struct{ record *fault.Record }

func (f failed) Error() string { return string(f.record.Kind) }

func (f failed) Unwrap() error { return f.record.Err }

var maker = fault.Maker{
	Make: func(r *fault.Record) error { return failed{r} },
	Find: func(err error) *fault.Record {
		f, _ := errors.AsType[failed](err)
		return f.record
	},
}

func request(mutates bool) *answer.Request {
	return &answer.Request{Request: exchange.Request{
		Call:    declare.Call{Op: "todo", Method: http.MethodPost, URL: "https://me:secret@api.test/todos"},
		Mutates: mutates,
	}}
}

func TestErrorsOfARequestNameItWithoutSecrets(t *testing.T) {
	g := NewWithT(t)

	record := maker.Find(maker.New(request(false), fault.Argument, errors.New("no")))

	g.Expect(record.Op).To(Equal("todo"))
	g.Expect(record.Method).To(Equal(http.MethodPost))
	g.Expect(record.URL).To(SatisfyAll(HavePrefix("https://"), HaveSuffix("@api.test/todos"), Not(ContainSubstring("secret"))))
	g.Expect(record.Err).To(MatchError("no"))
}

func TestMutationWithALostAnswerHasAnUnknownOutcome(t *testing.T) {
	g := NewWithT(t)
	lost := &exchange.Lost{Attempts: 2, MaybeSent: true, Err: context.DeadlineExceeded}

	g.Expect(maker.Find(maker.Exchange(request(true), lost))).To(SatisfyAll(
		HaveField("Kind", fault.Timeout), HaveField("Attempts", 2), HaveField("OutcomeUnknown", true)))
	g.Expect(maker.Find(maker.Exchange(request(false), lost)).OutcomeUnknown).To(BeFalse(), "a read changes nothing")
}

func TestMutationThatWasAnsweredWith2xxIsApplied(t *testing.T) {
	g := NewWithT(t)
	reply := &answer.Reply{Request: request(true), Reply: exchange.Reply{Status: 200, Subtype: "json", Header: http.Header{}, Attempts: 1}}

	record := maker.Find(maker.Answer(reply, answer.ErrNoValue))

	g.Expect(record.Kind).To(Equal(fault.NoValue))
	g.Expect(record.Applied).To(BeTrue())
	g.Expect(record.OutcomeUnknown).To(BeFalse())
}

func TestRefusalSaysWhatTheServerHasSaid(t *testing.T) {
	g := NewWithT(t)
	refused := &exchange.Refused{Reply: exchange.Reply{
		Status: 429, Subtype: "problem+json", Header: http.Header{"Retry-After": {"7"}}, Body: []byte(`{"title":"slow down"}`), Attempts: 3,
	}}

	record := maker.Find(maker.Exchange(request(true), refused))

	g.Expect(record.Kind).To(Equal(fault.Status))
	g.Expect(record.Status).To(Equal(429))
	g.Expect(record.Problem.Title).To(Equal("slow down"))
	g.Expect(record.RetryAfter).To(Equal(7 * time.Second))
	g.Expect(record.Applied || record.OutcomeUnknown).To(BeFalse())
}

func TestWrappedKeepsAnErrorThatHasARecord(t *testing.T) {
	g := NewWithT(t)
	known := fmt.Errorf("outer: %w", maker.Of("live", fault.Reset, fault.ErrReset))

	g.Expect(maker.Wrapped(request(false), known)).To(BeIdenticalTo(known))
	g.Expect(maker.Find(maker.Wrapped(request(false), context.Canceled)).Kind).To(Equal(fault.Canceled))
}

func TestEndedTellsWhatHasEndedTheCall(t *testing.T) {
	g := NewWithT(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	err := maker.New(request(false), fault.Network, errors.New("cut off"))
	g.Expect(maker.Ended(ctx, err)).To(BeIdenticalTo(err), "nothing has ended it")

	cancel(fault.ErrReset)
	ended := maker.Ended(ctx, err)

	g.Expect(ended).To(MatchError(fault.ErrReset))
	g.Expect(maker.Find(ended).Kind).To(Equal(fault.Reset))
	g.Expect(maker.Find(err).Kind).To(Equal(fault.Network), "whoever else has the error keeps it")
}

func TestBecauseAddsTheCauseOnce(t *testing.T) {
	g := NewWithT(t)
	err := maker.New(request(false), fault.Canceled, context.Canceled)

	err = maker.Because(fault.ErrClosed, maker.Because(fault.ErrReset, err))
	again := maker.Because(fault.ErrReset, err)

	g.Expect(again.(failed).record.Err).To(MatchError("restclient: client is closed: restclient: client was reset: context canceled"))
	g.Expect(maker.Find(again).Kind).To(Equal(fault.Reset))
}
