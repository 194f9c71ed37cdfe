package router

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
)

// PanicPolicy says what happens to the process when a controller panics on
// purpose: with any value but a runtime.Error.
//
// A runtime.Error, such as a nil dereference, is a bug: it is logged, answered
// with 500 and the process lives, whatever the policy. http.ErrAbortHandler
// always passes through to net/http, which cuts the connection. Hooks and
// middleware that panic are answered like errors they return.
type PanicPolicy int

// The policies.
const (
	// Exit answers 500, lets the requests that are being served finish and
	// ends the process with status 70.
	Exit PanicPolicy = iota
	// Crash lets the panic end the process at once, as if nobody had recovered
	// it: status 2 and a stack on standard error.
	Crash
	// Recover logs, answers 500 and goes on.
	Recover
)

// exitStatus is EX_SOFTWARE of sysexits.h.
const exitStatus = 70

type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// functionPanicked makes an error of what a controller function panicked with.
func (c *Context) functionPanicked(v any) error {
	if v == http.ErrAbortHandler {
		panic(v)
	}
	err := &panicError{v, debug.Stack()}
	if _, bug := v.(runtime.Error); bug {
		return err
	}
	if c.router.policy == Crash {
		crash(v)
	}
	c.panicked = err
	return err
}

// crash panics where nobody can recover it and does not return.
func crash(v any) {
	go func() { panic(v) }()
	select {}
}

// guard calls fn and makes an error of its panic.
func (c *Context) guard(fn func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = thrown(v)
		}
	}()
	return fn()
}

// thrown is the error that hooks and middleware panicked with.
func thrown(v any) error {
	if v == http.ErrAbortHandler {
		panic(v)
	}
	var client *ClientError
	if err, ok := v.(error); ok && errors.As(err, &client) {
		return err
	}
	return &panicError{v, debug.Stack()}
}

// obey does what the policy says after the response was sent.
func (r *Router) obey(err *panicError) {
	if r.policy == Exit {
		r.server.exiting.Do(func() { go r.leave(err) })
	}
}

func (r *Router) leave(err *panicError) {
	r.logger.Warn("leaving: a controller panicked on purpose", "err", err, "status", exitStatus)
	ctx, cancel := context.WithTimeout(context.Background(), r.drain)
	defer cancel()
	if err := r.Stop(ctx); err != nil {
		r.logger.Warn("requests were cut", "err", err)
	}
	r.exit(exitStatus)
}
