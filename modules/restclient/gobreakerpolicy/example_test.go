package gobreakerpolicy_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/gobreakerpolicy"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

func ExampleNew() {
	breaker := gobreakerpolicy.New(gobreaker.Settings{
		Timeout:     5 * time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 2 },
	})
	down := core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
	})

	t := policy.Break(breaker)(down)
	for range 3 {
		_, err := t.Do(context.Background(), &core.Request{Method: "GET", URL: "https://api.example.com/todos"})
		fmt.Println(errors.Is(err, policy.ErrOpen))
	}
	fmt.Println(breaker.State("https://api.example.com"))
	// Output:
	// false
	// false
	// true
	// open
}
