package openapi

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// parse makes a document of a text as it is stored. Scheme is that of the URL it
// comes from, if any.
func parse(data []byte, scheme string, c config) (*apidoc.Document, error) {
	doc, _, err := read(data, scheme, c)
	return doc, err
}

// read is parse, and returns what reads the pages of the document.
func read(data []byte, scheme string, c config) (*apidoc.Document, *reader, error) {
	checked, r, err := open(data, scheme, c)
	if err != nil {
		return nil, nil, err
	}
	o := outliner{reader: r, targets: checked.Targets, problems: problems(checked.Problems), checked: map[*tree.Node]bool{}}
	doc := apidoc.New(o.outline(), r, storedText(data, checked.text, checked.JSON))
	doc.Problems = byPlace(append(doc.Problems, r.lostParents(doc)...))
	if !checked.JSON {
		inBytes(checked.text, doc.Problems)
	}
	return doc, r, nil
}

// checked is a text that has passed the gate.
type checked struct {
	*gate.Text
	text string // in UTF-8
}

// open makes the reader of a text as it is stored.
func open(data []byte, scheme string, c config) (*checked, *reader, error) {
	text, err := gate.Decode(data, c.limits)
	if err != nil {
		return nil, nil, err
	}
	passed, err := gate.Read(text, c.limits)
	if err != nil {
		return nil, nil, err
	}
	r := &reader{
		root: passed.Root, version: passed.Version, scheme: scheme,
		index: passed.Index, anchors: passed.Anchors, identified: passed.Identifiers, kept: newKept(),
	}
	if passed.Identified && passed.References <= maxIndexed {
		r.library = newLibrary(passed.Root)
	}
	r.keywords = r.schemaKeywords()
	r.hide()
	return &checked{passed, text}, r, nil
}

// decoded is a text in UTF-8 without byte order mark.
func decoded(data []byte, c config) ([]byte, error) {
	text, err := gate.Decode(data, c.limits)
	if err != nil {
		return nil, err
	}
	return storedText(data, text, false).Data, nil
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

func problems(found []gate.Problem) []apidoc.Problem {
	var list []apidoc.Problem
	for _, p := range found {
		list = append(list, problem(p.Node, p.Pointer, p.Message))
	}
	return list
}

func problem(n *tree.Node, pointer, message string) apidoc.Problem {
	p := apidoc.Problem{Pointer: pointer, Message: message}
	if n != nil {
		p.Line, p.Column = int(n.Line), int(n.Column)
	}
	return p
}

// inBytes makes the columns of problems of a YAML text, which are in order, those
// in bytes.
func inBytes(text string, list []apidoc.Problem) {
	columns := gate.NewColumns(text)
	for i, p := range list {
		list[i].Column = columns.Bytes(p.Line, p.Column)
	}
}

// byPlace sorts problems by where they are.
func byPlace(list []apidoc.Problem) []apidoc.Problem {
	slices.SortStableFunc(list, func(a, b apidoc.Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return list
}
