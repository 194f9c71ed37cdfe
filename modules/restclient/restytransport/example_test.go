package restytransport_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/go-resty/resty/v2"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/restytransport"
)

func ExampleNew() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "hello "+r.Header.Get("X-App"))
	}))
	defer server.Close()

	transport, err := restytransport.New(resty.New().SetHeader("X-App", "demo"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer transport.CloseIdleConnections()
	res, err := transport.Do(context.Background(), &core.Request{Method: "GET", URL: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	fmt.Println(res.Status, string(body), err)

	_, err = restytransport.New(resty.New().SetRetryCount(3))
	fmt.Println(err)
	// Output:
	// 200 hello demo <nil>
	// restytransport: the resty client has RetryCount set: leave retries to the caller of the transport
}

func ExampleKeepHooks() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }))
	defer server.Close()
	client := resty.New().OnAfterResponse(func(_ *resty.Client, res *resty.Response) error {
		fmt.Println("hook:", res.Status(), res.String())
		return nil
	})

	transport, err := restytransport.New(client, restytransport.KeepHooks())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer transport.CloseIdleConnections()
	res, err := transport.Do(context.Background(), &core.Request{Method: "GET", URL: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	fmt.Println("caller:", string(body), err)
	// Output:
	// hook: 200 OK hello
	// caller: hello <nil>
}
