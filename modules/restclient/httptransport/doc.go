// Package httptransport sends the requests of a client through net/http, or
// straight into an http.Handler of the same process.
//
//	client, err := restclient.New(httptransport.New(nil))          // over the network
//	client, err := restclient.New(httptransport.InProcess(router)) // without one
package httptransport
