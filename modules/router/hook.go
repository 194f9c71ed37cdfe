package router

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
)

// HookFunc is a hook with the whole context at hand. It keeps the contract of
// core.Hook: next at most once, and its error returned or replaced.
type HookFunc func(c *Context, next func() error) error

var errNextTwice = errors.New("the hook calls next twice")

type registeredHook struct {
	point core.HookPoint
	run   HookFunc
	at    origin
}

func coreHook(h core.Hook) registeredHook {
	return registeredHook{
		point: h.Point(),
		run:   func(c *Context, next func() error) error { return h.Run(c, next) },
		at:    hookOrigin(h),
	}
}

func hookOrigin(h core.Hook) origin {
	name := h.Point().Name
	if name == "" {
		name = reflect.TypeOf(h).String()
	}
	return origin{name: name}
}

func (r *Router) addHook(stage core.Stage, args []any) {
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
	if len(args) == 1 || len(args) == 2 {
		h.run = hookFunc(args[len(args)-1])
	}
	if h.run == nil {
		r.mistake(calledFrom(2), "", string(stage)+" takes an optional flag and a func(*router.Context, func() error) error")
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

// hooksFor selects the hooks of one stage for a route: those without a flag,
// then those of its flags in the order written.
func hooksFor(hooks []registeredHook, stage core.Stage, flags []string) []HookFunc {
	var selected []HookFunc
	for _, flag := range append([]string{""}, flags...) {
		var same []registeredHook
		for _, h := range hooks {
			if h.point.Stage == stage && h.point.Flag == flag {
				same = append(same, h)
			}
		}
		slices.SortStableFunc(same, func(a, b registeredHook) int { return cmp.Compare(a.point.Order, b.point.Order) })
		for _, h := range same {
			selected = append(selected, h.run)
		}
	}
	return selected
}

// chain runs hooks around last.
func chain(c *Context, hooks []HookFunc, last func() error) error {
	if len(hooks) == 0 {
		return last()
	}
	called := false
	return hooks[0](c, func() error {
		if called {
			return errNextTwice
		}
		called = true
		return chain(c, hooks[1:], last)
	})
}
