package restgen

import (
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// reserved are the names of the constants that a file may begin with.
var reserved = []string{"BaseURL", "URLPrefix"}

// hints are names for a type, the first that is free is taken.
type hints []string

// item gives names for what the type is a list of.
func (h hints) item() hints {
	return h.each(goname.Item)
}

// value gives names for what the type is a map of.
func (h hints) value() hints {
	return h.each(func(name string) string { return goname.Singular(name) + "Value" })
}

func (h hints) each(f func(string) string) hints {
	var found hints
	for _, name := range h {
		found = append(found, f(name))
	}
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
