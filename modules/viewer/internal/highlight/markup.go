package highlight

import "strings"

// diff colours lines that were added and removed.
func (s *scanner) diff() {
	for s.pos < len(s.text) && !s.full() {
		end := min(s.lineEnd()+1, len(s.text))
		switch line := s.text[s.pos:end]; {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "@@"):
			s.emit(Comment, end)
		case line[0] == '+':
			s.emit(Added, end)
		case line[0] == '-':
			s.emit(Removed, end)
		default:
			s.emit(Plain, end)
		}
	}
}

// http colours the first line and the headers of a message; a body of JSON is
// coloured as such.
func (s *scanner) http() {
	first := true
	for s.pos < len(s.text) && !s.full() {
		end := s.lineEnd()
		line := s.text[s.pos:end]
		if strings.TrimSpace(line) == "" && !first {
			break
		}
		name, _, header := strings.Cut(line, ":")
		switch {
		case first:
			method, _, _ := strings.Cut(line, " ")
			s.emit(Word, s.pos+len(method))
		case header:
			s.emit(Name, s.pos+len(name))
		}
		first = false
		s.emit(Plain, end+1)
	}
	if body := strings.TrimSpace(s.text[s.pos:]); body != "" && (body[0] == '{' || body[0] == '[') {
		s.code(languages["json"])
	}
	s.emit(Plain, len(s.text))
}

// markup colours XML and HTML.
func (s *scanner) markup() {
	for s.pos < len(s.text) && !s.full() {
		rest := s.text[s.pos:]
		switch {
		case strings.HasPrefix(rest, "<!--"):
			s.emit(Comment, s.after("-->", s.pos))
		case rest[0] == '<' && len(rest) > 1 && (isWord(rune(rest[1])) || strings.IndexByte("/!?", rest[1]) >= 0):
			s.tag()
		case rest[0] == '&':
			s.emit(Number, s.entity())
		default:
			i := strings.IndexAny(rest[1:], "<&")
			if i < 0 {
				i = len(rest)
			}
			s.emit(Plain, s.pos+1+i)
		}
	}
}

func (s *scanner) entity() int {
	for i := s.pos + 1; i < len(s.text) && i < s.pos+12; i++ {
		if s.text[i] == ';' {
			return i + 1
		}
	}
	return s.pos + 1
}

// tag colours a tag from its name to its end.
func (s *scanner) tag() {
	s.emit(Plain, s.pos+1)
	if strings.IndexByte("/!?", s.text[s.pos]) >= 0 {
		s.emit(Plain, s.pos+1)
	}
	s.emit(Word, s.while(isTagName))
	for s.pos < len(s.text) && !s.full() {
		switch c := s.text[s.pos]; {
		case c == '>':
			s.emit(Plain, s.pos+1)
			return
		case c == '"' || c == '\'':
			s.emit(String, s.after(string(c), s.pos+1))
		case isTagName(rune(c)):
			s.emit(Name, s.while(isTagName))
		default:
			s.emit(Plain, s.pos+1)
		}
	}
}

func isTagName(r rune) bool { return isWord(r) || r == ':' || r == '-' || r == '.' }
