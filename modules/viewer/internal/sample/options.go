package sample

// Limits of one sample.
const (
	maxDepth  = 8        // levels of objects and arrays
	maxItems  = 300      // of one list, and properties of one object, that are demanded
	maxNeeded = 450      // properties and items that are required, beyond Options.Values
	maxBytes  = 32 << 10 // of JSON without indentation
	maxAhead  = 3        // levels to look for what leads back
	maxLooked = 3000     // schemas to look at for that
	maxWork   = 4000     // parts of allOf to look at
)

// Direction says who sends the value: what is read-only is not part of a
// request, what is write-only not of a response.
type Direction uint8

// The directions of a value. Both is that of a model, which has everything.
const (
	Request Direction = iota
	Response
	Both
)

// Options say which of the possible values is made.
type Options struct {
	To Direction
	// Place is where the schema stands, such as "request-body". Choices are the
	// alternatives of oneOf and anyOf to take, by the place where they stand;
	// Below makes the place of a property.
	Place   string
	Choices map[string]int
	// Problem is what the value tells when it is a problem.
	Problem Problem
	// Values is how many properties and items there are, unless more are required. 0 is
	// 150, which a reader looks over.
	Values int
	// Seed varies what is made up: the same seed gives the same value. Values that
	// the description gives for whole objects and lists are not taken then. 0 is
	// the usual value.
	Seed uint64
}

// bound is a limit, or a default for a schema without the limit.
func bound(n *int64, otherwise int64) int64 {
	if n == nil {
		return otherwise
	}
	return *n
}
