package constraint

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// parser reads the tags of one value.
type parser struct {
	t       reflect.Type
	set     Set
	standIn reflect.Value // the default, to be checked
}

// forItems is in front of the keywords for the items of a list or map.
const forItems = "items."

// keywords are the tags in the order in which they are checked and described.
var keywords = []struct {
	name string
	read func(p *parser, text string) error
}{
	{"minimum", func(p *parser, text string) error { return p.bound("minimum", text) }},
	{"maximum", func(p *parser, text string) error { return p.bound("maximum", text) }},
	{"exclusiveMinimum", func(p *parser, text string) error { return p.bound("exclusiveMinimum", text) }},
	{"exclusiveMaximum", func(p *parser, text string) error { return p.bound("exclusiveMaximum", text) }},
	{"multipleOf", (*parser).multipleOf},
	{"minLength", func(p *parser, s string) error { return p.size(text, "minLength", s) }},
	{"maxLength", func(p *parser, s string) error { return p.size(text, "maxLength", s) }},
	{"minItems", func(p *parser, s string) error { return p.size(list, "minItems", s) }},
	{"maxItems", func(p *parser, s string) error { return p.size(list, "maxItems", s) }},
	{"minProperties", func(p *parser, s string) error { return p.size(object, "minProperties", s) }},
	{"maxProperties", func(p *parser, s string) error { return p.size(object, "maxProperties", s) }},
	{"min", func(p *parser, s string) error { return p.short("min", s) }},
	{"max", func(p *parser, s string) error { return p.short("max", s) }},
	{"uniqueItems", (*parser).uniqueItems},
	{"pattern", (*parser).pattern},
	{"format", (*parser).format},
	{"enum", (*parser).enum},
	{"required", (*parser).required},
	{"default", (*parser).fallback},
	{"doc", (*parser).doc},
	{"example", (*parser).example},
}

func (p *parser) rule(broken problem.FieldError, holds func(v reflect.Value) bool) {
	p.set.rules = append(p.set.rules, rule{holds, broken})
}

func (p *parser) describe(write func(*apidoc.Schema)) {
	p.set.describe = append(p.set.describe, func(s *apidoc.Schema, _ Form) { write(s) })
}

// describeValue describes something that has a value of the type.
func (p *parser) describeValue(write func(*apidoc.Schema, Form)) {
	p.set.describe = append(p.set.describe, write)
}

// misfit says that a keyword is not for the type.
func (p *parser) misfit(wanted string) error {
	if p.t == nil {
		return errors.New("there are no items")
	}
	return fmt.Errorf("is for %s, not for a %s", wanted, p.t)
}

// short is min or max, for a keyword that is not there.
func (p *parser) short(keyword, value string) error {
	k := kindOf(p.t)
	long := keyword + map[kind]string{number: "imum", text: "Length", list: "Items", object: "Properties"}[k]
	switch {
	case long == keyword:
		return p.misfit("numbers, strings, lists and maps")
	case slices.ContainsFunc(p.set.rules, func(r rule) bool { return r.fault.Code == long }):
		return fmt.Errorf("is the same as %s: write one of them", long)
	case k == number:
		return p.bound(long, value)
	}
	return p.size(k, long, value)
}

func (p *parser) required(value string) error {
	required, err := strconv.ParseBool(value)
	if err != nil {
		return errors.New(`is "true" or "false"`)
	}
	p.set.Required, p.set.Optional = required, !required
	return nil
}

func (p *parser) fallback(value string) error {
	set, err := assign(p.t, value)
	if err != nil {
		return err
	}
	all, err := formsOf(p.t, value)
	if err != nil {
		return err
	}
	p.set.fallback = set
	p.standIn = reflect.New(p.t).Elem()
	set(p.standIn)
	p.describeValue(func(s *apidoc.Schema, in Form) { s.Default = all[in] })
	return nil
}

func (p *parser) doc(value string) error {
	p.describe(func(s *apidoc.Schema) { s.Description = value })
	return nil
}

func (p *parser) example(value string) error {
	all, err := formsOf(p.t, value)
	if err != nil {
		return err
	}
	p.describeValue(func(s *apidoc.Schema, in Form) { s.Examples = append(s.Examples, all[in]) })
	return nil
}
