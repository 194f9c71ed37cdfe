package oas

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// writer appends JSON without blanks. Members come out in the order they are
// written.
type writer struct {
	text  []byte
	first bool // nothing stands in the open object or array yet
	newer bool // the version is 3.2
}

func (w *writer) open(bracket byte) {
	w.text = append(w.text, bracket)
	w.first = true
}

func (w *writer) close(bracket byte) {
	w.text = append(w.text, bracket)
	w.first = false
}

// item begins the next item of an array.
func (w *writer) item() {
	if !w.first {
		w.text = append(w.text, ',')
	}
	w.first = false
}

// key begins the next member of an object.
func (w *writer) key(name string) {
	w.item()
	w.quote(name)
	w.text = append(w.text, ':')
}

// object writes a member that is an object, empty or not.
func (w *writer) object(name string, members func()) {
	w.key(name)
	w.open('{')
	members()
	w.close('}')
}

// optional writes a member that is an object, unless it is empty.
func (w *writer) optional(name string, members func()) {
	mark, first := len(w.text), w.first
	w.object(name, members)
	if bytes.HasSuffix(w.text[mark:], []byte("{}")) {
		w.text, w.first = w.text[:mark], first
	}
}

// array writes a member that is an array, unless it is empty.
func array[T any](w *writer, name string, items []T, write func(T)) {
	if len(items) == 0 {
		return
	}
	w.key(name)
	w.open('[')
	for _, item := range items {
		w.item()
		write(item)
	}
	w.close(']')
}

// objects writes a member that is an array of objects, unless it is empty.
func objects[T any](w *writer, name string, items []T, members func(T)) {
	array(w, name, items, func(item T) {
		w.open('{')
		members(item)
		w.close('}')
	})
}

// The members of one value: nothing is written for one that is not set.

func (w *writer) str(name, value string) {
	if value != "" {
		w.key(name)
		w.quote(value)
	}
}

func (w *writer) truth(name string, value bool) {
	if value {
		w.key(name)
		w.text = append(w.text, "true"...)
	}
}

func (w *writer) count(name string, value *int64) {
	if value != nil {
		w.key(name)
		w.text = strconv.AppendInt(w.text, *value, 10)
	}
}

func (w *writer) strs(name string, values []string) { array(w, name, values, w.quote) }

func (w *writer) raw(name string, value json.RawMessage) {
	if len(value) > 0 {
		w.key(name)
		w.value(value)
	}
}

// value writes what is JSON already. Other text becomes a string, so that the
// whole is JSON in any case.
func (w *writer) value(value json.RawMessage) {
	if !json.Valid(value) {
		w.quote(string(value))
		return
	}
	b := bytes.NewBuffer(w.text)
	_ = json.Compact(b, value) // value is valid
	w.text = b.Bytes()
}

// quote writes a string the way encoding/json does.
func (w *writer) quote(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, _ := json.Marshal(s) // a string always is JSON
			w.text = append(w.text, quoted...)
			return
		}
	}
	w.text = append(w.text, '"')
	w.text = append(w.text, s...)
	w.text = append(w.text, '"')
}

// since32 is the name of a member that OpenAPI 3.2 added: an extension before.
func (w *writer) since32(name string) string {
	if w.newer {
		return name
	}
	return "x-" + name
}
