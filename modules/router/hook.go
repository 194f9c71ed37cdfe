package router

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
)

// HookFunc is a hook with the whole context at hand. It keeps the contract of
// core.Hook: next at most once, and its error returned or replaced.
//
// Next is valid until the hook returns. In development and test one that is
// called later returns an error; in production it cannot be told from that of the
// request which has taken the place of the first.
type HookFunc func(c *Context, next func() error) error

// GuardFunc decides whether a request may go on: an error ends it.
type GuardFunc func(c *Context) error

type registeredHook struct {
	point core.HookPoint
	run   HookFunc
	guard GuardFunc // in place of run
	at    origin
}

func coreHook(h core.Hook, at origin) registeredHook {
	return registeredHook{
		point: h.Point(),
		run:   func(c *Context, next func() error) error { return h.Run(c, next) },
		at:    origin{name: hookName(h), file: at.file, line: at.line},
	}
}

func hookName(h core.Hook) string { return cmp.Or(h.Point().Name, reflect.TypeOf(h).String()) }

// Hook adds hooks. Hooks of one stage and flag run by their order, then by
// their registration; those that this package's own methods register have
// order 0.
func (r *Router) Hook(hooks ...core.Hook) {
	r.open("Hook")
	for _, h := range hooks {
		if h == nil {
			r.mistake(calledFrom(1), "", "the hook is nil")
			continue
		}
		r.hooks = append(r.hooks, coreHook(h, calledFrom(1)))
	}
}

// Guard adds a function that decides before the controller function whether a
// request may go on: the cheapest hook of beforeFunctionCall. Guards run before
// the other hooks of their stage, in the same order as those.
//
//	r.Guard(fn)
//	r.Guard("AUTH", fn)
//
// The function is a func(*router.Context) error.
func (r *Router) Guard(flagAndFunc ...any) {
	r.addHook(core.BeforeFunctionCall, flagAndFunc, guardForm, func(h *registeredHook, fn any) bool {
		switch fn := fn.(type) {
		case GuardFunc:
			h.guard = fn
		case func(*Context) error:
			h.guard = fn
		}
		return h.guard != nil
	})
}

const (
	guardForm = "Guard takes an optional flag and a func(*router.Context) error"
	hookForm  = "a hook is an optional flag and a func(*router.Context, func() error) error"
)

// BeforeFunctionCall adds a hook that runs before the controller function of
// every route, or of those that carry a flag:
//
//	r.BeforeFunctionCall(fn)
//	r.BeforeFunctionCall("AUTH", fn)
//
// The function is a HookFunc, or a func(core.Exchange, func() error) error. Its
// next runs what is behind it up to the controller function.
func (r *Router) BeforeFunctionCall(flagAndFunc ...any) {
	r.addHook(core.BeforeFunctionCall, flagAndFunc, hookForm, takeHook)
}

// BeforeRender adds a hook that runs before the result is encoded, in the forms
// of BeforeFunctionCall. It does not run after an error, nor for a controller
// that writes its response itself. Its next encodes.
func (r *Router) BeforeRender(flagAndFunc ...any) {
	r.addHook(core.BeforeRender, flagAndFunc, hookForm, takeHook)
}

// BeforeResponse adds a hook that runs before the response is sent, in the
// forms of BeforeFunctionCall: also after an error, and when a controller
// writes its response itself. Its next sends the response.
func (r *Router) BeforeResponse(flagAndFunc ...any) {
	r.addHook(core.BeforeResponse, flagAndFunc, hookForm, takeHook)
}

// AfterResponse adds a hook that runs once when everything is over, whatever has
// happened: also after an error, a panic, a client that went away and a
// connection that was taken over. It takes the forms of BeforeFunctionCall, and
// a func(*router.Context). Context.Err and Context.Status tell how it went; the
// next of a HookFunc returns the error. All hooks run, in order; what they return
// is logged.
func (r *Router) AfterResponse(flagAndFunc ...any) {
	r.addHook(core.AfterResponse, flagAndFunc, hookForm+" or func(*router.Context)", func(h *registeredHook, fn any) bool {
		if simple, ok := fn.(func(*Context)); ok && simple != nil {
			h.run = func(c *Context, next func() error) error { simple(c); return next() }
			return true
		}
		return takeHook(h, fn)
	})
}

func takeHook(h *registeredHook, fn any) bool {
	h.run = hookFunc(fn)
	return h.run != nil
}

// addHook registers a hook for the application that called the caller.
func (r *Router) addHook(stage core.Stage, args []any, form string, take func(*registeredHook, any) bool) {
	r.open(string(stage))
	h := registeredHook{point: core.HookPoint{Stage: stage}}
	if len(args) == 2 {
		flag, ok := args[0].(string)
		if !ok || flag == "" {
			r.mistake(calledFrom(2), "", fmt.Sprintf("%s: the flag is %#v: write a name such as \"AUTH\"", stage, args[0]))
			return
		}
		h.point.Flag = flag
	}
	if len(args) == 0 || len(args) > 2 || !take(&h, args[len(args)-1]) {
		r.mistake(calledFrom(2), "", string(stage)+": "+form)
		return
	}
	h.at = originOf(args[len(args)-1])
	r.hooks = append(r.hooks, h)
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
		slices.SortStableFunc(same, func(a, b registeredHook) int { return cmp.Compare(a.point.Order, b.point.Order) })
		selected = append(selected, same...)
	}
	slices.SortStableFunc(selected, func(a, b registeredHook) int { return cmp.Compare(a.rank(), b.rank()) })
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
