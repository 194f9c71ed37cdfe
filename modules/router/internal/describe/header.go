package describe

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/heading"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

const headerRef = "#/components/headers/"

const createdAt = "The address of what was made"

// location describes the header Location.
func location(ref, description string) apidoc.Header {
	return apidoc.Header{Ref: ref, Name: "Location", Description: description, Style: "simple", Schema: &apidoc.Schema{Types: []string{"string"}, Format: "uri-reference"}}
}

// header is a header whose value is text.
func header(name, description string) apidoc.Header {
	return apidoc.Header{Name: name, Description: description, Style: "simple", Schema: &apidoc.Schema{Types: []string{"string"}}}
}

// withHeaders adds headers whose names are new. Their case does not count.
func withHeaders(all, others []apidoc.Header) []apidoc.Header {
	for _, h := range others {
		if !slices.ContainsFunc(all, func(o apidoc.Header) bool { return strings.EqualFold(o.Name, h.Name) }) {
			all = append(all, h)
		}
	}
	return all
}

// isComponent reports whether a header can be a component under its name (OpenAPI 3.1,
// section 4.8.7).
func isComponent(name string) bool { return !strings.ContainsAny(name, "!#$%&'*+^`|~") }

// headers describes the headers of a result, and its cookies as one.
func headers(b *schema.Builder, fields heading.Fields) []apidoc.Header {
	var all []apidoc.Header
	var cookies []string
	for _, f := range fields {
		if f.Cookie {
			cookies = append(cookies, strings.TrimSpace("`"+f.Name+"` "+f.Doc))
			continue
		}
		s := &apidoc.Schema{Types: []string{"string"}}
		if f.Type != reflect.TypeFor[time.Time]() {
			s = b.Of(f.Type, schema.Output)
		}
		all = append(all, apidoc.Header{Name: f.Name, Description: f.Doc, Style: "simple", Schema: s})
	}
	if cookies != nil {
		all = append(all, header("Set-Cookie", "Cookies: "+strings.Join(cookies, "; ")))
	}
	return all
}
