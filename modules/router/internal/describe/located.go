package describe

// located is a route with its template, whose names may be those of another
// route: "/users/{id}" and "/users/{key}" are one path.
type located struct {
	Route
	path    string
	names   []string
	answers answers
	failed  []variant // what it answers with beside its result
}
