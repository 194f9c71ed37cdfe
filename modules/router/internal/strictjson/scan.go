package strictjson

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// state is one text on its way into a value.
type state struct {
	data    []byte
	pos     int // of the next byte that counts: blanks before a value are skipped
	depth   int
	scratch []byte // the last string with escapes
	options *Options
	faults  []Fault
	wrong   int // how many faults there were, with those that are not kept
}

// maxMessage bounds what a message repeats of the text.
const maxMessage = 300

func (s *state) fault(message string) {
	s.wrong++
	if len(message) > maxMessage {
		message = strings.ToValidUTF8(message[:maxMessage], "") + "…"
	}
	if len(s.faults) < maxFaults {
		s.faults = append(s.faults, Fault{Message: message})
	}
}

// unexpected is the error for what stands at the position.
func (s *state) unexpected(wanted string) error {
	if s.pos >= len(s.data) {
		return &SyntaxError{Message: "not JSON: the text ends where " + wanted + " is expected", Offset: len(s.data)}
	}
	r, _ := utf8.DecodeRune(s.data[s.pos:])
	return &SyntaxError{Message: fmt.Sprintf("not JSON: %q where %s is expected", r, wanted), Offset: s.pos}
}

func (s *state) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\n', '\t', '\r':
			s.pos++
		default:
			return
		}
	}
}

// peek returns the next byte, 0 at the end.
func (s *state) peek() byte {
	if s.pos < len(s.data) {
		return s.data[s.pos]
	}
	return 0
}

// open enters an array or object and says whether there is anything in it.
func (s *state) open(closing byte) (more bool, err error) {
	if s.depth == MaxDepth {
		return false, &SyntaxError{Message: fmt.Sprintf("more than %d levels of arrays and objects", MaxDepth), Offset: s.pos}
	}
	s.depth++
	s.pos++
	s.space()
	if s.peek() != closing {
		return true, nil
	}
	s.pos++
	s.depth--
	return false, nil
}

// next moves behind an item or member and says whether another one follows.
func (s *state) next(closing byte) (more bool, err error) {
	s.space()
	switch s.peek() {
	case ',':
		s.pos++
		s.space()
		return true, nil
	case closing:
		s.pos++
		s.depth--
		return false, nil
	}
	return false, s.unexpected(fmt.Sprintf("',' or %q", closing))
}

// name reads the name of a member and moves to its value. The result holds
// until the next string is read.
func (s *state) name() ([]byte, error) {
	if s.peek() != '"' {
		return nil, s.unexpected("a name in quotes")
	}
	name, err := s.text()
	if err != nil {
		return nil, err
	}
	s.space()
	if s.peek() != ':' {
		return nil, s.unexpected("':'")
	}
	s.pos++
	s.space()
	return name, nil
}

func (s *state) word(w string) error {
	if len(s.data)-s.pos < len(w) || string(s.data[s.pos:s.pos+len(w)]) != w {
		return s.unexpected("a value")
	}
	s.pos += len(w)
	return nil
}

// text reads a string without its quotes. The result holds until the next
// string is read.
func (s *state) text() ([]byte, error) {
	start := s.pos + 1
	for i := start; i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '"':
			s.pos = i + 1
			return s.data[start:i], nil
		case c == '\\':
			s.scratch = append(s.scratch[:0], s.data[start:i]...)
			s.pos = i
			return s.escaped()
		case c < ' ':
			s.pos = i
			return nil, s.unexpected("a character of a string")
		}
	}
	s.pos = len(s.data)
	return nil, s.unexpected(`'"'`)
}

// escaped goes on with a string at its first escape.
func (s *state) escaped() ([]byte, error) {
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; {
		case c == '"':
			s.pos++
			return s.scratch, nil
		case c == '\\':
			if err := s.escape(); err != nil {
				return nil, err
			}
		case c < ' ':
			return nil, s.unexpected("a character of a string")
		default:
			s.scratch = append(s.scratch, c)
			s.pos++
		}
	}
	return nil, s.unexpected(`'"'`)
}

func (s *state) escape() error {
	s.pos++
	c := s.peek()
	if c == 'u' {
		return s.codePoint()
	}
	i := strings.IndexByte(`"\/bfnrt`, c)
	if i < 0 || s.pos == len(s.data) {
		return s.unexpected("an escape")
	}
	s.scratch = append(s.scratch, "\"\\/\b\f\n\r\t"[i])
	s.pos++
	return nil
}

// codePoint reads the u of an escape and what follows: one code unit, or two of
// a surrogate pair.
func (s *state) codePoint() error {
	start := s.pos - 1
	s.pos++
	unit, ok := s.hex()
	if !ok {
		return s.unexpected("a code of four hexadecimal digits")
	}
	if utf16.IsSurrogate(unit) {
		low := rune(0)
		if s.peek() == '\\' && s.pos+1 < len(s.data) && s.data[s.pos+1] == 'u' {
			s.pos += 2
			low, _ = s.hex()
		}
		if unit = utf16.DecodeRune(unit, low); unit == utf8.RuneError {
			return &SyntaxError{Message: "half of a surrogate pair is no character", Offset: start}
		}
	}
	s.scratch = utf8.AppendRune(s.scratch, unit)
	return nil
}

func (s *state) hex() (rune, bool) {
	if len(s.data)-s.pos < 4 {
		return 0, false
	}
	var r rune
	for _, c := range s.data[s.pos : s.pos+4] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	s.pos += 4
	return r, true
}

// number reads a number and says whether it is one of digits only.
func (s *state) number() (literal []byte, whole bool, err error) {
	start := s.pos
	if s.peek() == '-' {
		s.pos++
	}
	if s.peek() == '0' {
		s.pos++
	} else if !s.digits() {
		return nil, false, s.unexpected("a digit")
	}
	whole = true
	if s.peek() == '.' {
		s.pos++
		whole = false
		if !s.digits() {
			return nil, false, s.unexpected("a digit")
		}
	}
	if s.peek()|0x20 == 'e' {
		s.pos++
		whole = false
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		if !s.digits() {
			return nil, false, s.unexpected("a digit")
		}
	}
	return s.data[start:s.pos], whole, nil
}

func (s *state) digits() bool {
	start := s.pos
	for s.pos < len(s.data) && '0' <= s.data[s.pos] && s.data[s.pos] <= '9' {
		s.pos++
	}
	return s.pos > start
}
