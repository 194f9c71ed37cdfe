package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

// cases are values and what there is to say about them. The checker of the
// viewer's pages runs them too, see the specs of the demo: both say the same.
type cases struct {
	Definitions members
	Cases       []struct {
		Name      string
		Schema    json.RawMessage
		Data      string
		Direction core.Direction
		Problems  []string
		Notes     []string
	}
}

func readCases(t *testing.T) cases {
	t.Helper()
	text, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var c cases
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCheckSaysWhatTheCasesSay(t *testing.T) {
	all := readCases(t)
	definitions := map[string]*schema{}
	for _, m := range all.Definitions {
		definitions[m.name] = read(t, m.value)
	}
	checker := jsonschema.New(func(ref string) (*schema, bool) { s, ok := definitions[ref]; return s, ok })
	for _, c := range all.Cases {
		t.Run(c.Name, func(t *testing.T) {
			report := checker.Check([]byte(c.Data), read(t, c.Schema), c.Direction)
			var problems []string
			for _, f := range report.Faults {
				problems = append(problems, f.String())
			}
			if !slices.Equal(problems, c.Problems) || !slices.Equal(report.Notes, c.Notes) {
				t.Errorf("%.200s: %q and the notes %q, not %q and %q", c.Data, problems, report.Notes, c.Problems, c.Notes)
			}
		})
	}
}

// members are a JSON object in its order.
type members []member

type member struct {
	name  string
	value json.RawMessage
}

func (ms *members) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		m := member{name: fmt.Sprint(name)}
		if err := d.Decode(&m.value); err != nil {
			return err
		}
		*ms = append(*ms, m)
	}
	return nil
}

// renamed are the fields of schemas whose keywords have other names.
var renamed = map[string]string{
	"$ref": "Ref", "$id": "ID", "$dynamicRef": "DynamicRef", "$dynamicAnchor": "DynamicAnchor", "$defs": "Defs",
}

// read makes the schema that a keyword stands for in the cases.
func read(t *testing.T, data []byte) *schema {
	t.Helper()
	var truth bool
	if json.Unmarshal(data, &truth) == nil {
		return always(truth)
	}
	var all members
	s := &schema{}
	must(t, json.Unmarshal(data, &all))
	for _, m := range all {
		readKeyword(t, s, m)
	}
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func readKeyword(t *testing.T, s *schema, m member) {
	t.Helper()
	switch m.name {
	case "type":
		if m.value[0] == '"' {
			m.value = slices.Concat([]byte("["), m.value, []byte("]"))
		}
		must(t, json.Unmarshal(m.value, &s.Types))
	case "const":
		s.Const = m.value
	case "enum":
		var values []json.RawMessage
		must(t, json.Unmarshal(m.value, &values))
		for _, v := range values {
			s.Enum = append(s.Enum, apidoc.EnumValue{Value: v})
		}
	case "dependentRequired":
		var all members
		must(t, json.Unmarshal(m.value, &all))
		for _, d := range all {
			var names []string
			must(t, json.Unmarshal(d.value, &names))
			s.DependentRequired = append(s.DependentRequired, apidoc.Dependency{Property: d.name, Requires: names})
		}
	case "discriminator":
		readDiscriminator(t, s, m.value)
	default:
		if !readParts(t, s, m) {
			readPlain(t, s, m)
		}
	}
}

func readDiscriminator(t *testing.T, s *schema, data []byte) {
	t.Helper()
	var d struct {
		PropertyName string
		Mapping      map[string]string
	}
	must(t, json.Unmarshal(data, &d))
	s.Discriminator = &apidoc.Discriminator{Property: d.PropertyName}
	for value, ref := range d.Mapping {
		s.Discriminator.Mapping = append(s.Discriminator.Mapping, apidoc.Mapping{Value: value, Ref: ref})
	}
}

// readParts reads what consists of schemas.
func readParts(t *testing.T, s *schema, m member) bool {
	t.Helper()
	one := map[string]**schema{
		"items": &s.Items, "contains": &s.Contains, "unevaluatedItems": &s.UnevaluatedItems,
		"additionalProperties": &s.AdditionalProperties, "unevaluatedProperties": &s.UnevaluatedProperties,
		"propertyNames": &s.PropertyNames, "not": &s.Not, "if": &s.If, "then": &s.Then, "else": &s.Else,
	}
	lists := map[string]*[]*schema{"prefixItems": &s.PrefixItems, "allOf": &s.AllOf, "anyOf": &s.AnyOf, "oneOf": &s.OneOf}
	named := map[string]*[]apidoc.Property{
		"properties": &s.Properties, "patternProperties": &s.PatternProperties, "dependentSchemas": &s.DependentSchemas, "$defs": &s.Defs,
	}
	switch {
	case one[m.name] != nil:
		*one[m.name] = read(t, m.value)
	case lists[m.name] != nil:
		var parts []json.RawMessage
		must(t, json.Unmarshal(m.value, &parts))
		for _, part := range parts {
			*lists[m.name] = append(*lists[m.name], read(t, part))
		}
	case named[m.name] != nil:
		var parts members
		must(t, json.Unmarshal(m.value, &parts))
		for _, part := range parts {
			*named[m.name] = append(*named[m.name], property(part.name, read(t, part.value)))
		}
	default:
		return false
	}
	return true
}

// readPlain reads a text, a number or a truth by the name of its field.
func readPlain(t *testing.T, s *schema, m member) {
	t.Helper()
	name := m.name
	if other := renamed[name]; other != "" {
		name = other
	}
	label, err := json.Marshal(name)
	must(t, err)
	d := json.NewDecoder(bytes.NewReader(slices.Concat([]byte("{"), label, []byte(":"), m.value, []byte("}"))))
	d.DisallowUnknownFields()
	must(t, d.Decode(s))
}
