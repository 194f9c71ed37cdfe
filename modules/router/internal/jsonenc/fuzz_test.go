package jsonenc_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

// fuzzed are the types that FuzzAgrees fills.
var fuzzed = []reflect.Type{
	reflect.TypeFor[user](), reflect.TypeFor[article](), reflect.TypeFor[everyKind](), reflect.TypeFor[everyKindOfScalar](),
	reflect.TypeFor[omitting](), reflect.TypeFor[zeroing](), reflect.TypeFor[quotedAll](), reflect.TypeFor[quotedPointer](),
	reflect.TypeFor[embedding](), reflect.TypeFor[marshals](), reflect.TypeFor[oddNames](), reflect.TypeFor[oddEmbedded](),
	reflect.TypeFor[hiddenTagged](), reflect.TypeFor[hiddenPointer](), reflect.TypeFor[diamond](), reflect.TypeFor[tagsWin](),
	reflect.TypeFor[node](), reflect.TypeFor[tree](), reflect.TypeFor[slicesOf](), reflect.TypeFor[mapsOf](),
	reflect.TypeFor[map[string]any](), reflect.TypeFor[[]any](), reflect.TypeFor[[]float32](), reflect.TypeFor[[]float64](),
	reflect.TypeFor[struct {
		A jsonByValue
		B *jsonByValue
		C jsonByPointer
		D *jsonByPointer
		E textByValue
		F *textByValue
		G textByPointer
		H []textByPointer
		I bothByPointer
		J []intPointer
		K map[string]bothByPointer
		L []byteJSON
		M listJSON
		N mapText
		O map[*pointerKey]stringText
		P map[intJSON]intText
	}](),
}

// FuzzAgrees fills values of many types from bytes, and compares what Append
// and encoding/json make of them, errors included.
func FuzzAgrees(f *testing.F) {
	encoders := make([]*jsonenc.Encoder, len(fuzzed))
	pointers := make([]*jsonenc.Encoder, len(fuzzed))
	for i, t := range fuzzed {
		encoders[i], pointers[i] = jsonenc.For(t), jsonenc.For(reflect.PointerTo(t))
		f.Add(byte(i), []byte{})
		f.Add(byte(i), []byte("\x01\x03\x07\xff\x00\x80 text <&> \u2028 \\ \" \x1f \xe2\x80 1e21 0.000001 refuse"))
		f.Add(byte(i), binary.LittleEndian.AppendUint64([]byte("\xff\xff\xff\xff\xff\x01\x02\x03\x04"), math.Float64bits(1e-7)))
	}
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		i := int(which) % len(fuzzed)
		v := reflect.New(fuzzed[i])
		(&source{data}).fill(v.Elem(), 0)
		agree(t, pointers[i], v.Interface())
		agree(t, encoders[i], v.Elem().Interface())
	})
}

func agree(t *testing.T, e *jsonenc.Encoder, v any) {
	t.Helper()
	if got, want := ours(e, v), standard(v); got != want {
		t.Fatalf("%T:\ngot  %q\nwant %q", v, got, want)
	}
}

// source turns bytes into values. An empty one gives zeros.
type source struct{ data []byte }

func (s *source) bytes(n int) []byte {
	n = min(n, len(s.data))
	b := s.data[:n]
	s.data = s.data[n:]
	return b
}

func (s *source) byte() byte {
	if b := s.bytes(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// word gives small figures, extremes of every size, and any 64 bits.
func (s *source) word() uint64 {
	switch b := s.byte(); {
	case b < 0x80:
		return uint64(b)
	case b < 0xc0:
		extremes := []uint64{
			math.MaxInt8, math.MaxUint8, math.MaxInt16, math.MaxUint16, math.MaxInt32, math.MaxUint32, math.MaxInt64, math.MaxUint64,
			1 << 7, 1 << 15, 1 << 31, 1 << 63, 99, 100, 1e9, 1e18,
		}
		return extremes[b%16]
	}
	var word [8]byte
	copy(word[:], s.bytes(8))
	return binary.LittleEndian.Uint64(word[:])
}

// float gives short decimals of all magnitudes, and any bits.
func (s *source) float() float64 {
	mantissa := float64(int8(s.byte()))
	switch b := s.byte(); {
	case b < 0x60:
		return mantissa * math.Pow10(int(b)-0x30)
	case b < 0x80:
		return mantissa
	case b < 0xc0:
		near := []float64{1e-6, 1e-7, 1e21, 1e20, math.MaxFloat32, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Copysign(0, -1), math.Inf(-1), math.NaN()}
		return math.Nextafter(near[int(b)%len(near)], mantissa)
	}
	return math.Float64frombits(s.word())
}

// text gives what is special in JSON strings, the words that the methods of the
// test types know, and any bytes.
func (s *source) text() string {
	special := []string{
		"", "\u2028", "\u2029", "<b>&amp;</b>", "\x00\x1f\b\f\n\r\t", `"\`, "\xff", "\xe2\x80", "😀", "ß", "\ufffd", "\x7f",
		"refuse", "invalid", "indented", "12345678", "123456789012345678", "1e5", "-0.5", "007",
	}
	b := s.byte()
	if b < 0x80 {
		return special[int(b)%len(special)] + string(s.bytes(int(b)/len(special)))
	}
	return string(s.bytes(int(b-0x80) / 2))
}

func (s *source) fill(v reflect.Value, depth int) {
	if depth > 6 || !v.CanSet() {
		return
	}
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(s.time()))
		return
	}
	switch {
	case v.CanInt():
		v.SetInt(int64(s.word()))
	case v.CanUint():
		v.SetUint(s.word())
	case v.CanFloat():
		v.SetFloat(s.float())
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(s.byte()&1 == 1)
	case reflect.String:
		v.SetString(s.text())
	case reflect.Interface:
		s.fillInterface(v, depth)
	case reflect.Pointer:
		if s.byte()%3 != 0 {
			v.Set(reflect.New(v.Type().Elem()))
			s.fill(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			s.fill(v.Field(i), depth)
		}
	default:
		s.fillContainer(v, depth)
	}
}

func (s *source) time() time.Time {
	zone := time.FixedZone("", int(int8(s.byte()))*900)
	return time.Unix(int64(s.word())>>(s.byte()%64), int64(s.word()%1e9)).In(zone)
}

func (s *source) fillInterface(v reflect.Value, depth int) {
	choices := []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[int](), reflect.TypeFor[bool](), reflect.TypeFor[[]any](),
		reflect.TypeFor[map[string]any](), reflect.TypeFor[*user](), reflect.TypeFor[user](), reflect.TypeFor[tree](), reflect.TypeFor[intText](),
		reflect.TypeFor[jsonByValue](), reflect.TypeFor[*jsonByPointer](), reflect.TypeFor[*textByPointer](), reflect.TypeFor[textByValue](),
		reflect.TypeFor[zeroByValue](), reflect.TypeFor[*zeroByPointer](), reflect.TypeFor[time.Time](), reflect.TypeFor[json.Number](),
		reflect.TypeFor[[]byte](), reflect.TypeFor[quotedAll](), reflect.TypeFor[map[int]string](), reflect.TypeFor[intJSON](), reflect.TypeFor[listJSON](),
	}
	b := int(s.byte())
	if b%5 == 0 {
		return
	}
	if t := choices[b%len(choices)]; t.Implements(v.Type()) {
		held := reflect.New(t).Elem()
		s.fill(held, depth+1)
		v.Set(held)
	}
}

func (s *source) fillContainer(v reflect.Value, depth int) {
	if v.Kind() == reflect.Array {
		for i := range v.Len() {
			s.fill(v.Index(i), depth+1)
		}
		return
	}
	n := int(s.byte()%6) - 1
	switch {
	case n < 0:
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			s.fill(v.Index(i), depth+1)
		}
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		if v.Type().Key().Kind() == reflect.Pointer {
			n = min(n, 1) // keys with one text have no order in encoding/json
		}
		for range n {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			s.fill(key, depth+1)
			s.fill(value, depth+1)
			v.SetMapIndex(key, value)
		}
	}
}
