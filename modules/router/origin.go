package router

import (
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
)

// origin is where a function is written.
type origin struct {
	name string // "api.showUser"
	file string
	line int
}

func originOf(fn any) origin {
	v := reflect.ValueOf(fn)
	if v.Kind() != reflect.Func || v.IsNil() {
		return origin{name: fmt.Sprintf("%T", fn)}
	}
	f := runtime.FuncForPC(v.Pointer())
	if f == nil {
		return origin{name: v.Type().String()}
	}
	file, line := f.FileLine(f.Entry())
	name := f.Name()[strings.LastIndex(f.Name(), "/")+1:]
	return origin{strings.TrimSuffix(strings.TrimSuffix(name, "-fm"), "[...]"), file, line}
}

// String returns "api.showUser (api.go:20)", as far as it is known.
func (o origin) String() string {
	if o.file == "" {
		return o.name
	}
	place := fmt.Sprintf("%s:%d", filepath.Base(o.file), o.line)
	if o.name == "" {
		return place
	}
	return o.name + " (" + place + ")"
}

// short is the name of the function without package and receiver, empty for a
// function without a name.
func (o origin) short() string {
	name := o.name[strings.LastIndexByte(o.name, '.')+1:]
	if o.file == "" || strings.Contains(o.name, ".func") {
		return ""
	}
	return strings.Trim(name, "()*")
}

// calledFrom is the place that many calls above the caller.
func calledFrom(skip int) origin {
	_, file, line, _ := runtime.Caller(skip + 1)
	return origin{file: file, line: line}
}
