// Package call carries out the calls of endpoints: it reads through the store, sends
// mutations, and stores what servers answer.
//
//	s := client.Session()
//	value, err := call.Use(ctx, s, endpoint, &args)         // from the store, or else from the server
//	value, err = call.Mutate(ctx, s, endpoint, &args, body) // sent, or queued
//
// The way of a read is in read.go, that of a mutation in mutate.go. Arguments are
// pointers in an any. The package knows no type of users: a fault.Maker makes its
// errors, and functions of Config and Client tell what happens.
package call
