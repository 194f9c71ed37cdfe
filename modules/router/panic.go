package router

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
	"github.com/trefoil-go/trefoil/modules/router/internal/raiser"
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
// runtime.Goexit is such a bug, too, but nothing more is sent: net/http cuts the
// connection, and the hooks of afterResponse run.
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

// onPurpose is what Crash throws: never a bug, whatever it wraps.
type onPurpose struct{ err error }

func (e *onPurpose) Error() string { return e.err.Error() }
func (e *onPurpose) Unwrap() error { return e.err }

// panics judges what functions and hooks panic with.
type panics struct {
	policy  PanicPolicy
	program raiser.Program
	bugs    atomic.Int64
}

// ofFunction makes an error of what a controller function of a package panicked
// with. Meant is nil unless the process is to end. It is called by the deferred
// function that recovers.
func (p *panics) ofFunction(v any, pkg string) (meant *failure.Panic, err error) {
	if answer := answerOf(v); answer != nil {
		return nil, answer
	}
	if !p.isOnPurpose(v, pkg) {
		return nil, p.bug(v)
	}
	panicked := &failure.Panic{Value: v, Stack: debug.Stack()}
	switch p.policy {
	case Crash:
		crash(panicked)
	case Recover:
		return nil, panicked
	}
	return panicked, panicked
}

// bug counts a bug and makes an error of it.
func (p *panics) bug(v any) error {
	p.bugs.Add(1)
	return &failure.Panic{Value: v, Stack: debug.Stack()}
}

// answerOf is the error of a panic that is no fault of anybody, nil for others.
func answerOf(v any) error {
	err, ok := v.(error)
	var client *ClientError
	switch {
	case !ok || isCrash(err):
		return nil
	case err == http.ErrAbortHandler, errors.As(err, &client) && client != nil:
		return err
	}
	return nil
}

// sound returns err where it can be looked at, and otherwise what looking at it panics with:
// a nil pointer that a function has returned as an error is not nil.
func (p *panics) sound(err error) error {
	if wrong := p.protect(func() error { _ = errors.Is(err, http.ErrAbortHandler); return nil }); wrong != nil {
		return wrong
	}
	return err
}

// isOnPurpose reports whether the module of a package, or the main module, has
// thrown v. It is called while v is recovered.
func (p *panics) isOnPurpose(v any, pkg string) bool {
	if err, ok := v.(error); ok {
		if isCrash(err) {
			return true
		}
		if errors.As(err, new(runtime.Error)) {
			return false
		}
	}
	return p.program.Raised(pkg)
}

func isCrash(err error) bool { return errors.As(err, new(*onPurpose)) }

// crash panics where nobody can recover it and does not return. The process says
// where the controller panicked, and not only where it was ended.
func crash(err *failure.Panic) {
	go func() { panic(fmt.Errorf("%w\n\n%s", err, err.Stack)) }()
	select {}
}

// protect calls fn and makes an error of its panic.
func (p *panics) protect(fn func() error) (err error) {
	defer p.recoverHook(&err)
	return fn()
}

// recoverHook is deferred around hooks: their panics become errors.
func (p *panics) recoverHook(err *error) {
	if v := recover(); v != nil {
		*err = p.thrown(v)
	}
}

// thrown is the error that hooks and middleware panicked with.
func (p *panics) thrown(v any) error {
	if answer := answerOf(v); answer != nil {
		return answer
	}
	if _, bug := v.(runtime.Error); bug {
		return p.bug(v)
	}
	return &failure.Panic{Value: v, Stack: debug.Stack()}
}
