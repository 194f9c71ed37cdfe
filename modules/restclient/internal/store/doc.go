// Package store is a normalised store: it keeps every entity once, whatever
// lists and responses delivered it, so that a change shows everywhere at once.
//
//	st := store.New()
//	todos := store.KindOf[Todo]().In(st)            // func (t Todo) PK() int
//	row, err := todos.Decode([]byte(`{"id":1,"title":"x"}`))
//	todos.Put(store.Write{Start: st.Begin(), TTL: time.Minute}, row)
//	todo, status := store.Get[Todo](todos, nil, 1)  // status == store.Fresh
//
// Types end here: an entity is an E in an any. Package restclient gives lists,
// references and results their types.
//
// Stored values never change: a write makes a new version, or keeps the old one
// when the data is equal. Writes are ordered by when their request began, not
// by when its response came or by a clock, so a late response never overwrites
// a newer one. Everything here is safe for concurrent use.
//
// # Commits and snapshots
//
// A write is a commit of its own, or joins the one of [Store.Commit]. Readers
// never wait, and see all of a commit or none of it. Those that read several
// things take a [Snapshot], which sees what one commit left for as long as it is
// held, and a [Watch] tells when something that was read through its snapshots
// has changed.
//
// # Lists
//
// A list holds the entities of a response in order. Its key has the arguments of
// the request, and those with the name of a field say which entities the list
// is of: they enter and leave it as their fields change (see [ListKey]).
//
// # Layers
//
// A [Layer] shows what a mutation will do upon what the server has said. It is
// computed again when that changes, and removed in one commit with the answer.
//
// # The next run
//
// [Store.Images] is what the server has said, at one moment; [Store.Restore] has
// it in the store of another run.
//
// # Size
//
// What nobody watches goes some time after it has expired, and earlier when
// there is more than [WithMaxEntries].
package store
