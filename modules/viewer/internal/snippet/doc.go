// Package snippet puts the request together that calls an operation, and writes
// it as a command:
//
//	r := snippet.Build(ctx, doc, operation, snippet.Options{})
//	text := snippet.Curl(r)
//
// A Request is finished: every value is serialised and encoded, so that whoever
// writes it in a language only has to quote. The scripts of the pages write the
// other languages of Languages from the same Request, and curl with the same
// text.
package snippet
