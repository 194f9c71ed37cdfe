package pathtemplate

// Param is a parameter of a template.
type Param struct {
	Name     string
	Wildcard bool // takes one or more segments
	Optional bool // stands between braces: may be absent
}

// Part is a piece of a template. Its zero value is an empty literal.
type Part struct {
	Kind    Kind
	Text    string // of a literal: as the author meant it; of a parameter: its name
	Escaped string // of a literal: as it goes into a URL
	Group   []Part // of a group: what it holds, read-only
}

// Kind tells the parts of a template apart.
type Kind uint8

// The kinds of parts.
const (
	Literal   Kind = iota
	Parameter      // ":name", one segment or a part of one
	Wildcard       // "*name", one or more segments
	Group          // "{…}", left out when a parameter in it is absent
)

// special holds the characters that a literal must escape.
const special = `\:*{}()[]+?!`
