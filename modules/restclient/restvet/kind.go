package restvet

import (
	"go/types"
	"slices"
)

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

func isBasic(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0 && b.Kind() != types.Uintptr
}

// isByte tells what package reflect calls a Uint8.
func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// isConcrete reports whether no type depends on a type parameter, as in the body
// of a generic function.
func isConcrete(all []types.Type) bool {
	seen := map[types.Type]bool{}
	for _, t := range all {
		if isOpen(t, seen) {
			return false
		}
	}
	return true
}

func isOpen(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.TypeParam:
		return true
	case *types.Alias:
		return isOpen(types.Unalias(t), seen)
	case *types.Named:
		return isOpen(t.Underlying(), seen) || isOpenList(t.TypeArgs(), seen)
	case *types.Map:
		return isOpen(t.Key(), seen) || isOpen(t.Elem(), seen)
	case interface{ Elem() types.Type }:
		return isOpen(t.Elem(), seen)
	case *types.Struct:
		for field := range t.Fields() {
			if isOpen(field.Type(), seen) {
				return true
			}
		}
	}
	return false
}

func isOpenList(list *types.TypeList, seen map[types.Type]bool) bool {
	for t := range list.Types() {
		if isOpen(t, seen) {
			return true
		}
	}
	return false
}

// has reports whether a type is among several.
func has(all []types.Type, t types.Type) bool {
	return slices.ContainsFunc(all, func(x types.Type) bool { return types.Identical(x, t) })
}
