package pairs

import (
	"fmt"
	"slices"
)

// some returns a schema that fits.
func some(d *description, fits func(schema) bool) (schema, bool) {
	return one(d, slices.DeleteFunc(d.schemas(), func(s schema) bool { return !fits(s) }))
}

func numeric(s schema) bool { return s.is("integer") || s.is("number") }

// schemaEdits are about schemas, wherever they stand.
var schemaEdits = append(append([]edit{
	{"a type is another one", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool {
			return s.is("boolean") || s.is("string") && s.object["enum"] == nil && s.place&root == 0
		})
		if ok {
			clear(s.object)
			s.object["type"] = "object"
		}
		return ok
	}},
	{"a line of CSV is an object", rare, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.is("string") && s.place == inResponse|root })
		if ok {
			s.object["type"] = "object"
		}
		return ok
	}},
	{"the items of a parameter are shorter", rare, func(d *description) bool {
		p, ok := one(d, d.parameters())
		if !ok || at(p, "schema", "items") == nil {
			return false
		}
		at(p, "schema", "items")["maxLength"] = float64(1 + d.random.IntN(9))
		return true
	}},
	{"an integer is a number", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.is("integer") })
		if ok {
			s.object["type"] = "number"
		}
		return ok
	}},
	{"a number is an integer", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.is("number") })
		if ok {
			s.object["type"] = "integer"
		}
		return ok
	}},
	{"null is allowed", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.is("string") && s.object["enum"] == nil || s.is("integer") })
		if ok {
			s.object["type"] = []any{s.object["type"], "null"}
		}
		return ok
	}},
	{"null is not allowed any more", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return len(list(s.object, "type")) == 2 })
		if ok {
			s.object["type"] = list(s.object, "type")[0]
		}
		return ok
	}},
	{"an enum loses a value", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return len(list(s.object, "enum")) > 1 })
		if ok {
			s.object["enum"] = removed(d, list(s.object, "enum"))
		}
		return ok
	}},
	{"an enum gets a value", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return len(list(s.object, "enum")) > 0 })
		if ok {
			s.object["enum"] = append(list(s.object, "enum"), fmt.Sprintf("v%d", d.random.IntN(1e6)))
		}
		return ok
	}},
	{"an enum appears in a request", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool {
			return s.is("string") && s.object["enum"] == nil && s.place&inResponse == 0 && s.object["pattern"] == nil
		})
		if ok {
			s.object["enum"] = []any{"one", "other"}
		}
		return ok
	}},
	{"an enum disappears from a request", rare, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.object["enum"] != nil && s.place&inResponse == 0 })
		delete(s.object, "enum")
		return ok
	}},
	{"an enum disappears from a response", rare, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.object["enum"] != nil && s.place&inResponse != 0 })
		delete(s.object, "enum")
		return ok
	}},
	{"a format changes", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.object["format"] != nil })
		if ok {
			s.object["format"] = "uuid"
		}
		return ok
	}},
	{"a format appears", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.is("string") && s.object["format"] == nil && s.object["enum"] == nil })
		if ok {
			s.object["format"] = "uri"
		}
		return ok
	}},
	{"a pattern changes", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.object["pattern"] != nil })
		if ok {
			s.object["pattern"] = fmt.Sprintf("^[g-k]{%d}$", 1+d.random.IntN(9))
		}
		return ok
	}},
	{"a pattern appears", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.is("string") && s.object["pattern"] == nil && s.object["enum"] == nil })
		if ok {
			s.object["pattern"] = "^x"
		}
		return ok
	}},
	{"a pattern disappears", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.object["pattern"] != nil })
		delete(s.object, "pattern")
		return ok
	}},
	{"items of a body may repeat or not", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.is("array") && s.place&inParameter == 0 })
		if ok {
			s.object["uniqueItems"] = s.object["uniqueItems"] != true
		}
		return ok
	}},
	{"a multiple of a body is coarser", usual, func(d *description) bool { return multiple(d, 3) }},
	{"a multiple of a body is another one", usual, func(d *description) bool { return multiple(d, 1.5) }},
	{"a default changes", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return numeric(s) })
		if ok {
			s.object["default"] = 7.0
		}
		return ok
	}},
	{"a schema is worded otherwise", usual, func(d *description) bool {
		s, ok := some(d, func(schema) bool { return true })
		if ok {
			s.object["description"], s.object["title"], s.object["examples"] = "Other", "Words", []any{"x"}
		}
		return ok
	}},
	{"an optional member is new", usual, func(d *description) bool { return addMember(d, false) }},
	{"a required member is new", usual, func(d *description) bool { return addMember(d, true) }},
	{"a required member is gone", usual, func(d *description) bool { return removeMember(d, true, inRequest|inResponse) }},
	{"an optional member of a request is gone", usual, func(d *description) bool { return removeMember(d, false, inRequest) }},
	{"an optional member of a response is gone", rare, func(d *description) bool { return removeMember(d, false, inResponse) }},
	{"a member is required now", usual, func(d *description) bool {
		s, name, ok := member(d, false, inRequest|inResponse)
		if ok {
			s.object["required"] = append(list(s.object, "required"), name)
		}
		return ok
	}},
	{"a member is optional now", usual, func(d *description) bool {
		s, name, ok := member(d, true, inRequest|inResponse)
		if ok {
			s.object["required"] = slices.DeleteFunc(slices.Clone(list(s.object, "required")), func(n any) bool { return n == name })
		}
		return ok
	}},
	{"a member is for reading or writing alone", rare, func(d *description) bool {
		s, name, ok := member(d, false, inRequest|inResponse)
		if !ok || at(s.object, "properties", name)["$ref"] != nil {
			return false
		}
		keyword, _ := one(d, []string{"readOnly", "writeOnly"})
		at(s.object, "properties", name)[keyword] = true
		return true
	}},
	{"an alternative is gone", usual, func(d *description) bool {
		s, keyword, ok := alternatives(d)
		if !ok || len(list(s.object, keyword)) < 3 { // one alternative would be the schema itself
			return false
		}
		s.object[keyword] = removed(d, list(s.object, keyword))
		return true
	}},
	{"an alternative is new", usual, func(d *description) bool {
		s, keyword, ok := alternatives(d)
		if ok {
			s.object[keyword] = append(list(s.object, keyword), object{"$ref": "#/components/schemas/Problem"})
		}
		return ok
	}},
	{"an object is closed or opened", rare, func(d *description) bool {
		s, ok := some(d, func(s schema) bool { return s.is("object") })
		if ok {
			s.object["additionalProperties"] = s.object["additionalProperties"] == false
		}
		return ok
	}},
	{"a constant appears in a request", usual, func(d *description) bool {
		s, ok := some(d, func(s schema) bool {
			return s.is("string") && s.place == inRequest && s.object["enum"] == nil && s.object["const"] == nil
		})
		if ok {
			s.object["const"] = "only"
		}
		return ok
	}},
}, boundEdits("a bound is tighter", func(lower bool) float64 {
	if lower {
		return 1
	}
	return -1
}, usual, anywhere)...), boundEdits("a bound is looser", func(lower bool) float64 {
	if lower {
		return -1
	}
	return 1
}, usual, anywhere)...)

func anywhere(schema, string) bool { return true }

// bounds are keywords, with whether they bound from below.
var bounds = []struct {
	keyword string
	lower   bool
}{
	{"minimum", true}, {"maximum", false}, {"minLength", true}, {"maxLength", false}, {"minItems", true}, {"maxItems", false},
}

// boundEdits move each bound by a step.
func boundEdits(name string, step func(lower bool) float64, weight int, fits func(schema, string) bool) []edit {
	var all []edit
	for _, b := range bounds {
		all = append(all, edit{name + ": " + b.keyword, weight, func(d *description) bool {
			s, ok := some(d, func(s schema) bool { return s.object[b.keyword] != nil && fits(s, b.keyword) })
			if !ok {
				return false
			}
			moved := s.object[b.keyword].(float64) + step(b.lower)
			if moved < 0 && b.keyword != "minimum" && b.keyword != "maximum" {
				return false // lengths and counts are not negative
			}
			s.object[b.keyword] = moved
			return true
		}})
	}
	return all
}

func multiple(d *description, by float64) bool {
	s, ok := some(d, func(s schema) bool { return s.object["multipleOf"] != nil && s.place&inParameter == 0 })
	if ok {
		s.object["multipleOf"] = s.object["multipleOf"].(float64) * by
	}
	return ok
}

func addMember(d *description, required bool) bool {
	s, ok := some(d, func(s schema) bool { return at(s.object, "properties") != nil })
	if !ok {
		return false
	}
	name := fmt.Sprintf("x%d", d.random.IntN(1e6))
	at(s.object, "properties")[name] = object{"type": "string"}
	if required {
		s.object["required"] = append(list(s.object, "required"), name)
	}
	return true
}

// member returns an object and the name of a member.
func member(d *description, required bool, in place) (s schema, name string, ok bool) {
	fits := func(s schema) []string {
		return slices.DeleteFunc(keys(at(s.object, "properties")), func(name string) bool {
			return slices.Contains(list(s.object, "required"), any(name)) != required
		})
	}
	s, ok = some(d, func(s schema) bool { return s.place&^root&^in == 0 && len(fits(s)) > 0 })
	if ok {
		name, ok = one(d, fits(s))
	}
	return s, name, ok
}

func removeMember(d *description, required bool, in place) bool {
	s, name, ok := member(d, required, in)
	if !ok {
		return false
	}
	delete(at(s.object, "properties"), name)
	s.object["required"] = slices.DeleteFunc(slices.Clone(list(s.object, "required")), func(n any) bool { return n == name })
	return true
}

func alternatives(d *description) (s schema, keyword string, ok bool) {
	s, ok = some(d, func(s schema) bool { return s.object["oneOf"] != nil || s.object["anyOf"] != nil })
	if !ok {
		return s, "", false
	}
	keyword = "oneOf"
	if s.object["anyOf"] != nil {
		keyword = "anyOf"
	}
	return s, keyword, true
}
