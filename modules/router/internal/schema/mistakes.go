package schema

import (
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// Mistakes are what is wrong with the tags of the structs in a type that is written: the
// description leaves those constraints out.
func Mistakes(t reflect.Type) []string {
	w := walk{seen: map[reflect.Type]bool{}}
	w.visit(t)
	return w.mistakes
}

type walk struct {
	seen     map[reflect.Type]bool
	mistakes []string
}

func (w *walk) visit(t reflect.Type) {
	if held, ok := strictjson.OptionalType(t); ok {
		t = held
	}
	if w.seen[t] || special(t, Output) != nil {
		return
	}
	w.seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		w.visit(t.Elem())
	case reflect.Struct:
		for _, m := range strictjson.Members(t) {
			w.mistakes = append(w.mistakes, m.Mistakes...)
			w.visit(m.Type)
		}
	}
}

// Unknowable says what is wrong with schemas for Builder.Known.
func Unknowable(known map[reflect.Type]*apidoc.Schema) []string {
	var mistakes []string
	for t, s := range known {
		if wrong := unknowable(t, s); wrong != "" {
			mistakes = append(mistakes, t.String()+": "+wrong)
		}
	}
	slices.Sort(mistakes)
	return mistakes
}

func unknowable(t reflect.Type, s *apidoc.Schema) string {
	writes, writesText := itself(t, Output)
	reads, readsText := itself(t, Input)
	switch {
	case t.Kind() == reflect.Pointer:
		return "it is a pointer: describe what it points to"
	case !writes && !writesText && !reads && !readsText:
		return "it does not encode itself: its fields and tags describe it"
	case s == nil || len(s.Types) == 0:
		return "its schema has no Types"
	}
	return ""
}
