package router

import "errors"

var (
	errNextTwice = errors.New("the hook calls next twice")
	errNextLate  = errors.New("the hook calls next after it has returned")
)

// chain runs the hooks of one stage around what comes last. Its next is one
// function for all hooks, made once: which of them calls it follows from at.
type chain struct {
	next   func() error
	c      *Context
	hooks  []HookFunc
	last   func(*Context) error
	at     int // the hook that runs
	passed int // the number of hooks that have called next
}

func (ch *chain) run(c *Context, hooks []HookFunc, last func(*Context) error) error {
	if len(hooks) == 0 {
		return last(c)
	}
	ch.c, ch.hooks, ch.last, ch.at, ch.passed = c, hooks, last, 0, 0
	err := hooks[0](c, ch.next)
	ch.hooks = nil
	return err
}

// init makes next.
func (ch *chain) init() {
	ch.next = func() error {
		at := ch.at
		switch {
		case ch.hooks == nil:
			return errNextLate
		case ch.passed > at:
			return errNextTwice
		}
		ch.passed = at + 1
		if ch.passed == len(ch.hooks) {
			return ch.last(ch.c)
		}
		ch.at = ch.passed
		err := ch.hooks[ch.at](ch.c, ch.next)
		ch.at = at
		return err
	}
}
