package markdown

import (
	"html"
	"regexp"
	"strings"
)

// Relink returns Markdown whose links and images have the addresses that change makes of
// theirs. Those of which it makes "" stay, and so does code. A text that no page shows as
// Markdown comes back as it is.
func Relink(text string, change func(address string) string) string {
	if len(text) > maxInput || !strings.Contains(text, "](") && !strings.Contains(text, "]:") && !strings.Contains(text, "=") {
		return text
	}
	r := relinker{text: text, change: change}
	for r.at < len(text) {
		r.step()
	}
	return r.out.String() + text[r.copied:]
}

// relinker reads a text once.
type relinker struct {
	text       string
	change     func(address string) string
	out        strings.Builder
	at, copied int // what is before copied is in out
}

var (
	definition = regexp.MustCompile(`^ {0,3}\[[^\]\n]+\]:[ \t]*`)
	anchor     = regexp.MustCompile(`(?i)^<a\s[^<>]*?href\s*=\s*("[^"<>]*"|'[^'<>]*')`)
	fenceLine  = regexp.MustCompile("^[ \t>]*(```+|~~~+)")
)

// step reads what begins here: a definition or a fence at the beginning of a line, code,
// a link, or one letter.
func (r *relinker) step() {
	rest := r.text[r.at:]
	if r.at == 0 || r.text[r.at-1] == '\n' {
		if m := definition.FindString(rest); m != "" {
			r.at += len(m)
			r.destination()
			return
		}
		if m := fenceLine.FindStringSubmatch(rest); m != nil {
			r.fence(m[1])
			return
		}
	}
	switch {
	case rest[0] == '\\':
		r.at = min(r.at+2, len(r.text))
	case rest[0] == '`':
		r.code()
	case strings.HasPrefix(rest, "]("):
		r.at += 2
		r.destination()
	case rest[0] == '<':
		r.element()
	default:
		r.at++
	}
}

// fence skips a block of code, which ends with a fence as long as its own or with the
// text.
func (r *relinker) fence(mark string) {
	for first := true; r.at < len(r.text); first = false {
		line, _, _ := strings.Cut(r.text[r.at:], "\n")
		r.at = min(r.at+len(line)+1, len(r.text))
		end := strings.Trim(line, " \t>\r")
		if !first && len(end) >= len(mark) && strings.Trim(end, mark[:1]) == "" {
			return
		}
	}
}

// code skips a span of code, or its mark when nothing ends it.
func (r *relinker) code() {
	mark := leading(r.text[r.at:])
	r.at += mark
	for rest := r.text[r.at:]; rest != ""; {
		i := strings.IndexByte(rest, '`')
		if i < 0 {
			return
		}
		n := leading(rest[i:])
		rest = rest[i+n:]
		if n == mark {
			r.at = len(r.text) - len(rest)
			return
		}
	}
}

// leading is how many backticks a text begins with.
func leading(text string) int { return len(text) - len(strings.TrimLeft(text, "`")) }

// destination reads the address of a link in Markdown.
func (r *relinker) destination() {
	rest := r.text[r.at:]
	space := len(rest) - len(strings.TrimLeft(rest, " \t\n"))
	begin := r.at + space
	rest = rest[space:]
	end := 0
	if strings.HasPrefix(rest, "<") {
		begin++
		rest = rest[1:]
		if end = strings.IndexAny(rest, "<>\n"); end < 0 || rest[end] != '>' {
			return
		}
	} else {
		end = destinationEnd(rest)
	}
	r.replace(begin, begin+end, func(s string) string { return s })
}

// destinationEnd is where an address ends: at a space, or at a bracket that it has not
// opened.
func destinationEnd(text string) int {
	open := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c <= ' ':
			return i
		case c == '(':
			open++
		case c == ')':
			if open--; open < 0 {
				return i
			}
		}
	}
	return len(text)
}

// element reads a link in HTML.
func (r *relinker) element() {
	m := anchor.FindStringSubmatchIndex(r.text[r.at:])
	if m == nil {
		r.at++
		return
	}
	r.replace(r.at+m[2]+1, r.at+m[3]-1, html.EscapeString)
}

// replace puts what change makes of an address in its place.
func (r *relinker) replace(begin, end int, escape func(string) string) {
	r.at = end
	if begin >= end {
		return
	}
	if made := r.change(html.UnescapeString(r.text[begin:end])); made != "" {
		r.out.WriteString(r.text[r.copied:begin])
		r.out.WriteString(escape(made))
		r.copied = end
	}
}
