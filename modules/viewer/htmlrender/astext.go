package htmlrender

import (
	"errors"
	"strings"

	"github.com/a-h/templ"
)

// asText is what the code of templates calls for each text that they write, in
// place of templ.JoinStringErrs: the generator sees to that.
func asText[T ~string](text T, errs ...error) (string, error) {
	if len(errs) == 0 {
		return string(text), nil
	}
	return string(text), errors.Join(errs...)
}

// classText is what the code of templates calls for each list of classes, in place of
// templ.CSSClasses. A class is a text or a templ.KV.
func classText(list []any) string {
	var only string
	var all strings.Builder
	for _, item := range list {
		name := className(item)
		switch {
		case name == "":
		case only == "":
			only = name
		default:
			if all.Len() == 0 {
				all.WriteString(only)
			}
			all.WriteByte(' ')
			all.WriteString(name)
		}
	}
	if all.Len() == 0 {
		return only
	}
	return all.String()
}

// className is one or more classes, "" for none.
func className(item any) string {
	switch c := item.(type) {
	case string:
		return c
	case templ.KeyValue[string, bool]:
		if c.Value {
			return c.Key
		}
	}
	return ""
}
