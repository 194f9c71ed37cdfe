package schemafacts

import (
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// Dependency says which properties must be there when one is.
func Dependency(d apidoc.Dependency) string {
	if len(d.Requires) == 0 {
		return ""
	}
	verb := " is required."
	if len(d.Requires) > 1 {
		verb = " are required."
	}
	return "When " + d.Property + " is present, " + phrase.And(d.Requires) + verb
}

// Condition says in a sentence what if, then and else say, as far as there are
// words for it: "If country is "US", then zip is required." It is empty when
// there are none; the parts stand below in any case.
func Condition(s *apidoc.Schema) string {
	given := clause(s.If)
	if given == "" {
		return ""
	}
	text := "If " + given
	if then := clause(s.Then); then != "" {
		text += ", then " + then
	}
	if otherwise := clause(s.Else); otherwise != "" {
		text += "; otherwise " + otherwise
	}
	if text == "If "+given {
		return ""
	}
	return text + "."
}

// clause says what a schema demands when that is short, "" when it is not.
func clause(s *apidoc.Schema) string {
	const most = 4
	if s == nil || s.Ref != "" || s.Always != nil || len(s.Properties)+len(s.Required) > most {
		return ""
	}
	var said []string
	spoken := map[string]bool{}
	for _, p := range s.Properties {
		words := demand(p.Schema)
		if words == "" {
			return ""
		}
		spoken[p.Name] = true
		said = append(said, p.Name+" "+words)
	}
	for _, name := range s.Required {
		if !spoken[name] {
			said = append(said, name+" is present")
		}
	}
	if len(said) == 0 {
		if words := demand(s); words != "" {
			return "the value " + words
		}
	}
	return strings.Join(said, " and ")
}

// demand says what a plain schema demands.
func demand(s *apidoc.Schema) string {
	switch {
	case s == nil || s.Ref != "":
		return ""
	case s.Const != nil:
		return "is " + phrase.Clip(string(s.Const), 100)
	case len(s.Enum) > 0 && len(s.Enum) <= 5:
		values := make([]string, len(s.Enum))
		for i, e := range s.Enum {
			values[i] = phrase.Clip(string(e.Value), 60)
		}
		return "is " + strings.Join(values, " or ")
	case s.Pattern != "":
		return "matches " + phrase.Clip(s.Pattern, 100)
	case s.Minimum != "":
		return "is at least " + string(s.Minimum)
	case s.ExclusiveMinimum != "":
		return "is more than " + string(s.ExclusiveMinimum)
	case s.Maximum != "":
		return "is at most " + string(s.Maximum)
	case s.ExclusiveMaximum != "":
		return "is less than " + string(s.ExclusiveMaximum)
	case s.MinLength != nil:
		return "has at least " + strconv.FormatInt(*s.MinLength, 10) + " characters"
	case s.MaxLength != nil:
		return "has at most " + strconv.FormatInt(*s.MaxLength, 10) + " characters"
	case len(s.Types) == 1 && len(s.Properties) == 0 && s.Items == nil:
		return "is of the type " + s.Types[0]
	}
	return ""
}

// Contains says how many items have to match.
func Contains(s *apidoc.Schema) string {
	least, most := int64(1), s.MaxContains
	if s.MinContains != nil {
		least = *s.MinContains
	}
	switch {
	case most != nil && *most == least:
		return "Contains exactly " + strconv.FormatInt(least, 10) + " of"
	case most != nil:
		return "Contains " + strconv.FormatInt(least, 10) + " to " + strconv.FormatInt(*most, 10) + " of"
	}
	return "Contains at least " + strconv.FormatInt(least, 10) + " of"
}

// Choice says how the alternatives relate.
func Choice(c *shape.Choice) string {
	label := "One of"
	if c.Keyword == "anyOf" {
		label = "Any of"
	}
	if c.Property != "" {
		label += ", told apart by " + c.Property
	}
	return label
}

// Previewed is how many properties a preview names at most.
const Previewed = 4

// Preview names the first of the properties that opening a schema shows, of which there
// are some: "{ id, name, … }".
func Preview(first []string, count int) string {
	const longest = 48
	var b strings.Builder
	b.Grow(longest + len("{ , … }"))
	b.WriteString("{ ")
	for i, name := range first {
		if b.Len()+len(name) > longest && i > 0 {
			count = len(first) + 1
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(phrase.Clip(name, longest))
	}
	if count > len(first) {
		b.WriteString(", …")
	}
	b.WriteString(" }")
	return b.String()
}
