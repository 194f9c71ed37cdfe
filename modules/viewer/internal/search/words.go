package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitter cuts texts into words. It keeps one buffer and is for one goroutine.
type splitter struct {
	whole []byte // the run of letters and digits, in lower case
	humps []int  // where its parts begin
}

// each calls visit for the words of a text, folded, each of which is valid until
// visit returns. A run of letters and digits is a word, and so is each part of a
// name in camel case. Characters of scripts without spaces are words each.
func (s *splitter) each(text string, visit func(word []byte)) {
	s.whole, s.humps = s.whole[:0], s.humps[:0]
	var previous rune
	for i, r := range text {
		if isMark(r) {
			continue
		}
		if !isWord(r) {
			s.flush(visit)
			previous = 0
			continue
		}
		if unspaced(r) {
			s.flush(visit)
			s.whole = utf8.AppendRune(s.whole, r)
			s.flush(visit)
			previous = 0
			continue
		}
		if previous != 0 && isHump(previous, r, text[i+utf8.RuneLen(r):]) {
			s.humps = append(s.humps, len(s.whole))
		}
		s.whole = appendPlain(s.whole, r)
		previous = r
	}
	s.flush(visit)
}

// flush hands on the run and its parts.
func (s *splitter) flush(visit func([]byte)) {
	if len(s.whole) == 0 {
		return
	}
	visit(s.whole[:min(len(s.whole), maxTerm)])
	start := 0
	for _, at := range s.humps {
		visit(s.whole[start:min(at, start+maxTerm)])
		start = at
	}
	if start > 0 {
		visit(s.whole[start:min(len(s.whole), start+maxTerm)])
	}
	s.whole, s.humps = s.whole[:0], s.humps[:0]
}

// isHump reports whether r begins a part of a name: a capital behind a small
// letter, or the last capital of several before a small letter.
func isHump(previous, r rune, rest string) bool {
	if !unicode.IsUpper(r) {
		return false
	}
	if unicode.IsLower(previous) || unicode.IsDigit(previous) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsUpper(previous) && unicode.IsLower(next) && next != 's'
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// appendPlain appends a letter as words are compared: in lower case, without accents,
// umlauts and the like in the alphabets where many leave them out, and in the letters that
// many write in its place.
func appendPlain(to []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(to, byte(r))
	}
	r = unicode.ToLower(r)
	if plain, ok := plainLetters[r]; ok {
		r = plain
	}
	if others, ok := otherLetters[r]; ok {
		return append(to, others...)
	}
	return utf8.AppendRune(to, r)
}

// isMark reports whether a character is a mark of its own that words are compared without:
// a combining accent, a vowel of Arabic, or what makes a word of Arabic longer.
func isMark(r rune) bool {
	return r >= 0x300 && (r <= 0x36f || r >= 0x64b && r <= 0x65f || r == 0x670 || r == 0x640)
}

// folded is a text as words are compared.
func folded(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return strings.ToLower(text)
	}
	b := make([]byte, 0, len(text))
	for _, r := range text {
		if !isMark(r) {
			b = appendPlain(b, r)
		}
	}
	return string(b)
}

// unspaced reports whether a script is written without spaces between words.
func unspaced(r rune) bool {
	return r > 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// words returns the words of a text.
func words(text string) []string {
	var list []string
	new(splitter).each(text, func(w []byte) { list = append(list, string(w)) })
	return list
}

// joined is a name without the signs between its words: "per_page" gives
// "perpage". It is empty for what is no name of several words.
func joined(name string) string {
	if len(name) > maxTerm || strings.IndexFunc(name, unicode.IsSpace) >= 0 {
		return ""
	}
	b := make([]byte, 0, len(name))
	gap := false
	for _, r := range name {
		switch {
		case isMark(r):
		case isWord(r):
			b = appendPlain(b, r)
		case len(b) > 0:
			gap = true
		}
	}
	if !gap {
		return ""
	}
	return string(b)
}

// cut returns at most n bytes of text, whole characters only.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
