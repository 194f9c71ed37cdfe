package lint

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

// checkSchema checks a schema and those in it. What a reference leads to is checked where
// it stands.
func checkSchema(c *checker, pointer string, s *apidoc.Schema) {
	if s == nil || c.ctx.Err() != nil {
		return
	}
	if s.Pattern != "" {
		checkPattern(c, pointer+"/pattern", s.Pattern)
	}
	for _, p := range s.PatternProperties {
		checkPattern(c, pointer+"/patternProperties/"+jsonpointer.Escape(p.Name), p.Name)
	}
	if s.Default != nil {
		checkValue(c, defaultValue, pointer+"/default", s.Default, s, "")
	}
	for i, value := range s.Examples {
		at := pointer + "/examples/" + strconv.Itoa(i)
		if whole, _ := c.at(pointer); has(whole, "example") {
			at = pointer + "/example"
		}
		checkValue(c, example, at, value, s, "")
	}
	for at, below := range children(pointer, s) {
		checkSchema(c, at, below)
	}
}

func has(value any, member string) bool {
	object, _ := value.(map[string]any)
	_, ok := object[member]
	return ok
}

// children are the schemas in a schema, by their pointers.
func children(pointer string, s *apidoc.Schema) func(yield func(string, *apidoc.Schema) bool) {
	return func(yield func(string, *apidoc.Schema) bool) {
		for name, value := range s.Keywords() {
			at := pointer + "/" + jsonpointer.Escape(name)
			switch v := value.(type) {
			case *apidoc.Schema:
				if !yield(at, v) {
					return
				}
			case []*apidoc.Schema:
				for i, below := range v {
					if !yield(at+"/"+strconv.Itoa(i), below) {
						return
					}
				}
			case []apidoc.Property:
				for _, p := range v {
					if !yield(at+"/"+jsonpointer.Escape(p.Name), p.Schema) {
						return
					}
				}
			}
		}
	}
}

// checkValue holds a value against a schema. One that is sent in either direction may be
// that of a request or of a response.
func checkValue(c *checker, rule, pointer string, value json.RawMessage, s *apidoc.Schema, sent core.Direction) {
	directions := []core.Direction{sent}
	if sent == "" {
		directions = []core.Direction{core.InRequest, core.InResponse}
	}
	var faults []jsonschema.Fault
	for _, d := range directions {
		report := c.values.Check(value, s, d)
		if len(report.Faults) == 0 {
			return
		}
		if faults == nil || len(report.Faults) < len(faults) {
			faults = report.Faults
		}
	}
	for _, f := range faults {
		c.found(rule, pointer+f.Pointer, "the schema refuses it: %s", f)
	}
}

func checkPattern(c *checker, pointer, pattern string) {
	if fault := ecmaScript(pattern); fault != "" {
		c.found(patternECMAScript, pointer, "JavaScript cannot read the pattern %q: %s", pattern, fault)
		return
	}
	if jsonschema.Pattern(pattern, longestPattern) == nil {
		c.found(patternGo, pointer, "Go cannot read the pattern %q: it checks nothing there", pattern)
	}
}

// longestPattern bounds the instructions of a pattern, as jsonschema does.
const longestPattern = 20_000

// checkBounds finds what a request may hold any amount of. Schemas that several requests
// refer to are looked at once.
func checkBounds(c *checker, pointer string, s *apidoc.Schema) {
	if s == nil || s.ReadOnly || c.ctx.Err() != nil {
		return
	}
	if s.Ref != "" {
		if c.entered[s.Ref] {
			return
		}
		c.entered[s.Ref] = true
		if to, err := c.doc.Schema(c.ctx, s.Ref); err == nil {
			checkBounds(c, pointerOf(s.Ref, pointer), to)
		}
	}
	listed := len(s.Enum) > 0 || s.Const != nil
	switch {
	case listed:
	case slices.Contains(s.Types, "string") && s.MaxLength == nil && s.Pattern == "" && (s.Format == "" || s.Format == "password"):
		c.found(unbounded, pointer, "a request may hold a text of any length here: say maxLength")
	case slices.Contains(s.Types, "array") && s.MaxItems == nil:
		c.found(unbounded, pointer, "a request may hold any number of items here: say maxItems")
	}
	for at, below := range children(pointer, s) {
		if !strings.HasSuffix(at, "/not") && !strings.HasSuffix(at, "/if") {
			checkBounds(c, at, below)
		}
	}
}
