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
		if ch.passed == len(ch.hooks) {
			return ch.last(ch.c)
		}
		ch.at = ch.passed
		err := ch.hooks[ch.at](ch.c, ch.next)
		ch.at = at
		return err
	}
}
