// Package share runs a task once for all who want its result at the same time,
// and tasks about one thing one after the other.
//
//	group := share.NewGroup(30*time.Second, nil)
//	reads := share.NewScope[string](group)
//	value, needless, err := reads.Do(ctx, "GET /todos/1", task)
package share
