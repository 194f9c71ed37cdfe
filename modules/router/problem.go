package router

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
)

const requestIDHeader = "X-Request-Id"

// statusClientGone is what a request is logged with whose client went away.
const statusClientGone = 499

// problem is an error as the client sees it (RFC 9457).
type problem struct {
	Title    string       `json:"title"`
	Status   int          `json:"status"`
	Detail   string       `json:"detail,omitempty"`
	Instance string       `json:"instance"` // the id of the request
	Errors   []FieldError `json:"errors,omitempty"`

	internal bool // nobody meant the client to see it
}

func newProblem(status int, detail, id string) problem {
	title := http.StatusText(status)
	if title == "" {
		title = "Error"
	}
	return problem{Title: title, Status: status, Detail: detail, Instance: id}
}

func (p problem) response() *response {
	answer := &response{status: p.Status}
	if p.Status == http.StatusNoContent || p.Status == http.StatusNotModified {
		return answer
	}
	body, err := json.Marshal(p)
	if err != nil {
		body = []byte(`{}`) // cannot be: strings and integers only
	}
	answer.mediaType, answer.body = problemType, body
	return answer
}

// internalError hides what it wraps from the client.
type internalError struct{ err error }

func (e *internalError) Error() string { return "internal error: " + e.err.Error() }
func (e *internalError) Unwrap() error { return e.err }

// problemOf is the one place that turns errors into statuses.
func (r *Router) problemOf(req *http.Request, err error, id string) problem {
	var client *ClientError
	var internal *internalError
	switch {
	case errors.As(err, &internal):
	case errors.As(err, &client) && client.Status >= 200 && client.Status <= 599:
		p := newProblem(client.Status, client.Message, id)
		p.internal = client.Status >= 500 && client.Err != nil
		var input *InputError
		if errors.As(err, &input) {
			p.Errors = input.Fields
		}
		return p
	case clientGone(req, err):
		return newProblem(statusClientGone, "", id)
	}
	p := newProblem(http.StatusInternalServerError, "", id)
	p.internal = true
	if r.environment == Development {
		p.Detail = err.Error()
	}
	return p
}

func clientGone(req *http.Request, err error) bool {
	return errors.Is(err, context.Canceled) && req.Context().Err() != nil
}

// log tells about an error once: what is meant for the client at Debug, the rest
// at Warn.
func (r *Router) log(req *http.Request, p problem, err error, attrs ...any) {
	level := slog.LevelDebug
	if p.internal {
		level = slog.LevelWarn
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

// fail answers with an error, unless the response is on its way already.
func (c *Context) fail(err error) {
	p := c.router.problemOf(c.request, err, c.id)
	c.router.log(c.request, p, err, "route", c.plan.route.String(), "function", c.plan.function.at.String(), "sent", c.writer.status != 0)
	if c.writer.status != 0 {
		return
	}
	c.writer.failed, c.result = nil, nil
	forgetBody(c.writer.Header())
	if c.panicked != nil && c.router.policy == Exit {
		c.writer.Header().Set("Connection", "close")
	}
	sendErr := c.guard(func() error { return c.send(p.response()) })
	if sendErr == nil {
		return
	}
	c.sendLast(sendErr)
}

// sendLast answers with the error of a beforeResponse hook, past the hooks.
func (c *Context) sendLast(err error) {
	p := c.router.problemOf(c.request, err, c.id)
	c.router.log(c.request, p, err, "route", c.plan.route.String(), "sent", c.writer.status != 0)
	if c.writer.status != 0 {
		return
	}
	_ = p.response().write(c.writer) // the client is gone: there is nobody to tell
}

// forgetBody removes the headers of a body that is not sent.
func forgetBody(h http.Header) {
	for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Range", "Etag", "Last-Modified", "Cache-Control", "Location"} {
		h.Del(name)
	}
}
