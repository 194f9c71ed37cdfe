package search

// field is the kind of place in which a word stands, the weightiest first.
type field uint8

const (
	inTitle   field = iota
	inID            // operationId
	inPath          // path of an operation
	inTag           // names of its tags
	inMethod        // GET
	inName          // names of parameters, headers and security schemes
	inField         // names of properties
	inValue         // values of enumerations, defaults, status codes, media types
	inText          // description of the part itself
	inDetail        // descriptions of what it consists of
	inRule          // formats and constraints
	inExample       // examples, their names and their values
	inOther         // extensions
	fieldCount
)

// weights say how much a word counts at a place.
var weights = [fieldCount]float32{
	inTitle: 100, inID: 60, inPath: 50, inTag: 40, inMethod: 30, inName: 30, inField: 24, inValue: 18,
	inText: 15, inDetail: 9, inRule: 8, inExample: 5, inOther: 4,
}

// head reports whether a place is shown in a result, so that nothing needs to be
// said about it.
func (f field) head() bool { return f <= inMethod }

// depth says how far a place is from what a result shows: 0 for the head, 1 for
// the description, more for what must be named.
func (f field) depth() int {
	switch {
	case f.head():
		return 0
	case f == inText:
		return 1
	}
	return 2 + int(f)
}
