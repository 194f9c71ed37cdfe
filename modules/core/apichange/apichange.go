// Package apichange compares two descriptions of one API, of Swagger 2.0 or OpenAPI 3,
// and says which changes break its clients and which do not:
//
//	changes, err := apichange.Compare(old, new)
//	broken := slices.ContainsFunc(changes, func(c apichange.Change) bool { return c.Kind == apichange.Breaking })
//
// A schema that accepts less than before breaks requests, one that allows more
// breaks responses. Each change names its Rule, and that its source. Beyond the
// sources, these are decisions:
//
//   - An operationId that changes breaks: clients that are generated name their
//     methods after it.
//   - A parameter, body or member of a request that is gone breaks: clients that
//     send it ask for what they do not get any more.
//   - Parameters, headers and fields of forms are texts: one that was a number accepts
//     what it did when it is a string. What was one value is so when it is a list, if it
//     reads as a list of one: in a query, "a=1" does.
//   - A schema with members and without a type is one of objects, and null that is named
//     beside values is one of them.
//   - A new member of a response is compatible, a removed one breaks, required
//     or not. A new value of a response's enum breaks: clients switch over it.
//   - A media type or success status (2xx) that is gone breaks. Error statuses
//     and default may come and go.
//   - Security breaks when credentials that were enough are not any more.
//     Schemes are compared by what they are, not by their names; what clients call
//     to get their credentials breaks them when it changes.
//   - Parameters of the path are told apart by their place: "/users/{id}" and
//     "/users/{key}" are one path.
//   - In webhooks and callbacks the server calls and clients answer: what is
//     compatible in a response is so in the body of the call, and the other way
//     round. A webhook, callback or link that is gone breaks.
//   - A limit (a length, a bound, a pattern) that a response keeps no more breaks:
//     clients rely on it.
//   - A server that is gone breaks, and so does another default of one of its
//     variables. A list of servers that was not there, or is not any more, says
//     nothing.
//   - A date of sunset (the extension x-sunset) breaks when it comes earlier. What is
//     deprecated and gone breaks like anything else: clients may still call it.
//   - Another default is compatible: what was accepted is accepted.
//
// A description of Swagger 2.0 is compared as what it says in the words of OpenAPI 3,
// by the pointers of its own text. Texts, tags and examples are not compared. A change
// of what several operations share is reported once, for the first operation that
// reaches it, and names the others; where it suits requests and breaks responses, or the
// other way round, it is two. A change of a schema has the schema before and after it.
package apichange

import "fmt"

// Compare returns the changes from one description to another, sorted by path,
// method and place. Both are JSON, nested up to 500 deep, each of Swagger 2.0 or
// OpenAPI 3. The error says which of the two is neither. Compare may be called concurrently.
func Compare(old, new []byte) ([]Change, error) {
	before, err := parse(old)
	if err != nil {
		return nil, fmt.Errorf("read the old description: %w", err)
	}
	after, err := parse(new)
	if err != nil {
		return nil, fmt.Errorf("read the new description: %w", err)
	}
	r, u := newReport(), newUnchanged(before, after)
	w := &walk{report: r, unchanged: u, seen: map[pair]int{}}
	c := &comparison{report: r, walk: w, unchanged: u, call: fromClient, answer: fromServer}
	c.descriptions(before, after)
	return r.sorted(), nil
}
