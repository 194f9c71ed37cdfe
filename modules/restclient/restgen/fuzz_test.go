package restgen_test

import (
	"context"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

// FuzzGenerate puts one hostile text everywhere where a description has a name,
// a description, a format or a value. The code compiles whatever it is.
func FuzzGenerate(f *testing.F) {
	for _, text := range []string{"*/", "`", "\"\\", "\nfunc init() {}", "func", "-1", "a,b", "é名", "{a}/{a}", "..", "", "PK", "BaseURL", "\x00\xff", "string", "date-time", "null"} {
		f.Add(text, text, "id")
		f.Add("id", text, text)
	}
	f.Fuzz(func(t *testing.T, name, text, format string) {
		code, err := restgen.Generate(context.Background(), hostile(name, text, format).document())
		if err != nil {
			t.Fatalf("%v", err)
		}
		if err := typeCheck(code); err != nil {
			t.Fatalf("%v\n%s", err, code)
		}
	})
}

func hostile(name, text, format string) *description {
	inner := object(required(name, typed("string", format)), optional(text, &apidoc.Schema{Types: []string{format}, Description: text}), optional("self", ref(name)))
	inner.Description = text
	whole := &apidoc.Schema{AllOf: []*apidoc.Schema{ref(name), object(required("id", typed("string", format)), optional("state", enum(name, text, format)))}}
	either := anyOf(object(required(name, enum(text, "a"))), object(required(name, enum(format, "b"))), typed("string", format), with(ref(text), func(s *apidoc.Schema) { s.Description = text }))
	told := with(oneOf(ref(name), ref(text)), func(s *apidoc.Schema) {
		s.Discriminator = &apidoc.Discriminator{Property: name, Mapping: []apidoc.Mapping{{Value: text, Ref: name}, {Value: format, Ref: text}}}
	})
	d := describe().schema(name, inner).schema(text, whole).schema(format, arrayOf(enum(text, name))).
		call(name, "GET", "/"+name+"/{"+name+"}", nil, ref(text), inPath(name, typed("string", ""))).
		call(text, "GET", "/"+name, nil, arrayOf(ref(text)), inQuery(text, typed("integer", format)), inQuery(name, enum(name, text)), inQuery(format, arrayOf(typed("string", "")))).
		call(format, "POST", "/"+name, ref(name), ref(text)).
		call("", "DELETE", "/"+name+"/{"+name+"}", nil, nil, apidoc.Parameter{Name: text, In: apidoc.InHeader}).
		call(text, text, text, ref(format), ref(name)).
		call("either", "PUT", "/either", either, told).
		call("get", "GET", "/x/{id}", nil, ref(text), inPath("id", typed("string", "")))
	d.outline.Info = apidoc.Info{Title: text, Version: name, Description: format}
	d.outline.Servers = []apidoc.Server{{URL: "https://" + text}}
	d.outline.SecuritySchemes = []apidoc.SecurityScheme{{Name: text, Type: apidoc.APIKey, In: apidoc.InHeader, ParameterName: name}}
	return d
}
