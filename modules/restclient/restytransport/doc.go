// Package restytransport sends the requests of a client through resty, so that
// the hooks, TLS settings, proxies and traces of a configured *resty.Client
// apply to them.
//
//	transport, err := restytransport.New(resty.New().SetHeader("X-App", "demo"))
//	client, err := restclient.New(transport)
//
// Resty only carries: URLs are final before they reach it, bodies are decoded
// behind it, and its retries must be off. A request body of known length is read
// into memory, where OnBeforeRequest hooks find it to sign or replace it; one of
// unknown length streams past resty.
//
// Because resty is told not to read the body of a response, its OnAfterResponse
// hooks do not run, unless KeepHooks is given. OnBeforeRequest, OnSuccess and
// OnError hooks always run.
package restytransport
