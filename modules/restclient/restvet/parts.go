package restvet

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

// The functions that make schemas.
const (
	entityOf = "EntityOf"
	listOf   = "ListOf"
	objectOf = "ObjectOf"
	entityBy = "EntityBy"
)

// parts are the types of entities inside a value, as Nested or ObjectOf declares
// them.
type parts struct {
	*pass
	entities []types.Type
	lists    []nestedList
	unions   []union
	unknown  bool  // there may be others
	err      error // the first fault
}

// nestedList is what Nest declares.
type nestedList struct{ parent, entity types.Type }

// union is what UnionOf declares.
type union struct {
	of    types.Type
	cases []types.Type
}

// part is what is known of a type that stands for entities.
type part struct {
	entities []types.Type
	eager    bool // other than by Ref
	list     bool
}

// nesting finds the parts that are declared.
type nesting struct{ *pass }

func (c nesting) partsOf(declared []ast.Expr) *parts {
	p := &parts{pass: c.pass}
	for _, e := range declared {
		p.add(e)
	}
	return p
}

func (p *parts) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// add has the rules of Part.AddTo for the parts that restclient makes.
func (p *parts) add(e ast.Expr) {
	if p.isNil(e) {
		p.fail(errors.New("nil among the nested parts"))
		return
	}
	call, fn, args := p.made(e)
	if fn == nil || !isConcrete(args) {
		p.unknown = true
		return
	}
	switch fn.Name() {
	case entityOf, listOf, entityBy:
		p.entities = append(p.entities, args[0])
	case "Nest":
		p.entities = append(p.entities, args[1])
		p.lists = append(p.lists, nestedList{args[0], args[1]})
	case objectOf:
		p.fail(fmt.Errorf("%s is not an entity", p.name(args[0])))
	case "UnionOf":
		p.addUnion(call, args[0])
	default:
		p.unknown = true
	}
}

func (p *parts) addUnion(call *ast.CallExpr, of types.Type) {
	u := union{of: of}
	p.unknown = p.unknown || call.Ellipsis.IsValid()
	for _, e := range call.Args[1:] {
		c, fn, _ := p.made(e)
		if fn == nil || fn.Name() != "Case" || len(c.Args) != 2 {
			p.unknown = true
			continue
		}
		entity, err := p.caseOf(c, of)
		if err != nil {
			p.fail(fmt.Errorf("union of %s: %w", p.name(of), err))
			return
		}
		if entity != nil {
			u.cases = append(u.cases, entity)
		}
	}
	p.unions = append(p.unions, u)
}

// caseOf returns the entity type of one case, nil when it is not known.
func (p *parts) caseOf(call *ast.CallExpr, of types.Type) (types.Type, error) {
	value, _ := p.variables.text(call.Args[0])
	if p.isNil(call.Args[1]) {
		return nil, fmt.Errorf("case %q has no type", value)
	}
	one := nesting{p.pass}.partsOf(call.Args[1:])
	switch face, ok := of.Underlying().(*types.Interface); {
	case one.unknown:
		p.unknown = true
		return nil, nil
	case one.err != nil:
		return nil, one.err
	case len(one.entities) != 1:
		return nil, fmt.Errorf("case %q is not an entity", value)
	case ok && !types.Implements(one.entities[0], face):
		return nil, fmt.Errorf("case %q: %s does not implement it", value, p.name(one.entities[0]))
	}
	return one.entities[0], nil
}

// find returns what is declared of a type.
func (p *parts) find(t types.Type) (part, bool) {
	name, of := marked(t)
	switch {
	case has(p.entities, t):
		return part{entities: []types.Type{t}, eager: true}, true
	case name == "OneOf":
		i := slices.IndexFunc(p.unions, func(u union) bool { return types.Identical(u.of, of) })
		if i < 0 {
			return part{}, false
		}
		return part{entities: p.unions[i].cases, eager: true}, true
	case name != "" && has(p.entities, of):
		return part{entities: []types.Type{of}, eager: name != "Ref", list: name == "List"}, true
	}
	return part{}, false
}

// nests reports whether Nest declares the lists of an entity in a parent.
func (p *parts) nests(parent, entity types.Type) bool {
	return slices.ContainsFunc(p.lists, func(l nestedList) bool {
		return types.Identical(l.parent, parent) && types.Identical(l.entity, entity)
	})
}

// marked returns the name and the type argument of a Ref, List, Map or OneOf.
func marked(t types.Type) (name string, of types.Type) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != clientPath || named.TypeArgs().Len() != 1 {
		return "", nil
	}
	switch name = named.Obj().Name(); name {
	case "Ref", "List", "Map", "OneOf":
		return name, named.TypeArgs().At(0)
	}
	return "", nil
}

// nestedOf returns the parts that the method Nested of an entity type declares.
// They are not known when it is more than a return of them, or elsewhere.
func (c nesting) nestedOf(t types.Type) *parts {
	fn := nestedMethod(t)
	if fn == nil {
		return c.partsOf(nil)
	}
	declared, ok := c.returned(fn)
	if !ok {
		return &parts{pass: c.pass, unknown: true}
	}
	return c.partsOf(declared)
}

// nestedMethod returns the method that makes a type a Nesting.
func nestedMethod(t types.Type) *types.Func {
	method := types.NewMethodSet(t).Lookup(nil, "Nested")
	if method == nil {
		return nil
	}
	fn, ok := method.Obj().(*types.Func)
	if !ok || fn.Signature().Params().Len() != 0 || fn.Signature().Results().Len() != 1 {
		return nil
	}
	list, ok := fn.Signature().Results().At(0).Type().(*types.Slice)
	if !ok {
		return nil
	}
	named, ok := types.Unalias(list.Elem()).(*types.Named)
	if !ok || named.Obj().Name() != "Part" || named.Obj().Pkg().Path() != clientPath+"/internal/store" {
		return nil
	}
	return fn
}

// returned lists what a function returns that does nothing else.
func (c nesting) returned(fn *types.Func) ([]ast.Expr, bool) {
	body := c.variables.bodies[fn.Origin()]
	if body == nil || len(body.List) != 1 {
		return nil, false
	}
	ret, ok := body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, false
	}
	if c.isNil(ret.Results[0]) {
		return nil, true
	}
	list, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	if !ok {
		return nil, false
	}
	return list.Elts, !slices.ContainsFunc(list.Elts, isKeyed)
}

func isKeyed(e ast.Expr) bool {
	_, ok := e.(*ast.KeyValueExpr)
	return ok
}
