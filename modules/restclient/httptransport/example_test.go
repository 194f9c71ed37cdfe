package httptransport_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

var hello = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "hello "+r.URL.Path) })

func show(tr core.Transport, url string) {
	res, err := tr.Do(context.Background(), &core.Request{Method: "GET", URL: url})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	fmt.Println(res.Status, string(body), err)
}

func ExampleNew() {
	server := httptest.NewServer(hello)
	defer server.Close()

	transport := httptransport.New(nil)
	defer transport.CloseIdleConnections()
	show(transport, server.URL+"/world")
	// Output: 200 hello /world <nil>
}

func ExampleInProcess() {
	transport := httptransport.InProcess(hello)
	defer transport.Wait()
	show(transport, "http://any.host/world")
	// Output: 200 hello /world <nil>
}
