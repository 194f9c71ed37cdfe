package oas

import (
	"encoding/json"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any // object, list, string, bool, []string, json.RawMessage, json.Number or int64
}

type list []any

// add appends a member, unless its value is empty.
func (o *object) add(name string, value any) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return
		}
	case bool:
		if !v {
			return
		}
	case object:
		if len(v) == 0 {
			return
		}
	case list:
		if len(v) == 0 {
			return
		}
	case []string:
		if len(v) == 0 {
			return
		}
	case json.RawMessage:
		if len(v) == 0 {
			return
		}
	case json.Number:
		if v == "" {
			return
		}
	}
	o.set(name, value)
}

// set appends a member, empty or not.
func (o *object) set(name string, value any) { *o = append(*o, member{name, value}) }

func appendValue(b []byte, value any) []byte {
	switch v := value.(type) {
	case object:
		b = append(b, '{')
		for i, m := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, m.name), ':')
			b = appendValue(b, m.value)
		}
		return append(b, '}')
	case list:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, item)
		}
		return append(b, ']')
	case []string:
		items := make(list, len(v))
		for i, s := range v {
			items[i] = s
		}
		return appendValue(b, items)
	case string:
		return appendString(b, v)
	case json.RawMessage:
		return append(b, v...)
	}
	return append(b, mustMarshal(value)...)
}

func appendString(b []byte, s string) []byte { return append(b, mustMarshal(s)...) }

// mustMarshal encodes a string, bool or number, which cannot fail.
func mustMarshal(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
