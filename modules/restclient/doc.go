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
//		restclient.WithURLPrefix("https://api.example.com"))
//
//	client, err := restclient.New(httptransport.New(nil))
//	todos := Todos.On(client)
//	todo, err := todos.Get(ctx, 5)                           // from the store when fresh
//	todo, err = todos.Update(ctx, 5, Todo{Title: "x"})       // every list shows it
//
// The same endpoints serve functions that find the client in their context, in
// the manner of hooks:
//
//	ctx = client.Context(ctx)
//	todo, err := restclient.UseSuspense(ctx, Todos.Get, 5)
//	left, ok := restclient.UseQuery(ctx, Remaining, TodoFilter{})
//	todo, err = restclient.Mutate(ctx, Todos.PartialUpdate, 5, restclient.Fields{"completed": true})
//
// Endpoints and resources are immutable descriptions; everything that changes
// belongs to a Client. Every error of a call is an *Error.
package restclient
