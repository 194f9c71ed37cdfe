package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

func ExampleWithMiddleware() {
	fake := restfake.New()
	fake.On("GET", "/todos/:id", restfake.Sequence(
		restfake.Status(503),
		restfake.Status(401),
		restfake.JSON(200, Todo{ID: 1, Title: "read"})))
	source := policy.TokenSourceFunc(func(_ context.Context, stale string) (policy.Token, error) {
		fmt.Println("a token is asked for")
		return policy.Token{Value: stale + "x"}, nil
	})
	client := clientOf(fake, restclient.WithMiddleware(
		policy.Retry(policy.WithBackoff(time.Millisecond, time.Second)),
		policy.Break(policy.NewBreaker()),
		policy.Auth("http://api.test", source)))
	defer client.Close()

	todo, err := Todos.On(client).Get(context.Background(), 1)
	fmt.Println(todo.Title, err)
	for _, call := range fake.Calls() {
		fmt.Println(call.Status, call.Header.Get("Authorization"))
	}
	// Output:
	// a token is asked for
	// a token is asked for
	// read <nil>
	// 503 Bearer x
	// 401 Bearer x
	// 200 Bearer xx
}

func ExampleError_attempts() {
	fake := restfake.New()
	fake.On("GET", "/todos/:id", restfake.Always(restfake.Status(503).With("Retry-After", "60")))
	client := clientOf(fake, restclient.WithMiddleware(
		policy.Retry(policy.WithMaxAttempts(2), policy.WithMaxRetryAfter(time.Second))))
	defer client.Close()

	_, err := Todos.On(client).Get(context.Background(), 1)
	if e, ok := errors.AsType[*restclient.Error](err); ok {
		fmt.Println(e.Attempts, "attempt, come back in", e.RetryAfter)
	}
	// Output: 1 attempt, come back in 1m0s
}
