// Command counted does what package worktest counts the steps of: a task, with
// each of the texts on its standard input. A text follows its length, which is 8
// bytes, the highest first. It prints a list of their steps.
package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/highlight"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/mathml"
	"github.com/trefoil-go/trefoil/modules/viewer/mermaid"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// tasks are what can be counted. Whether a text is refused does not matter.
var tasks = map[string]func(text string){
	"length": func(text string) { // for the specs of the counter
		for range len(text) {
			runtime.KeepAlive(text)
		}
	},
	"mermaid": func(text string) { mermaid.Draw(text) },
	"markdown": func(text string) {
		markdown.New(markdown.Fence{Language: "mermaid", Draw: mermaid.Draw}, markdown.Fence{Language: "math", Draw: mathml.Draw}).HTML(text, 0)
	},
	"mathml": func(text string) { mathml.Draw(text) },
	"openapi": func(text string) {
		_, _ = openapi.Check(context.Background(), []byte(text), openapi.UntrustedLimits())
	},
	"load":      func(text string) { _, _ = openapi.FromContent(text).Load(context.Background()) },
	"reference": reference,
	"form":      form,
	"sample":    makeSample,
	"highlight": func(text string) {
		for _, language := range []string{"json", "go", "python", "html", "shell", "diff", "http"} {
			highlight.Spans(language, text, 1000)
		}
	},
}

// form sends a text to a mock server that takes lists of numbers under any name.
func form(text string) {
	m, err := mock.New(openapi.FromContent(`{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/": {"post": {"requestBody": {"content": {
		"application/x-www-form-urlencoded": {"schema": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}}}}}}}}}`))
	if err != nil {
		panic(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(text))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	m.ServeHTTP(httptest.NewRecorder(), r)
}

// makeSample makes a sample of the first model of a description.
func makeSample(text string) {
	doc, err := openapi.FromContent(text).Load(context.Background())
	if err == nil && len(doc.Models) > 0 {
		sample.Make(shape.New(context.Background(), doc), &apidoc.Schema{Ref: doc.Models[0].Ref}, sample.Options{})
	}
}

// reference asks for the pages of a description that hold something about all of
// it.
func reference(text string) {
	v, err := viewer.New(openapi.FromContent(text), htmlrender.New())
	if err != nil {
		panic(err)
	}
	defer v.Close()
	<-v.Ready()
	for _, path := range []string{"/", "/models/", "/search?q=x"} {
		v.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
	}
}

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 1 || tasks[args[0]] == nil {
		return fmt.Errorf("%q is not a task", args)
	}
	task := tasks[args[0]]
	texts, err := readTexts(in)
	if err != nil {
		return fmt.Errorf("read the texts: %w", err)
	}
	if _, err := count(func() { task("x: 1") }); err != nil { // what is done once in a process does not count
		return fmt.Errorf("count: %w", err)
	}
	steps := make([]int, 0, len(texts))
	for _, text := range texts {
		n, err := count(func() { task(string(text)) })
		if err != nil {
			return fmt.Errorf("count: %w", err)
		}
		steps = append(steps, n)
	}
	return json.NewEncoder(out).Encode(steps)
}

// readTexts reads texts until in ends.
func readTexts(in io.Reader) (texts [][]byte, err error) {
	for {
		var size uint64
		err := binary.Read(in, binary.BigEndian, &size)
		if errors.Is(err, io.EOF) {
			return texts, nil
		}
		if err != nil {
			return nil, err
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(in, text); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
}
