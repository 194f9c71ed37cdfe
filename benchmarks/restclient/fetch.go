package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-resty/resty/v2"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/restytransport"
)

// The variants that ask a server.
const (
	bareHTTP   = "net/http + encoding/json"
	bareV2     = "net/http + go-json-experiment"
	bareResty  = "resty SetResult"
	overResty  = "trefoil over resty"
	overHTTP   = "trefoil over net/http"
	rowsOfList = 100
)

func fetchScenarios() []scenario {
	return []scenario{
		{
			name: "one", title: "Fetch one row, in process", base: bareV2,
			note: fmt.Sprintf("`GET /todos/1`, %d bytes of JSON. %s", len(encoded(todo(0, 0))), inProcessNote),
			build: func(scale) (*bench, error) {
				return fetching(origin, &http.Client{Transport: inProcess{newServer(1)}}, oneTodo)
			},
		},
		{
			name: "hundred", title: "Fetch 100 rows, in process", base: bareV2,
			note: fmt.Sprintf("`GET /todos`, %d bytes of JSON. %s", len(encoded(someTodos(rowsOfList, 0))), inProcessNote),
			build: func(scale) (*bench, error) {
				return fetching(origin, &http.Client{Transport: inProcess{newServer(rowsOfList)}}, allTodos)
			},
		},
		{
			name: "loopback", title: "Fetch one row over the loopback interface", base: bareV2,
			note:  "As before, from a net/http server in the same process over a connection that is kept: the figures contain what the server and the kernel do.",
			build: func(scale) (*bench, error) { return overLoopback() },
		},
	}
}

const inProcessNote = "An `http.RoundTripper` calls the handler, the same one for all. " +
	"The first row has another title in every answer, and the others are what they were; trefoil normalises the answer and commits it to its store, of which the peers have none."

// fetching compares the clients that send through one http.Client.
func fetching(origin string, hc *http.Client, variants func(*bench, fetcher)) (*bench, error) {
	b := &bench{}
	resty := resty.NewWithClient(hc)
	carrier, err := restytransport.New(resty)
	if err != nil {
		return nil, err
	}
	f := fetcher{origin: origin, http: hc, resty: resty}
	for _, t := range []struct {
		name      string
		transport core.Transport
	}{{overResty, carrier}, {overHTTP, httptransport.New(hc)}} {
		client, err := restclient.New(t.transport)
		if err != nil {
			return nil, err
		}
		b.closeWith(client.Close)
		f.trefoil = append(f.trefoil, typed{t.name, todosAt(origin).On(client)})
	}
	variants(b, f)
	return b, nil
}

// fetcher has the clients of one scenario.
type fetcher struct {
	origin  string
	http    *http.Client
	resty   *resty.Client
	trefoil []typed
}

type typed struct {
	name  string
	todos boundTodos
}

func oneTodo(b *bench, f fetcher) {
	ctx, url := context.Background(), f.origin+"/todos/1"
	b.add(
		asking(bareHTTP, func() (Todo, error) { return getWith[Todo](ctx, f.http, url, json.Unmarshal) }, fresh(first)),
		asking(bareV2, func() (Todo, error) { return getWith[Todo](ctx, f.http, url, unmarshalV2) }, fresh(first)),
		asking(bareResty, func() (Todo, error) { return getWithResty[Todo](ctx, f.resty, url) }, fresh(first)),
	)
	for _, t := range f.trefoil {
		isFresh := fresh(first)
		b.add(asking(t.name, func() (Todo, error) { return t.todos.Fetch(ctx, 1) }, func(got Todo) error {
			if stored, err := t.todos.Get(ctx, 1); err != nil || stored != got {
				return fmt.Errorf("stored is %v with error %v, fetched %v", stored, err, got)
			}
			return isFresh(got)
		}))
	}
}

func allTodos(b *bench, f fetcher) {
	ctx, url := context.Background(), f.origin+"/todos"
	b.add(
		asking(bareHTTP, func() ([]Todo, error) { return getWith[[]Todo](ctx, f.http, url, json.Unmarshal) }, fresh(ofHundred)),
		asking(bareV2, func() ([]Todo, error) { return getWith[[]Todo](ctx, f.http, url, unmarshalV2) }, fresh(ofHundred)),
		asking(bareResty, func() ([]Todo, error) { return getWithResty[[]Todo](ctx, f.resty, url) }, fresh(ofHundred)),
	)
	for _, t := range f.trefoil {
		isFresh := fresh(ofHundred)
		b.add(asking(t.name, func() (restclient.List[Todo], error) { return t.todos.FetchList(ctx, restclient.None{}) },
			func(got restclient.List[Todo]) error {
				if stored, err := t.todos.Get(ctx, 1); err != nil || stored != got.At(0) {
					return fmt.Errorf("stored is %v with error %v, fetched %v", stored, err, got.At(0))
				}
				return isFresh(got.Slice())
			}))
	}
}

// fresh checks that answers are what is expected of one of the two versions,
// and never the same twice: nobody answers from a cache.
func fresh[T any](rows func(T) (got, want []Todo)) func(T) error {
	last := Todo{}
	return func(answer T) error {
		got, want := rows(answer)
		if len(got) != len(want) {
			return fmt.Errorf("%d rows, not %d", len(got), len(want))
		}
		head := got[0]
		if head == last || head != todo(0, 0) && head != todo(0, 1) || !slices.Equal(got[1:], want[1:]) {
			return fmt.Errorf("unexpected answer %v after %v", got, last)
		}
		last = head
		return nil
	}
}

func first(t Todo) (got, want []Todo)          { return []Todo{t}, someTodos(1, 0) }
func ofHundred(rows []Todo) (got, want []Todo) { return rows, someTodos(rowsOfList, 0) }

func unmarshalV2(data []byte, v any) error { return jsonv2.Unmarshal(data, v) }

// getWith is what one writes without a library.
func getWith[T any](ctx context.Context, client *http.Client, url string, unmarshal func([]byte, any) error) (T, error) {
	var v T
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return v, err
	}
	res, err := client.Do(req)
	if err != nil {
		return v, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return v, err
	}
	if res.StatusCode != http.StatusOK {
		return v, fmt.Errorf("status %d", res.StatusCode)
	}
	return v, unmarshal(body, &v)
}

func getWithResty[T any](ctx context.Context, client *resty.Client, url string) (T, error) {
	var v T
	res, err := client.R().SetContext(ctx).SetResult(&v).Get(url)
	if err == nil && res.IsError() {
		err = fmt.Errorf("status %d", res.StatusCode())
	}
	return v, err
}

func overLoopback() (*bench, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: newServer(1)}
	go func() { _ = server.Serve(listener) }() // ends with an error when it is closed
	transport := &http.Transport{}
	b, err := fetching("http://"+listener.Addr().String(), &http.Client{Transport: transport}, oneTodo)
	if err != nil {
		return nil, fmt.Errorf("%w; %v", err, server.Close())
	}
	b.closeWith(func() { _ = server.Close() })
	b.closeWith(transport.CloseIdleConnections)
	return b, nil
}
