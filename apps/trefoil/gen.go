package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

//go:generate go run . gen -package petstore -o internal/petstore/petstore.go ../../modules/viewer/openapi/testdata/petstore.json
//go:generate go run . gen -package styles -o internal/styles/styles.go internal/styles/styles.yaml

type genCommand struct {
	Spec       string            `arg:"" help:"Description of the API."`
	Package    string            `default:"api" placeholder:"NAME" help:"Name of the package: ${default}."`
	Output     string            `short:"o" type:"path" placeholder:"FILE" help:"Write to FILE; with -split, into that directory."`
	Split      string            `enum:",tag" default:"" placeholder:"tag" help:"Write a package for each tag, and a shared one."`
	ImportPath string            `placeholder:"PATH" help:"Its import path, in place of what go.mod says."`
	Prefix     string            `placeholder:"URL" help:"URL that every declaration carries, in place of the base URL of the client."`
	Tags       []string          `placeholder:"NAME" help:"Keep the operations of these tags."`
	Operations []string          `placeholder:"ID" help:"Keep these operations."`
	Type       map[string]string `placeholder:"SCHEMA=NAME" help:"Name of the Go type of a schema."`
	Verbose    bool              `short:"v" help:"Say what became of the operations."`
}

func (c *genCommand) beside() string { return c.Spec }

func (c *genCommand) run(ctx context.Context, s *session) error {
	if c.Split != "" && c.Output == "" {
		return usageError{errors.New("name the directory of the packages, with --output")}
	}
	read, err := s.opener.Load(ctx, c.Spec)
	if err != nil {
		return err
	}
	s.tell(read)
	if len(read.Doc.Operations) == 0 {
		return fmt.Errorf("%s: the description has no operations: there is nothing to declare", read.Name)
	}
	var report restgen.Report
	opts := []restgen.Option{
		restgen.WithPackage(c.Package), restgen.WithURLPrefix(c.Prefix), restgen.WithTypeNames(c.Type),
		restgen.WithTags(c.Tags...), restgen.WithOperations(c.Operations...), restgen.WithReport(&report),
	}
	var write func() error
	if c.Split != "" {
		write, err = c.split(ctx, read.Doc, opts)
	} else {
		write, err = c.single(ctx, s, read.Doc, opts)
	}
	if err != nil {
		return usageError{err} // a name that is not valid, or that the description does not have
	}
	if err := write(); err != nil {
		return err
	}
	c.tell(s, report)
	return nil
}

// single returns what writes one file.
func (c *genCommand) single(ctx context.Context, s *session, doc *apidoc.Document, opts []restgen.Option) (func() error, error) {
	code, err := restgen.Generate(ctx, doc, opts...)
	return func() error {
		if c.Output != "" {
			return writeBelow(c.Output, code)
		}
		_, err := s.stdout.Write(code)
		return err
	}, err
}

// writeBelow writes a file, and makes the directory that it is in.
func writeBelow(name string, code []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, code, 0o644)
}

// split returns what writes the packages, and removes those that an earlier run has
// written for tags that are no more.
func (c *genCommand) split(ctx context.Context, doc *apidoc.Document, opts []restgen.Option) (func() error, error) {
	at := c.ImportPath
	if at == "" {
		var err error
		if at, err = importPath(c.Output); err != nil {
			return nil, err
		}
	}
	files, err := restgen.SplitByTag(ctx, doc, at, opts...)
	return func() error {
		written := map[string]bool{}
		for _, f := range files {
			name := filepath.Join(c.Output, filepath.FromSlash(f.Path))
			written[name] = true
			if err := writeBelow(name, f.Code); err != nil {
				return err
			}
		}
		return removeOthers(c.Output, written)
	}, err
}

// importPath is that of a directory of a module, which need not be there yet.
func importPath(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at, below := dir, ""; ; at = filepath.Dir(at) {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if module := modfile.ModulePath(text); module != "" {
			return path.Join(module, below), nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("there is no go.mod at or above %s: name the import path, with --import-path", dir)
		}
		below = path.Join(filepath.Base(at), below)
	}
}

// removeOthers removes what gen has written into the directories below dir, but for
// these files.
func removeOthers(dir string, written map[string]bool) error {
	found, err := filepath.Glob(filepath.Join(globbed.Replace(dir), "*", "*.go"))
	if err != nil {
		return err
	}
	for _, name := range found {
		own := strings.TrimSuffix(filepath.Base(name), ".go") == filepath.Base(filepath.Dir(name))
		if !own || written[name] {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if !bytes.HasPrefix(text, []byte("// Code generated by restgen from ")) {
			continue
		}
		if err := os.Remove(name); err != nil {
			return err
		}
		_ = os.Remove(filepath.Dir(name)) // which may hold files of others
	}
	return nil
}

// globbed writes a path as a pattern for it.
var globbed = strings.NewReplacer("*", `[*]`, "?", `[?]`, "[", `[[]`)

// tell says what became of the operations; without -v only how many there is more to say
// about.
func (c *genCommand) tell(s *session, r restgen.Report) {
	if !c.Verbose {
		if n := len(r.Fallbacks); n > 0 {
			fmt.Fprintf(s.stderr, "%d of %d operations not expressed in full: -v says which, and why\n", n, r.Operations)
		}
		return
	}
	fmt.Fprintf(s.stderr, "%d operations: %d in %d resources, %d on their own; %d lines\n",
		r.Operations, r.InResource, r.Resources, r.Endpoints, r.Lines)
	for _, f := range r.Fallbacks {
		state := "not expressed in full"
		if !f.Declared {
			state = "no declaration"
		}
		fmt.Fprintf(s.stderr, "%s: %s: %s\n", f.Operation, state, strings.Join(f.Reasons, " "))
	}
}
