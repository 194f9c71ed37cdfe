package restclient_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

func ExampleClient_ForIdentity() {
	fake := restfake.New()
	restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	client := clientOf(fake)
	defer client.Close()
	ctx := context.Background()
	ida, bo := client.ForIdentity("ida"), client.ForIdentity("bo")

	_, err := Todos.On(ida).Get(ctx, 1)
	fmt.Println(err)
	_, ok := restclient.UseCache(bo.Context(ctx), Todos.Get, 1)
	fmt.Println("bo sees it:", ok)
	_, ok = restclient.UseCache(client.ForIdentity("ida").Context(ctx), Todos.Get, 1)
	fmt.Println("ida sees it:", ok)
	// Output:
	// <nil>
	// bo sees it: false
	// ida sees it: true
}

type userKey struct{}

// userOf is the identity of a call, and what its requests are signed with.
func userOf(ctx context.Context) string {
	user, _ := ctx.Value(userKey{}).(string)
	return user
}

// asUser signs each request for the user in its context.
func asUser(next core.Transport) core.Transport {
	return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
		signed := *r
		signed.Header = r.Header.Clone()
		if signed.Header == nil {
			signed.Header = http.Header{}
		}
		signed.Header.Set("Authorization", "Bearer token-of-"+userOf(ctx))
		return next.Do(ctx, &signed)
	})
}

func ExampleWithIdentity() {
	me := restclient.RestEndpoint[restclient.None, string]("/me", restclient.WithURLPrefix("http://api.test"))
	fake := restfake.New()
	fake.On("GET", "/me", func(r *restfake.Request) restfake.Reply {
		return restfake.Text(200, r.Header.Get("Authorization"))
	})
	client := clientOf(fake,
		restclient.WithIdentity(userOf),
		restclient.WithMiddleware(asUser))
	defer client.Close()

	for _, user := range []string{"ida", "bo", "ida"} {
		ctx := context.WithValue(client.Context(context.Background()), userKey{}, user)
		fmt.Println(restclient.UseSuspense(ctx, me, restclient.None{}))
	}
	fmt.Println(len(fake.Calls()), "requests")
	// Output:
	// Bearer token-of-ida <nil>
	// Bearer token-of-bo <nil>
	// Bearer token-of-ida <nil>
	// 2 requests
}

func ExampleClient_Middleware() {
	fake := restfake.New()
	restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	client := clientOf(fake)
	defer client.Close()

	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		todo, err := restclient.UseSuspense(r.Context(), Todos.Get, 1)
		fmt.Println(todo.Title, err, len(fake.Calls()))
	})
	visit := func(h http.Handler) { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) }

	everybody := client.Middleware(func(*http.Request) string { return "everybody" })(page)
	visit(everybody)
	visit(everybody) // shares what is stored
	alone := client.Middleware(nil)(page)
	visit(alone)
	visit(alone) // shares nothing
	// Output:
	// read <nil> 1
	// read <nil> 1
	// read <nil> 2
	// read <nil> 3
}
