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
//	path:"name[,comma|,space|,pipe|,tab|,label|,matrix][,exploded]"
//	query:"name[,omitempty][,nofilter][,cursor][,comma|,space|,pipe|,tab|,brackets|,exploded][,reserved]"
//	header:"Name[,omitempty][,comma|,space|,pipe|,tab][,exploded]"
//	cookie:"name[,omitempty][,comma|,exploded]"
//
// Scalars are strings, bools, numbers and encoding.TextMarshalers. A nil pointer
// and an empty slice are absent; an empty string is a value. In a query,
//
//   - a slice repeats its name, tag=a&tag=b (OpenAPI form, explode), or with
//     comma is one list, tag=a,b (form, no explode), with space, pipe and tab one
//     with that between the elements, or with brackets is tag[]=a&tag[]=b;
//   - a struct and a map[string]scalar are a deepObject, filter[name]=x, whose
//     field names are the query tags of the struct, and so is what holds structs, maps
//     or slices: with brackets, a slice of structs is filter[0][name]=x, and a map of
//     slices filter[key][]=x, without filter[key]=x; with exploded each member is a
//     parameter, name=x (form, explode), with comma, space, pipe and tab all are one
//     text, filter=name,x (form, no explode);
//   - reserved leaves reserved characters as they are (allowReserved);
//   - names are sorted, brackets are escaped, and a space is "+", as
//     application/x-www-form-urlencoded has it.
//
// In a path, comma, label and matrix are the styles of OpenAPI: a,b and .a,b and
// ;tag=a,b, with exploded .a.b and ;tag=a;tag=b, and for the members of an object
// name=x in place of name,x. In a header and a cookie, a slice is a line or a pair for
// each element, or one with comma; an object in a header needs comma, one in a cookie
// comma or exploded. In a path and a header, space, pipe and tab are the other separators
// of Swagger 2.0.
//
// Strings, bools and numbers, and pointers to them, are read at their offset in
// the struct, in offset_unsafe.go; the build tag rest_safe has everything read
// by package reflect.
package argument
