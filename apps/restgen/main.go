// Command restgen writes the declarations of an API as a Go file, from its
// Swagger 2.0 or OpenAPI 3.x description.
//
//	restgen -package petstore -o petstore.go petstore.yaml
//	restgen -tags pet,store https://petstore3.swagger.io/api/v3/openapi.json
//
// It exits with 0 when the file is written, 1 when the description cannot be
// used and 2 when it is called wrongly.
//
//go:generate go run . -package petstore -o internal/petstore/petstore.go ../../modules/viewer/openapi/testdata/petstore.json
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// settings are what the command line says.
type settings struct {
	source  string
	output  string
	verbose bool
	options []restgen.Option
}

// run generates one file and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	s, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "restgen:", err)
		return 2
	}
	if err := generate(ctx, s, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "restgen:", strings.TrimPrefix(err.Error(), "restgen: "))
		return 1
	}
	return 0
}

func parse(args []string, stderr io.Writer) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("restgen", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "restgen [flags] FILE_OR_URL")
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		flags.SetOutput(io.Discard)
	}
	types := map[string]string{}
	pkg := flags.String("package", "api", "`name` of the package")
	flags.StringVar(&s.output, "o", "", "`file` to write; standard output when empty")
	prefix := flags.String("prefix", "", "`URL` that every declaration carries; the base URL of the client counts when empty")
	tags := flags.String("tags", "", "`names` of tags, separated by commas: keep their operations")
	operations := flags.String("operations", "", "`ids` of operations, separated by commas: keep these")
	flags.BoolVar(&s.verbose, "v", false, "tell what became of the operations")
	flags.Func("type", "`schema=Name`: the Go name of a schema; may be repeated", func(value string) error {
		schema, name, ok := strings.Cut(value, "=")
		if !ok {
			return errors.New("write schema=Name")
		}
		types[schema] = name
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	if flags.NArg() != 1 {
		return s, fmt.Errorf("name one description, a file or a URL: have %d arguments", flags.NArg())
	}
	s.source = flags.Arg(0)
	s.options = []restgen.Option{
		restgen.WithPackage(*pkg), restgen.WithURLPrefix(*prefix), restgen.WithTypeNames(maps.Clone(types)),
		restgen.WithTags(list(*tags)...), restgen.WithOperations(list(*operations)...),
	}
	return s, nil
}

func list(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
}

func generate(ctx context.Context, s settings, stdout, stderr io.Writer) error {
	source, closeIt, err := open(s.source)
	if err != nil {
		return err
	}
	defer closeIt()
	doc, err := source.Load(ctx)
	if err != nil {
		return err
	}
	for _, p := range doc.Problems {
		fmt.Fprintf(stderr, "restgen: %s: %s\n", s.source, p)
	}
	var report restgen.Report
	code, err := restgen.Generate(ctx, doc, append(s.options, restgen.WithReport(&report))...)
	if err != nil {
		return err
	}
	if s.verbose {
		tell(stderr, report)
	}
	if s.output == "" {
		_, err = stdout.Write(code)
		return err
	}
	return os.WriteFile(s.output, code, 0o644)
}

// open returns the source of a file or URL, and what closes it.
func open(name string) (source core.SpecSource, closeIt func(), err error) {
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		transport := httptransport.New(nil)
		source, err := openapi.FromURL(name, transport)
		return source, transport.CloseIdleConnections, err
	}
	file, err := openapi.FromFile(name)
	return file, func() {}, err
}

func tell(stderr io.Writer, r restgen.Report) {
	fmt.Fprintf(stderr, "%d operations: %d in %d resources, %d on their own; %d lines\n",
		r.Operations, r.InResource, r.Resources, r.Endpoints, r.Lines)
	for _, f := range r.Fallbacks {
		state := "not expressed in full"
		if !f.Declared {
			state = "no declaration"
		}
		fmt.Fprintf(stderr, "%s: %s: %s\n", f.Operation, state, strings.Join(f.Reasons, " "))
	}
}
