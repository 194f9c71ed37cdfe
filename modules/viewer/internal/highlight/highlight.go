// Package highlight splits code into pieces with the class of their colour:
//
//	for _, span := range highlight.Spans("go", source, 500) {
//		write(span.Class, span.Text)
//	}
//
// Tokenizers are small and forgiving: code that is wrong or cut is coloured as
// far as it goes, in time in proportion to its length. All spans together are the
// code, byte for byte.
package highlight

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spans splits text in a language, which is named as Markdown names it: "go",
// "json", "bash". What is not known is one plain span. The last of
// limit spans is the rest.
func Spans(language, text string, limit int) []Span {
	name := strings.ToLower(language)
	s := &scanner{text: text, limit: limit}
	switch {
	case text == "":
		return nil
	case name == "diff" || name == "patch":
		s.diff()
	case name == "http":
		s.http()
	case name == "xml" || name == "html" || name == "svg" || name == "soap" || name == "vue":
		s.markup()
	default:
		l, known := languages[alias(name)]
		if !known {
			return []Span{{Text: text}}
		}
		s.spans = make([]Span, 0, max(0, min(len(text)/usualSpan, limit)))
		s.code(l)
	}
	return s.spans
}

// usualSpan is how many bytes a span of code has, at least, in most samples.
const usualSpan = 6

// scanner collects spans; neighbours of one class become one.
type scanner struct {
	text  string
	pos   int
	limit int
	spans []Span
}

// emit adds what stands between pos and end.
func (s *scanner) emit(class string, end int) {
	end = min(end, len(s.text))
	if end <= s.pos {
		return
	}
	start := s.pos
	s.pos = end
	if n := len(s.spans); n > 0 && (s.spans[n-1].Class == class || n == s.limit) {
		last := &s.spans[n-1]
		last.Text = s.text[start-len(last.Text) : end]
		return
	}
	s.spans = append(s.spans, Span{class, s.text[start:end]})
}

// full adds everything that is left as one span when there is room for one only.
func (s *scanner) full() bool {
	if len(s.spans) < s.limit-1 {
		return false
	}
	s.emit(Plain, len(s.text))
	return true
}

func (s *scanner) code(l language) {
	for s.pos < len(s.text) && !s.full() {
		class, end := s.next(l)
		s.emit(class, end)
	}
}

// next finds the class of what stands at pos, and where it ends.
func (s *scanner) next(l language) (class string, end int) {
	rest := s.text[s.pos:]
	for _, mark := range l.lines {
		if strings.HasPrefix(rest, mark) && (mark != "#" || s.atWord()) {
			return Comment, s.lineEnd()
		}
	}
	if l.open != "" && strings.HasPrefix(rest, l.open) {
		return Comment, s.after(l.close, s.pos+len(l.open))
	}
	if strings.IndexByte(l.quotes, rest[0]) >= 0 {
		return s.quoted(l)
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case l.escapes && rest[0] == '\\':
		_, next := utf8.DecodeRuneInString(rest[1:])
		return Plain, s.pos + 1 + next
	case rest[0] >= '0' && rest[0] <= '9':
		return Number, s.while(isNumber)
	case rest[0] == '-' && l.options && len(rest) > 1 && (rest[1] == '-' || isWord(rune(rest[1]))) && s.atWord():
		return Name, s.while(func(r rune) bool { return isWord(r) || r == '-' })
	case rest[0] == '$' && l.options:
		return Name, s.variable()
	case isWord(r) || r == '@' && l.at:
		end := s.pos + size + wordLength(s.text[s.pos+size:], l.dash)
		return l.word(s.text[s.pos:end], s.text[end:]), end
	}
	return Plain, s.pos + size
}

// atWord reports whether pos is where a word may begin.
func (s *scanner) atWord() bool {
	return s.pos == 0 || strings.IndexByte(" \t\n([,;|&=", s.text[s.pos-1]) >= 0
}

func (s *scanner) lineEnd() int {
	if i := strings.IndexByte(s.text[s.pos:], '\n'); i >= 0 {
		return s.pos + i
	}
	return len(s.text)
}

// after returns where mark ends, which is searched from a position on.
func (s *scanner) after(mark string, from int) int {
	if from < len(s.text) {
		if i := strings.Index(s.text[from:], mark); i >= 0 {
			return from + i + len(mark)
		}
	}
	return len(s.text)
}

func (s *scanner) while(ok func(rune) bool) int {
	for i, r := range s.text[s.pos:] {
		if !ok(r) {
			return s.pos + i
		}
	}
	return len(s.text)
}

func (s *scanner) variable() int {
	if strings.HasPrefix(s.text[s.pos:], "${") {
		return s.after("}", s.pos)
	}
	return s.pos + 1 + wordLength(s.text[s.pos+1:], false)
}

// quoted reads text in quotes, which ends with its line unless the quotes go over
// lines.
func (s *scanner) quoted(l language) (class string, end int) {
	quote := s.text[s.pos]
	if triple := strings.Repeat(string(quote), 3); l.triple && strings.HasPrefix(s.text[s.pos:], triple) {
		return String, s.after(triple, s.pos+3)
	}
	multi := quote == '`' || l.multi
	end = len(s.text)
	for i := s.pos + 1; i < len(s.text); i++ {
		c := s.text[i]
		if c == '\\' && strings.IndexByte(l.raw, quote) < 0 {
			i++
		} else if c == quote {
			end = i + 1
			break
		} else if c == '\n' && !multi {
			end = i
			break
		}
	}
	if l.names && strings.HasPrefix(strings.TrimLeft(s.text[end:], " "), ":") {
		return Name, end
	}
	return String, end
}

func isNumber(r rune) bool { return r == '.' || r == '_' || isWord(r) }

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func wordLength(text string, dash bool) int {
	for i, r := range text {
		if !isWord(r) && (!dash || r != '-') {
			return i
		}
	}
	return len(text)
}
