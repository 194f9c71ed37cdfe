package mock

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// check says why a request does not fit the description, nil when it does.
func check(c *call, schemes []apidoc.SecurityScheme, s *schemas) *refusal {
	if f := checkCredentials(c.r, c.op.Security, schemes); f != nil {
		return f
	}
	in := reader{s}
	sent := newSent(c.r, c.values)
	var faults []problem.FieldError
	for i := range c.op.Parameters {
		faults = append(faults, checkParameter(&c.op.Parameters[i], sent, in)...)
	}
	if len(faults) > 0 && !c.chosen {
		return &refusal{violations: faults} // which is enough to know how far it is
	}
	inBody, f := checkBody(c, in)
	switch {
	case f != nil && len(faults) == 0:
		return f
	case f != nil:
		faults = append(faults, f.violations...)
	case len(faults)+len(inBody) == 0:
		return nil
	default:
		f = &refusal{}
	}
	f.statuses = []int{http.StatusBadRequest, http.StatusUnprocessableEntity}
	if len(faults) == 0 && exactly(c.op.Responses, http.StatusUnprocessableEntity) != nil {
		f.statuses = []int{http.StatusUnprocessableEntity, http.StatusBadRequest} // all of it can be read
	}
	f.detail, f.violations = "The request does not fit the description.", append(faults, inBody...)
	return f
}

func checkParameter(p *apidoc.Parameter, sent *sent, in reader) []problem.FieldError {
	if p.Ignored() {
		return nil
	}
	data, there := sent.parameter(in, p)
	at := problem.FieldError{In: string(p.In), Name: p.Name}
	switch {
	case !there && p.Required && !in.mayBeNothing(p):
		at.Detail, at.Code = "is required", problem.CodeRequired
		return []problem.FieldError{at}
	case !there, p.AllowEmptyValue && string(data) == `""`:
		return nil
	}
	schema := p.Schema
	if len(p.Content) > 0 {
		schema = p.Content[0].Schema
	}
	return violations(at, in.faults(data, schema))
}

// checkBody says what is wrong with the body of a request. A refusal is that of
// one that cannot be checked at all.
func checkBody(c *call, in reader) ([]problem.FieldError, *refusal) {
	if !c.takesBody() {
		return nil, nil
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(c.bodyErr, &large):
		return nil, &refusal{statuses: []int{http.StatusRequestEntityTooLarge}, detail: "The body is larger than the mock server takes.", violations: []problem.FieldError{{
			In: "body", Detail: fmt.Sprintf("is longer than %d bytes", large.Limit), Code: problem.CodeTooLarge, Limit: json.Number(strconv.FormatInt(large.Limit, 10)),
		}}}
	case c.bodyErr != nil:
		return nil, &refusal{statuses: []int{http.StatusBadRequest}, detail: "The body cannot be read.", violations: []problem.FieldError{{In: "body", Detail: c.bodyErr.Error(), Code: problem.CodeUnreadable}}}
	case len(c.body) == 0 && c.op.RequestBody.Required:
		return []problem.FieldError{{In: "body", Detail: "is required", Code: problem.CodeRequired}}, nil
	case len(c.body) == 0:
		return nil, nil
	}
	content, contentType := c.op.RequestBody.Content, c.r.Header.Get("Content-Type")
	m := covered(content, essence(contentType))
	if m == nil {
		return nil, unsupported(content, contentType)
	}
	return checkContent(m, contentType, c.body, in), nil
}

func unsupported(content []apidoc.MediaType, contentType string) *refusal {
	names := mediaNames(content)
	is := "is " + clip(contentType)
	if contentType == "" {
		is = "is missing"
	}
	v := problem.FieldError{In: "header", Name: "Content-Type", Detail: is + ", not " + strings.Join(names, " or "), Code: problem.CodeMediaType}
	for _, name := range names {
		v.Allowed = append(v.Allowed, name)
	}
	return &refusal{
		statuses:   []int{http.StatusUnsupportedMediaType},
		detail:     "The body is not of a media type that the description has.",
		violations: []problem.FieldError{v},
		accept:     headerText(clip(strings.Join(names, ", "))),
	}
}

// checkContent checks a body of a media type. What is neither JSON, XML, a form
// nor a text is not looked at.
func checkContent(m *apidoc.MediaType, contentType string, data []byte, in reader) []problem.FieldError {
	at := problem.FieldError{In: "body"}
	switch kind := essence(contentType); {
	case isStream(kind) && kind != sample.EventStream:
		return checkItems(m, data, in)
	case isJSON(kind) && !json.Valid(data):
		at.Detail, at.Code = "is no JSON", problem.CodeUnreadable
		return []problem.FieldError{at}
	case isJSON(kind):
		return violations(at, in.faults(data, m.Schema))
	case kind == formType:
		return violations(at, in.faults(form{reader: in, media: m}.object(readPairs(string(data))), m.Schema))
	case kind == multipartType:
		body := form{in, m, map[string]bool{}}
		object, err := body.parts(contentType, data)
		if err != nil {
			at.Code, at.Detail = problem.CodeUnreadable, "is no "+multipartType+": "+err.Error()
			return []problem.FieldError{at}
		}
		return violations(at, body.checkable(in.faults(object, m.Schema)))
	case sample.IsXML(kind):
		return checkXML(data)
	case strings.HasPrefix(kind, "text/") && in.types(m.Schema).has("string"):
		return violations(at, in.faults(quote(string(data)), m.Schema))
	}
	return nil
}

// checkItems checks every item of a stream.
func checkItems(m *apidoc.MediaType, data []byte, in reader) []problem.FieldError {
	var all []problem.FieldError
	item := 0
	for line := range bytes.Lines(data) {
		if line = bytes.Trim(line, "\x1e \r\n\t"); len(line) == 0 {
			continue
		}
		item++
		own := []problem.FieldError{{In: "body", Detail: "is no JSON", Code: problem.CodeUnreadable}}
		if json.Valid(line) {
			own = violations(problem.FieldError{In: "body"}, in.faults(line, m.ItemSchema))
		}
		for _, f := range own {
			f.Item, f.Detail = item, fmt.Sprintf("item %d: %s", item, f.Detail)
			all = append(all, f)
		}
		if len(all) >= maxTold {
			break
		}
	}
	return all
}

// checkXML only makes sure that a body is XML.
func checkXML(data []byte) []problem.FieldError {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	roots, depth := 0, 0
	for {
		token, err := d.Token()
		switch t := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			if text := bytes.TrimPrefix(t, []byte("\ufeff")); depth == 0 && len(bytes.TrimSpace(text)) > 0 {
				err = errors.New("there is text beside the root")
			}
		}
		switch {
		case errors.Is(err, io.EOF) && roots > 0:
			return nil
		case roots > 1:
			err = errors.New("there are several roots")
			fallthrough
		case err != nil:
			return []problem.FieldError{{In: "body", Detail: "is no XML: " + err.Error(), Code: problem.CodeUnreadable}}
		}
	}
}
