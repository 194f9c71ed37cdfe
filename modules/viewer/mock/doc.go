// Package mock answers the requests that a description describes, without the API
// behind it:
//
//	source, err := openapi.FromFile("api.yaml")
//	m, err := mock.New(source)
//	http.ListenAndServe("127.0.0.1:4010", m)
//
// An answer is the example that the description gives, or is made of the schema;
// the same request gets the same bytes. A request that does not fit the
// description is refused with the response that the description has for it, or
// with problem+json (RFC 9457) that names every fault.
//
// Who asks can say in the header Prefer (RFC 7240) what they want to see:
//
//	Prefer: code=404         the response of that status
//	Prefer: example=fluffy   the example of that name
//	Prefer: dynamic=true     made up, another value for another request
//	Prefer: dynamic=7        the same with a seed of one's own
//	Prefer: wait=1.5         after so many seconds
//	Prefer: validate=false   without looking at the request
//
// Preference-Applied says in the answer which of them counted.
package mock
