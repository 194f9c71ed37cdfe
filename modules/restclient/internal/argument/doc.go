// Package argument turns the typed arguments of an endpoint into the values of
// its path template and its query.
//
// A plan is compiled once per endpoint, from the template and the argument
// type, and refuses what does not fit: a missing or unknown parameter, a field
// without a tag, a kind that cannot be written into a URL.
//
//	plan, err := argument.Compile(reflect.TypeFor[TodoFilter](), template)
//	bound, err := plan.Bind(reflect.ValueOf(filter))
package argument
