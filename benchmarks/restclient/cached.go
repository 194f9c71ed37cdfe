package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// The variants that read what is stored.
const (
	boundGet    = "Get, fresh"
	useSuspense = "UseSuspense, fresh"
)

func cachedScenario() scenario {
	return scenario{
		name: "cached", title: "Read what is fresh", base: bareHTTP,
		note: "An entity of 40 bytes by its key, through the public API; the peer is the round trip that it saves.",
		build: func(scale) (*bench, error) {
			s := newServer(1)
			hc := &http.Client{Transport: inProcess{s}}
			client, err := restclient.New(httptransport.New(hc))
			if err != nil {
				return nil, err
			}
			b := &bench{}
			b.closeWith(client.Close)
			return b, b.addCached(client, s, hc)
		},
	}
}

func (b *bench) addCached(client *restclient.Client, s *server, hc *http.Client) error {
	resource := todosAt(origin)
	todos, ctx := resource.On(client), context.Background()
	stored, err := todos.Fetch(ctx, 1)
	if err != nil {
		return err
	}
	asked := s.asked.Load()
	fromStore := func(got Todo) error {
		if now := s.asked.Load(); got != stored || now != asked {
			return fmt.Errorf("%v after %d requests, want %v after %d", got, now, stored, asked)
		}
		return nil
	}
	hook := client.Context(ctx)
	b.add(
		asking(boundGet, func() (Todo, error) { return todos.Get(ctx, 1) }, fromStore),
		asking(useSuspense, func() (Todo, error) { return restclient.UseSuspense(hook, resource.Get, 1) }, fromStore),
		asking(bareHTTP, func() (Todo, error) { return getWith[Todo](ctx, hc, origin+"/todos/1", json.Unmarshal) }, fresh(first)),
	)
	return nil
}
