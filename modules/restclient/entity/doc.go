// Package entity is a normalised store: it keeps every entity once, whatever
// lists and responses delivered it, so that a change shows everywhere at once.
//
//	store := entity.NewStore()
//	todos := entity.TableOf[Todo](store)            // func (t Todo) PK() int
//	row, err := todos.Decode([]byte(`{"id":1,"title":"x"}`))
//	todos.Put(entity.Write{Start: store.Begin(), TTL: time.Minute}, row)
//	todo, status := todos.Get(1)                    // status == entity.Fresh
//
// Stored values never change: a write makes a new version, or keeps the old one
// when the data is equal. Writes are ordered by when their request began, not
// by when its response came or by a clock, so a late response never overwrites
// a newer one. Everything here is safe for concurrent use.
package entity
