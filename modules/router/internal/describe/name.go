package describe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
)

// RouteID is an operationId: the method and the words of the path, with ByParam in
// place of a parameter, whatever it is called, and ByRest in place of a catch-all.
func RouteID(r route.Route) string {
	words := []string{strings.ToLower(r.Method)}
	for _, s := range r.Segments {
		for _, piece := range s.Pieces() {
			switch {
			case s.Kind == route.CatchAll:
				words = append(words, "by", "rest")
			case piece.Param:
				words = append(words, "by", "param")
			default:
				words = append(words, strings.FieldsFunc(piece.Text, func(r rune) bool { return strings.ContainsRune(":-._~", r) })...)
			}
		}
	}
	if path := r.Path; len(path) > 1 && strings.HasSuffix(path, "/") {
		words = append(words, "slash")
	}
	return camel(words...)
}

// FunctionID is an operationId: the module and the name of a function. Empty for one
// without a name.
func FunctionID(at origin.Origin) string {
	module, name := at.Module(), at.Short()
	if module == "" {
		return name
	}
	return camel(lower(module), name)
}

// GroupID is an operationId behind the letters and digits of the names of groups.
func GroupID(groups []string, id string) string {
	var all []string
	for _, name := range groups {
		if name = words(name); name != "" {
			all = append(all, lower(name))
		}
	}
	return camel(append(all, id)...)
}

// camel joins words, each but the first with a capital letter.
func camel(words ...string) string {
	var id strings.Builder
	for i, word := range words {
		first := 0
		if i > 0 {
			_, first = utf8.DecodeRuneInString(word)
		}
		id.WriteString(strings.ToUpper(word[:first]) + word[first:])
	}
	return id.String()
}

// lower is a word with a small first letter.
func lower(word string) string {
	r, first := utf8.DecodeRuneInString(word)
	return string(unicode.ToLower(r)) + word[first:]
}

// words are the letters and digits of a text, each word with a capital letter.
func words(text string) string {
	all := strings.FieldsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return camel(append([]string{""}, all...)...)
}
