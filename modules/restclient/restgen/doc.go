// Package restgen turns an API description into declarations of restclient: the
// file that one would write by hand, not a client. The command trefoil gen calls it.
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
// All parameters of a path together name an entity where each of them is a property of
// the object, or each is a property of its metadata: /namespaces/{namespace}/pods/{name}
// with metadata.namespace and metadata.name. The key is a struct of them. Such an object
// is no entity inside of something else, where it is a template without a place of its
// own, but in the lists that operations answer with.
//
// With one more operation of the usual shape an entity is a resource: GET and
// POST on the path before the parameter, PUT, PATCH and DELETE on its own. All
// other operations become a RestEndpoint or a RestMutation, whose result is an
// entity, a List of them, or an ObjectOf what has entities in it. An object that
// is nothing but the result of operations, such as {"data": [...], "more": true},
// has a List for its list of entities.
//
// # Envelopes
//
// An entity may be in a member of what GET answers with: one that is called as the
// parameter or the segment before it, such as {"pet": {…}}, or data or result. Beside the
// former, only members that tell of the answer are allowed, such as links and errors, and
// lists: an object with more of its own is not about its member. It may be two members deep
// where the outer one is data, result or _embedded, such as {"data": {"pet": {…}}}, and
// so may its list. The resource has
// restclient.WithEntityIn then, and takes the operations that answer in the same way, with
// restclient.WithBodyIn where their bodies are wrapped so, too, or in the inner member
// alone. Its list may be in the one member of an answer that is a list of the entity, with
// restclient.WithItemsIn.
//
// What has anything else in the envelope is declared once more, under its own name, with
// the whole envelope for a result: a read as an ObjectOf at the same path, whose List is
// that of the resource, a mutation by restclient.WithResult. So is a creation that may
// answer with something else than the entity in its envelope, with all that it may answer
// for a result, and one that answers with one of several entities, with a OneOf.
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
// # Keys in answers
//
// An entity that is read and changed by another name than its id, such as an issue by
// its number within a repository, is a resource with restclient.WithKeyInAnswer.
//
// # Alternatives
//
// An entity or its key (anyOf of a text and an object) is a Ref, whichever the server
// sends. An object of which the alternatives are shorter forms, such as one that is
// deleted, has the flags of these.
//
// Other alternatives are a sum where the JSON tells them apart: objects by the
// discriminator, else by a member whose values are constants, else by a member that only
// one of them has and needs; everything else by the kind of JSON. The schema of a
// defaultMapping is the last of the objects, whatever they have. A sum of entities is a
// restclient.OneOf, which shows what the client has stored; another one is a struct of
// package union, of which one field is set. So is a sum of entities by which one of them
// would hold itself. In a query, such a parameter is a text.
//
// A base whose discriminator leads to other schemas, without alternatives, has the members
// of all of them: of the schemas in its mapping, or without a mapping of the schemas that
// have it in their allOf, each of which is a base in turn. One that only some of them need
// is a pointer.
//
// # Packages
//
// SplitByTag writes a package for each tag and one for what these share, so that a
// program compiles what it needs.
//
// # Media types
//
// A body of JSON is sent as the media type of the description: application/json where that
// is among several, else a merge patch, else the first one. A kind of JSON that the other
// bodies of a resource do not have is for a mutation of its own, except in a patch. A
// file, which is a text of the format binary, is sent and read as it is, also as JSON.
//
// # Forms
//
// A body of application/x-www-form-urlencoded or multipart/form-data is a struct like
// one of JSON; restclient.WithBodyEncoding has the styles and media types of its
// encoding. A binary part is a transfer.File. In a form, a field that an empty text
// empties has the type of its other values.
//
// # Security
//
// Each security scheme becomes a function that makes a policy: keys in a header, a
// query or a cookie, HTTP basic and bearer, and OAuth 2.0 with client credentials; for
// its other flows, and for OpenID Connect, the caller has the tokens. Certificates are
// for the transport.
//
// # Fields
//
// A property is a field of its plain type. One that is not required, is read
// only or is the key has omitzero, so that its zero value is not sent. A field is
// a pointer only where zero and absent differ: the property may be null, or has a
// default that is not zero. Reading needs no more than that, because the store
// merges what a response has and leaves alone what it lacks.
//
// # Parameters
//
// Parameters of the path, the query, headers and cookies are arguments, written in the
// style of the description. Those that are optional are left out when empty; numbers
// and booleans among them are pointers, because 0 and false are values of their own.
// An object is a struct or a map. A value that is described by its media type, such as
// JSON in the query, is a text, encoded by the caller.
//
// The methods of a resource take the key, and with it what some of them take in the
// query; its list takes the parameters of the list, and what a creation takes in the
// query. Other parameters that are optional are not sent, and the comment says so. An
// operation that requires one is no method of a resource.
//
// # Fragments
//
// The fragment of a path is not sent (RFC 9110, section 7.1). Operations that differ in it,
// such as /#Target=A and /#Target=B, are endpoints of their own at one path, which a
// parameter has to tell apart, such as a header with one value.
//
// # What has no declaration
//
// A schema that Go has no type for, such as objects that nothing tells apart, is a
// json.RawMessage with a comment. A body that is neither JSON nor a form is a transfer.Content, without a type
// for what is in it. What an endpoint cannot express, such as a list of objects in the
// query that is not a deepObject, stands in its comment, and Report lists it.
package restgen
