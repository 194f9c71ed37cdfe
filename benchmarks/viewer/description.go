package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// subject is an API description that the benchmark reads.
type subject struct {
	name    string
	corpus  string // file in the directory of descriptions
	npm     string // file of a package that descriptions/package.json pins, "" for none
	browser bool   // read in a browser too; the others by the server only
	opened  bool   // its pages are compared with a page of nothing but a text
}

// subjects are in the order of the report.
func subjects() []subject {
	return []subject{
		{"Petstore", "petstore.json.gz", "@readme/oas-examples/3.0/json/petstore.json", true, true},
		{"Stripe", "stripe.json.gz", "", true, true},
		{"Kubernetes", "kubernetes.json.gz", "kubernetes-client/lib/specs/swagger-1.13.json.gz", true, false},
		{"GitHub", "github.json.gz", "@octokit/openapi/generated/api.github.com.json", true, true},
		{"DigitalOcean", "digitalocean.json.gz", "", false, false},
	}
}

// description is a subject that was found.
type description struct {
	subject
	from string // where
	text []byte // JSON
	doc  *apidoc.Document
}

// find reads a subject from the directory of descriptions or, when it is not
// there, from the packages. The error says why there is none.
func (s subject) find(dir, packages string, installed error) (*description, error) {
	file := filepath.Join(dir, s.corpus)
	text, err := readFile(file)
	if errors.Is(err, os.ErrNotExist) && s.npm != "" && installed == nil {
		file = filepath.Join(packages, "node_modules", filepath.FromSlash(s.npm))
		text, err = readFile(file)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("description of %s: %w", s.name, err), installed)
	}
	doc, err := openapi.FromContent(string(text)).Load(context.Background())
	if err != nil {
		return nil, fmt.Errorf("description of %s: %w", s.name, err)
	}
	if len(doc.Operations) == 0 {
		return nil, fmt.Errorf("description of %s: there is no operation", s.name)
	}
	return &description{subject: s, from: file, text: text, doc: doc}, nil
}

// readFile reads a file, and what is in it when it is compressed.
func readFile(file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(file, ".gz") {
		return data, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decompress %s: %w", file, err)
	}
	return io.ReadAll(z)
}

func (d *description) last() *apidoc.OperationSummary {
	return &d.doc.Operations[len(d.doc.Operations)-1]
}

// shortestText is the length from which a text names an operation and nothing
// else of a page.
const shortestText = 4

// anyOperation is every text that names an operation.
func (d *description) anyOperation() []string {
	other := map[string]bool{d.doc.Info.Title: true}
	for _, t := range d.doc.Tags {
		other[t.Name] = true
	}
	var list []string
	for i := range d.doc.Operations {
		for _, text := range names(&d.doc.Operations[i]) {
			if !other[text] && len(text) >= shortestText {
				list = append(list, text)
			}
		}
	}
	return list
}

// names are the texts by which viewers call an operation: its summary, or what
// stands for one.
func names(o *apidoc.OperationSummary) []string {
	if o.Summary != "" {
		return []string{clean(o.Summary)}
	}
	var list []string
	for _, text := range []string{o.ID, o.Path, o.Method + " " + o.Path, o.Description} {
		if text != "" {
			list = append(list, clean(text))
		}
	}
	return list
}

// clean makes of a text what a browser shows of it.
func clean(text string) string { return strings.Join(strings.Fields(text), " ") }
