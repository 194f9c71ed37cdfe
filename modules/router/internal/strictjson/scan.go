package strictjson

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// MaxDepth is how deep arrays and objects may nest.
const MaxDepth = 64

// maxFaults bounds how many faults one text is told.
const maxFaults = 32

// SyntaxError says that a text is not one JSON value of the allowed depth, or
// repeats a member.
type SyntaxError struct {
	Message string
	Pointer string // of a repeated member, otherwise empty
	Offset  int    // in bytes, of what is wrong; -1 for an empty text
}

// Error returns the message with the pointer, or with the offset.
func (e *SyntaxError) Error() string {
	switch {
	case e.Pointer != "":
		return e.Pointer + " " + e.Message
	case e.Offset < 0:
		return e.Message
	}
	return fmt.Sprintf("%s, at byte %d", e.Message, e.Offset)
}

// state is one text on its way into a value.
type state struct {
	data    []byte
	pos     int // of the next byte that counts: blanks before a value are skipped
	depth   int
	scratch []byte // the last string with escapes
	options *Options
	faults  []problem.FieldError
	wrong   int  // how many faults there were, with those that are not kept
	quotes  bool // around the text, which a pattern describes: there is one spelling of an integer
}

// maxMessage bounds what a message repeats of the text.
const maxMessage = 300

func (s *state) fault(f problem.FieldError) {
	s.wrong++
	if len(s.faults) == maxFaults {
		return
	}
	if len(f.Detail) > maxMessage {
		f.Detail = strings.ToValidUTF8(f.Detail[:maxMessage], "") + "…"
	}
	s.faults = append(s.faults, f)
}

// wrongType says that a value is of another type than the expected one.
func wrongType(found, expects string) problem.FieldError {
	return problem.FieldError{Detail: found + " where " + expects + " is expected", Code: problem.CodeType, Type: typeOf(expects)}
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

// start checks the text as a whole and moves to the value.
func (s *state) start() error {
	if !utf8.Valid(s.data) {
		return &SyntaxError{Message: "the body is not UTF-8", Offset: invalidAt(s.data)}
	}
	if s.space(); s.pos == len(s.data) {
		return &SyntaxError{Message: "the body is empty", Offset: -1}
	}
	return nil
}

func invalidAt(data []byte) int {
	at := 0
	for {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
}

// end checks that nothing follows the value.
func (s *state) end() error {
	if s.space(); s.pos < len(s.data) {
		return s.unexpected("the end")
	}
	return nil
}

// mismatch reads over a value of another kind than the expected one.
func (s *state) mismatch(expects string) error {
	at := s.pos
	if err := s.skip(); err != nil {
		return err
	}
	s.fault(wrongType(found(s.data[at:s.pos]), expects))
	return nil
}

// integer reads an integer; for anything else it returns nil and adds a fault.
func (s *state) integer() ([]byte, error) {
	if !isNumber(s.peek()) {
		return nil, s.mismatch("an integer")
	}
	literal, plain, err := s.number()
	if err != nil || plain && string(literal) != "-0" {
		return literal, err
	}
	digits := ""
	if !s.quotes {
		digits = whole(string(literal))
	}
	if digits == "" {
		s.fault(wrongType(fmt.Sprintf("%.40s", literal), "an integer"))
		return nil, nil
	}
	return []byte(digits), nil
}

func (s *state) outOfRange(literal []byte, t reflect.Type) {
	s.fault(OutOfRange(fmt.Sprintf("%.40s where %s is expected", literal, Integers(t)), t, literal[0] == '-'))
}

// outOfFloat says that a number does not fit into so many bits.
func (s *state) outOfFloat(literal []byte, bits int) {
	t := reflect.TypeFor[float64]()
	if bits == 32 {
		t = reflect.TypeFor[float32]()
	}
	s.fault(OutOfRange(fmt.Sprintf("%.40s where a number of %d bits is expected", literal, bits), t, literal[0] == '-'))
}

func isNumber(c byte) bool { return c == '-' || '0' <= c && c <= '9' }

// maxPlaces is how many digits an integer of 64 bits has.
const maxPlaces = 20

// whole writes a number in digits that is an integer, though it may have a fraction of
// zeros or an exponent (JSON Schema Validation, section 6.1.1). It is empty for any other
// number, and the number itself where that is longer than any integer.
func whole(number string) string {
	positive := strings.TrimPrefix(number, "-")
	mantissa, exponent, _ := strings.Cut(strings.ToLower(positive), "e")
	digits, fraction, _ := strings.Cut(mantissa, ".")
	all := strings.TrimLeft(digits+fraction, "0")
	if all == "" {
		return "0"
	}
	kept := strings.TrimRight(all, "0")
	places, _ := strconv.Atoi(exponent) // none is 0, and one out of range the furthest
	places = max(min(places, len(number)+maxPlaces), -2*len(number)) + len(all) - len(kept) - len(fraction)
	switch {
	case places < 0:
		return ""
	case len(kept)+places > maxPlaces:
		return number
	}
	return number[:len(number)-len(positive)] + kept + strings.Repeat("0", places)
}

func (s *state) anyNumber() (any, error) {
	literal, _, err := s.number()
	if err != nil || s.options.Numbers {
		return json.Number(literal), err
	}
	n, wrong := strconv.ParseFloat(string(literal), 64)
	if wrong != nil {
		s.outOfFloat(literal, 64)
	}
	return n, nil
}

// skip reads a value of any kind and forgets it.
func (s *state) skip() error {
	switch c := s.peek(); {
	case c == '"':
		_, err := s.text()
		return err
	case c == '{':
		return s.members(func(string) error { return s.skip() })
	case c == '[':
		return s.items(func(int) error { return s.skip() })
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	case isNumber(c):
		_, _, err := s.number()
		return err
	}
	return s.unexpected("a value")
}

// any reads a value of any kind.
func (s *state) any() (any, error) {
	switch c := s.peek(); {
	case c == '"':
		text, err := s.text()
		return string(text), err
	case c == '{':
		object := map[string]any{}
		return object, s.members(func(name string) (err error) { object[name], err = s.any(); return err })
	case c == '[':
		list := []any{}
		err := s.items(func(int) error {
			item, err := s.any()
			list = append(list, item)
			return err
		})
		return list, err
	case c == 't':
		return true, s.word("true")
	case c == 'f':
		return false, s.word("false")
	case c == 'n':
		return nil, s.word("null")
	case isNumber(c):
		return s.anyNumber()
	}
	return nil, s.unexpected("a value")
}

// items reads an array.
func (s *state) items(item func(i int) error) error {
	more, err := s.open(']')
	for i := 0; more && err == nil; i++ {
		mark := len(s.faults)
		if err := item(i); err != nil || len(s.faults) > mark {
			if err := s.within(strconv.Itoa(i), mark, err); err != nil {
				return err
			}
		}
		more, err = s.next(']')
	}
	return err
}

// members reads an object whose names are not known beforehand.
func (s *state) members(member func(name string) error) error {
	var seen names
	more, err := s.open('}')
	for more && err == nil {
		at, mark := s.pos, len(s.faults)
		text, err := s.name()
		if err != nil {
			return err
		}
		name, isNew := seen.add(text)
		if !isNew && !s.options.Duplicates {
			return twice(name, at)
		}
		if err := member(name); err != nil || len(s.faults) > mark {
			if err := s.within(name, mark, err); err != nil {
				return err
			}
		}
		if more, err = s.next('}'); err != nil {
			return err
		}
	}
	return err
}

func twice(name string, at int) error {
	return &SyntaxError{Message: "appears twice", Pointer: "/" + jsonpointer.Escape(name), Offset: at}
}

// within puts the name of a member or the index of an item in front of the
// pointers of the faults since mark, and of err, which it returns. So a pointer
// costs nothing where there is no fault.
func (s *state) within(token string, mark int, err error) error {
	token = "/" + jsonpointer.Escape(token)
	for i := mark; i < len(s.faults); i++ {
		s.faults[i].Pointer = token + s.faults[i].Pointer
	}
	if syntax, ok := err.(*SyntaxError); ok && syntax.Pointer != "" {
		syntax.Pointer = token + syntax.Pointer
	}
	return err
}
