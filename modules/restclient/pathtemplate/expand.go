package pathtemplate

import "fmt"

// Values gives the parameters of a template their values by name. A parameter
// takes one value, a wildcard one per segment; none means that it is absent.
type Values map[string][]string

// ParamError says which parameter keeps a template from being filled in.
type ParamError struct {
	Template string
	Name     string
	Message  string
}

// Error names the parameter, never its value.
func (e *ParamError) Error() string {
	return fmt.Sprintf("path %s: parameter %q %s", e.Template, e.Name, e.Message)
}

// Expand fills the template in. Each value is escaped as one segment. A group
// is left out when one of its parameters is absent.
//
// It returns a *ParamError for a required parameter that is absent and for
// values that are empty, "." or "..", which would change the shape of the path.
func (t *Template) Expand(values Values) (string, error) {
	path, _, err := t.expand(nil, t.parts, values, false)
	if err != nil {
		return "", err
	}
	return string(path), nil
}

// expand appends parts. It reports false at an absent parameter of a group.
func (t *Template) expand(dst []byte, parts []Part, values Values, optional bool) ([]byte, bool, error) {
	for _, p := range parts {
		var err error
		switch p.Kind {
		case Literal:
			dst = append(dst, p.Escaped...)
		case Group:
			dst, err = t.expandGroup(dst, p.Group, values)
		default:
			if optional && len(values[p.Text]) == 0 {
				return dst, false, nil
			}
			dst, err = t.AppendValues(dst, &p, values[p.Text]...)
		}
		if err != nil {
			return nil, false, err
		}
	}
	return dst, true, nil
}

func (t *Template) expandGroup(dst []byte, parts []Part, values Values) ([]byte, error) {
	before := len(dst)
	dst, complete, err := t.expand(dst, parts, values, true)
	if err == nil && !complete {
		dst = dst[:before]
	}
	return dst, err
}

// AppendValues appends the values of the parameter p of the template, each
// escaped as one segment. It returns a *ParamError for no value, for a value
// that is empty, "." or "..", and for several values where p is not a wildcard.
func (t *Template) AppendValues(dst []byte, p *Part, values ...string) ([]byte, error) {
	switch {
	case len(values) == 0:
		return nil, t.refuse(p, "is missing")
	case len(values) > 1 && p.Kind == Parameter:
		return nil, t.refuse(p, "takes one value")
	}
	for i, v := range values {
		if i > 0 {
			dst = append(dst, '/')
		}
		switch v {
		case "":
			return nil, t.refuse(p, "is empty")
		case ".", "..":
			return nil, t.refuse(p, "is a dot segment, which would change the path")
		}
		dst = appendSegment(dst, v)
	}
	return dst, nil
}

func (t *Template) refuse(p *Part, message string) error {
	return &ParamError{Template: t.source, Name: p.Text, Message: message}
}
