package restvet_test

import (
	"encoding"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
	"github.com/trefoil-go/trefoil/modules/restclient/restvet"
)

// byAddress writes itself by its address only.
type byAddress struct{ Text string }

func (b *byAddress) MarshalText() ([]byte, error) { return []byte(b.Text), nil }

type number int

// The tags and types of fields, in all combinations.
var (
	tags = []string{
		``, `json:"a"`, `path:""`, `path:"a"`, `path:"b"`, `path:"c"`, `path:"a" query:"a"`, `path:"a" header:"A"`, `query:"a" header:"A"`,
		`query:""`, `query:",omitempty"`, `query:"a"`, `query:"a,"`, `query:"b,omitempty"`, `query:"a[b]"`, `query:"a,nofilter,cursor"`,
		`query:"a,comma"`, `query:"a,brackets,omitempty"`, `query:"a,comma,comma"`, `query:"a,comma,brackets"`, `query:"a, omitempty"`, `query:"a,unknown"`,
		`header:""`, `header:"a"`, `header:"A b"`, `header:"X-A,omitempty"`, `header:"a,comma"`, `header:"content-length"`, `header:"Host"`,
	}
	fieldTypes = []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[number](), reflect.TypeFor[uintptr](), reflect.TypeFor[complex64](), reflect.TypeFor[bool](),
		reflect.TypeFor[**float32](), reflect.TypeFor[any](), reflect.TypeFor[func()](), reflect.TypeFor[chan int](),
		reflect.TypeFor[[]string](), reflect.TypeFor[[]byte](), reflect.TypeFor[[2]uint8](), reflect.TypeFor[[2]*int](), reflect.TypeFor[*[]int](), reflect.TypeFor[[][]int](),
		reflect.TypeFor[map[string]int](), reflect.TypeFor[map[int]int](), reflect.TypeFor[map[string][]int](), reflect.TypeFor[*map[string]bool](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[*time.Time](), reflect.TypeFor[[]time.Time](), reflect.TypeFor[byAddress](), reflect.TypeFor[*byAddress](),
		reflect.TypeFor[struct {
			B string `query:"b"`
		}](),
		reflect.TypeFor[*struct {
			B []string `query:"b,comma"`
		}](),
		reflect.TypeFor[struct {
			B string `header:"b"`
		}](),
		reflect.TypeFor[struct{ B string }](),
	}
	paths = []string{"/x", "/:a", "/*a", "/:a/:b", "/:a{/:b}"}
)

// typeOf returns a type as the type checker has it.
func typeOf(t reflect.Type) types.Type {
	if t.Name() != "" && t.PkgPath() != "" {
		return namedType(t)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return types.NewPointer(typeOf(t.Elem()))
	case reflect.Slice:
		return types.NewSlice(typeOf(t.Elem()))
	case reflect.Array:
		return types.NewArray(typeOf(t.Elem()), int64(t.Len()))
	case reflect.Map:
		return types.NewMap(typeOf(t.Key()), typeOf(t.Elem()))
	case reflect.Chan:
		return types.NewChan(types.SendRecv, typeOf(t.Elem()))
	case reflect.Func:
		return types.NewSignatureType(nil, nil, nil, nil, nil, false)
	case reflect.Interface:
		return types.NewInterfaceType(nil, nil).Complete()
	case reflect.Struct:
		return structType(t)
	}
	return types.Universe.Lookup(t.Kind().String()).Type()
}

func structType(t reflect.Type) types.Type {
	var fields []*types.Var
	var texts []string
	for f := range t.Fields() {
		fields = append(fields, types.NewField(token.NoPos, nil, f.Name, typeOf(f.Type), f.Anonymous))
		texts = append(texts, string(f.Tag))
	}
	return types.NewStruct(fields, texts)
}

// namedType has the method MarshalText if the type has it, or a pointer to it.
func namedType(t reflect.Type) types.Type {
	pkg := types.NewPackage(t.PkgPath(), "named")
	underlying := types.NewStruct(nil, nil).Underlying()
	if t.Kind() != reflect.Struct {
		underlying = types.Universe.Lookup(t.Kind().String()).Type()
	}
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, t.Name(), nil), underlying, nil)
	text := reflect.TypeFor[encoding.TextMarshaler]()
	if !reflect.PointerTo(t).Implements(text) {
		return named
	}
	var receiver types.Type = named
	if !t.Implements(text) {
		receiver = types.NewPointer(named)
	}
	results := types.NewTuple(
		types.NewVar(token.NoPos, pkg, "", types.NewSlice(types.Typ[types.Byte])),
		types.NewVar(token.NoPos, pkg, "", types.Universe.Lookup("error").Type()))
	signature := types.NewSignatureType(types.NewVar(token.NoPos, pkg, "", receiver), nil, nil, nil, results, false)
	named.AddMethod(types.NewFunc(token.NoPos, pkg, "MarshalText", signature))
	return named
}

// fieldsOf makes a struct of fields A, B and so on.
func fieldsOf(fields ...reflect.StructField) reflect.Type {
	for i := range fields {
		fields[i].Name = string(rune('A' + i))
	}
	return reflect.StructOf(fields)
}

// disagreements lists the paths on which restvet and package argument say
// different things about arguments.
func disagreements(args reflect.Type) (all []string) {
	for _, path := range paths {
		template := pathtemplate.MustParse(path)
		_, err := argument.Compile(args, template)
		message := restvet.Fault(typeOf(args), template)
		if (err == nil) != (message == "") {
			all = append(all, fmt.Sprintf("%s on %s: %v; %s", args, path, err, strconv.Quote(message)))
		}
	}
	return all
}

var _ = Describe("Feature 3: restvet has the rules of package argument for", func() {
	It("a field, whatever its tag and its type", func() {
		for _, tag := range tags {
			for _, t := range fieldTypes {
				Expect(disagreements(fieldsOf(reflect.StructField{Type: t, Tag: reflect.StructTag(tag)}))).To(BeEmpty())
			}
		}
	})

	It("two fields, whatever their tags", func() {
		for _, x := range tags {
			for _, y := range tags {
				for _, t := range []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[map[string]int]()} {
					a := reflect.StructField{Type: t, Tag: reflect.StructTag(x)}
					b := reflect.StructField{Type: reflect.TypeFor[string](), Tag: reflect.StructTag(y)}
					Expect(disagreements(fieldsOf(a, b))).To(BeEmpty())
				}
			}
		}
	})

	It("arguments that are no struct", func() {
		for _, t := range fieldTypes {
			Expect(disagreements(t)).To(BeEmpty())
		}
	})
})
