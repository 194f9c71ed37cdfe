package entity

import (
	"bytes"

	"github.com/go-json-experiment/json"
)

// scanner walks over JSON that a decoder has accepted before, so it can be sure
// of the syntax. Its zero value with data set begins at the start.
type scanner struct {
	data []byte
	at   int
}

func (s *scanner) space() {
	for s.at < len(s.data) && (s.data[s.at] == ' ' || s.data[s.at] == '\n' || s.data[s.at] == '\t' || s.data[s.at] == '\r') {
		s.at++
	}
}

// peek returns the first byte of what follows, 0 at the end.
func (s *scanner) peek() byte {
	s.space()
	if s.at == len(s.data) {
		return 0
	}
	return s.data[s.at]
}

// skip passes over c, if that follows.
func (s *scanner) skip(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.at++
	return true
}

func (s *scanner) open(c byte) bool { return s.skip(c) }

// kind names the type of the value that follows.
func (s *scanner) kind() string {
	switch c := s.peek(); {
	case c == '[':
		return "an array"
	case c == '{':
		return "an object"
	case c == '"':
		return "a string"
	case c == 'n':
		return "null"
	case c == 't' || c == 'f':
		return "a boolean"
	case c == 0:
		return "nothing"
	}
	return "a number"
}

// name passes over a member name and its colon and returns it unescaped.
func (s *scanner) name() []byte {
	s.space()
	raw := s.string()
	s.skip(':')
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	var name string
	if json.Unmarshal(raw, &name) != nil {
		return raw
	}
	return []byte(name)
}

// string passes over a string and returns it with its quotes.
func (s *scanner) string() []byte {
	start := s.at
	for at := start + 1; at < len(s.data); {
		end := bytes.IndexByte(s.data[at:], '"')
		if end < 0 {
			break
		}
		at += end + 1
		if !isEscaped(s.data[start+1 : at-1]) {
			s.at = at
			return s.data[start:at]
		}
	}
	s.at = len(s.data)
	return append(s.data[start:len(s.data):len(s.data)], '"', '"')
}

// isEscaped reports whether what follows text is escaped: text ends with an odd
// number of backslashes.
func isEscaped(text []byte) bool {
	n := len(text)
	for n > 0 && text[n-1] == '\\' {
		n--
	}
	return (len(text)-n)%2 == 1
}

// value passes over a value and returns it.
func (s *scanner) value() []byte {
	s.space()
	start, depth := s.at, 0
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case '"':
			s.string()
			if depth == 0 {
				return s.data[start:s.at]
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return s.data[start:s.at]
			}
			if depth--; depth == 0 {
				s.at++
				return s.data[start:s.at]
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return s.data[start:s.at]
			}
		}
		s.at++
	}
	return s.data[start:s.at]
}
