package schema

import (
	"reflect"

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
