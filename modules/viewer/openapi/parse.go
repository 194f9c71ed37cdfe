package openapi

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
)

// parse makes a document of a text as it is stored, and what reads its pages. Scheme is
// that of the URL it comes from, if any.
func parse(data []byte, scheme string, c config) (*apidoc.Document, *reader, error) {
	text, passed, err := pass(data, c)
	if err != nil {
		return nil, nil, err
	}
	d := newDescription(passed, scheme)
	r := newReader(d)
	o := outliner{&references{description: d}, &findings{problems(passed.Problems)}, passed.Targets}
	doc := apidoc.New(o.outline(), r, storedText(data, text, passed.JSON))
	doc.Problems = byPlace(append(doc.Problems, lostParents(d, doc)...))
	return doc, r, nil
}

// pass decodes a text and lets it pass the gate.
func pass(data []byte, c config) (text string, passed *gate.Text, err error) {
	if text, err = gate.Decode(data, c.limits); err == nil {
		passed, err = gate.Read(text, c.limits)
	}
	return text, passed, err
}

// storedText is the text in UTF-8 without byte order mark.
func storedText(data []byte, text string, json bool) apidoc.Text {
	if len(data) != len(text) {
		data = []byte(text)
	}
	mediaType := "application/yaml"
	if json {
		mediaType = "application/json"
	}
	return apidoc.Text{Data: data, MediaType: mediaType}
}
