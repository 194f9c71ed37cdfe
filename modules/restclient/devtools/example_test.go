package devtools_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/devtools"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

func ExampleHandler() {
	fake := restfake.New()
	restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	client, err := restclient.New(fake)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	mux := http.NewServeMux()
	mux.Handle("/debug/rest/", devtools.Handler(client))
	server := httptest.NewServer(mux)
	defer server.Close()

	if _, err := Todos.On(client).Get(context.Background(), 1); err != nil {
		fmt.Println(err)
	}
	show(server.URL + "/debug/rest/table?table=devtools_test.Todo")
	// Output: 200 OK true
}

// show prints whether a page has what the server has sent.
func show(url string) {
	res, err := http.Get(url)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	var page strings.Builder
	if err := res.Write(&page); err != nil {
		fmt.Println(err)
	}
	fmt.Println(res.Status, strings.Contains(page.String(), "&#34;title&#34;: &#34;read&#34;"))
}

func ExampleWithAllow() {
	client, err := restclient.New(restfake.New())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	isAdmin := func(r *http.Request) bool { return r.Header.Get("Authorization") == "Bearer of an admin" }

	h := devtools.Handler(client, devtools.WithAllow(isAdmin), devtools.WithCommits(50))

	r := httptest.NewRequest(http.MethodGet, "https://staging.example/debug/rest/", nil)
	for range 2 {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code)
		r.Header.Set("Authorization", "Bearer of an admin")
	}
	// Output:
	// 403
	// 200
}
