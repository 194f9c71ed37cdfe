package highlight

// The classes of spans.
const (
	Plain   = ""
	Name    = "t-name" // of a member, attribute, header or option
	String  = "t-string"
	Number  = "t-number"
	Word    = "t-word" // a keyword or literal
	Comment = "t-comment"
	Added   = "t-added"
	Removed = "t-removed"
)

// Span is a piece of code.
type Span struct{ Class, Text string }
