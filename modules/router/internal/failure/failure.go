// Package failure makes a problem of an error: what a client is told, and what the
// log.
//
//	p := failure.Of(err, r, id, false)
//	p.Log(r.Context(), logger, err)
//	mediaType, body := p.Body(r.Header["Accept"])
package failure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/lifecycle"
)

// statusClientGone is what a request is logged with whose client went away.
const statusClientGone = 499

// Failure is an error as the client sees it. Its instance is the id of the request.
type Failure struct {
	problem.Problem

	Header   http.Header // for the response, which may not write to it
	Internal bool        // nobody meant the client to see it
}

// New returns a failure of a status.
func New(status int, detail, id string) Failure {
	p := problem.New(status, detail)
	p.Instance = id
	return Failure{Problem: p}
}

// Of is the one place that turns errors into statuses. An error that nobody meant
// the client to see is 500; detailed says whether it is told all the same.
func Of(err error, r *http.Request, id string, detailed bool) Failure {
	var client *core.ClientError
	var internal *Internal
	switch {
	case errors.As(err, &internal):
	case errors.As(err, &client) && client.Status >= 200 && client.Status <= 599:
		return meant(client, err, id)
	case errors.As(err, new(*http.MaxBytesError)), errors.As(err, new(lifecycle.BodyError)):
		refusal := bind.BodyError(err)
		return meant(refusal.Client, refusal, id)
	case timedOut(r, err):
		return meant(ErrTimeout, err, id)
	case clientGone(r, err):
		return New(statusClientGone, "", id)
	}
	p := New(http.StatusInternalServerError, "", id)
	p.Internal = true
	if detailed {
		p.Detail = inDetail(err)
	}
	return p
}

// meant is an error for the client.
func meant(client *core.ClientError, err error, id string) Failure {
	p := New(client.Status, client.Message, id)
	p.Type, p.Header = client.Type, client.Header
	p.Internal = client.Status >= 500 && client.Err != nil
	p.Errors = faultsOf(err)
	return p
}

// faultsOf are the faults of a request that an error tells, each with a code.
func faultsOf(err error) []problem.FieldError {
	if refusal, ok := errors.AsType[*bind.Refusal](err); ok {
		return []problem.FieldError{refusal.Fault}
	}
	input, ok := errors.AsType[*bind.InputError](err)
	if !ok {
		return nil
	}
	uncoded := func(f problem.FieldError) bool { return f.Code == "" }
	if !slices.ContainsFunc(input.Fields, uncoded) {
		return input.Fields
	}
	fields := slices.Clone(input.Fields) // the application may use it again
	for i := range fields {
		fields[i].Code = cmp.Or(fields[i].Code, problem.CodeInvalid)
	}
	return fields
}

// Translate words the faults with what say returns, and the detail where it is made of
// them. An empty text leaves the sentence.
func (p *Failure) Translate(say func(problem.FieldError) string) {
	lines, texts := make([]string, len(p.Errors)), make([]string, len(p.Errors))
	fields := slices.Clone(p.Errors)
	for i, f := range fields {
		lines[i] = f.String()
		fields[i].Detail = cmp.Or(say(f), f.Detail)
		texts[i] = placed(fields[i])
	}
	switch {
	case p.Detail == strings.Join(lines, "; "):
		p.Detail = strings.Join(texts, "; ")
	case len(fields) == 1 && p.Detail == p.Errors[0].Detail:
		p.Detail = fields[0].Detail
	}
	p.Errors = fields
}

// placed is the detail of a fault behind its place, without a word of English.
func placed(f problem.FieldError) string {
	if place := cmp.Or(f.Pointer, f.Name); place != "" && f.In != "request" {
		return place + ": " + f.Detail
	}
	return f.Detail
}

// inDetail is an error as developers see it: with the stack of a panic.
func inDetail(err error) string {
	var panicked *Panic
	if errors.As(err, &panicked) {
		return err.Error() + "\n\n" + string(panicked.Stack)
	}
	return fmt.Sprint(err) // which a nil pointer is fine for
}

func clientGone(r *http.Request, err error) bool {
	return errors.Is(err, context.Canceled) && r.Context().Err() != nil
}

// timedOut reports whether err comes from the deadline of the route.
func timedOut(r *http.Request, err error) bool {
	return errors.Is(err, context.DeadlineExceeded) && context.Cause(r.Context()) == error(ErrTimeout)
}

var offers = []string{problem.MediaType, answer.JSON, answer.Text}

// Body is the failure in a form that the client accepts: as text for those that
// take nothing else. The media type is empty for a status without a body.
func (p Failure) Body(accept []string) (mediaType string, body []byte) {
	switch {
	case p.Status == http.StatusNoContent || p.Status == http.StatusResetContent || p.Status == http.StatusNotModified:
		return "", nil
	case len(accept) > 0 && negotiate.Best(accept, offers) == answer.Text:
		return answer.EncodedText, []byte(p.text())
	}
	return problem.MediaType, p.Append(nil)
}

func (p Failure) text() string {
	text := p.Title
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	return text + "\nrequest " + p.Instance + "\n"
}

// Level is what Log tells at: Debug of what is meant for the client, Warn of the rest.
func (p Failure) Level() slog.Level {
	if p.Internal {
		return slog.LevelWarn
	}
	return slog.LevelDebug
}

// Log tells about the error of a failure once.
func (p Failure) Log(ctx context.Context, logger *slog.Logger, err error, attrs ...any) {
	level := p.Level()
	if !logger.Enabled(ctx, level) {
		return
	}
	attrs = append([]any{"status", p.Status, "request", p.Instance, "err", err}, attrs...)
	var client *core.ClientError
	if errors.As(err, &client) && client.Err != nil {
		attrs = append(attrs, "cause", client.Err)
	}
	var panicked *Panic
	if errors.As(err, &panicked) {
		attrs = append(attrs, "stack", string(panicked.Stack))
	}
	logger.Log(ctx, level, "request failed", attrs...)
}

// ErrTimeout is the cause with which the context of a request ends at the deadline
// of its route.
var ErrTimeout = &core.ClientError{Status: http.StatusServiceUnavailable, Message: "the request took too long"}

// Internal hides what it wraps from the client.
type Internal struct{ Err error }

// Error returns the text of the cause.
func (e *Internal) Error() string { return "internal error: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Internal) Unwrap() error { return e.Err }

// Panic is what somebody panicked with.
type Panic struct {
	Value any
	Stack []byte
}

// Error returns the value.
func (e *Panic) Error() string { return fmt.Sprintf("panic: %v", e.Value) }
