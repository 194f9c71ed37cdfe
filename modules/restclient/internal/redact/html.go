package redact

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxExcerpt is how long an excerpt is at most, in bytes.
const maxExcerpt = 200

var (
	title  = regexp.MustCompile(`(?is)<title\b[^>]*>(.*?)(?:</title|$)`)
	unseen = regexp.MustCompile(`(?is)<!--.*?(?:--|$)|<head\b.*?</head|<(?:script|style|textarea)\b.*?(?:</(?:script|style|textarea)|$)`)
	tag    = regexp.MustCompile(`<(?:"[^"]*"|'[^']*'|[^"'>])*>`)

	// named is a value that the name before it says to be a secret.
	named = regexp.MustCompile(`(?i)([\w-]*(?:passw|pwd|passphrase|secret|token|api[_-]?key|authorization|cookie|credential|private[_-]?key|jwt|session[_-]?id)[\w-]*["']?\s*[:=]\s*["']?)(?:(?:bearer|basic)\s+)?\S+`)
	// opaque is a run that is longer than most words.
	opaque = regexp.MustCompile(`[A-Za-z0-9+/_.~-]{20,}=*`)
)

// HTML is an excerpt of what a page shows, on one line: of its title, or else of
// its text. Control characters are left out, and what may be a secret is a Mark.
func HTML(page []byte) string {
	if t := title.FindSubmatch(page); t != nil {
		if text := Excerpt(string(t[1])); text != "" {
			return text
		}
	}
	seen := tag.ReplaceAll(unseen.ReplaceAll(page, []byte("<")), []byte(" "))
	text, _, _ := strings.Cut(string(seen), "<") // of a tag that has no end
	return Excerpt(text)
}

// Beginning is an excerpt of a body that is a text, from its first byte on, as HTML makes one
// of a page. It is empty for what is no text.
func Beginning(body []byte) string {
	body = body[:min(len(body), maxRead)]
	if !strings.HasPrefix(http.DetectContentType(body), "text/") {
		return ""
	}
	return Excerpt(string(body))
}

// maxRead is how much of a body is looked at for its beginning: more than an excerpt has,
// since spaces are left out.
const maxRead = 4 * maxExcerpt

// Excerpt is the beginning of a text on one line, without control characters and what may be a
// secret.
func Excerpt(text string) string {
	text = strings.ToValidUTF8(html.UnescapeString(text), " ")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.C) }), " ")
	text = Text(named.ReplaceAllString(text, "${1}"+Mark))
	text = opaque.ReplaceAllStringFunc(text, func(run string) string {
		if strings.ContainsAny(run, "0123456789") {
			return Mark
		}
		return run
	})
	if len(text) <= maxExcerpt {
		return text
	}
	end := maxExcerpt - len("…")
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.TrimSpace(text[:end]) + "…"
}
