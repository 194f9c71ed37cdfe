//lint:file-ignore SA5008 the odd tags are what the specs are about

package strictjson_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

type level int // reads itself from text

func (l *level) UnmarshalText(text []byte) error {
	for i, name := range []string{"low", "high"} {
		if string(text) == name {
			*l = level(i)
			return nil
		}
	}
	return errors.New("neither low nor high")
}

type promoted struct {
	City string `json:"city,omitempty"`
	Zip  *int   `json:"zip"`
}

type Reached struct {
	Deep int8 `json:"deep,omitempty"`
}

// everything has a member of each way in which values are decoded.
type everything struct {
	promoted
	*Reached
	Bool     bool                      `json:"bool,omitempty"`
	Int      int                       `json:"int,omitempty"`
	Int8     int8                      `json:"int8,omitempty"`
	Uint     uint                      `json:"uint,omitempty"`
	Uint16   uint16                    `json:"uint16,omitempty"`
	Float    float64                   `json:"float,omitempty"`
	Float32  float32                   `json:"float32,omitempty"`
	String   string                    `json:"string,omitempty"`
	Bytes    []byte                    `json:"bytes,omitempty"`
	Number   json.Number               `json:"number,omitempty"`
	Raw      json.RawMessage           `json:"raw,omitempty"`
	Any      any                       `json:"any,omitempty"`
	Time     time.Time                 `json:"time,omitzero"`
	Addr     netip.Addr                `json:"addr,omitzero"`
	Big      *big.Int                  `json:"big"`
	Level    level                     `json:"level,omitempty"`
	Pointer  **string                  `json:"pointer"`
	List     []*promoted               `json:"list,omitempty"`
	Array    [2]int                    `json:"array,omitempty"`
	Map      map[string]promoted       `json:"map,omitempty"`
	Ints     map[int8][]string         `json:"ints,omitempty"`
	Uints    map[uint16]bool           `json:"uints,omitempty"`
	Addrs    map[netip.Addr]any        `json:"addrs,omitempty"`
	Self     *everything               `json:"self"`
	Nested   struct{ A, B string }     `json:"nested,omitempty"`
	QInt     int                       `json:"qint,string,omitempty"`
	QFloat   *float64                  `json:"qfloat,string"`
	QBool    bool                      `json:"qbool,string,omitempty"`
	QString  string                    `json:"qstring,string,omitempty"`
	QList    []int                     `json:"qlist,string,omitempty"` // the option means nothing
	Levels   map[level]level           `json:"levels,omitempty"`
	Matrix   [][]float32               `json:"matrix,omitempty"`
	Anything map[string]any            `json:"anything,omitempty"`
	Empty    struct{}                  `json:"empty,omitempty"`
	Names    map[string]map[string]int `json:"names,omitempty"`
}

var everythingDecoder = must(strictjson.Compile(reflect.TypeFor[everything](), nil, strictjson.Options{}))

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var seeds = []string{
	`{}`, `null`, `[]`, `""`, `1`, ``, ` `, `{"bool":true,"int":-0,"int8":-128,"uint":18446744073709551615,"uint16":0}`,
	`{"float":1e400}`, `{"float":-0,"float32":1e39}`, `{"float32":0.1,"number":1E+2}`, `{"number":"12"}`, `{"int":1.0}`, `{"int":1e2}`, `{"qint":"1e2"}`, `{"time":"2016-12-31T23:59:60Z"}`,
	`{"string":"a\u00e9\ud83d\ude00\n\/"}`, `{"string":"\ud800"}`, `{"string":"\udc00\ud800"}`, "{\"string\":\"\xff\"}", "{\"string\":\"\x01\"}",
	`{"bytes":"aGk="}`, `{"bytes":"aG\nk="}`, `{"bytes":[1,2]}`, `{"bytes":null}`, `{"raw": {"a" : [1, null]} }`, `{"raw":null}`,
	`{"any":[1,"a",{"b":null,"c":1e400}]}`, `{"any":{"a":1,"a":2}}`, `{"time":"2006-01-02T15:04:05Z","addr":"::1","big":123456789012345678901234567890}`,
	`{"time":null}`, `{"level":"high"}`, `{"level":"mid"}`, `{"levels":{"low":"high"}}`, `{"pointer":"x"}`, `{"pointer":null}`,
	`{"list":[null,{"city":"x"},{"zip":1}]}`, `{"array":[1,2]}`, `{"array":[1]}`, `{"array":[1,2,3]}`, `{"map":{"a":{"city":"y"},"b":{}}}`,
	`{"ints":{"-1":["a"],"1":null}}`, `{"ints":{"300":[]}}`, `{"ints":{"01":[],"1":["x"]}}`, `{"uints":{"1":true}}`, `{"addrs":{"10.0.0.1":1}}`,
	`{"self":{"self":{"city":"z"}}}`, `{"nested":{"A":"x","B":"y"}}`, `{"nested":{"a":"x"}}`, `{"qint":"12","qfloat":"1.5","qbool":"true","qstring":"\"x\""}`,
	`{"qint":12}`, `{"qint":"01"}`, `{"qfloat":"null"}`, `{"qfloat":null}`, `{"qint":"null"}`, `{"qlist":[1]}`, `{"matrix":[[],[1,2]]}`,
	`{"deep":1,"city":"a","zip":2}`, `{"anything":{"a":{"b":[]}},"empty":{},"names":{"a":{"b":1}}}`, `{"bool":true}x`, `{"bool":tru}`, `{"bool":true,}`,
	`{"int":+1}`, `{"int":01}`, `{"int":-}`, `{"float":.5}`, `{"float":1.}`, `{"float":1e}`, `{"a":1,"a":2}`, `{"bool":true,"b\u006fol":false}`,
	strings.Repeat(`{"self":`, 63) + `{}` + strings.Repeat(`}`, 63), strings.Repeat(`[`, 70), `{"any":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + "}",
}

// FuzzDecode checks that what is accepted is what encoding/json reads, and that
// a text is called malformed only when encoding/json or a rule of ours says so.
func FuzzDecode(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, want everything
		faults, err := everythingDecoder.Decode(data, reflect.ValueOf(&got).Elem())
		if err != nil {
			checkRefusal(t, data, err)
			return
		}
		if !json.Valid(data) {
			t.Fatalf("%q is no JSON, but read", data)
		}
		if len(faults) > 0 {
			checkFaults(t, data, faults)
			return
		}
		dec := json.NewDecoder(strings.NewReader(string(data)))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&want); err != nil {
			if !isOfOthersOnly(err) {
				t.Fatalf("%q is accepted, encoding/json says %v", data, err)
			}
			return
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\n%+v, encoding/json reads\n%+v", data, got, want)
		}
	})
}

// isOfOthersOnly reports whether encoding/json refuses an integer that is not in digits
// only, in quotes or not, or a leap second.
func isOfOthersOnly(err error) bool {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		literal, isNumber := strings.CutPrefix(wrong.Value, "number ")
		return isNumber && strings.ContainsAny(literal, ".eE-")
	}
	return strings.Contains(err.Error(), ",string") || errors.As(err, new(*time.ParseError))
}

// checkRefusal tells the texts that are refused although they are JSON.
func checkRefusal(t *testing.T, data []byte, err error) {
	t.Helper()
	var syntax *strictjson.SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("%q: %v is no SyntaxError", data, err)
	}
	if syntax.Offset < -1 || syntax.Offset > len(data) {
		t.Fatalf("%q: offset %d", data, syntax.Offset)
	}
	if !json.Valid(data) {
		return
	}
	ours := []string{"appears twice", "levels of arrays", "surrogate", "UTF-8"}
	for _, reason := range ours {
		if strings.Contains(err.Error(), reason) {
			return
		}
	}
	t.Fatalf("%q is JSON, but refused: %v", data, err)
}

// checkFaults checks that each pointer leads to a value, or to a member that is
// missing in an object that is there.
func checkFaults(t *testing.T, data []byte, faults []problem.FieldError) {
	t.Helper()
	if len(faults) > 32 {
		t.Fatalf("%q: %d faults", data, len(faults))
	}
	whole, err := strictjson.Any(data)
	if err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	for _, f := range faults {
		if f.Detail == "" || !leads(whole, f) {
			t.Fatalf("%q: %q leads nowhere (%s)", data, f.Pointer, f.Detail)
		}
	}
}

func leads(v any, f problem.FieldError) bool {
	if f.Pointer == "" {
		return true
	}
	for token := range strings.SplitSeq(f.Pointer[1:], "/") {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		switch whole := v.(type) {
		case map[string]any:
			if _, ok := whole[token]; !ok {
				return f.Detail == "is required"
			}
			v = whole[token]
		case []any:
			var i int
			if err := json.Unmarshal([]byte(token), &i); err != nil || i >= len(whole) {
				return false
			}
			v = whole[i]
		default:
			return false
		}
	}
	return true
}

// FuzzAny checks the same for plain values.
func FuzzAny(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := strictjson.Any(data)
		if err != nil {
			checkRefusal(t, data, err)
			return
		}
		var want any
		dec := json.NewDecoder(strings.NewReader(string(data)))
		dec.UseNumber()
		if err := dec.Decode(&want); err != nil || !json.Valid(data) {
			t.Fatalf("%q is accepted, encoding/json says %v", data, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, encoding/json reads %v", data, got, want)
		}
	})
}
