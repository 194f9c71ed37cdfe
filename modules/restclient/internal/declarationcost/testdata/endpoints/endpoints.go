// Package endpoints declares two endpoints of other types.
package endpoints

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

// FilterTwo is what is asked for.
type FilterTwo struct {
	OwnerTwo string `json:"owner"`
}

// AnswerTwo is what is found.
type AnswerTwo struct {
	FoundTwo int `json:"found"`
}

// SearchTwo is the declaration.
var SearchTwo = restclient.RestEndpoint[FilterTwo, AnswerTwo]("/searchtwo")
