// Package endpoint declares one endpoint.
package endpoint

import "github.com/trefoil-go/trefoil/modules/restclient"

// Filter is what is asked for.
type Filter struct {
	Owner string `json:"owner"`
}

// Answer is what is found.
type Answer struct {
	Found int `json:"found"`
}

// Search is the declaration.
var Search = restclient.RestEndpoint[Filter, Answer]("/search")
