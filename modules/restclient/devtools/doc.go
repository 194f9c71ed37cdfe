// Package devtools shows what a client stores and does, in a browser: tables,
// lists, answers, calls under way, optimistic changes and the last commits, with
// the state after each of them.
//
//	mux.Handle("/debug/rest/", devtools.Handler(client))
//
// The pages are complete without a script, which only keeps them up to date. They
// load nothing from elsewhere. They show data of users: mount them where
// only developers come; see WithAllow.
package devtools
