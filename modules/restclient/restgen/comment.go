package restgen

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// commentWidth is how long a line of a comment may be, in runes.
const commentWidth = 90

// maxSentence bounds what is taken over of a description, in runes.
const maxSentence = 240

var (
	markdownLink = regexp.MustCompile(`!?\[([^\]\[]*)\]\([^()\s]*[^()]*\)`)
	htmlTag      = regexp.MustCompile(`</?[A-Za-z][^<>]*>`)
	htmlEntity   = regexp.MustCompile(`&#?[A-Za-z0-9]+;`)
	// headings are those that a text begins with, blockEnd is where its first block ends,
	// unless a list completes it.
	headings = regexp.MustCompile(`^(?:#{1,6} [^\n]*(?:\n\s*|$))+`)
	blockEnd = regexp.MustCompile(`\n[ \t]*(?:\n|#|[-*+] |[0-9]+[.)] )`)
	markup   = strings.NewReplacer("**", "", "`", "", "__", "")
	// misread are texts that a tool takes for an order of the author.
	misread = strings.NewReplacer("+build", "build", "DO NOT EDIT", "do not edit")
)

// plain makes one line of text that somebody else wrote: without markup, control
// characters and what is not UTF-8.
func plain(text string) string {
	text = markdownLink.ReplaceAllString(strings.ToValidUTF8(text, ""), "$1")
	text = htmlEntity.ReplaceAllStringFunc(htmlTag.ReplaceAllString(text, ""), html.UnescapeString)
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) || r == utf8.RuneError || r == '\ufeff':
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(misread.Replace(markup.Replace(text))), " ")
}

// sentence is the first sentence of a text, or as much of it as is bearable.
func sentence(text string) string {
	text = headings.ReplaceAllString(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), "")
	if end := blockEnd.FindStringIndex(text); end != nil && text[end[0]-1] != ':' {
		text = text[:end[0]]
	}
	text, _, _ = strings.Cut(text, "\n\n")
	text = plain(text)
	for i := range text {
		if end := i + 2; end < len(text) && text[i] == '.' && text[i+1] == ' ' && unicode.IsUpper(rune(text[end])) && i > 12 && !abbreviates(text[:i]) {
			text = text[:i+1]
			break
		}
	}
	if runes := []rune(text); len(runes) > maxSentence {
		text, _, _ = cutLast(string(runes[:maxSentence]), " ")
		text = strings.TrimRight(text, ".,;: ") + " …"
	}
	return text
}

// abbreviates reports whether a full stop behind text ends no sentence.
func abbreviates(text string) bool {
	return strings.HasSuffix(text, "e.g") || strings.HasSuffix(text, "i.e") || strings.HasSuffix(text, " vs")
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i > 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// ended is a sentence with a full stop.
func ended(text string) string {
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?:") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

// comment writes text as a comment, whose lines begin with first and next.
func comment(b *strings.Builder, first, next, text string) {
	line, start := "", first
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(start+line)+1+utf8.RuneCountInString(word) > commentWidth {
			b.WriteString(start + line + "\n")
			line, start = "", next
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		b.WriteString(start + line + "\n")
	}
}
