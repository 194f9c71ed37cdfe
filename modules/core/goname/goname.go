// Package goname has what all agree on that write Go from a description, as files or
// as samples: how a thing is called, and which structs hold each other.
// Its functions are pure and may be called concurrently.
package goname

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Scope hands out each name once. It must not be used concurrently.
type Scope map[string]bool

// Name returns the first of the candidates that is free, or the last one with the
// lowest number behind it that makes it free, counted from 2.
func (s Scope) Name(candidates ...string) string {
	for _, name := range candidates {
		if !s[name] {
			s[name] = true
			return name
		}
	}
	last := candidates[len(candidates)-1]
	for i := 2; ; i++ {
		if name := last + strconv.Itoa(i); !s[name] {
			s[name] = true
			return name
		}
	}
}

// initialisms are written in capitals.
var initialisms = []string{
	"api", "cpu", "css", "csv", "db", "dns", "ftp", "gpu", "html", "http", "https", "id", "ip", "json", "os", "pdf", "ram", "sha",
	"sql", "ssh", "ssl", "tcp", "tls", "ttl", "udp", "ui", "uri", "url", "utc", "uuid", "vm", "vpc", "xml",
}

// longest is how much of a text becomes a name, in bytes.
const longest = 200

// Exported spells text as an exported identifier. It is never empty: what begins
// with no letter that has a capital begins with X. Of a long text the first 200
// bytes count.
func Exported(text string) string {
	name := Camel(strings.ToValidUTF8(text[:min(len(text), longest)], ""))
	if first := []rune(name + " ")[0]; !unicode.IsUpper(first) {
		return "X" + name
	}
	return name
}

// Camel keeps the letters and digits of text and begins each word with a capital;
// common initialisms are capitals as a whole. It may be empty, or begin with a
// digit.
func Camel(text string) string {
	var b strings.Builder
	shouted := strings.ToUpper(text) == text
	for _, word := range Words(text) {
		b.WriteString(capital(word, shouted))
	}
	return b.String()
}

// capital begins a word with a capital. Of a text without small letters, which is
// shouted, it keeps no others.
func capital(word string, shouted bool) string {
	lower := strings.ToLower(word)
	if slices.Contains(initialisms, lower) {
		return strings.ToUpper(word)
	}
	if slices.Contains([]string{"ids", "urls", "uris", "ips", "vms", "vpcs"}, lower) {
		return strings.ToUpper(word[:len(word)-1]) + "s"
	}
	if shouted {
		word = lower
	}
	runes := []rune(word)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

// Words splits text at everything that no identifier holds, and where a small
// letter is followed by a capital. A sign at the beginning is a word: GitHub counts
// its "+1" and "-1", and "-name" asks for the reverse order of "name".
func Words(text string) []string {
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
		case (r == '+' || r == '-') && i == 0 && len(runes) > 1 && (unicode.IsDigit(runes[1]) || unicode.IsLetter(runes[1])):
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

// Operation is the exported name of an operation: its operationId, or else its
// method and path, with "By" before parameters.
func Operation(o *apidoc.OperationSummary) string {
	if len(Words(o.ID)) > 0 {
		return Exported(o.ID)
	}
	name := strings.ToLower(o.Method)
	for segment := range strings.SplitSeq(o.Path, "/") {
		if bound, ok := strings.CutPrefix(segment, "{"); ok {
			segment = "by " + bound
		}
		name += " " + segment
	}
	return Exported(name)
}

// Item names what a list of a name is of: its singular, or else the name with
// "Item" behind it.
func Item(list string) string {
	if one := Singular(list); one != list {
		return one
	}
	return list + "Item"
}

// Singular is the singular of an English name, by the endings of regular nouns:
// good enough for the name of a variable or type.
func Singular(name string) string {
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
