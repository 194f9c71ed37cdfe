package mock

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// checkBody says what is wrong with the body of a request. A refusal is that of
// one that cannot be checked at all.
func (x *exchange) checkBody() ([]violation, *refusal) {
	described := x.op.RequestBody
	if described == nil || len(described.Content) == 0 {
		return nil, nil
	}
	data, err := x.input, x.inputErr
	switch {
	case errors.Is(err, errTooLarge):
		return nil, &refusal{statuses: []int{http.StatusRequestEntityTooLarge}, detail: "The body is larger than the mock server takes."}
	case err != nil:
		return nil, &refusal{statuses: []int{http.StatusBadRequest}, detail: "The body cannot be read.", violations: []violation{{In: "body", Detail: err.Error()}}}
	case len(data) == 0 && described.Required:
		return []violation{{In: "body", Detail: "is required"}}, nil
	case len(data) == 0:
		return nil, nil
	}
	sent := x.r.Header.Get("Content-Type")
	m := covered(described.Content, essence(sent))
	if m == nil {
		return nil, x.unsupported(described.Content, sent)
	}
	return x.checkContent(m, sent, data), nil
}

// readBody reads the body before the request is let in to be checked: a client
// that sends it slowly holds up nobody.
func (x *exchange) readBody() {
	x.input, x.inputErr = io.ReadAll(http.MaxBytesReader(x.w, x.r.Body, x.config.maxBody))
	var large *http.MaxBytesError
	if errors.As(x.inputErr, &large) {
		x.input, x.inputErr = nil, errTooLarge
	}
}

func (x *exchange) unsupported(content []apidoc.MediaType, sent string) *refusal {
	var names []string
	for _, m := range content {
		names = append(names, m.Name)
	}
	is := "is " + clip(sent)
	if sent == "" {
		is = "is missing"
	}
	x.w.Header().Set("Accept", headerText(clip(strings.Join(names, ", "))))
	return &refusal{
		statuses:   []int{http.StatusUnsupportedMediaType},
		detail:     "The body is not of a media type that the description has.",
		violations: []violation{{In: "header", Name: "Content-Type", Detail: is + ", not " + strings.Join(names, " or ")}},
	}
}

// checkContent checks a body of a media type. What is neither JSON, XML, a form
// nor a text is not looked at.
func (x *exchange) checkContent(m *apidoc.MediaType, contentType string, data []byte) []violation {
	at := violation{In: "body"}
	in := &sent{exchange: x}
	switch kind := essence(contentType); {
	case isStream(kind) && kind != eventStream:
		return x.checkItems(m, data)
	case isJSON(kind):
		if !json.Valid(data) {
			at.Detail = "is no JSON"
			return []violation{at}
		}
		return x.violations(at, data, m.Schema)
	case kind == formType:
		return x.violations(at, in.object(m, readPairs(string(data))), m.Schema)
	case kind == multipartType:
		object, err := in.parts(m, contentType, data)
		if err != nil {
			at.Detail = "is no " + multipartType + ": " + err.Error()
			return []violation{at}
		}
		return x.violations(at, object, m.Schema)
	case sample.IsXML(kind):
		return checkXML(data)
	case strings.HasPrefix(kind, "text/") && x.kinds(m.Schema).has("string"):
		return x.violations(at, quote(string(data)), m.Schema)
	}
	return nil
}

// checkItems checks every item of a stream.
func (x *exchange) checkItems(m *apidoc.MediaType, data []byte) []violation {
	var all []violation
	for line := range bytes.Lines(data) {
		line = bytes.Trim(line, "\x1e \r\n\t")
		switch {
		case len(line) == 0 || len(all) >= maxTold:
		case !json.Valid(line):
			all = append(all, violation{In: "body", Detail: "has a line that is no JSON"})
		default:
			all = append(all, x.violations(violation{In: "body"}, line, m.ItemSchema)...)
		}
	}
	return all
}

// checkXML only makes sure that a body is XML.
func checkXML(data []byte) []violation {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	elements := 0
	for {
		token, err := d.Token()
		if _, isStart := token.(xml.StartElement); isStart {
			elements++
		}
		switch {
		case errors.Is(err, io.EOF) && elements > 0:
			return nil
		case err != nil:
			return []violation{{In: "body", Detail: "is no XML: " + err.Error()}}
		}
	}
}

// object reads a form as an object: members by the style that its encoding says,
// those that are not described as texts.
func (s *sent) object(m *apidoc.MediaType, all []pair) json.RawMessage {
	b := objectBuilder{}
	known := map[string]bool{}
	for _, one := range all {
		name, _, _ := strings.Cut(one.name, "[")
		schema := s.namedMember(m.Schema, name)
		if known[name] {
			continue
		}
		known[name] = true
		if schema == nil {
			b.add(one.name, quote(decode(one.raw)))
			continue
		}
		p := &apidoc.Parameter{Name: name, In: apidoc.InQuery, Style: "form", Explode: true, Schema: schema}
		for _, e := range m.Encoding {
			if e.Property == name && e.Style != "" {
				p.Style, p.Explode = e.Style, e.Style == "form"
				if e.Explode != nil {
					p.Explode = *e.Explode
				}
			}
		}
		if value, ok := s.member(p, all); ok {
			b.add(name, value)
		}
	}
	return b.text()
}

// member reads a member of a form: JSON where it is an object that is sent whole.
func (s *sent) member(p *apidoc.Parameter, all []pair) (json.RawMessage, bool) {
	for _, one := range all {
		if strings.HasPrefix(one.name, p.Name+"[") {
			p.Style = "deepObject"
		}
		if one.name != p.Name || !s.kinds(p.Schema).has("object") {
			continue
		}
		if text := decode(one.raw); json.Valid([]byte(text)) {
			return json.RawMessage(text), true
		}
	}
	return s.pairs(p, all)
}

// parts reads a body of parts with names as an object.
func (s *sent) parts(m *apidoc.MediaType, contentType string, data []byte) (json.RawMessage, error) {
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil, err
	}
	if parameters["boundary"] == "" {
		return nil, errors.New("the boundary is missing")
	}
	values, names := map[string][]json.RawMessage{}, []string{}
	reader := multipart.NewReader(bytes.NewReader(data), parameters["boundary"])
	for {
		part, err := reader.NextPart()
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
		if values[name] == nil {
			names = append(names, name)
		}
		values[name] = append(values[name], s.part(part, text, s.memberOf(m.Schema, name)))
	}
	b := objectBuilder{}
	for _, name := range names {
		if list := values[name]; len(list) == 1 && (!s.kinds(s.memberOf(m.Schema, name)).has("array") || list[0][0] == '[') {
			b.add(name, list[0])
		} else {
			b.add(name, listText(list))
		}
	}
	return b.text(), nil
}

// part reads one part. A file is a text, whatever it holds.
func (s *sent) part(part *multipart.Part, text []byte, schema *apidoc.Schema) json.RawMessage {
	k := s.kinds(schema)
	isData := isJSON(essence(part.Header.Get("Content-Type"))) || part.FileName() == "" && (k.has("object") || k.has("array"))
	if isData && json.Valid(text) {
		return text
	}
	if k.has("array") {
		schema = s.itemOf(schema, 0)
	}
	if part.FileName() != "" {
		return quote(string(text))
	}
	return s.scalar(string(text), schema)
}
