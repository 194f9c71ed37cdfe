package apidoc

import (
	"html"
	"strings"
	"unicode/utf8"
)

// maxBriefSource bounds how much of a text Brief reads, in bytes.
const maxBriefSource = 2 << 10

// Brief returns the first paragraph of a text in one line, as it is read: without
// the marks of Markdown and tags of HTML. It has at most n characters; what is
// longer ends with its first sentence, or else with "…" behind a word.
func Brief(text string, n int) string {
	text = strings.TrimSpace(text[:min(len(text), maxBriefSource)])
	if strings.ContainsAny(text, "\n\r") {
		text = firstParagraph(text)
	}
	if strings.ContainsAny(text, "`*_[<\\&~") {
		text = html.UnescapeString(unmarked(text, 0))
	}
	if strings.ContainsAny(text, "\n\r\t") || strings.Contains(text, "  ") {
		text = strings.Join(strings.Fields(text), " ")
	}
	return shortened(strings.TrimSpace(strings.ToValidUTF8(text, "")), n)
}

// PlainTitle returns a title as it is read: in one line, without the marks of Markdown
// and tags of HTML. What only looks like a mark stays, and so does a title that is
// nothing but marks or longer than 2 KiB. Of blanks it is empty.
func PlainTitle(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	if !strings.ContainsAny(text, "`*_[<\\&~#\n\r\t") || len(text) > maxBriefSource {
		return text
	}
	line := strings.Join(strings.Fields(text), " ")
	if rest := strings.TrimLeft(line, "#"); len(line)-len(rest) <= 6 && strings.HasPrefix(rest, " ") {
		line = rest
	}
	if plain := Brief(line, len(text)); plain != "" {
		return plain
	}
	return text
}

// firstParagraph returns the first lines that belong together, without what marks
// a quote. A heading counts only when there is nothing else.
func firstParagraph(text string) string {
	heading := ""
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		bare := strings.TrimLeft(line, "#>=- ")
		switch {
		case len(lines) > 0 && (bare == "" || strings.HasPrefix(line, "#")):
			return strings.Join(lines, " ")
		case strings.HasPrefix(line, "#") && heading == "":
			heading = bare
		case bare != "" && line[0] != '#':
			lines = append(lines, bare)
		}
	}
	if len(lines) == 0 {
		return heading
	}
	return strings.Join(lines, " ")
}

// shortened returns at most n characters of a line: a sentence, or words.
func shortened(line string, n int) string {
	if utf8.RuneCountInString(line) <= n {
		return line
	}
	end, word, count := 0, 0, 0
	for i, r := range line {
		if count++; count > n {
			break
		}
		if r == ' ' {
			word = i
			if end == 0 && strings.ContainsRune(".!?", rune(line[i-1])) {
				end = i
			}
		}
	}
	switch {
	case end > 0:
		return line[:end]
	case word > 0:
		return strings.TrimRight(line[:word], " ,;:") + "…"
	}
	return string([]rune(line)[:max(n-1, 0)]) + "…"
}

// tags are the elements of HTML that descriptions hold.
var tags = map[string]bool{
	"a": true, "b": true, "br": true, "code": true, "div": true, "em": true, "h1": true, "h2": true, "h3": true, "h4": true, "i": true, "img": true,
	"kbd": true, "li": true, "ol": true, "p": true, "pre": true, "small": true, "span": true, "strong": true, "sub": true, "sup": true, "table": true,
	"td": true, "th": true, "tr": true, "u": true, "ul": true,
}

// unmarked returns a line without marks of emphasis, code and links, and without
// tags. What only looks like a mark stays.
func unmarked(text string, depth int) string {
	const deepest = 4
	var b strings.Builder
	for i := 0; i < len(text); {
		inner, next := "", 0
		switch c := text[i]; c {
		case '\\':
			if i+1 < len(text) && strings.IndexByte("\\`*_{}[]()#+-.!|<>~", text[i+1]) >= 0 {
				inner, next = text[i+1:i+2], i+2
				b.WriteString(inner)
				i = next
				continue
			}
		case '`':
			run := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
			if end := strings.Index(text[i+run:], text[i:i+run]); end > 0 {
				b.WriteString(strings.TrimSpace(text[i+run : i+run+end]))
				i += 2*run + end
				continue
			}
			b.WriteString(text[i : i+run])
			i += run
			continue
		case '*', '_', '~':
			inner, next = emphasis(text, i)
		case '!', '[':
			inner, next = linkText(text, i)
		case '<':
			next = tagEnd(text, i)
		}
		if next == 0 {
			b.WriteByte(text[i])
			i++
			continue
		}
		if depth < deepest {
			inner = unmarked(inner, depth+1)
		}
		b.WriteString(inner)
		i = next
	}
	return b.String()
}

// emphasis returns what stands between two equal marks, and where the text goes
// on; 0 without such marks.
func emphasis(text string, at int) (inner string, next int) {
	c := text[at]
	run := len(text[at:]) - len(strings.TrimLeft(text[at:], string(c)))
	from := at + run
	if run > 3 || c == '~' && run != 2 || from >= len(text) || text[from] == ' ' || c == '_' && at > 0 && isWord(text[at-1]) {
		return "", 0
	}
	end := strings.Index(text[from:], text[at:from])
	if end <= 0 || text[from+end-1] == ' ' {
		return "", 0
	}
	if next = from + end + run; c == '_' && next < len(text) && isWord(text[next]) {
		return "", 0
	}
	return text[from : from+end], next
}

func isWord(c byte) bool {
	return c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

// linkText returns the text of a link or image, and where the text goes on; 0
// without a link. The mark of a callout has no text.
func linkText(text string, at int) (inner string, next int) {
	from := at + 1
	if text[at] == '!' {
		if !strings.HasPrefix(text[from:], "[") {
			return "", 0
		}
		from++
	}
	open := 1
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '[':
			open++
		case ']':
			open--
		}
		if open > 0 {
			continue
		}
		if strings.HasPrefix(text[from:i], "!") {
			return "", i + 1
		}
		if !strings.HasPrefix(text[i+1:], "(") {
			return "", 0
		}
		if end := strings.IndexByte(text[i:], ')'); end > 0 {
			return text[from:i], i + end + 1
		}
		return "", 0
	}
	return "", 0
}

// tagEnd returns where a tag of HTML ends, 0 without one.
func tagEnd(text string, at int) int {
	end := strings.IndexByte(text[at:], '>')
	if end < 0 {
		return 0
	}
	name := strings.TrimPrefix(text[at+1:at+end], "/")
	if i := strings.IndexAny(name, " /"); i >= 0 {
		name = name[:i]
	}
	if !tags[strings.ToLower(name)] {
		return 0
	}
	return at + end + 1
}
