package httptransport_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

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

// beside sends what is for http://in.process to local, and all else to remote.
func beside(local, remote core.Transport) core.TransportFunc {
	return func(ctx context.Context, r *core.Request) (*core.Response, error) {
		if strings.HasPrefix(r.URL, "http://in.process/") {
			return local.Do(ctx, r)
		}
		return remote.Do(ctx, r)
	}
}

func Example() {
	server := httptest.NewServer(hello)
	defer server.Close()
	remote := httptransport.New(nil)
	defer remote.CloseIdleConnections()
	local := httptransport.InProcess(hello)
	defer local.Wait()

	transport := beside(local, remote)
	show(transport, server.URL+"/world")
	show(transport, "http://in.process/here")
	// Output:
	// 200 hello /world <nil>
	// 200 hello /here <nil>
}

func ExampleInProcess() {
	transport := httptransport.InProcess(hello)
	defer transport.Wait()
	show(transport, "http://any.host/world")
	// Output: 200 hello /world <nil>
}
