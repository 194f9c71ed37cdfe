package restclient_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

func serving(h http.HandlerFunc) *restclient.Client {
	client, err := restclient.New(httptransport.InProcess(h))
	if err != nil {
		panic(err)
	}
	return client
}

// pagesOf answers with twelve rows, five a page.
func pagesOf(kind string) *restclient.Client {
	return serving(func(w http.ResponseWriter, r *http.Request) {
		if kind != "" {
			r.URL.RawQuery += "&kind=" + kind
		}
		rowServer{12}.handler()(w, r)
	})
}

func printIDs(client *restclient.Client, opts ...restclient.PageOption) {
	defer client.Close()
	for row, err := range rows.On(client).All(context.Background(), RowFilter{}, opts...) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(row.ID, " ")
	}
	fmt.Println()
}

func ExampleByPage() {
	printIDs(pagesOf(""), restclient.ByPage("page"), restclient.MaxPages(2))
	// Output: 1 2 3 4 5 6 7 8 9 10
}

func ExampleByOffset() {
	printIDs(pagesOf(""), restclient.ByOffset("offset"), restclient.MaxItems(7))
	// Output: 1 2 3 4 5 6 7
}

func ExampleByCursor() {
	printIDs(pagesOf("envelope"), restclient.ItemsIn("/data/rows"), restclient.ByCursor("cursor", "next"))
	// Output: 1 2 3 4 5 6 7 8 9 10 11 12
}

func ExampleByCursorFunc() {
	next := func(r restclient.PageReply) (string, error) {
		var page struct{ Next string }
		err := json.Unmarshal(r.Body, &page)
		return page.Next, err
	}
	printIDs(pagesOf("envelope"), restclient.ItemsIn("/data/rows"), restclient.ByCursorFunc("cursor", next))
	// Output: 1 2 3 4 5 6 7 8 9 10 11 12
}

func ExampleByLink() {
	printIDs(pagesOf(""), restclient.ByLink(), restclient.Prefetch())
	// Output: 1 2 3 4 5 6 7 8 9 10 11 12
}

func ExampleByNextURL() {
	printIDs(pagesOf("envelope"), restclient.ItemsIn("/data/rows"), restclient.ByNextURL("nextURL"))
	// Output: 1 2 3 4 5 6 7 8 9 10 11 12
}

func ExamplePages() {
	client := pagesOf("")
	defer client.Close()
	ctx := client.Context(context.Background())

	for page, err := range restclient.Pages(ctx, rows.GetList, RowFilter{}, restclient.ByPage("page"), restclient.TotalInHeader("X-Total-Count")) {
		fmt.Println(page.Number, page.Items.Len(), page.Total, err)
	}
	// Output:
	// 1 5 12 <nil>
	// 2 5 12 <nil>
	// 3 2 12 <nil>
}

func ExampleStream() {
	client := serving(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		_, _ = io.WriteString(w, `{"id":1,"title":"read"}`+"\n"+`{"id":2,"title":"write"}`+"\n"+`oops`)
	})
	defer client.Close()
	ctx := client.Context(context.Background())

	for todo, err := range restclient.Stream(ctx, Todos.GetList, TodoFilter{}) {
		if err != nil {
			fmt.Println("error:", strings.Contains(err.Error(), "row 3 at byte 49"))
			return
		}
		fmt.Println(todo.Title)
	}
	// Output:
	// read
	// write
	// error: true
}

func ExampleClient_Do() {
	client := newClient()
	defer client.Close()
	ctx := context.Background()

	request, err := restclient.RequestOf(client, Todos.Get, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	response, err := client.Do(ctx, request)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	_, _ = fmt.Println(response.Status, response.Header.Get("Content-Type"))

	_, err = client.Do(ctx, &core.Request{Method: http.MethodGet, URL: "/relative"})
	fmt.Println(err != nil)
	// Output:
	// 200 application/json
	// true
}
