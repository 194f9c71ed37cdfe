package schemafacts

import (
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// Dependency says which properties must be there when one is.
func Dependency(w *wording.Language, d apidoc.Dependency) string {
	switch len(d.Requires) {
	case 0:
		return ""
	case 1:
		return w.Fill("When {1} is present, {2} is required.", d.Property, d.Requires[0])
	}
	return w.Fill("When {1} is present, {2} are required.", d.Property, w.And(d.Requires))
}

// Condition says in a sentence what if, then and else say, as far as there are
// words for it: "If country is "US", then zip is required." It is empty when
// there are none; the parts stand below in any case.
func Condition(w *wording.Language, s *apidoc.Schema) string {
	given, then, otherwise := clause(w, s.If), clause(w, s.Then), clause(w, s.Else)
	switch {
	case given == "", then == "" && otherwise == "":
		return ""
	case otherwise == "":
		return w.Fill("If {1}, then {2}.", given, then)
	case then == "":
		return w.Fill("If {1}; otherwise {2}.", given, otherwise)
	}
	return w.Fill("If {1}, then {2}; otherwise {3}.", given, then, otherwise)
}

// clause says what a schema demands when that is short, "" when it is not.
func clause(w *wording.Language, s *apidoc.Schema) string {
	const most = 4
	if s == nil || s.Ref != "" || s.Always != nil || len(s.Properties)+len(s.Required) > most {
		return ""
	}
	var said []string
	spoken := map[string]bool{}
	for _, p := range s.Properties {
		words := demand(w, p.Schema)
		if words == "" {
			return ""
		}
		spoken[p.Name] = true
		said = append(said, w.Fill("{1} {2}", p.Name, words))
	}
	for _, name := range s.Required {
		if !spoken[name] {
			said = append(said, w.Fill("{1} is present", name))
		}
	}
	if len(said) == 0 {
		if words := demand(w, s); words != "" {
			return w.Fill("the value {1}", words)
		}
	}
	return strings.Join(said, w.Say(" and "))
}

// demand says what a plain schema demands.
func demand(w *wording.Language, s *apidoc.Schema) string {
	switch {
	case s == nil || s.Ref != "":
		return ""
	case s.Const != nil:
		return w.Fill("is {1}", phrase.Clip(string(s.Const), 100))
	case len(s.Enum) > 0 && len(s.Enum) <= 5:
		values := make([]string, len(s.Enum))
		for i, e := range s.Enum {
			values[i] = phrase.Clip(string(e.Value), 60)
		}
		return w.Fill("is {1}", strings.Join(values, w.Say(" or ")))
	case s.Pattern != "":
		return w.Fill("matches {1}", phrase.Clip(s.Pattern, 100))
	case s.Minimum != "":
		return w.Fill("is at least {1}", string(s.Minimum))
	case s.ExclusiveMinimum != "":
		return w.Fill("is more than {1}", string(s.ExclusiveMinimum))
	case s.Maximum != "":
		return w.Fill("is at most {1}", string(s.Maximum))
	case s.ExclusiveMaximum != "":
		return w.Fill("is less than {1}", string(s.ExclusiveMaximum))
	case s.MinLength != nil:
		return w.Fill("has at least {1} characters", strconv.FormatInt(*s.MinLength, 10))
	case s.MaxLength != nil:
		return w.Fill("has at most {1} characters", strconv.FormatInt(*s.MaxLength, 10))
	case len(s.Types) == 1 && len(s.Properties) == 0 && s.Items == nil:
		return w.Fill("is of the type {1}", s.Types[0])
	}
	return ""
}

// Contains says how many items have to match.
func Contains(w *wording.Language, s *apidoc.Schema) string {
	least, most := int64(1), s.MaxContains
	if s.MinContains != nil {
		least = *s.MinContains
	}
	switch {
	case most != nil && *most == least:
		return w.Fill("Contains exactly {1} of", strconv.FormatInt(least, 10))
	case most != nil:
		return w.Fill("Contains {1} to {2} of", strconv.FormatInt(least, 10), strconv.FormatInt(*most, 10))
	}
	return w.Fill("Contains at least {1} of", strconv.FormatInt(least, 10))
}

// Choice says how the alternatives relate.
func Choice(w *wording.Language, c *shape.Choice) string {
	switch any := c.Keyword == "anyOf"; {
	case any && c.Property != "":
		return w.Fill("Any of, told apart by {1}", c.Property)
	case any:
		return w.Say("Any of")
	case c.Property != "":
		return w.Fill("One of, told apart by {1}", c.Property)
	}
	return w.Say("One of")
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
