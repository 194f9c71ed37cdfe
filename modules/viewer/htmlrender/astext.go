package htmlrender

import "errors"

// asText is what the code of templates calls for each text that they write, in
// place of templ.JoinStringErrs: the generator sees to that.
func asText[T ~string](text T, errs ...error) (string, error) {
	if len(errs) == 0 {
		return string(text), nil
	}
	return string(text), errors.Join(errs...)
}
