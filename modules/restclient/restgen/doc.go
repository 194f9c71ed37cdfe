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
// other operations become a RestEndpoint or a RestMutation, whose result is an
// entity, a List of them, or an ObjectOf what has entities in it. An object that
// is nothing but the result of operations, such as {"data": [...], "more": true},
// has a List for its list of entities.
//
// # Entities inside entities
//
// An entity that holds others has a method Nested, which restclient asks for. A
// property that is one is a pointer where it may be absent, so that it is nil
// also when the entity is deleted.
//
// No entity may hold itself, on whatever way, other than by a Ref. The property
// that closes such a circle is a Ref, a list of Refs or a map of them. Circles are
// followed from the first entity of the description through its properties in
// their order: of two that hold each other, the second one has the Ref. With other
// operations kept, that may be another one. In a body, a Ref is sent as its key.
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
// comment. A body that is not JSON is a transfer.Multipart or a transfer.Content,
// without a type for what is in it. What an endpoint cannot express, such as a
// header as an argument, stands in its comment, and Report lists it. Security is never
// generated: it belongs to the transport.
package restgen
