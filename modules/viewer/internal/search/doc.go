// Package search finds the parts of a description by what a reader types:
//
//	index := search.New(doc, search.Options{})  // names, at once
//	index, err := search.Build(ctx, doc, opts)  // everything, in the background
//	found := index.Find("delte repo method:delete", 50)
//
// Every word of a query must be found: as a whole word, as the start of one, as
// a part of one, or with a typing error. Where it is found decides the order:
// title, operationId, path, tag, then names of parameters and fields, values,
// descriptions, examples. Filters such as "method:post" narrow, a request such
// as "GET /planets/7" finds the operation that answers it, and a JSON object the
// parts that have its members.
//
// What several operations share, such as a model, is indexed once and leads to
// each of them, so an index is about as large as the names of a description.
package search

const (
	maxQuery = 8 << 10 // bytes of a query that are read
	maxWords = 12      // words of a query that are read
	maxTerm  = 64      // bytes of a word that is indexed

	maxPhrases = 4 // phrases of a query that are compared
)
