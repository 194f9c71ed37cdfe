package restgen

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// addUpload takes a body that is not JSON: a form with files, or whatever the
// caller has.
func (r *resolver) addUpload(o *operation) {
	content := o.RequestBody.Content
	if i := slices.IndexFunc(content, func(c apidoc.MediaType) bool { return mediaType(c) == "multipart/form-data" }); i >= 0 {
		o.body = basicType("transfer.Multipart")
		if s := r.flatTarget(content[i].Schema); s != nil {
			o.form = s.Properties
		}
		return
	}
	o.body = basicType("transfer.Content")
	if mediaType(content[0]) != "application/octet-stream" {
		o.note("The body is " + content[0].Name + ": pass it encoded, with that as its ContentType")
	}
}

func mediaType(c apidoc.MediaType) string {
	name, _, _ := strings.Cut(strings.ToLower(c.Name), ";")
	return strings.TrimSpace(name)
}

// formFields names the fields of the form that is the body, or nothing.
func (o *operation) formFields() string {
	if len(o.form) == 0 {
		return ""
	}
	var names []string
	for _, p := range o.form {
		names = append(names, p.Name)
	}
	return ended(plain("The fields of the form: " + strings.Join(names, ", ")))
}
