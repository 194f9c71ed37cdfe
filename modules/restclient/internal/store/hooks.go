package store

import "reflect"

// An entity type may have more methods than PK, see package restclient: Process,
// Validate and Newer. They are found once, when the table is made.

// validator refuses what a server has sent.
type validator interface{ Validate() error }

// InvalidError says that an entity does not satisfy its Validate method.
type InvalidError struct {
	Type string // the Go type of the entity
	Err  error
}

// Error names the entity type and the fault.
func (e *InvalidError) Error() string { return e.Type + " is not valid: " + e.Err.Error() }

// Unwrap returns what Validate returned.
func (e *InvalidError) Unwrap() error { return e.Err }

// hooks are the optional methods of an entity type, for pointers to entities;
// nil for those it lacks.
type hooks struct {
	process  func(p any) any
	validate func(p any) error
	newer    func(p, than any) bool
}

// hooksOf finds the methods by their names: an interface with the type parameter
// would have methods to compile for each type.
func hooksOf[E any](t reflect.Type) hooks {
	var h hooks
	if f, ok := processOf(t).(func(E) E); ok {
		h.process = func(p any) any {
			e := f(*p.(*E))
			return &e
		}
	}
	if t.Implements(reflect.TypeFor[validator]()) {
		h.validate = validate
	}
	if f, ok := newerOf(t).(func(E, E) bool); ok {
		h.newer = func(p, than any) bool { return f(*p.(*E), *than.(*E)) }
	}
	return h
}

// The names are constants, so that the linker drops other methods without a call.

func processOf(t reflect.Type) any {
	if m, ok := t.MethodByName("Process"); ok {
		return m.Func.Interface()
	}
	return nil
}

func newerOf(t reflect.Type) any {
	if m, ok := t.MethodByName("Newer"); ok {
		return m.Func.Interface()
	}
	return nil
}

func validate(p any) error { return p.(validator).Validate() }
