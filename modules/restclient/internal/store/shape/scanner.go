package shape

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Scanner walks over JSON that a decoder has accepted before, so it can be sure
// of the syntax. Its zero value with Data set begins at the start.
type Scanner struct {
	Data []byte
	At   int
}

func (s *Scanner) space() {
	for s.At < len(s.Data) && (s.Data[s.At] == ' ' || s.Data[s.At] == '\n' || s.Data[s.At] == '\t' || s.Data[s.At] == '\r') {
		s.At++
	}
}

// Peek returns the first byte of what follows, 0 at the end.
func (s *Scanner) Peek() byte {
	if s.At < len(s.Data) && s.Data[s.At] > ' ' {
		return s.Data[s.At]
	}
	s.space()
	if s.At == len(s.Data) {
		return 0
	}
	return s.Data[s.At]
}

// Skip passes over c, if that follows.
func (s *Scanner) Skip(c byte) bool {
	if s.Peek() != c {
		return false
	}
	s.At++
	return true
}

// Open is Skip for the beginning of an object or an array.
func (s *Scanner) Open(c byte) bool { return s.Skip(c) }

// Kind names the type of the value that follows.
func (s *Scanner) Kind() string {
	switch c := s.Peek(); {
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

// Name passes over a member name and its colon and returns it unescaped.
func (s *Scanner) Name() []byte {
	s.space()
	raw := s.string()
	s.Skip(':')
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	var name string
	if json.Unmarshal(raw, &name) != nil {
		return raw
	}
	return []byte(name)
}

// name passes over a member name and its colon, if the name is spelled like that.
func (s *Scanner) name(quoted string) bool {
	if end := s.At + len(quoted); quoted == "" || end > len(s.Data) || string(s.Data[s.At:end]) != quoted {
		return false
	}
	s.At += len(quoted)
	s.Skip(':')
	return true
}

// string passes over a string and returns it with its quotes.
func (s *Scanner) string() []byte {
	start := s.At
	for at := start + 1; at < len(s.Data); {
		end := bytes.IndexByte(s.Data[at:], '"')
		if end < 0 {
			break
		}
		at += end + 1
		if !isEscaped(s.Data[start+1 : at-1]) {
			s.At = at
			return s.Data[start:at]
		}
	}
	s.At = len(s.Data)
	return append(s.Data[start:len(s.Data):len(s.Data)], '"', '"')
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

// Value passes over a value and returns it.
func (s *Scanner) Value() []byte {
	if s.Peek() == '"' {
		return s.string()
	}
	start, depth := s.At, 0
	for s.At < len(s.Data) {
		switch s.Data[s.At] {
		case '"':
			s.string()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return s.Data[start:s.At]
			}
			if depth--; depth == 0 {
				s.At++
				return s.Data[start:s.At]
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return s.Data[start:s.At]
			}
		}
		s.At++
	}
	return s.Data[start:s.At]
}

// Text is a value as tags and cases of unions name it: a string without quotes and
// escapes, a number as RFC 8785 writes it, so that 2.0 is 2, another value as it is.
func Text(value []byte) string {
	switch v := jsontext.Value(value); v.Kind() {
	case '"':
		var text string
		if json.Unmarshal(v, &text) == nil {
			return text
		}
	case '0':
		if number := v.Clone(); number.Canonicalize() == nil {
			return string(number)
		}
	}
	return string(value)
}
