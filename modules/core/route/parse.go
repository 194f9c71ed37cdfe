package route

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SyntaxError says what is wrong with a route string and where.
type SyntaxError struct {
	Input   string
	Offset  int // 0-based, in bytes: the first byte that is wrong
	Message string
}

// Error quotes the input and points at the first wrong byte.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("route %q, offset %d: %s", e.Input, e.Offset, e.Message)
}

// Parse reads one route string. Methods are accepted beside those of Methods.
// It returns a *SyntaxError that points at the first wrong byte.
func Parse(s string, methods ...string) (Route, error) {
	p := parser{input: s, methods: append(Methods(), methods...)}
	r, err := p.route()
	if err != nil {
		return Route{}, err
	}
	return r, nil
}

// MustParse is Parse for route strings that are written in the program. It
// panics when s is not a route string.
func MustParse(s string, methods ...string) Route {
	r, err := Parse(s, methods...)
	if err != nil {
		panic(err)
	}
	return r
}

type parser struct {
	input   string
	methods []string
}

type word struct {
	text   string
	offset int
}

func (p *parser) fail(offset int, format string, args ...any) *SyntaxError {
	return &SyntaxError{Input: p.input, Offset: offset, Message: fmt.Sprintf(format, args...)}
}

func (p *parser) route() (Route, error) {
	words := split(p.input)
	if len(words) == 0 {
		return Route{}, p.fail(0, "is empty: write a method and a path, such as \"GET /users/:id\"")
	}
	if err := p.method(words[0]); err != nil {
		return Route{}, err
	}
	flags, rest, err := p.flags(words[1:])
	if err != nil {
		return Route{}, err
	}
	path, err := p.onePath(rest)
	if err != nil {
		return Route{}, err
	}
	segments, err := p.segments(path)
	if err != nil {
		return Route{}, err
	}
	return Route{Method: words[0].text, Flags: flags, Path: path.text, Segments: segments}, nil
}

func (p *parser) method(w word) error {
	if slices.Contains(p.methods, w.text) {
		return nil
	}
	if upper := strings.ToUpper(w.text); slices.Contains(p.methods, upper) {
		return p.fail(w.offset, "%q is not a method: write %s", w.text, upper)
	}
	if strings.HasPrefix(w.text, "/") {
		return p.fail(w.offset, "has no method: write it before the path, such as \"GET %s\"", w.text)
	}
	return p.fail(w.offset, "%q is not a method: use one of %s", w.text, strings.Join(p.methods, ", "))
}

// flags reads the words up to the first one with a slash, which begins the path.
func (p *parser) flags(words []word) (flags []string, rest []word, err error) {
	for i, w := range words {
		if strings.Contains(w.text, "/") {
			return flags, words[i:], nil
		}
		if !isFlag(w.text) {
			return nil, nil, p.fail(w.offset, "%q is neither a flag nor a path: flags are [A-Z][A-Z0-9_]*, paths begin with \"/\"", w.text)
		}
		if slices.Contains(flags, w.text) {
			return nil, nil, p.fail(w.offset, "flag %s appears twice", w.text)
		}
		flags = append(flags, w.text)
	}
	return flags, nil, nil
}

func (p *parser) onePath(words []word) (word, error) {
	switch {
	case len(words) == 0:
		return word{}, p.fail(len(p.input), "has no path: it begins with \"/\"")
	case !strings.HasPrefix(words[0].text, "/"):
		return word{}, p.fail(words[0].offset, "the path must begin with \"/\"")
	case len(words) > 1:
		return word{}, p.fail(words[1].offset, "unexpected %q behind the path: flags stand before it, and a path has no blanks", words[1].text)
	}
	return words[0], nil
}

func (p *parser) segments(path word) ([]Segment, error) {
	var segments []Segment
	var names []string
	offset := path.offset + 1
	parts := strings.Split(path.text[1:], "/")
	for i, part := range parts {
		s, err := p.segment(word{part, offset}, i == len(parts)-1)
		if err != nil {
			return nil, err
		}
		for _, piece := range s.Pieces() {
			if names, err = p.name(names, piece, offset); err != nil {
				return nil, err
			}
		}
		segments = append(segments, s)
		offset += len(part) + 1
	}
	return segments, nil
}

func (p *parser) name(names []string, piece Piece, offset int) ([]string, error) {
	switch {
	case !piece.Param:
		return names, nil
	case slices.Contains(names, piece.Text):
		return nil, p.fail(offset, "parameter %s appears twice", piece.Text)
	case len(names) == MaxParams:
		return nil, p.fail(offset, "more than %d parameters", MaxParams)
	}
	return append(names, piece.Text), nil
}

func (p *parser) segment(w word, last bool) (Segment, error) {
	switch {
	case w.text == "" && !last:
		return Segment{}, p.fail(w.offset, "empty segment: \"//\" never matches a request")
	case strings.HasPrefix(w.text, "*") && !last:
		return Segment{}, p.fail(w.offset, "%s must be the last segment: it takes the rest of the path", w.text)
	case strings.HasPrefix(w.text, "*"):
		return p.catchAll(w)
	}
	if err := p.mixed(w); err != nil {
		return Segment{}, err
	}
	switch pieces := piecesOf(w.text); {
	case len(pieces) == 0:
		return Segment{}, nil
	case len(pieces) > 1:
		return Segment{Kind: Mixed, Text: w.text}, nil
	case pieces[0].Param:
		return Segment{Kind: Param, Text: pieces[0].Text}, nil
	default:
		return p.literal(w, pieces[0].Text)
	}
}

func (p *parser) catchAll(w word) (Segment, error) {
	name := w.text[1:]
	if name == "" {
		return Segment{}, p.fail(w.offset, "parameter without a name: write %sname", w.text)
	}
	for i := range len(name) {
		if !isNameByte(name[i], i == 0) {
			return Segment{}, p.fail(w.offset+1+i, "%q is not a name of a parameter: names are [A-Za-z_][A-Za-z0-9_]*", name)
		}
	}
	return Segment{Kind: CatchAll, Text: name}, nil
}

func (p *parser) literal(w word, text string) (Segment, error) {
	if text == "." || text == ".." {
		return Segment{}, p.fail(w.offset, "%q never matches a request: clients resolve it", text)
	}
	return Segment{Kind: Literal, Text: text}, nil
}

// mixed checks the characters of a segment and the names of its parameters.
func (p *parser) mixed(w word) error {
	named, escaped := false, false // the text before is a parameter, or a backslash
	for i := 0; i < len(w.text); {
		r, size := utf8.DecodeRuneInString(w.text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return p.fail(w.offset+i, "not UTF-8")
		case escaped && r != ':':
			return p.fail(w.offset+i, "%q behind a backslash: it stands before \":\" alone", r)
		case r == ':' && !escaped && !named:
			name := nameLength(w.text[i+1:])
			if name == 0 {
				return p.noName(w, i)
			}
			i, named = i+1+name, true
			continue
		case r == '\\' && i+size < len(w.text):
			escaped, named = true, false
		case r == '\\':
			return p.fail(w.offset+i, "a backslash at the end: it stands before \":\" alone")
		case r == ':':
			escaped, named = false, false
		default:
			if message := wrongInLiteral(r); message != "" {
				return p.fail(w.offset+i, "%q in a literal segment: %s", r, message)
			}
			named = false
		}
		i += size
	}
	return nil
}

// noName is about a colon that is no parameter.
func (p *parser) noName(w word, at int) error {
	if at+1 == len(w.text) || w.text[at+1] == ':' {
		return p.fail(w.offset+at, "parameter without a name: write :name, or \\: for a colon")
	}
	return p.fail(w.offset+at+1, "%q is not a name of a parameter: names are [A-Za-z_][A-Za-z0-9_]*; write \\: for a colon", w.text[at+1:])
}

func wrongInLiteral(r rune) string {
	switch r {
	case '*':
		return "a catch-all fills a whole segment"
	case '{', '}':
		return "write :name for a parameter"
	case '<', '>':
		return "a parameter has the type of the argument that takes it: write :name alone"
	case '?', '#':
		return "a route has no query and no fragment"
	case '%':
		return "write the character itself, not its escape"
	}
	if unicode.IsControl(r) {
		return "control characters are not allowed"
	}
	return ""
}

func isFlag(s string) bool {
	for i := range len(s) {
		c := s[i]
		upper := 'A' <= c && c <= 'Z'
		if !upper && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

func split(s string) []word {
	var words []word
	start := -1
	for i, r := range s {
		blank := unicode.IsSpace(r)
		if blank && start >= 0 {
			words = append(words, word{s[start:i], start})
			start = -1
		}
		if !blank && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		words = append(words, word{s[start:], start})
	}
	return words
}
