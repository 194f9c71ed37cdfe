package pathtemplate

import (
	"fmt"
	"strings"
)

// Values gives the parameters of a template their values by name. A parameter
// takes one value, a wildcard one per segment; none means that it is absent.
type Values map[string][]string

// ParamError says which parameter keeps a template from being filled in.
type ParamError struct {
	Template string
	Name     string // empty when the parameters together form the fault
	Message  string
}

// Error names the parameter, never its value.
func (e *ParamError) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("path %s: %s", e.Template, e.Message)
	}
	return fmt.Sprintf("path %s: parameter %q %s", e.Template, e.Name, e.Message)
}

// Expand fills the template in. Each value is escaped as one segment. A group
// is left out when one of its parameters is absent.
//
// It returns a *ParamError for a required parameter that is absent and for
// values that are empty, "." or "..", which would change the shape of the path.
func (t *Template) Expand(values Values) (string, error) {
	e := expander{template: t, values: values}
	if _, err := e.write(t.parts, false); err != nil {
		return "", err
	}
	path := e.out.String()
	if _, segment := dotSegment(path); segment != "" {
		return "", &ParamError{Template: t.source, Message: `its values form a "." or ".." segment`}
	}
	return path, nil
}

type expander struct {
	template *Template
	values   Values
	out      strings.Builder
}

func (e *expander) fail(name, message string) error {
	return &ParamError{Template: e.template.source, Name: name, Message: message}
}

// write appends parts. In a group it stops at an absent parameter and reports
// false.
func (e *expander) write(parts []part, optional bool) (bool, error) {
	for _, p := range parts {
		switch p.kind {
		case literal:
			e.out.WriteString(p.escaped)
		case group:
			if err := e.group(p.group); err != nil {
				return false, err
			}
		default:
			written, err := e.param(p, optional)
			if err != nil || !written {
				return false, err
			}
		}
	}
	return true, nil
}

func (e *expander) group(parts []part) error {
	before := e.out.String()
	written, err := e.write(parts, true)
	if err == nil && !written {
		e.out.Reset()
		e.out.WriteString(before)
	}
	return err
}

func (e *expander) param(p part, optional bool) (bool, error) {
	values := e.values[p.text]
	switch {
	case len(values) == 0 && optional:
		return false, nil
	case len(values) == 0:
		return false, e.fail(p.text, "is missing")
	case len(values) > 1 && p.kind == param:
		return false, e.fail(p.text, "takes one value")
	}
	for i, v := range values {
		if err := e.checkValue(p.text, v); err != nil {
			return false, err
		}
		if i > 0 {
			e.out.WriteByte('/')
		}
		e.escape(v)
	}
	return true, nil
}

func (e *expander) checkValue(name, value string) error {
	switch value {
	case "":
		return e.fail(name, "is empty")
	case ".", "..":
		return e.fail(name, "is a dot segment, which would change the path")
	}
	return nil
}

func (e *expander) escape(s string) {
	for i := range len(s) {
		if isUnreserved(s[i]) {
			e.out.WriteByte(s[i])
			continue
		}
		writeEscaped(&e.out, s[i])
	}
}
