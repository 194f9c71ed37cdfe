package restclientfx_test

import (
	"context"
	"fmt"

	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/restclientfx"
)

func Example() {
	app := fx.New(
		fx.NopLogger,
		restclientfx.Module,
		restclientfx.Transport(httptransport.InProcess(answerAgentAs("hello"))), // without: resty
		restclientfx.Option(restclient.WithBaseURL("http://in.process")),
		fx.Invoke(func(c *restclient.Client) {
			fmt.Println(restclient.Fetch(c.Context(context.Background()), agent, restclient.None{}))
		}),
	)
	fmt.Println(app.Err())
	// Output:
	// hello <nil>
	// <nil>
}
