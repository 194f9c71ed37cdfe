package restgen

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// reserved are the names of the constants that a file may begin with.
var reserved = []string{"BaseURL", "URLPrefix"}

// scope hands out each name once.
type scope map[string]bool

// name returns the first of the candidates that is free, or the last one with
// the lowest number behind it that makes it free.
func (s scope) name(candidates ...string) string {
	for _, name := range candidates {
		if !s[name] {
			s[name] = true
			return name
		}
	}
	base := candidates[len(candidates)-1]
	for i := 2; ; i++ {
		if name := base + strconv.Itoa(i); !s[name] {
			s[name] = true
			return name
		}
	}
}

// hints are names for a type, the first that is free is taken.
type hints []string

// item gives names for what the type is a list of.
func (h hints) item() hints {
	return h.each(func(name string) string {
		if one := singular(name); one != name {
			return one
		}
		return name + "Item"
	})
}

// value gives names for what the type is a map of.
func (h hints) value() hints {
	return h.each(func(name string) string { return singular(name) + "Value" })
}

func (h hints) each(f func(string) string) hints {
	var found hints
	for _, name := range h {
		found = append(found, f(name))
	}
	return found
}

// initialisms are written in capitals.
var initialisms = []string{
	"api", "cpu", "css", "csv", "db", "dns", "ftp", "gpu", "html", "http", "https", "id", "ip", "json", "os", "pdf", "ram", "sha",
	"sql", "ssh", "ssl", "tcp", "tls", "ttl", "udp", "ui", "uri", "url", "utc", "uuid", "vm", "vpc", "xml",
}

// goName spells text as an exported identifier. It is never empty.
func goName(text string) string {
	name := camel(text)
	if first := []rune(name + " ")[0]; !unicode.IsUpper(first) {
		return "X" + name
	}
	return name
}

// camel keeps letters and digits and begins the words between everything else
// with a capital.
func camel(text string) string {
	var b strings.Builder
	for _, word := range words(text) {
		b.WriteString(capital(word, isShouted(text)))
	}
	return b.String()
}

// isShouted tells a text without small letters, whose words are not initialisms.
func isShouted(text string) bool { return strings.ToUpper(text) == text }

func capital(word string, shouted bool) string {
	lower := strings.ToLower(word)
	if slices.Contains(initialisms, lower) {
		return strings.ToUpper(word)
	}
	if strings.HasSuffix(lower, "s") && slices.Contains([]string{"ids", "urls", "uris", "ips", "vms", "vpcs"}, lower) {
		return strings.ToUpper(word[:len(word)-1]) + "s"
	}
	if shouted {
		word = lower
	}
	runes := []rune(word)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

// words splits text at everything that no identifier holds, and where a small
// letter is followed by a capital. Signs before a digit are words: GitHub counts
// its "+1" and "-1".
func words(text string) []string {
	var found []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			found, word = append(found, string(word)), nil
		}
	}
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case (r == '+' || r == '-') && i == 0 && len(runes) > 1 && unicode.IsDigit(runes[1]):
			found = append(found, map[rune]string{'+': "plus", '-': "minus"}[r])
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && len(word) > 0 && !unicode.IsUpper(word[len(word)-1]):
			flush()
			fallthrough
		default:
			word = append(word, r)
		}
	}
	flush()
	return found
}

// plural is good enough for the name of a variable.
func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss") && !strings.HasSuffix(name, "us"):
		return name
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"):
		return name + "es"
	case strings.HasSuffix(name, "y") && len(name) > 1 && !strings.ContainsRune("aeiou", rune(name[len(name)-2])):
		return name[:len(name)-1] + "ies"
	}
	return name + "s"
}

func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies") && len(name) > 4:
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "sses"), strings.HasSuffix(name, "xes"), strings.HasSuffix(name, "ches"), strings.HasSuffix(name, "shes"):
		return name[:len(name)-2]
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss") && len(name) > 2:
		return name[:len(name)-1]
	}
	return name
}

// bare is a name without case and punctuation, for comparing the names of
// parameters and properties.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
