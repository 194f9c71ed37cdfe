package restvet

import (
	"errors"
	"go/ast"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// results checks what endpoints answer with.
type results struct{ *pass }

// result checks the schema of an endpoint, which must make its result: the last
// type argument.
func (c results) result(d declaration) {
	want := d.args[len(d.args)-1]
	made, ok := d.settings.schema()
	set := d.settings.last[withSchema]
	switch {
	case !ok && (set.node != nil || d.settings.complete) && holdings(c).needsSchema(want):
		c.reportf(d.typeArg(len(d.args)-1), categoryEntity, "%s %v", c.name(want), errNoSchema)
	case !ok && (set.node != nil || d.settings.complete):
		c.plain(d.typeArg(len(d.args)-1), want)
	case !ok || !isConcrete([]types.Type{made}):
	case !types.Identical(made, want):
		c.reportf(set.node, categoryOption, "the schema makes %s, but the result of the endpoint is %s: make them the same type", c.name(made), c.name(want))
	default:
		if err := c.schemaFault(set.arg); err != nil {
			c.reportf(set.node, categoryEntity, "%v", err)
		}
		if _, fn, args := c.made(set.arg); fn != nil && fn.Name() != objectOf && isConcrete(args) {
			c.untagged(set.node, args[0])
		}
	}
}

// plain notes that the entities of a slice are stored with it and nowhere else.
func (c results) plain(at ast.Node, result types.Type) {
	s, ok := result.Underlying().(*types.Slice)
	if !ok || !c.notes || !isEntity(s.Elem()) {
		return
	}
	c.reportf(at, categoryNote, "%s is stored as it is, and what changes a %s does not reach it: make the result List[%[2]s] with WithSchema(ListOf[%[2]s]()), or give plain data a type without the method PK",
		c.name(result), c.name(s.Elem()))
}

// isEntity reports whether t is a struct with a primary key.
func isEntity(t types.Type) bool {
	of := standsFor(t)
	return of != nil && types.Identical(of, t)
}

// untagged notes the fields of an entity that have no name for JSON although
// others have.
func (c results) untagged(at ast.Node, entity types.Type) {
	if !c.notes || !isStruct(entity) || decodesItself(entity) {
		return
	}
	s := entity.Underlying().(*types.Struct)
	tagged, bare := false, []string(nil)
	for i := range s.NumFields() {
		_, ok := reflect.StructTag(s.Tag(i)).Lookup("json")
		tagged = tagged || ok
		if field := s.Field(i); !ok && field.Exported() && !field.Embedded() {
			bare = append(bare, strconv.Quote(field.Name()))
		}
	}
	if tagged && bare != nil {
		c.reportf(at, categoryNote, "%s has fields without a json tag beside those with one: they are read from the members %s, compared with case", c.name(entity), strings.Join(bare, ", "))
	}
}

var errNoSchema = errors.New("holds a Ref, List, Map or OneOf: say what is in it, with WithSchema(ObjectOf[…](EntityOf[…]()))")

// schemaFault tells what is wrong with the entities of a schema.
func (c results) schemaFault(schema ast.Expr) error {
	call, fn, args := c.made(schema)
	if fn == nil || !isConcrete(args) {
		return nil
	}
	switch fn.Name() {
	case entityOf, listOf, entityBy:
		return holdings(c).entityFault(args[0])
	case objectOf:
		return holdings(c).objectFault(call, args[0])
	}
	return nil
}

// indexed checks that a read which finds entities by an index has a key for it.
// Err does not ask for one: calls are then never answered from the store.
func (c results) indexed(d declaration, args *binding) {
	set := d.settings.last[withSchema]
	if set.arg == nil || !args.ok || args.yields(types.Typ[types.String]) {
		return
	}
	if _, fn, _ := c.made(set.arg); fn != nil && fn.Name() == entityBy {
		c.reportf(d.typeArg(0), categoryArgument, "the arguments %s do not yield the key of the index: make the last parameter of the path a string, or use EntityOf", c.name(args.typ))
	}
}

// page checks a call of PageOf.
func (c results) page(call *ast.CallExpr, args []types.Type) {
	if len(call.Args) != 2 || len(args) != 2 || !isConcrete(args) {
		return
	}
	if c.hasNoLists(call.Args[0]) {
		c.reportf(call.Args[0], categoryOption, "the result of the endpoint has no lists: its schema is neither ListOf nor ObjectOf")
		return
	}
	cursor, known := c.variables.text(call.Args[1])
	if known && cursor != "" && !arguments(c).hasQuery(args[0], cursor) {
		c.reportf(call.Args[1], categoryArgument, "the arguments %s have no query parameter %q for the cursor: add a field tagged `query:\"%[2]s,omitempty\"`", c.name(args[0]), cursor)
	}
}

// hasNoLists reports whether a read is known to answer with something else.
func (c results) hasNoLists(read ast.Expr) bool {
	call, fn, args := c.made(read)
	if fn == nil || fn.Name() != restEndpoint || !isConcrete(args) {
		return false
	}
	s := settingsOf(c.pass, call)
	set, ok := s.last[withSchema]
	if !ok || isZero(set.arg) {
		return ok || s.complete
	}
	_, fn, _ = c.made(set.arg)
	return fn != nil && (fn.Name() == entityOf || fn.Name() == entityBy)
}
