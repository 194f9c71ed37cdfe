// Package phrase shortens and joins plain text:
//
//	phrase.Clip(value, 100)                        // at most 100 bytes, "…" when some are missing
//	phrase.Count(3, "property", "properties")      // "3 properties"
//	phrase.And([]string{"name", "owner", "tags"})  // "name, owner and tags"
package phrase

import (
	"slices"
	"strconv"
	"strings"
)

// Brief returns the first line of a text, at most n characters of it, with "…" behind
// when that cuts the line. Markdown stays as it is: apidoc.Brief reads it.
func Brief(text string, n int) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	for i := range line {
		if n == 0 {
			return line[:i] + "…"
		}
		n--
	}
	return line
}

// Clip returns at most n bytes of text, with "…" behind when some are missing. A
// character is never cut in two.
func Clip(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}

// Count is a number with a noun: "1 part", "2 parts".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// maxNames bounds the names that And lists.
const maxNames = 20

// And lists names: "a, b and c". More than 20 end with "and others".
func And(names []string) string {
	if len(names) > maxNames {
		names = append(names[:maxNames:maxNames], "others")
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Join joins the texts that are not empty.
func Join(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), separator)
}
