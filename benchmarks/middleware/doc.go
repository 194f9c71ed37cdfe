// Package middleware holds nothing but tests: popular middleware of net/http and
// of gin around the router, on every engine. What a middleware promises has to
// happen, and what the router promises has to go on happening behind it.
//
//	GOWORK=off go test ./...
//
// The examples are the code of docs/howto/use-middleware-of-others.md.
//
// It is a module of its own, so that no module of the repository gets the
// dependencies.
package middleware
