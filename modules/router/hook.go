package router

import (
	"cmp"
	"errors"
	"reflect"
	"sort"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
)

// HookFunc is a hook with the whole context at hand. It keeps the contract of
// core.Hook: next at most once, and its error returned or replaced.
//
// Next is valid until the hook returns. In development and test one that is
// called later returns an error; in production it cannot be told from that of the
// request which has taken the place of the first. What comes of a next that the hook does
// not wait for is dropped.
type HookFunc func(c *Context, next func() error) error

// GuardFunc decides whether a request may go on: an error ends it.
type GuardFunc func(c *Context) error

type registeredHook struct {
	point core.HookPoint
	run   HookFunc
	guard GuardFunc // in place of run
	at    origin.Origin
	pack  bool // a pack has added it
}

func coreHook(h core.Hook, at origin.Origin) registeredHook {
	return registeredHook{
		point: h.Point(),
		run:   func(c *Context, next func() error) error { return h.Run(c, next) },
		at:    origin.Origin{Name: hookName(h), File: at.File, Line: at.Line},
	}
}

func hookName(h core.Hook) string { return cmp.Or(h.Point().Name, reflect.TypeOf(h).String()) }

func takeHook(h *registeredHook, fn any) bool {
	h.run = hookFunc(fn)
	return h.run != nil
}

func hookFunc(fn any) HookFunc {
	switch fn := fn.(type) {
	case HookFunc:
		return fn
	case func(*Context, func() error) error:
		return fn
	case func(core.Exchange, func() error) error:
		if fn == nil {
			return nil
		}
		return func(c *Context, next func() error) error { return fn(c, next) }
	}
	return nil
}

// hooksFor selects the hooks of one stage for a route in the order in which they
// run: those without a flag, then those of its flags in the order written.
func hooksFor(hooks []registeredHook, stage core.Stage, flags []string) []registeredHook {
	var selected []registeredHook
	for _, flag := range append([]string{""}, flags...) {
		var same []registeredHook
		for _, h := range hooks {
			if h.point.Stage == stage && h.point.Flag == flag {
				same = append(same, h)
			}
		}
		sort.SliceStable(same, func(i, j int) bool { return same[i].point.Order < same[j].point.Order })
		selected = append(selected, same...)
	}
	sort.SliceStable(selected, func(i, j int) bool { return selected[i].rank() < selected[j].rank() })
	return selected
}

// rank puts guards before what they guard.
func (h registeredHook) rank() int {
	if h.guard != nil {
		return 0
	}
	return 1
}

func functionsOf(hooks []registeredHook) (guards []GuardFunc, around []HookFunc) {
	for _, h := range hooks {
		if h.guard != nil {
			guards = append(guards, h.guard)
			continue
		}
		around = append(around, h.run)
	}
	return guards, around
}

var (
	errNextTwice = errors.New("the hook calls next twice")
	errNextLate  = errors.New("the hook calls next after it has returned")
)

// chain runs the hooks of one stage around what comes last. Its next is one
// function for all hooks, made once: which of them calls it follows from at.
type chain struct {
	next   func() error
	last   func(*Context) error
	c      *Context
	hooks  []HookFunc
	at     int // the hook that runs
	passed int // the number of hooks that have called next
}

func (ch *chain) run(c *Context, hooks []HookFunc) error {
	ch.c, ch.hooks, ch.at, ch.passed = c, hooks, 0, 0
	err := hooks[0](c, ch.next)
	ch.hooks = nil
	return err
}

func (ch *chain) init(last func(*Context) error) {
	ch.last = last
	ch.next = func() error {
		at := ch.at
		switch {
		case ch.hooks == nil:
			return errNextLate
		case ch.passed > at:
			return errNextTwice
		}
		ch.passed = at + 1
		c := ch.c
		c.enter() // a hook that does not wait for next leaves it the exchange for good
		defer c.leave()
		if ch.passed == len(ch.hooks) {
			return ch.last(c)
		}
		ch.at = ch.passed
		err := ch.hooks[ch.at](c, ch.next)
		ch.at = at
		return err
	}
}
