package restvet

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// subject is the path that arguments are for, and what to call it.
type subject struct {
	what     string
	template *pathtemplate.Template
}

// binding is one argument type on one path. It has the rules of
// internal/declare/argument.
type binding struct {
	*pass
	subject
	at     ast.Node // the type argument
	typ    types.Type
	fields []bound
	scalar bool
	ok     bool // nothing was reported
}

// bound is a field, or the scalar, and where it goes.
type bound struct {
	fieldtag.Tag
	shape shape
	field *types.Var // nil for a scalar
}

// arguments checks argument types on a path.
type arguments struct{ *pass }

// bind checks arguments of type t.
func (c arguments) bind(at ast.Node, t types.Type, on subject) *binding {
	b := &binding{pass: c.pass, subject: on, at: at, typ: t, ok: true}
	written, err := writable(c).shapeOf(t)
	switch {
	case err == nil && written != keyed:
		b.bindScalar(written)
	case !isStruct(t) || writable(c).pointerWritesItself(t):
		b.failf("%s cannot hold arguments: use a scalar for one path parameter, a struct with tagged fields otherwise", c.name(t))
	default:
		b.structFields(t, scope{})
		b.complete()
	}
	return b
}

// hasQuery reports whether arguments of type t have a query parameter, whatever
// else is wrong with them.
func (c arguments) hasQuery(t types.Type, name string) bool {
	silent := *c.Pass
	silent.Report = func(analysis.Diagnostic) {}
	quiet := *c.pass
	quiet.Pass, quiet.reported = &silent, map[finding]bool{}
	return arguments{&quiet}.bind(c.Files[0], t, subject{"path", &pathtemplate.Template{}}).has(fieldtag.InQuery, name)
}

func (b *binding) failf(format string, args ...any) {
	b.ok = false
	b.reportf(b.at, categoryArgument, format, args...)
}

// failAt reports a fault of a field that it has on any path.
func (b *binding) failAt(field *types.Var, err error) {
	b.ok = false
	d := analysis.Diagnostic{
		Pos: b.at.Pos(), End: b.at.End(), Category: categoryArgument,
		Message: fmt.Sprintf("field %s of %s %v", field.Name(), b.name(b.typ), err),
	}
	if field.Pkg() == b.Pkg && field.Pos().IsValid() {
		d.Pos, d.End = field.Pos(), 0
	}
	b.report(d)
}

// failOn reports a field that does not fit the path.
func (b *binding) failOn(field *types.Var, format string, args ...any) {
	b.ok = false
	d := analysis.Diagnostic{
		Pos: b.at.Pos(), End: b.at.End(), Category: categoryArgument,
		Message: fmt.Sprintf("field %s of %s ", field.Name(), b.name(b.typ)) + fmt.Sprintf(format, args...),
	}
	if field.Pkg() == b.Pkg && field.Pos().IsValid() {
		d.Related = []analysis.RelatedInformation{{Pos: field.Pos(), Message: "the field"}}
	}
	b.report(d)
}

func (b *binding) bindScalar(written shape) {
	params := b.template.Params()
	switch {
	case len(params) == 0:
		b.failf("%s is one value, but the %s %s has no parameters: use restclient.None, or a struct with query tags", b.name(b.typ), b.what, b.template)
	case len(params) > 1:
		b.failf("%s is one value, but the %s %s has %d parameters: use a struct with fields tagged %s", b.name(b.typ), b.what, b.template, len(params), tagsFor(params))
	case written == many && !params[0].Wildcard:
		b.failf("%s has many values, but parameter %q takes one: use a scalar, or write *%[2]s in the path", b.name(b.typ), params[0].Name)
	default:
		b.scalar = true
		b.fields = []bound{{Tag: fieldtag.Tag{Place: fieldtag.InPath, Name: params[0].Name}, shape: written}}
	}
}

func tagsFor(params []pathtemplate.Param) string {
	var tags []string
	for _, p := range params {
		tags = append(tags, fmt.Sprintf("`path:%q`", p.Name))
	}
	return strings.Join(tags, ", ")
}

// scope is where a struct stands: among the arguments, or as the object of a
// query parameter.
type scope struct {
	object *fieldtag.Tag
	depth  int
}

func (b *binding) structFields(t types.Type, in scope) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range s.NumFields() {
		field, text := s.Field(i), s.Tag(i)
		embedded := (writable{b.pass}).structOf(field.Type())
		switch {
		case field.Embedded() && text == "" && embedded != nil:
			b.nest(field, embedded, scope{in.object, in.depth + 1})
		case field.Exported():
			b.structField(field, reflect.StructTag(text), in)
		}
	}
}

func (b *binding) nest(field *types.Var, t types.Type, in scope) {
	if in.depth > maxDepth {
		b.failAt(field, errTooDeep)
		return
	}
	b.structFields(t, in)
}

var (
	errStruct   = errors.New("is a struct: drop omitempty and brackets")
	errObject   = errors.New("is an object: give it one of the options comma and exploded, or in a path comma, label and matrix")
	errExploded = errors.New("has the option exploded, which is for objects: alone in a query or a cookie, behind a style in a path or a header")
)

func (b *binding) structField(field *types.Var, text reflect.StructTag, in scope) {
	t, err := fieldtag.Parse(text)
	if err == nil && in.object != nil {
		t, err = in.object.Member(t)
	}
	if err != nil {
		b.failAt(field, err)
		return
	}
	object := (writable{b.pass}).structOf(field.Type())
	switch {
	case object == nil:
		b.add(field, t)
	case t.OmitEmpty || t.Style == fieldtag.Brackets:
		b.failAt(field, errStruct)
	case t.Place == fieldtag.InQuery && t.Exploded && t.Style == fieldtag.Repeated && in.object == nil:
		b.nest(field, object, scope{nil, in.depth + 1})
	case t.Place == fieldtag.InQuery && t.Style == fieldtag.Repeated && !t.Exploded:
		b.nest(field, object, scope{&t, in.depth + 1})
	default:
		c := writable{b.pass}
		if err := c.members(object, 0, c.textMember); err != nil {
			b.failAt(field, err)
			return
		}
		b.keep(bound{Tag: t, field: field, shape: keyed})
	}
}

// add keeps a field when it fits.
func (b *binding) add(field *types.Var, t fieldtag.Tag) {
	f, c := bound{Tag: t, field: field}, writable{b.pass}
	var err error
	if f.shape, err = c.shapeOf(field.Type()); err != nil && t.Place == fieldtag.InQuery && !t.Style.IsText() && !t.Exploded {
		f.shape, err = deep, c.parts(field.Type(), t.Style, 0)
	}
	if err != nil {
		b.failAt(field, err)
		return
	}
	b.keep(f)
}

// keep keeps a field when its tag fits.
func (b *binding) keep(f bound) {
	if err := b.check(f); err != nil {
		b.failAt(f.field, err)
		return
	}
	b.fields = append(b.fields, f)
	if f.Place == fieldtag.InPath {
		b.bindParam(f)
	}
}

func (b *binding) check(f bound) error {
	switch {
	case slices.ContainsFunc(b.fields, f.conflicts):
		return fmt.Errorf("is bound to %q, which is bound twice: rename one", f.Name)
	case f.shape == keyed && (f.Style == fieldtag.Brackets || f.Place != fieldtag.InQuery && !f.Style.IsText() && !f.Exploded):
		return errObject
	case f.shape == single && f.Style != fieldtag.Repeated && !f.Style.IsOfPath():
		return fmt.Errorf("has the option %s, which is for slices: drop it", f.Style)
	case f.Exploded && f.misplaced():
		return errExploded
	}
	return nil
}

// misplaced reports whether nothing of the field can be exploded.
func (f bound) misplaced() bool {
	switch {
	case f.shape == single, f.shape == many && !f.Style.IsOfPath():
		return true
	case f.Place == fieldtag.InQuery, f.Place == fieldtag.InCookie:
		return f.Style.IsText()
	}
	return !f.Style.IsText()
}

func (b *binding) bindParam(f bound) {
	param, known := b.template.Param(f.Name)
	switch {
	case !known:
		b.failOn(f.field, "is bound to the path parameter %q, which the %s %s does not have: %s", f.Name, b.what, b.template, b.choices())
	case param.Wildcard && f.Style != fieldtag.Repeated:
		b.failOn(f.field, "has the option %s, but *%s takes a segment for each value: drop it", f.Style, f.Name)
	case f.shape == many && !param.Wildcard && f.Style == fieldtag.Repeated:
		b.failOn(f.field, "has many values, but parameter %q takes one: use a scalar, give the tag the option comma, label or matrix, or write *%[1]s in the path", f.Name)
	}
}

func (b *binding) choices() string {
	params := b.template.Params()
	if len(params) == 0 {
		return "it has no parameters, use a query tag"
	}
	return "use " + tagsFor(params)
}

// conflicts reports whether g has the place and the name of f, or one is a map that can
// hold the other.
func (f bound) conflicts(g bound) bool {
	return f.Place == g.Place && (f.Name == g.Name || f.holds(g) || g.holds(f))
}

func (f bound) holds(g bound) bool {
	return f.shape >= keyed && !f.Style.IsText() && !f.Exploded && strings.HasPrefix(g.Name, f.Name+"[")
}

// complete reports parameters that no field gives. With another fault they may
// be meant by it.
func (b *binding) complete() {
	if !b.ok {
		return
	}
	for _, param := range b.template.Params() {
		if !b.has(fieldtag.InPath, param.Name) {
			b.failf("%s has no field tagged `path:%q`, which the %s %s needs: add one", b.name(b.typ), param.Name, b.what, b.template)
		}
	}
}

func (b *binding) has(p fieldtag.Place, name string) bool {
	return slices.ContainsFunc(b.fields, func(f bound) bool { return f.Place == p && f.Name == name })
}

// yields reports whether the arguments hold a key of type k: they are one, have a
// method PK that returns one, or the field of the last path parameter is one.
func (b *binding) yields(k types.Type) bool {
	if types.Identical(b.typ, k) || hasPK(b.typ, k) {
		return true
	}
	last, ok := b.template.Last()
	return ok && !b.scalar && slices.ContainsFunc(b.fields, func(f bound) bool {
		return f.Place == fieldtag.InPath && f.Name == last.Name && types.Identical(f.field.Type(), k)
	})
}

func hasPK(t, k types.Type) bool {
	method := types.NewMethodSet(t).Lookup(nil, "PK")
	if method == nil {
		return false
	}
	signature, ok := method.Type().(*types.Signature)
	return ok && signature.Params().Len() == 0 && signature.Results().Len() == 1 && types.Identical(signature.Results().At(0).Type(), k)
}
