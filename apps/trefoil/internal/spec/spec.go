// Package spec opens the descriptions that arguments name: files, URLs, files as a
// revision of git has them, and the standard input.
package spec

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// Stdin is the name of the standard input.
const Stdin = "-"

// Opener opens descriptions. It is safe for concurrent use.
type Opener struct {
	transport core.Transport
	stdin     func() ([]byte, error)
}

// NewOpener makes an Opener that fetches URLs with a transport. The standard input is
// read once, when it is asked for.
func NewOpener(stdin io.Reader, transport core.Transport) *Opener {
	return &Opener{transport: transport, stdin: sync.OnceValues(func() ([]byte, error) { return io.ReadAll(stdin) })}
}

// Source returns the source of a description. A file and a URL are read at each Load,
// with the other files that they lead to; the standard input and
// files of a revision of git ("main:api.yaml") are read once. Other files are those below
// the current folder where the description is below it, else those below the folder of the
// description; those of a revision are all that it has.
func (o *Opener) Source(ctx context.Context, name string, options ...openapi.Option) (core.SpecSource, error) {
	switch {
	case name == Stdin:
		text, err := o.stdin()
		if err != nil {
			return nil, fmt.Errorf("read the standard input: %w", err)
		}
		return named{openapi.FromContent(string(text), options...), "the standard input"}, nil
	case IsURL(name):
		return openapi.FromURL(name, o.transport, append(options, openapi.WithFilesBelow("."))...)
	case strings.Contains(name, "://") && !exists(name):
		return nil, fmt.Errorf("%s: only addresses of http and https are fetched", name)
	case isRevision(name):
		source, err := ofRevision(ctx, name, options)
		if err != nil {
			return nil, err
		}
		return named{source, name}, nil
	}
	return openapi.FromFile(name, append(options, openapi.WithFilesBelow(around(name)))...)
}

// around is the folder that other files of a description may stand in.
func around(name string) string {
	here, err := os.Getwd()
	if err != nil {
		return filepath.Dir(name)
	}
	if filepath.IsLocal(name) {
		return "."
	}
	if below, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(below) {
		return here
	}
	return filepath.Dir(name)
}

// Spec is a description that was read.
type Spec struct {
	Name string // of its file, as reports show it
	Doc  *apidoc.Document
}

// Load reads a description.
func (o *Opener) Load(ctx context.Context, name string) (*Spec, error) {
	source, err := o.Source(ctx, name)
	if err != nil {
		return nil, err
	}
	doc, err := source.Load(ctx)
	if err != nil {
		return nil, err
	}
	return &Spec{Name: fileOf(name), Doc: doc}, nil
}

// Places returns where the values at JSON pointers were written, each with its file.
func (s *Spec) Places(pointers []string) ([]openapi.Place, error) {
	places, err := openapi.Places(s.Doc.Text, pointers)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	for i := range places {
		places[i].File = cmp.Or(places[i].File, s.Name)
	}
	return places, nil
}

// Place returns where a place in the text was written.
func (s *Spec) Place(line, column int) openapi.Place {
	if from := s.Doc.Text.Origin(line); from.File != "" {
		return openapi.Place{File: from.File, Line: from.Line, Column: from.Column}
	}
	return openapi.Place{File: s.Name, Line: line, Column: column}
}

// fileOf is the name of the file that is meant: that of a revision without the revision.
func fileOf(name string) string {
	switch {
	case name == Stdin:
		return "stdin"
	case IsURL(name):
		if u, err := url.Parse(name); err == nil {
			return u.Redacted()
		}
	case isRevision(name):
		_, file, _ := strings.Cut(name, ":")
		return file
	}
	return filepath.ToSlash(name)
}

// IsURL reports whether an argument is an address to fetch.
func IsURL(name string) bool {
	scheme, _, found := strings.Cut(strings.ToLower(name), "://")
	return found && (scheme == "http" || scheme == "https")
}

// Below is a description that a file names, as path says of files; others stay as they are.
func Below(name string, path func(string) string) string {
	if file := path(name); name != Stdin && !IsURL(name) && !isRevision(name) || exists(file) {
		return file
	}
	return name
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// isRevision reports whether an argument is a file in a revision of git. A file of that
// name comes first, and a path behind one letter is one on a drive.
func isRevision(name string) bool {
	revision, file, found := strings.Cut(name, ":")
	drive := len(revision) == 1 && strings.HasPrefix(filepath.ToSlash(file), "/")
	if !found || revision == "" || file == "" || drive || IsURL(name) {
		return false
	}
	return !exists(name)
}

// Date is when git got what an argument names: the time of the commit of a revision, and of
// the last one that changed a file of a description whose files are as git has them. It is
// zero for anything else.
func (o *Opener) Date(ctx context.Context, name string) time.Time {
	switch {
	case name == Stdin || IsURL(name):
		return time.Time{}
	case isRevision(name):
		revision, _, _ := strings.Cut(name, ":")
		date, _ := logged(git(ctx, "log", "-1", "--format=%cI %P", "--end-of-options", revision, "--"))
		return date
	}
	dir, _ := filepath.Split(name)
	files := o.files(ctx, name)
	there := func(args ...string) *exec.Cmd {
		command := git(ctx, args...)
		command.Dir = dir
		return command
	}
	if there(append([]string{"diff", "--quiet", "HEAD", "--"}, files...)...).Run() != nil {
		return time.Time{}
	}
	date, first := logged(there(append([]string{"log", "-1", "--format=%cI %P", "--"}, files...)...))
	if first { // that of a shallow clone seems to have changed all files
		if shallow, err := there("rev-parse", "--is-shallow-repository").Output(); err != nil || string(shallow) != "false\n" {
			return time.Time{}
		}
	}
	return date
}

// files are the files of a description that a file begins, with their whole paths. Those of
// one that cannot be read are the file alone.
func (o *Opener) files(ctx context.Context, name string) []string {
	names := map[string]bool{name: true}
	if read, err := o.Load(ctx, name); err == nil {
		for _, from := range read.Doc.Text.Origins {
			names[from.File] = true
		}
	}
	var files []string
	for name := range names {
		if whole, err := filepath.Abs(name); err == nil {
			files = append(files, whole)
		}
	}
	return files
}

// logged reads the time of a commit, and whether it has no parents.
func logged(command *exec.Cmd) (date time.Time, first bool) {
	out, err := command.Output()
	if err != nil {
		return time.Time{}, false
	}
	text, _, parents := strings.Cut(strings.TrimSpace(string(out)), " ")
	date, _ = time.Parse(time.RFC3339, text) // zero for what is no date
	return date, !parents
}

// named is a source of a text whose errors name where the text comes from.
type named struct {
	*openapi.Source
	name string
}

// Load implements core.SpecSource.
func (n named) Load(ctx context.Context) (*apidoc.Document, error) {
	doc, err := n.Source.Load(ctx)
	var spec *core.SpecError
	if errors.As(err, &spec) && spec.Source == "" {
		told := *spec
		told.Source = n.name
		return nil, &told
	}
	return doc, err
}
