package mock

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// form reads the bodies of a media type whose members have names.
type form struct {
	reader

	media *apidoc.MediaType
	inXML map[string]bool // pointers of members that were sent in XML, which no schema checks
}

// object reads a form as an object: members by the style that its encoding says,
// those that are not described as texts.
func (f form) object(all []pair) json.RawMessage {
	b := objectBuilder{}
	known, same := map[string]bool{}, map[string][]pair{} // by name
	for _, one := range all {
		same[one.name] = append(same[one.name], one)
	}
	for _, one := range all {
		name := one.name
		schema := f.namedMember(f.media.Schema, name) // whose name may have brackets
		if base, _, nested := strings.Cut(name, "["); schema == nil && nested {
			name, schema = base, f.namedMember(f.media.Schema, base)
		}
		if known[name] {
			continue
		}
		known[name] = true
		if schema == nil {
			b.add(one.name, f.other(same[one.name]))
			continue
		}
		if value, ok := f.field(f.described(name, schema), all); ok {
			b.add(name, value)
		}
	}
	return b.text()
}

// other reads a field that the form does not name, of all that have its name: forms may have
// many such.
func (f form) other(same []pair) json.RawMessage {
	one := same[0]
	if value, ok := f.field(f.described(one.name, f.member(f.media.Schema, one.name)), same); ok {
		return value
	}
	return quote(decode(one.raw))
}

// described is a field of the form, as if it were a parameter.
func (f form) described(name string, schema *apidoc.Schema) *apidoc.Parameter {
	p := &apidoc.Parameter{Name: name, In: apidoc.InQuery, Style: "form", Explode: true, Schema: schema}
	for _, e := range f.media.Encoding {
		if e.Property == name {
			p.Style = cmp.Or(e.Style, p.Style)
			p.Explode = p.Style == "form"
			if e.Explode != nil {
				p.Explode = *e.Explode
			}
		}
	}
	return p
}

// field reads a field: JSON where it is an object that is sent whole, and where the encoding
// says that it is.
func (f form) field(p *apidoc.Parameter, all []pair) (json.RawMessage, bool) {
	within := p.Name + "["
	for _, one := range all {
		if strings.HasPrefix(one.name, within) {
			p.Style = "deepObject"
		}
		if one.name != p.Name {
			continue
		}
		text := decode(one.raw)
		whole := f.types(p.Schema).has("object") || f.inJSON(p.Name) && f.types(p.Schema).has(typeOf(json.RawMessage(text)))
		if whole && json.Valid([]byte(text)) {
			return json.RawMessage(text), true
		}
	}
	return f.pairs(p, all)
}

// inJSON reports whether the encoding of a field says that it is JSON, and not how it is
// written otherwise.
func (f form) inJSON(name string) bool {
	return slices.ContainsFunc(f.media.Encoding, func(e apidoc.Encoding) bool {
		return e.Property == name && e.Style == "" && e.Explode == nil && isJSON(essence(e.ContentType))
	})
}

// parts reads a body of parts with names as an object.
func (f form) parts(contentType string, data []byte) (json.RawMessage, error) {
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil, err
	}
	if parameters["boundary"] == "" {
		return nil, errors.New("the boundary is missing")
	}
	values, names := map[string][]json.RawMessage{}, []string{}
	var styled []pair
	parts := multipart.NewReader(bytes.NewReader(data), parameters["boundary"])
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(part)
		if err != nil {
			return nil, err
		}
		name := part.FormName()
		if base, _, _ := strings.Cut(name, "["); f.styled(base) {
			if !slices.ContainsFunc(styled, func(one pair) bool { return strings.HasPrefix(one.name, base) }) {
				names = append(names, base)
			}
			styled = append(styled, pair{name, strings.ReplaceAll(url.QueryEscape(string(text)), "%2C", ",")}) // which stands between items
			continue
		}
		if values[name] == nil {
			names = append(names, name)
		}
		values[name] = append(values[name], f.part(part, text, f.member(f.media.Schema, name)))
	}
	b := objectBuilder{}
	for _, name := range names {
		if f.styled(name) {
			if value, ok := f.pairs(f.described(name, f.member(f.media.Schema, name)), styled); ok {
				b.add(name, value)
			}
			continue
		}
		if list := values[name]; len(list) == 1 && (!f.types(f.member(f.media.Schema, name)).has("array") || list[0][0] == '[') {
			b.add(name, list[0])
		} else {
			b.add(name, listText(list))
		}
	}
	return b.text(), nil
}

// styled reports whether the parts of a member are written in a style (OpenAPI 3.1
// §4.8.15.1; 3.0 has none).
func (f form) styled(name string) bool {
	return !strings.HasPrefix(f.version, "3.0") && slices.ContainsFunc(f.media.Encoding, func(e apidoc.Encoding) bool { return e.Property == name && e.Style != "" })
}

// part reads one part, which is an item where it is no list. A file is a text, whatever it
// holds.
func (f form) part(part *multipart.Part, text []byte, schema *apidoc.Schema) json.RawMessage {
	t := f.types(schema)
	if t.has("array") && typeOf(bytes.TrimSpace(text)) != "array" {
		schema = f.item(schema, 0)
		t = f.types(schema)
	}
	isData := isJSON(essence(part.Header.Get("Content-Type"))) || part.FileName() == "" && (t.has("object") || t.has("array"))
	if isData && json.Valid(text) {
		return bytes.TrimSpace(text)
	}
	if sample.IsXML(part.Header.Get("Content-Type")) && len(checkXML(text)) == 0 {
		f.inXML["/"+jsonpointer.Escape(part.FormName())] = true
	}
	if part.FileName() != "" {
		return quote(string(text))
	}
	return f.scalar(string(text), schema)
}

// checkable are the faults of a body without those of what a schema cannot check.
func (f form) checkable(faults []jsonschema.Fault) []jsonschema.Fault {
	return slices.DeleteFunc(faults, func(fault jsonschema.Fault) bool {
		first, _, _ := strings.Cut(strings.TrimPrefix(fault.Pointer, "/"), "/")
		return f.inXML["/"+first]
	})
}
