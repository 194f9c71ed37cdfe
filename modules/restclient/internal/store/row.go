package store

import (
	"fmt"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// Row is a decoded entity that knows which of its fields the JSON had.
type Row struct {
	p       any        // to the entity; nil in the zero row
	present shape.Mask // per field of the shape
	nested  *nested
}

// nested is what is inside a decoded value.
type nested struct {
	puts []func(*commit, Write) // store the entities, in the order of the JSON
	place
}

// Value returns the entity as it was decoded, as an E in an any: absent fields
// are zero. It is nil for the zero Row.
func (r Row) Value() any {
	if r.p == nil {
		return nil
	}
	return reflect.ValueOf(r.p).Elem().Interface()
}

func (r Row) without(fields []int) Row {
	r.present = r.present.Clone()
	for _, i := range fields {
		r.present.Unset(i)
	}
	return r
}

// KeyError says that JSON which reads as an entity does not identify one.
type KeyError struct {
	Type  string // the Go type of the entity
	Field string // the JSON name of the missing or empty key field, if known
	// Member is a member of the JSON whose name differs from Field by case alone;
	// empty without such a member. Names are compared with case (RFC 8259, section 8.3).
	Member string
}

// Error names the entity type and the field.
func (e *KeyError) Error() string {
	switch {
	case e.Field == "":
		return e.Type + " without a primary key"
	case e.Member != "":
		return fmt.Sprintf("%s without a primary key: field %q is missing, and the member %q differs from it by case: tag the field json:%[3]q", e.Type, e.Field, e.Member)
	}
	return fmt.Sprintf("%s without a primary key: field %q is missing or empty", e.Type, e.Field)
}

// MembersError says that an object of JSON has members, and the entity none of
// them. Names are compared with case (RFC 8259, section 8.3).
type MembersError struct {
	Type    string   // the Go type of the entity
	Members []string // of the JSON, the first ten
	Fields  []string // their JSON names
}

// Error names the entity type, the members and the fields.
func (e *MembersError) Error() string {
	return fmt.Sprintf("%s has none of the members %q: it has %v, and names are compared with case", e.Type, e.Members, e.Fields)
}
