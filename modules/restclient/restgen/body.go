package restgen

import (
	"cmp"
	"fmt"
	"maps"
	"mime"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// bodies reads what operations are sent.
type bodies struct{ *resolver }

// add takes the body as JSON, else as a form, else as whatever the caller has.
func (b bodies) add(o *operation) {
	if o.RequestBody == nil || len(o.RequestBody.Content) == 0 {
		return
	}
	content := o.RequestBody.Content
	if o.isRead() {
		if !holdsNothing(content[0].Schema) {
			o.note("The body is not sent: a read has none")
		}
		return
	}
	named := func(name string) *apidoc.MediaType {
		i := slices.IndexFunc(content, func(c apidoc.MediaType) bool { return mediaType(c) == name })
		if i < 0 {
			return nil
		}
		return &content[i]
	}
	if c := jsonContent(content); c != nil && !b.isBinary(c.Schema) {
		o.body = b.typeOf(c.Schema, hints{o.name + "Body"})
		b.explainRaw(o, "body", c.Schema, o.body)
		o.sentAs = sentType(*c)
	} else if c := named("multipart/form-data"); c != nil {
		b.addParts(o, c)
	} else if c := named("application/x-www-form-urlencoded"); c != nil {
		b.addForm(o, c)
	} else {
		o.body = basicType("transfer.Content")
		if mediaType(content[0]) != "application/octet-stream" {
			o.note("The body is " + content[0].Name + ": pass it encoded, with that as its ContentType")
		}
	}
}

// isBinary reports whether a schema is that of a body of any bytes, such as a file, also
// where its media type is that of JSON (OpenAPI 3.0, Data Types).
func (r *resolver) isBinary(s *apidoc.Schema) bool {
	flat := r.flatTarget(s)
	return flat != nil && flat.SoleType() == "string" && flat.Format == "binary"
}

// sentType is the media type that JSON is sent as, empty where application/json is what is
// described.
func sentType(c apidoc.MediaType) string {
	name, parameters, err := mime.ParseMediaType(c.Name)
	delete(parameters, "charset")
	if err != nil || !isJSON(name) || strings.Contains(name, "*") || name == "application/json" && len(parameters) == 0 {
		return ""
	}
	return mime.FormatMediaType(name, parameters)
}

// addForm takes a body of fields that are texts.
func (b bodies) addForm(o *operation, c *apidoc.MediaType) {
	if holdsNothing(c.Schema) && !o.RequestBody.Required {
		return
	}
	b.inForm = true
	defer func() { b.inForm = false }()
	o.body = b.typeOf(c.Schema, hints{o.name + "Body"})
	o.encoding = "forms.URLEncoded{" + b.styles(c) + "}"
	b.explainRaw(o, "body", c.Schema, o.body)
}

// styles are the fields of forms.URLEncoded: the style that most fields have, and
// those that have another one.
func (b bodies) styles(c *apidoc.MediaType) string {
	of, count := map[string]string{}, map[string]int{}
	for _, e := range c.Encoding {
		if style := styleOf(e); style != "" {
			of[e.Property] = style
			count[style]++
		}
	}
	if schema := b.flatTarget(c.Schema); schema != nil {
		for _, p := range schema.Properties {
			flat := b.flatTarget(p.Schema)
			isPlural := flat == nil || flat.SoleType() == "object" || flat.SoleType() == "array" || flat.SoleType() == ""
			if of[p.Name] == "" && isPlural {
				of[p.Name] = "Repeated"
				count["Repeated"]++
			}
		}
	}
	usual := "Repeated"
	for _, style := range slices.Sorted(maps.Keys(count)) {
		if count[style] > count[usual] {
			usual = style
		}
	}
	var fields, others []string
	if usual != "Repeated" {
		fields = append(fields, "Style: forms."+usual)
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if of[name] != usual {
			others = append(others, strconv.Quote(name)+": forms."+of[name])
		}
	}
	if len(others) > 0 {
		fields = append(fields, "Fields: map[string]forms.Style{"+strings.Join(others, ", ")+"}")
	}
	return strings.Join(fields, ", ")
}

// styleOf is the name of the style that an encoding asks for, "" when it asks for
// none.
func styleOf(e apidoc.Encoding) string {
	if e.Style == "" && e.Explode == nil {
		return ""
	}
	style := cmp.Or(e.Style, "form")
	explode := style == "form"
	if e.Explode != nil {
		explode = *e.Explode
	}
	switch {
	case style == "deepObject":
		return "Brackets"
	case explode:
		return "Exploded"
	case style == "spaceDelimited":
		return "SpaceDelimited"
	case style == "pipeDelimited":
		return "PipeDelimited"
	}
	return "Commas"
}

// addParts takes a body of parts, whose binary texts are files. It is a
// transfer.Multipart where the description does not say which parts there are.
func (b bodies) addParts(o *operation, c *apidoc.MediaType) {
	schema := b.flatTarget(c.Schema)
	if schema == nil || len(schema.Properties) == 0 {
		o.body = basicType("transfer.Multipart")
		return
	}
	b.inForm = true
	defer func() { b.inForm = false }()
	m := &model{name: b.scope.Name(o.name + "Body"), doc: schema.Description}
	b.models = append(b.models, m)
	var types []string
	b.addFields(m, schema, func(p *apidoc.Property, hint hints) goType {
		i := slices.IndexFunc(c.Encoding, func(e apidoc.Encoding) bool { return e.Property == p.Name })
		contentType := ""
		if i >= 0 {
			contentType = c.Encoding[i].ContentType
		}
		if t, ok := b.fileType(p.Schema, contentType); ok {
			return t
		}
		if first, _, several := strings.Cut(contentType, ","); first != "" && !several && !strings.Contains(first, "*") {
			types = append(types, strconv.Quote(p.Name)+": "+strconv.Quote(first))
		}
		return b.typeOf(p.Schema, hint)
	})
	o.body = goType{kind: named, model: m}
	o.encoding = "forms.Multipart{}"
	if len(types) > 0 {
		o.encoding = fmt.Sprintf("forms.Multipart{ContentTypes: map[string]string{%s}}", strings.Join(types, ", "))
	}
}

// fileType is the type of a part that is a file, or of several: a binary text, which
// OpenAPI 3.0 says by its format and 3.1 by its media type.
func (b bodies) fileType(s *apidoc.Schema, contentType string) (goType, bool) {
	flat := b.flatTarget(s)
	if flat == nil {
		return goType{}, false
	}
	if flat.SoleType() == "array" && flat.Items != nil {
		t, ok := b.fileType(flat.Items, contentType)
		return t.of(list), ok
	}
	isText := flat.SoleType() == "string" || flat.SoleType() == "" && len(flat.Properties) == 0
	isBinary := flat.Format == "binary" || flat.ContentMediaType != "" && flat.ContentEncoding == "" || isBinaryType(contentType)
	return basicType("transfer.File"), isText && isBinary
}

// isBinaryType tells media types that are not texts.
func isBinaryType(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, "/")
	return contentType == "application/octet-stream" || slices.Contains([]string{"image", "audio", "video"}, kind)
}
