// Package tryit is the server side of trying an API: it sends the requests of
// readers whose browsers may not send them, because the API is of another origin
// and does not allow that of the reference.
//
//	proxy, err := tryit.NewProxy()
//	v, err := viewer.New(source, renderer, viewer.WithRequestProxy(proxy))
//
// It sends to the servers that the operator's description declares, and to those
// of WithOrigins; what visitors write never adds to them.
//
// # Protocol
//
// A page sends POST to "_/request", below the root of the reference, with the
// headers Trefoil-Request and Content-Type: application/vnd.trefoil.request. The
// body is one line of JSON, a Request, and then the bytes of the body to be sent:
//
//	{"method":"PUT","url":"https://api.example.com/pets/1","headers":[["Content-Type","application/json"]]}
//	{"name":"Rex"}
//
// The answer to it has the status 200 when the target has answered, whatever that
// was, and holds lines of JSON: a Head at once, Data as it arrives, an End.
//
//	{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","url":…,"headers":[["Content-Type","application/json"]],"timing":{…}}
//	{"data":"eyJpZCI6MX0="}
//	{"end":true,"bytes":8,"truncated":false,"incomplete":false,"ms":12.5}
//
// A page that needs a token sends a TokenRequest to "_/token", where that is
// offered (viewer.WithTokenExchange), with the Content-Type
// application/vnd.trefoil.token: the answer is of the same form.
//
// An answer without an End has been cut off. Any other status is a Problem
// (application/problem+json): the request was not sent, or has no answer. Opened
// by itself, an answer is a file that runs nothing and is shown nowhere.
package tryit
