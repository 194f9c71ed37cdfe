package openapi

import (
	"context"
	"fmt"
)

// guard runs f and turns a panic into an error. It returns when ctx ends, even
// if f has not: f then runs to its end in the background, and the gate bounds
// how long that takes.
func guard[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("the description cannot be read: %v", p)
			}
			done <- r
		}()
		r.value, r.err = f()
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
