// Package restclient is a typed REST client with a normalised store: endpoints
// are declared once as values, calls are checked by the compiler, and what the
// server said about an entity is kept in one place.
//
//	type Todo struct {
//		ID        int    `json:"id,omitzero"`
//		Title     string `json:"title"`
//		Completed bool   `json:"completed"`
//	}
//
//	func (t Todo) PK() int { return t.ID }
//
//	var Todos = restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id",
//		restclient.WithURLPrefix("https://api.example.com"),
//		restclient.WithOptimistic())
//
//	client, err := restclient.New(httptransport.New(nil))
//	todos := Todos.On(client)
//	todo, err := todos.Get(ctx, 5)                                          // from the store when fresh
//	todo, err = todos.Edit(ctx, 5, func(t *Todo) { t.Completed = true })    // shown at once, sent as a PATCH
//	todo, err = todos.Create(ctx, TodoFilter{}, Todo{Title: "x"})           // every list that it fits shows it
//	for todo, err := range todos.Watch(ctx, 5) { … }                        // as it is, and each change
//
// Endpoints and resources are immutable descriptions; everything that changes
// belongs to a [Client]. Every error of a call is an [*Error].
//
// # Reading
//
// Data is fresh for a time: as [WithExpiry] says, else Cache-Control or Expires in
// the response, else [DefaultExpiry]. Fresh data is returned from the store, stale
// data too, and is read again in the background; only what is missing or
// invalid is waited for, and what the server forbids to show stale. Reads that overlap share one request, and a server that
// gives ETag or Last-Modified is asked whether anything has changed (RFC 9110,
// section 13). What is returned is a copy.
//
// # Changing
//
// A mutation is sent once, and its answer is stored in one commit: every list
// and every query has it. With [WithOptimistic] it is shown before it is
// answered, and taken back when it fails. [Edit] is a change as one function.
// The answer to a request never overwrites that to a later one.
//
// # Following
//
// [Live] runs a function again whenever something changes that it has read. The
// functions that read find the client in their context, in the manner of hooks:
//
//	ctx = client.Context(ctx)
//	render := func(ctx context.Context) (string, error) {
//		todo, err := restclient.UseSuspense(ctx, Todos.Get, 5)
//		left, ok := restclient.UseQuery(ctx, Remaining, TodoFilter{})
//		…
//	}
//	for html, err := range restclient.Live(ctx, render) { … }
//
// All that one run reads is one state of the store. [Watch] follows one read.
//
// # Users
//
// A client is one store. A server that calls an API for its users keeps their
// data apart with [Client.Middleware], [Client.ForIdentity] or [WithIdentity].
//
// # The next run
//
// What the server has said can be there when the program starts again, and
// mutations can wait until there is a network: [WithPersistence] and
// [WithOutbox], with package filepersist.
//
// # Around it
//
// Retries, breakers, tokens and logs are middlewares of package policy, for
// [WithMiddleware]. Package restfake is a server for tests, restvet reports
// declarations that cannot work, restgen writes them from a description.
package restclient
