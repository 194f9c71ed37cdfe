// Package restgen turns an API description into declarations of restclient: the
// file that one would write by hand, not a client.
//
//	doc, err := source.Load(ctx) // any *apidoc.Document
//	code, err := restgen.Generate(ctx, doc, restgen.WithPackage("petstore"))
//
// # Resources
//
// GET /pets/{petId} that answers with an object makes its schema an entity when
// one of its properties is what the parameter names: petId itself, or id, uuid,
// slug and the like behind the name of the parameter, or id where the parameter
// is named after the schema or the segment before it. Below another parameter
// only an id or uuid counts, because names are unique within their parent only.
//
// With one more operation of the usual shape an entity is a resource: GET and
// POST on the path before the parameter, PUT, PATCH and DELETE on its own. All
// other operations become a RestEndpoint or a RestMutation, and normalise what
// they answer where that is an entity or an array of one. A list in an envelope
// is a plain result of the type of the envelope.
//
// # Fields
//
// A property is a field of its plain type. One that is not required, is read
// only or is the key has omitzero, so that its zero value is not sent. A field is
// a pointer only where zero and absent differ: the property may be null, or has a
// default that is not zero. Reading needs no more than that, because the store
// merges what a response has and leaves alone what it lacks.
//
// Query parameters that are optional are left out when empty; numbers and
// booleans among them are pointers, because 0 and false are values of their own.
//
// # What has no declaration
//
// A schema that Go has no type for, such as oneOf, is a json.RawMessage with a
// comment. What an endpoint cannot express, such as a form as a body or a header
// as an argument, stands in its comment, and Report lists it. Security is never
// generated: it belongs to the transport.
package restgen
