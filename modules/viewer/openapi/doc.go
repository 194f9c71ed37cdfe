// Package openapi reads Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 descriptions,
// in JSON and YAML, into apidoc documents:
//
//	source, err := openapi.FromFile("api.yaml")
//	doc, err := source.Load(ctx)
//	for _, o := range doc.Operations {
//		op, err := doc.Operation(ctx, o.Slug)
//	}
//
// A text passes a gate first, which refuses what is no description, what is too
// large or too deep, and references that would never end. The outline is then
// read at once; operations and schemas are read when they are asked for, and
// references between schemas stay references. Those below an $id of JSON Schema are
// relative to it, and all of them are JSON pointers when they have been read,
// whatever they were.
//
// References out of the description are Problems of the document, unless
// WithFilesBelow names the folder whose files they may lead to. Other hosts are never
// asked.
//
// # OpenAPI 3.2
//
// Of OpenAPI 3.2 the method QUERY, additional operations, querystring and cookie
// parameters, item schemas, encodings by position, serialized examples, tag
// parents and kinds, and device authorization are read into their fields. References
// are relative to $self, so that the description may name itself by it, and files below
// its folder by the addresses that they have then.
//
// # Extensions
//
// x-displayName, x-tagGroups (also x-tagGroup), x-tags of models, x-logo,
// x-scalar-links, x-scalar-sdk-installation, x-badges,
// x-scalar-stability, x-order, x-enum-varnames, x-enum-descriptions,
// x-additionalPropertiesName, x-default-scopes, the identifier of a
// client (x-defaultClientId, x-scalar-client-id, x-client-id), samples (x-codeSamples and six
// other names) and the end of an operation (x-sunset, x-deprecated-at,
// x-replaced-by) are read into fields. All others are the Extensions of the
// object they stand at.
//
// What x-internal or x-scalar-ignore is true for is left out: operations,
// webhooks, callbacks, path items, tags (and operations of no other tag),
// schemas, properties, alternatives, parameters, security schemes and flows,
// also beside a reference.
//
// # YAML
//
// Plain scalars have the types of the core schema of YAML 1.2, which JSON is a
// part of: yes, no, on, off, dates and 1_000 are text, 0x1F and 0o17 are
// integers, leading zeros do not make a number octal, .inf and .nan are text.
// Numbers keep their digits, however many there are. Aliases and merge keys are
// replaced by what they stand for. Of a name that occurs twice in an object the
// last one counts, and of several documents the first; both are Problems.
package openapi
