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
// purpose: with Context.Crash, or with any value but a runtime.Error.
//
// A runtime.Error, such as a nil dereference, is a bug: it is logged, answered
// with 500, counted by Router.Bugs, and the process lives, whatever the policy.
// http.ErrAbortHandler always passes through to net/http, which cuts the
// connection. Hooks and middleware that panic are answered like errors they
// return.
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

// onPurpose is what Crash throws: never a bug, whatever it wraps.
type onPurpose struct{ err error }

func (e *onPurpose) Error() string { return e.err.Error() }
func (e *onPurpose) Unwrap() error { return e.err }

// functionPanicked makes an error of what a controller function panicked with.
func (c *Context) functionPanicked(v any) error {
	if v == http.ErrAbortHandler {
		return http.ErrAbortHandler
	}
	err := &panicError{v, debug.Stack()}
	if _, bug := v.(runtime.Error); bug {
		c.x.router.bugs.Add(1)
		return err
	}
	if c.x.router.policy == Crash {
		crash(err)
	}
	c.x.panicked = err
	return err
}

// Bugs is how many runtime errors, such as nil dereferences, the router has
// recovered so far.
func (r *Router) Bugs() int64 { return r.bugs.Load() }

// crash panics where nobody can recover it and does not return. The process says
// where the controller panicked, and not only where it was ended.
func crash(err *panicError) {
	go func() { panic(fmt.Errorf("%w\n\n%s", err, err.stack)) }()
	select {}
}

// protect calls fn and makes an error of its panic.
func (r *Router) protect(fn func() error) (err error) {
	defer r.recoverHook(&err)
	return fn()
}

// recoverHook is deferred around hooks: their panics become errors.
func (r *Router) recoverHook(err *error) {
	if v := recover(); v != nil {
		*err = r.thrown(v)
	}
}

// thrown is the error that hooks and middleware panicked with.
func (r *Router) thrown(v any) error {
	if v == http.ErrAbortHandler {
		return http.ErrAbortHandler
	}
	var client *ClientError
	if err, ok := v.(error); ok && errors.As(err, &client) {
		return err
	}
	if _, bug := v.(runtime.Error); bug {
		r.bugs.Add(1)
	}
	return &panicError{v, debug.Stack()}
}

// obey does what the policy says after the response was sent.
func (r *Router) obey(err *panicError) {
	if r.policy == Exit {
		r.server.exiting.Do(func() {
			r.server.leaving.fire()
			go r.leave(err)
		})
	}
}

func (r *Router) leave(err *panicError) {
	r.logger.Warn("leaving: a controller panicked on purpose", "err", err, "status", exitStatus)
	if err := r.Stop(context.Background()); err != nil {
		r.logger.Warn("requests were cut", "err", err)
	}
	r.exit(exitStatus)
	r.server.left.fire()
}
