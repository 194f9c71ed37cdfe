//lint:file-ignore SA5008 the odd tags are what the specs are about

package jsonenc_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

var errRefused = errors.New("refused")

type (
	jsonByValue   struct{ Text string }
	jsonByPointer struct{ Text string }
	textByValue   struct{ Text string }
	textByPointer struct{ Text string }
	bothByPointer struct{ Text string }
	intJSON       int
	intText       int
	intPointer    int
	byteJSON      byte
	stringText    string
	listJSON      []int
	mapText       map[string]int
	pointerKey    struct{ n int }
)

func (v jsonByValue) MarshalJSON() ([]byte, error)    { return marshaled(v.Text) }
func (v *jsonByPointer) MarshalJSON() ([]byte, error) { return marshaled(v.Text) }
func (v textByValue) MarshalText() ([]byte, error)    { return texted(v.Text) }
func (v *textByPointer) MarshalText() ([]byte, error) { return texted(v.Text) }
func (v *bothByPointer) MarshalJSON() ([]byte, error) { return marshaled(v.Text) }
func (v bothByPointer) MarshalText() ([]byte, error)  { return texted(v.Text) }
func (v intJSON) MarshalJSON() ([]byte, error)        { return fmt.Appendf(nil, "[%d]", int(v)), nil }

func (v intText) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "<%d>", int(v)), nil }

func (v *intPointer) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "{\"n\":%d}", int(*v)), nil
}
func (v *byteJSON) MarshalJSON() ([]byte, error)  { return fmt.Appendf(nil, "%d", int(*v)), nil }
func (v stringText) MarshalText() ([]byte, error) { return texted("text:" + string(v)) }
func (v listJSON) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, " { \"n\" : %d } ", len(v)), nil
}
func (v mapText) MarshalText() ([]byte, error)     { return fmt.Append(nil, len(v)), nil }
func (v *pointerKey) MarshalText() ([]byte, error) { return fmt.Append(nil, v.n), nil }

// marshaled gives texts that are invalid, indented and plain JSON.
func marshaled(text string) ([]byte, error) {
	switch text {
	case "refuse":
		return nil, errRefused
	case "invalid":
		return []byte(`{"a":}`), nil
	case "indented":
		return []byte("{\n  \"a\" : [ 1, \"<\u2028 >\" ]\n}"), nil
	}
	return json.Marshal(text)
}

func texted(text string) ([]byte, error) {
	if text == "refuse" {
		return nil, errRefused
	}
	return []byte(text), nil
}

type (
	zeroByValue   struct{ N int }
	zeroByPointer struct{ N int }
)

func (v zeroByValue) IsZero() bool    { return v.N == 7 }
func (v *zeroByPointer) IsZero() bool { return v.N == 7 }

type zeroInterface interface{ IsZero() bool }

type (
	omitting struct {
		Bool    bool            `json:",omitempty"`
		Int     int8            `json:",omitempty"`
		Uint    uintptr         `json:",omitempty"`
		Float   float32         `json:",omitempty"`
		String  string          `json:",omitempty"`
		Pointer *int            `json:",omitempty"`
		Slice   []int           `json:",omitempty"`
		Array0  [0]int          `json:",omitempty"`
		Array   [1]int          `json:",omitempty"`
		Map     map[string]int  `json:",omitempty"`
		Any     any             `json:",omitempty"`
		Struct  struct{ A int } `json:",omitempty"`
		Chan    chan int        `json:"-"`
	}
	zeroing struct {
		Value     zeroByValue     `json:",omitzero"`
		Pointer   *zeroByValue    `json:",omitzero"`
		Method    zeroByPointer   `json:",omitzero"`
		Indirect  *zeroByPointer  `json:",omitzero"`
		Interface zeroInterface   `json:",omitzero"`
		Any       any             `json:",omitzero"`
		Slice     []int           `json:",omitzero"`
		Both      []int           `json:",omitempty,omitzero"`
		Time      time.Time       `json:",omitzero"`
		Struct    struct{ A int } `json:",omitzero"`
		Array     [2]int          `json:",omitzero"`
	}
	quotedAll struct {
		Bool    bool        `json:",string"`
		Int     int64       `json:",string"`
		Uint8   uint8       `json:",string"`
		Float   float64     `json:",string"`
		Float32 float32     `json:",string"`
		String  string      `json:",string"`
		Number  json.Number `json:",string"`
		IntP    *int        `json:",string"`
		StringP *string     `json:",string"`
		IntPP   **int       `json:",string"`
		JSON    intJSON     `json:",string"`
		Text    intText     `json:",string"`
		Pointer intPointer  `json:",string"`
		List    []int       `json:",string"`
		Any     any         `json:",string"`
		Same    int64
	}
	namedPointer  *int
	quotedPointer struct {
		P namedPointer `json:",string"`
		Q *int         `json:",omitempty,string"`
	}
)

type (
	Base struct {
		ID     int
		Shadow string
		Both   string
	}
	Other struct {
		Both  string
		Extra *int `json:"extra,omitempty"`
	}
	hidden    struct{ Seen, Shadow2 string }
	Deep      struct{ Base }
	embedding struct {
		Base
		*Other
		hidden
		*Deep2
		Shadow string
		Tagged Base `json:"tagged"`
		unseen int  //lint:ignore U1000 nobody sees it, which is the point
	}
	Deep2    struct{ Deeper }
	Deeper   struct{ Bottom string }
	marshals struct {
		jsonByValue
		Ignored int
	}
	embedsInterface struct {
		fmt.Stringer
		N int
	}
	oddNames struct {
		Quote     int `json:"a\"b"`
		Backslash int `json:"a\\b"`
		Comma     int `json:"',x"`
		Space     int `json:"a b"`
		HTML      int `json:"<&>"`
		Umlaut    int `json:"größe"`
		Dash      int `json:"-,"`
		Skipped   int `json:"-"`
		Invalid   int `json:"\xff"`
	}
	oddEmbedded struct {
		Base  `json:"a\"b"`
		Other `json:"ok"`
	}
	hiddenTagged struct {
		hidden `json:"h"`
		N      int
	}
	hiddenInt     int
	hiddenPointer struct {
		hiddenInt
		*hidden
		N int
	}
	Twice   struct{ Leaf }
	Again   struct{ Leaf }
	Leaf    struct{ Root }
	Root    struct{ X int }
	diamond struct {
		Twice
		Again
	}
	tagsWin struct {
		A
		B
	}
	A struct {
		One int `json:"name"`
		Two int
	}
	B struct {
		Name int
		Two  int `json:"Two"`
	}
	selfEmbedding struct {
		*selfEmbedding
		N int
	}
)

type (
	node struct {
		Value int   `json:"value"`
		Next  *node `json:"next,omitempty"`
	}
	tree struct {
		Name     string           `json:"name"`
		Children []tree           `json:"children"`
		Index    map[string]*tree `json:"index,omitempty"`
		Extra    any              `json:"extra,omitempty"`
	}
	slicesOf []slicesOf
	mapsOf   map[string]mapsOf
	anyCycle struct{ Any any }
)

type everyKind struct {
	Bool       bool
	Int        int
	Int8       int8
	Int16      int16
	Int32      int32
	Int64      int64
	Uint       uint
	Uint8      uint8
	Uint16     uint16
	Uint32     uint32
	Uint64     uint64
	Uintptr    uintptr
	Float32    float32
	Float64    float64
	String     string
	Bytes      []byte
	Number     json.Number
	Raw        json.RawMessage
	Time       time.Time
	Duration   time.Duration
	Ints       []int
	Strings    [3]string
	Map        map[string]float64
	IntKeys    map[int8]bool
	UintKeys   map[uint16]string
	TextKeys   map[textByValue]int
	StringText map[stringText]int
	IntText    map[intText]int
	Pointer    *string
	Any        any
	Text       encoding.TextMarshaler
	JSON       json.Marshaler
}

type (
	stamp      time.Time // without the methods of its origin
	oddMethods struct {
		Method jsonByPointer
		Odd    int `json:"a b"`
	}
	outer struct {
		First inner
		Into  *inner
		Next  *outer
	}
	inner struct{ N int }
)
