package router

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
)

const requestIDHeader = "X-Request-Id"

// statusClientGone is what a request is logged with whose client went away.
const statusClientGone = 499

// failure is an error as the client sees it. Its instance is the id of the request.
type failure struct {
	problem.Problem

	header   http.Header
	internal bool // nobody meant the client to see it
}

func newFailure(status int, detail, id string) failure {
	p := problem.New(status, detail)
	p.Instance = id
	return failure{Problem: p}
}

var problemOffers = []string{problem.MediaType, jsonType, textType}

// response is the failure in a form that the client accepts: as text for those
// that take nothing else.
func (p failure) response(accept []string) Response {
	answer := Response{Status: p.Status, Header: maps.Clone(p.header)}
	if p.Status == http.StatusNoContent || p.Status == http.StatusNotModified {
		return answer
	}
	if len(accept) > 0 && negotiate.Best(accept, problemOffers) == textType {
		answer.MediaType, answer.Body = plainText, []byte(p.text())
		return answer
	}
	answer.MediaType, answer.Body = problem.MediaType, p.Append(nil)
	return answer
}

func (p failure) text() string {
	text := p.Title
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	return text + "\nrequest " + p.Instance + "\n"
}

// internalError hides what it wraps from the client.
type internalError struct{ err error }

func (e *internalError) Error() string { return "internal error: " + e.err.Error() }
func (e *internalError) Unwrap() error { return e.err }

var errTimeout = &ClientError{Status: http.StatusServiceUnavailable, Message: "the request took too long"}

// problemOf is the one place that turns errors into statuses.
func (r *Router) problemOf(req *http.Request, err error, id string) failure {
	var client *ClientError
	var internal *internalError
	switch {
	case errors.As(err, &internal):
	case errors.As(err, &client) && client.Status >= 200 && client.Status <= 599:
		return clientProblem(client, err, id)
	case errors.As(err, new(*http.MaxBytesError)):
		return clientProblem(bind.BodyError(err), err, id)
	case timedOut(req, err):
		return clientProblem(errTimeout, err, id)
	case clientGone(req, err):
		return newFailure(statusClientGone, "", id)
	}
	p := newFailure(http.StatusInternalServerError, "", id)
	p.internal = true
	if r.environment != Production {
		p.Detail = detailed(err)
	}
	return p
}

func clientProblem(client *ClientError, err error, id string) failure {
	p := newFailure(client.Status, client.Message, id)
	p.Type, p.header = client.Type, client.Header
	p.internal = client.Status >= 500 && client.Err != nil
	var input *InputError
	if errors.As(err, &input) {
		p.Errors = input.Fields
	}
	return p
}

// detailed is an error as developers see it: with the stack of a panic.
func detailed(err error) string {
	var panicked *panicError
	if errors.As(err, &panicked) {
		return err.Error() + "\n\n" + string(panicked.stack)
	}
	return err.Error()
}

func clientGone(req *http.Request, err error) bool {
	return errors.Is(err, context.Canceled) && req.Context().Err() != nil
}

// timedOut tells whether err comes from the deadline of the route.
func timedOut(req *http.Request, err error) bool {
	return errors.Is(err, context.DeadlineExceeded) && context.Cause(req.Context()) == error(errTimeout)
}

// log tells about an error once: what is meant for the client at Debug, the rest
// at Warn.
func (r *Router) log(req *http.Request, p failure, err error, attrs ...any) {
	level := slog.LevelDebug
	if p.internal {
		level = slog.LevelWarn
	}
	if !r.logger.Enabled(req.Context(), level) {
		return
	}
	attrs = append([]any{"status", p.Status, "request", p.Instance, "err", err}, attrs...)
	var client *ClientError
	if errors.As(err, &client) && client.Err != nil {
		attrs = append(attrs, "cause", client.Err)
	}
	var panicked *panicError
	if errors.As(err, &panicked) {
		attrs = append(attrs, "stack", string(panicked.stack))
	}
	r.logger.Log(req.Context(), level, "request failed", attrs...)
}

// fail answers with an error. A response that is on its way already is cut, or
// the part would pass for the whole.
func (c *Context) fail(err error) {
	x := c.x
	x.err = err
	var broken *brokenStream
	if errors.Is(err, http.ErrAbortHandler) && !errors.As(err, &broken) {
		x.writer.recall()
		return
	}
	recalled := x.writer.recall()
	p := c.report(err)
	if !recalled {
		x.torn = !x.writer.whole
		return
	}
	x.writer.failed, x.result, x.stream = nil, nil, nil
	h := x.writer.Header()
	forgetBody(h)
	maps.Copy(h, x.outer)
	if x.panicked != nil && x.router.policy == Exit {
		h.Set("Connection", "close")
	}
	x.answer, x.stage = p.response(x.request.Header["Accept"]), encoded
	if sendErr := x.router.protect(func() error { return x.plan.send(x, c) }); sendErr != nil {
		c.sendLast(sendErr)
	}
}

// report logs an error and returns what the client may know of it.
func (c *Context) report(err error) failure {
	x := c.x
	p := x.router.problemOf(x.request, err, x.requestID())
	x.router.log(x.request, p, err, "route", c.plan.key, "function", c.plan.function.at, "sent", x.writer.status != 0)
	return p
}

// sendLast answers with the error of a beforeResponse hook, past the hooks.
func (c *Context) sendLast(err error) {
	x := c.x
	x.err = errors.Join(x.err, err)
	if errors.Is(err, http.ErrAbortHandler) {
		return
	}
	recalled := x.writer.recall()
	p := c.report(err)
	if !recalled {
		return
	}
	x.answer, x.stream = p.response(x.request.Header["Accept"]), nil
	_ = x.answer.write(&x.writer) // the client is gone: there is nobody to tell
}

// bodyHeaders are about the body of a response.
var bodyHeaders = []string{"Content-Length", "Content-Encoding", "Content-Range", "Etag", "Last-Modified", "Cache-Control"}

// forgetBody removes the headers of a body that is not sent.
func forgetBody(h http.Header) {
	for _, name := range bodyHeaders {
		delete(h, name)
	}
}

// remember keeps what middleware outside has set about the body: an error has
// one too.
func (x *exchange) remember() {
	h := x.writer.Header()
	for _, name := range bodyHeaders {
		if values := h[name]; values != nil {
			if x.outer == nil {
				x.outer = http.Header{}
			}
			x.outer[name] = values
		}
	}
}
