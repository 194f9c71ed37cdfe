package tryit

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/rate"
)

// prepare reads what a page has sent: afterwards an exchange knows what to send,
// and where to.
type prepare func(ctx context.Context, x *exchange) *refusal

// exchange is one request of a page and its answer.
type exchange struct {
	call
	lines
	targets *rate.Limiter[origin]
	r       *http.Request
	started time.Time

	watch  *watch
	slot   *slot
	duplex bool // an answer may begin before the body has been read
	status int  // of the answer
}

func newExchange(c *config, targets *rate.Limiter[origin], w http.ResponseWriter, r *http.Request, slot *slot) *exchange {
	x := &exchange{
		call: call{config: c, limits: c.limits}, lines: lines{to: w, control: http.NewResponseController(w), idle: c.limits.Idle},
		targets: targets, r: r, slot: slot, started: time.Now(),
	}
	x.self, _ = r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return x
}

// Why an exchange ends before its end.
var (
	errIdle  = errors.New("nothing came or went")
	errTotal = errors.New("the exchange took too long")
)

// serve does all of it. What it returns is still to be answered.
func (x *exchange) serve(ctx context.Context, cancel context.CancelCauseFunc, prepare prepare) *refusal {
	limits := x.limits
	_ = x.control.SetReadDeadline(x.started.Add(limits.FirstByte)) // where it is supported
	defer time.AfterFunc(limits.Total, func() { cancel(errTotal) }).Stop()
	x.watch = newWatch(max(limits.Idle, limits.FirstByte+time.Second), func() { cancel(errIdle) })
	defer x.watch.stop()

	if no := prepare(ctx, x); no != nil {
		return no
	}
	if !x.sent.body.bound(limits.RequestBytes, x.touch) {
		return tooLarge()
	}
	_ = x.control.SetReadDeadline(x.started.Add(limits.Total + limits.Idle))
	x.duplex = x.control.EnableFullDuplex() == nil
	defer x.sent.body.shut(func() { _ = x.control.SetReadDeadline(time.Now()) })
	response, clock, no := x.send(ctx)
	if no != nil {
		return no
	}
	defer func() { _ = response.Body.Close() }()
	return x.answer(ctx, cancel, response, clock)
}

// touch is called for bytes that came or went.
func (x *exchange) touch(n int) {
	x.watch.touch()
	x.slot.move(n)
}

// count counts a request to a target.
func (x *exchange) count() *refusal {
	if !x.targets.Allow(x.target.origin) {
		return limited()
	}
	return nil
}

// answer passes an answer. What it returns is still to be answered.
func (x *exchange) answer(ctx context.Context, cancel context.CancelCauseFunc, response *http.Response, c *clock) *refusal {
	limits := x.limits
	x.watch.set(limits.Idle)
	raw := &wire{from: response.Body, left: limits.AnswerBytes + wireExtra, touch: x.touch}
	body := newDecoder(response.Header["Content-Encoding"], raw)
	defer body.Close()
	pieces := readPieces(ctx, &bounded{from: body, left: limits.AnswerBytes})
	defer func() { // nothing reads the body any more when the channel is closed
		cancel(nil)
		for range pieces {
		}
	}()

	grace := time.NewTimer(headGrace)
	defer grace.Stop()
	var first *piece
	select {
	case p, open := <-pieces:
		if open {
			first = &p
		}
	case <-grace.C:
	}
	if first != nil && first.err != nil && raw.failed() && ctx.Err() == nil {
		return unreachable()
	}
	x.status = response.StatusCode
	x.to.Header().Set("Content-Type", AnswerType)
	x.closeAfter()
	x.to.WriteHeader(http.StatusOK)
	if x.line(x.head(response, c)) != nil || x.flush() != nil {
		return nil
	}
	end, err := x.pass(first, pieces)
	if err != nil {
		return nil
	}
	end.Reason, end.Undecoded = shortcoming(ctx, end, raw, body)
	trailer := response.Trailer
	if x.isToken {
		trailer = onlyToken(trailer)
	}
	end.Trailers, _ = answerHeader(trailer)
	end.MS = milliseconds(time.Since(x.started))
	if x.line(end) == nil {
		_ = x.flush() // the client may be gone
	}
	return nil
}

// closeAfter has the connection closed after the answer unless the body has been
// read: a server that finds the end of it after a handler that answered while it
// read fails at the next request. HTTP/2 has no such thing.
func (x *exchange) closeAfter() {
	if x.duplex && x.r.ProtoMajor == 1 && !x.sent.body.ended.Load() {
		x.to.Header().Set("Connection", "close")
	}
}

// tell logs an exchange. The errors of net/http hold addresses and parts of
// answers, so none is logged.
func (x *exchange) tell(no *refusal) {
	if x.target.url == nil {
		x.config.log.Debug("request not sent", "code", no.code)
		return
	}
	status, code := x.status, ""
	if no != nil {
		status, code = no.status, no.code
	}
	x.config.log.Debug("request sent", "method", x.sent.method, "origin", x.target.origin.String(), "status", status, "code", code,
		"bytes", x.bytes, "duration", time.Since(x.started))
}
