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
// purpose: with Context.Crash, or by a call of panic that is written in the main
// module or in the module of the controller function.
//
// Any other panic is a bug: a runtime.Error such as a nil dereference, an error
// that wraps one, and whatever the standard library or another module throws,
// such as strings.Repeat because of a count below zero, or log.Panic. It stays a
// bug when the application throws it on in a deferred function. A bug is logged,
// answered with 500, counted by Router.Bugs, and the process lives, whatever the
// policy.
//
// A panic with a *ClientError is that answer, and http.ErrAbortHandler always
// passes through to net/http, which cuts the connection. Hooks and middleware
// that panic are answered like errors they return.
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

// functionPanicked makes an error of what a controller function panicked with. It
// is called by the deferred function that recovers.
func (c *Context) functionPanicked(v any) error {
	r := c.x.router
	if answer := answerOf(v); answer != nil {
		return answer
	}
	err := &panicError{v, debug.Stack()}
	if !r.isOnPurpose(v, c.plan.function.at.pkg) {
		r.bugs.Add(1)
		return err
	}
	if r.policy == Crash {
		crash(err)
	}
	c.x.panicked = err
	return err
}

// answerOf is the error of a panic that is no fault of anybody, nil for others.
func answerOf(v any) error {
	err, ok := v.(error)
	var client *ClientError
	switch {
	case !ok || isCrash(err):
		return nil
	case err == http.ErrAbortHandler, errors.As(err, &client):
		return err
	}
	return nil
}

// isOnPurpose reports whether the module of a package, or the main module, has
// thrown v. It is called while v is recovered.
func (r *Router) isOnPurpose(v any, pkg string) bool {
	if err, ok := v.(error); ok {
		if isCrash(err) {
			return true
		}
		if errors.As(err, new(runtime.Error)) {
			return false
		}
	}
	return r.program.Raised(pkg)
}

func isCrash(err error) bool { return errors.As(err, new(*onPurpose)) }

// Bugs is how many panics that nobody has meant, such as nil dereferences, the
// router has recovered so far.
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
	if answer := answerOf(v); answer != nil {
		return answer
	}
	if _, bug := v.(runtime.Error); bug {
		r.bugs.Add(1)
	}
	return &panicError{v, debug.Stack()}
}

// obey does what the policy says after the response was sent.
func (r *Router) obey(err *panicError) {
	if r.policy == Exit {
		r.server.Leave(func() { r.leave(err) })
	}
}

func (r *Router) leave(err *panicError) {
	r.logger.Warn("leaving: a controller panicked on purpose", "err", err, "status", exitStatus)
	if err := r.Stop(context.Background()); err != nil {
		r.logger.Warn("requests were cut", "err", err)
	}
	r.exit(exitStatus)
}
