// Package argument turns the typed arguments of an endpoint into its URL, into
// the identity of a list and into headers.
//
// A plan is compiled once per path template and argument type, and refuses what
// does not fit: a missing or unknown parameter, a field without a tag, an
// option that the field cannot have, a type that a URL cannot hold.
//
//	plan, err := argument.Compile(reflect.TypeFor[TodoFilter](), template)
//	url, err := plan.Append(prefix, argument.Of(plan, &filter), argument.Whole) // …/todos?done=true&userId=1
//
// Arguments are a scalar, for a path with one parameter, or a struct with the
// tags
//
//	path:"name"
//	query:"name[,omitempty][,nofilter][,cursor][,comma|,brackets]"
//	header:"Name[,omitempty]"
//
// Scalars are strings, bools, numbers and encoding.TextMarshalers. A nil pointer
// and an empty slice are absent; an empty string is a value. In a query,
//
//   - a slice repeats its name, tag=a&tag=b (OpenAPI form, explode), or with
//     comma is one list, tag=a,b (form, no explode), or with brackets is
//     tag[]=a&tag[]=b;
//   - a struct and a map[string]scalar are a deepObject, filter[name]=x, whose
//     field names are the query tags of the struct;
//   - names are sorted, brackets are escaped, and a space is "+", as
//     application/x-www-form-urlencoded has it.
//
// Strings, bools and numbers, and pointers to them, are read at their offset in
// the struct, in offset_unsafe.go; the build tag rest_safe has everything read
// by package reflect.
package argument
