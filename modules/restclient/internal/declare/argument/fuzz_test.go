package argument_test

import (
	"bytes"
	"math"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

type inner struct {
	Text string `query:"inner"`
	Flag bool   `query:"flag,omitempty"`
}

// everything has a field of each kind that is read at an offset, next to fields
// that are not, embedded by value and by pointer.
type everything struct {
	Flag8 bool  `query:"flag8"`
	I8    int8  `query:"i8,omitempty"`
	I16   int16 `query:"i16"`
	I32   int32 `query:"i32"`
	inner

	*page

	I64   int64             `query:"i64"`
	I     int               `query:"i"`
	U8    uint8             `query:"u8"`
	U16   uint16            `query:"u16"`
	U32   uint32            `query:"u32,omitempty"`
	U64   uint64            `query:"u64"`
	U     uint              `query:"u"`
	F32   float32           `query:"f32"`
	F64   float64           `query:"f64,omitempty"`
	ID    string            `path:"id"`
	Text  string            `query:"text,omitempty"`
	Ptr   *string           `query:"ptr"`
	Tags  []string          `query:"tag,brackets"`
	Sizes []*int16          `query:"size"`
	Rates []float64         `query:"rate,comma"`
	Times []time.Time       `query:"time"`
	At    time.Time         `query:"at,omitempty"`
	Until *time.Time        `query:"until,omitempty"`
	Where inner             `query:"where"`
	Map   map[string]string `query:"map"`
}

func arguments(text, other string, n int64, f float64, flags uint8) everything {
	e := everything{
		Flag8: flags&1 != 0, I8: int8(n), I16: int16(n), I32: int32(n), I64: n, I: int(n),
		U8: uint8(n), U16: uint16(n), U32: uint32(n), U64: uint64(n), U: uint(n),
		F32: float32(f), F64: f, ID: text, Text: other, inner: inner{text, flags&2 != 0}, Where: inner{other, true},
	}
	if flags&4 != 0 {
		e.page = &page{new(int(n))}
	}
	if flags&8 != 0 {
		e.Ptr = &text
	}
	if flags&16 != 0 {
		e.Tags, e.Map = []string{text, other}, map[string]string{text: other, other: text}
		e.Sizes, e.Rates = []*int16{nil, new(int16(n)), nil}, []float64{f, 0}
	}
	if flags&32 != 0 {
		e.At = time.Unix(n, n).UTC()
		e.Times = []time.Time{e.At}
	}
	if flags&64 != 0 {
		e.Until = new(time.Unix(n>>20, 0).In(time.FixedZone("", 3600)))
	}
	return e
}

// FuzzOffsets checks that fields read at their offset and by reflection are
// written alike, that the query reads back as the values, and that values
// cannot leave their place.
func FuzzOffsets(f *testing.F) {
	t := pathtemplate.MustParse("/x/:id")
	fast, err := argument.Compile(reflect.TypeFor[everything](), t)
	if err != nil {
		f.Fatal(err)
	}
	safe, err := argument.Compile(reflect.TypeFor[everything](), t, argument.WithoutOffsets)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("a", "", int64(0), 0.0, uint8(0))
	f.Add("é/..?#\r\n", "a&b=c d", int64(-1), 1e300, uint8(255))
	f.Add("..", "]", int64(1)<<62, -0.5, uint8(21))
	f.Add("a", "b", int64(0x0123_4567_89ab_cdef), 0.1, uint8(31))
	f.Add("a", "b", -int64(0x0123_4567_89ab_cdef), 1e-7, uint8(4))
	f.Add("a", "b", int64(1_790_000_000), math.Inf(1), uint8(255))
	f.Add("a", "b", int64(1)<<40, 2.5, uint8(0x7f))
	f.Fuzz(func(t *testing.T, text, other string, n int64, number float64, flags uint8) {
		args := arguments(text, other, n, number, flags)
		u, err := fast.Append([]byte("p"), argument.Of(fast, &args), argument.Whole)
		again, againErr := safe.Append([]byte("p"), safe.Args(&args), argument.Whole)
		if !bytes.Equal(u, again) || (err == nil) != (againErr == nil) {
			t.Fatalf("%+v: %q, %v with offsets, %q, %v without", args, u, err, again, againErr)
		}
		values, valuesErr := fast.Values(argument.Of(fast, &args), argument.Whole)
		reflected, reflectedErr := safe.Values(safe.Args(&args), argument.Whole)
		if !reflect.DeepEqual(values, reflected) || (valuesErr == nil) != (reflectedErr == nil) {
			t.Fatalf("%+v: %v, %v with offsets, %v, %v without", args, values, valuesErr, reflected, reflectedErr)
		}
		if err == nil {
			checkURL(t, string(u), values)
		}
	})
}

func checkURL(t *testing.T, u string, values []argument.Value) {
	path, query, _ := strings.Cut(u, "?")
	if strings.Count(path, "/") != 2 || strings.ContainsAny(u, " #\r\n\\\"<>") {
		t.Fatalf("a value leaves its place in %q", u)
	}
	parsed, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	parsed["tag"], parsed["id"] = parsed["tag[]"], nil
	if rates := parsed["rate"]; len(rates) > 0 {
		parsed["rate"] = strings.Split(rates[0], ",")
	}
	for _, v := range values {
		if v.Name == "id" {
			continue
		}
		if len(parsed[v.Name]) == 0 || parsed[v.Name][0] != v.Value {
			t.Fatalf("%q has %v for %v", u, parsed[v.Name], v)
		}
		parsed[v.Name] = parsed[v.Name][1:]
	}
	for name, rest := range parsed {
		if name != "tag[]" && len(rest) > 0 {
			t.Fatalf("%q has more for %s: %v", u, name, rest)
		}
	}
}

// TestAllocations pins what P1 promises.
func TestAllocations(t *testing.T) {
	buffer := make([]byte, 0, 256)
	check := func(name string, write func() error) {
		if n := testing.AllocsPerRun(100, func() {
			if err := write(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	if !argument.HasOffsets {
		t.Skip("fields are read by reflection")
	}
	check("a number", writer(buffer, "/todos/:id", 12345))
	check("a string", writer(buffer, "/files/:name", "report.txt"))
	check("an escaped string", writer(buffer, "/files/:name", "r&d/ü"))
	check("three fields", writer(buffer, "/groups/:group/users/:id", threeFields{"r&d", 12345, 7}))
	check("slices and times", writer(buffer, "/todos", listFilter{new(7), []string{"a", "b c"}, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}))
	check("pointers and groups", writer(buffer, "/users{/:id}{/:group}", optionalKeys{ID: new(7)}))
}

func writer[A any](buffer []byte, template string, args A) func() error {
	plan, err := argument.Compile(reflect.TypeFor[A](), pathtemplate.MustParse(template))
	return func() error {
		if err != nil {
			return err
		}
		a := args
		_, err := plan.Append(buffer, argument.Of(plan, &a), argument.Whole)
		return err
	}
}
