package policy

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Middleware puts a policy around a transport. The transport that it returns
// keeps the contract of core.Transport, concurrency included. State, such as a
// retry budget, belongs to that transport: a Middleware may be used for several.
type Middleware = func(core.Transport) core.Transport

// Chain makes one Middleware of several, the first one outermost.
func Chain(m ...Middleware) Middleware {
	return func(t core.Transport) core.Transport {
		for i := len(m) - 1; i >= 0; i-- {
			t = m[i](t)
		}
		return t
	}
}

// Describe names the policies around a transport, the outermost first, such as
// "retry > log > *httptransport.Transport". It sees through the middlewares of
// this package only; the first other transport ends the text.
func Describe(t core.Transport) string {
	var names []string
	for {
		l, ok := t.(*layer)
		if !ok {
			return strings.Join(append(names, fmt.Sprintf("%T", t)), " > ")
		}
		names = append(names, l.name)
		t = l.next
	}
}

// layer is the transport of every middleware here.
type layer struct {
	name string
	next core.Transport
	do   core.TransportFunc
}

func (l *layer) Do(ctx context.Context, r *core.Request) (*core.Response, error) { return l.do(ctx, r) }

// ErrNotSent says that a policy kept a request back: the server has not seen it.
var ErrNotSent = errors.New("the request was not sent")

// refusal is why a policy did not send a request.
type refusal struct {
	text string
	err  error // may be nil
}

func refuse(ctx context.Context, doing string, err error) error {
	if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
		err = fmt.Errorf("%w: %w", ended, err)
	}
	return &refusal{text: doing + ": " + err.Error(), err: err}
}

func (e *refusal) Error() string        { return e.text }
func (e *refusal) Unwrap() error        { return e.err }
func (e *refusal) Is(target error) bool { return target == ErrNotSent }

// misdeclared answers every request with why the policy cannot work.
func misdeclared(name string, err error) Middleware {
	return func(next core.Transport) core.Transport {
		return &layer{name, next, func(ctx context.Context, _ *core.Request) (*core.Response, error) {
			return nil, refuse(ctx, name, err)
		}}
	}
}

// withHeader returns a copy of r that has one header more.
func withHeader(r *core.Request, name, value string) *core.Request {
	with := *r
	if with.Header = r.Header.Clone(); with.Header == nil {
		with.Header = make(map[string][]string, 1)
	}
	with.Header.Set(name, value)
	return &with
}
