package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"github.com/trefoil-go/trefoil/benchmarks/report"
)

const (
	commandModule = "../../apps/trefoil"
	coreModule    = "../../modules/core"
	compileNumber = "P18"
	largestClient = "github" // the one that has a goal
)

// corpusDir holds large descriptions of real services, compressed. It stands beside the
// repository, or where TREFOIL_CORPUS says, and need not be there.
var corpusDir = cmp.Or(os.Getenv("TREFOIL_CORPUS"), "../../../shared/corpus")

// compileCost is what go build takes for a client that trefoil gen has written.
type compileCost struct {
	api   string // the name of its description in the corpus
	what  string
	lines int
	cpu   float64 // seconds, of the command and all that it runs
	peak  float64 // bytes, of the largest process
}

// The parts of a client.
const (
	wholeClient = "all"
	typesAlone  = "types and their methods"
)

// measureCompile builds clients of large APIs, in a cache that has what they import and
// nothing else.
func (f *figures) measureCompile() error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := building{dir: dir}
	if err := b.prepare(); err != nil {
		return err
	}
	for _, api := range f.scale.clients {
		costs, err := b.client(api)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintln(os.Stderr, "bench:", corpusDir, "has no description of", api)
			continue
		}
		if err != nil {
			return fmt.Errorf("client of %s: %w", api, err)
		}
		f.compile = append(f.compile, costs...)
	}
	return nil
}

// building is a directory with a workspace, a command and a build cache of its own.
type building struct{ dir string }

func (b building) prepare() error {
	work := "go 1.26.0\n\nuse (\n\t.\n"
	for _, module := range []string{clientModule, coreModule} {
		at, err := filepath.Abs(module)
		if err != nil {
			return err
		}
		work += fmt.Sprintf("\t%q\n", at)
	}
	return errors.Join(
		b.write("go.work", work+")\n"),
		b.write("go.mod", "module example.com/clients\n\ngo 1.26.0\n"),
		runCommand(exec.Command("go", "-C", commandModule, "build", "-o", filepath.Join(b.dir, "trefoil"), ".")),
	)
}

func (b building) write(name, text string) error {
	file := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o600)
}

// client builds the client of a description, and its types alone.
func (b building) client(api string) ([]compileCost, error) {
	description, err := unzipped(filepath.Join(corpusDir, api+".json.gz"))
	if err != nil {
		return nil, err
	}
	if err := b.write(api+".json", description); err != nil {
		return nil, err
	}
	generated := filepath.Join(b.dir, api+".go")
	generate := exec.Command(filepath.Join(b.dir, "trefoil"), "gen", "-package", "api", "-o", generated, filepath.Join(b.dir, api+".json"))
	if err := runCommand(generate); err != nil {
		return nil, err
	}
	code, err := os.ReadFile(generated)
	if err != nil {
		return nil, err
	}
	types, imports, err := withoutDeclarations(code)
	if err != nil {
		return nil, err
	}
	if err := runCommand(b.build(imports...)); err != nil {
		return nil, err
	}
	var costs []compileCost
	for _, part := range []struct {
		what string
		code []byte
	}{{wholeClient, code}, {typesAlone, types}} {
		at := fmt.Sprintf("%s%d", api, len(costs))
		if err := b.write(at+"/api.go", string(part.code)); err != nil {
			return nil, err
		}
		build := b.build("./" + at)
		if err := runCommand(build); err != nil {
			return nil, err
		}
		used := build.ProcessState.SysUsage().(*syscall.Rusage)
		costs = append(costs, compileCost{
			api: api, what: part.what, lines: bytes.Count(part.code, []byte("\n")),
			cpu:  (build.ProcessState.UserTime() + build.ProcessState.SystemTime()).Seconds(),
			peak: float64(used.Maxrss) * 1024,
		})
	}
	return costs, nil
}

func (b building) build(packages ...string) *exec.Cmd {
	c := exec.Command("go", append([]string{"build"}, packages...)...)
	c.Dir = b.dir
	c.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=", "GOCACHE="+filepath.Join(b.dir, "cache"))
	return c
}

func runCommand(c *exec.Cmd) error {
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(c.Path), err, out)
	}
	return nil
}

func unzipped(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(z)
	return string(text), err
}

// withoutDeclarations returns code without its variables, which are the endpoints and
// resources, and without the imports that these alone need. Imports are those of all of
// the code.
func withoutDeclarations(code []byte) (types []byte, imports []string, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "api.go", code, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		general, ok := d.(*ast.GenDecl)
		return ok && general.Tok == token.VAR
	})
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if name, ok := selector.X.(*ast.Ident); ok {
				used[name.Name] = true
			}
		}
		return true
	})
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, nil, err
		}
		imports = append(imports, name)
		if !used[path.Base(name)] {
			spec.Name = ast.NewIdent("_")
		}
	}
	var text bytes.Buffer
	err = format.Node(&text, fset, file)
	return text.Bytes(), imports, err
}

// compileGoals bounds what the client of the largest API costs.
func compileGoals() []goal {
	largest := func(figure func(compileCost) float64) func(*figures) (samples, bool) {
		return func(f *figures) (samples, bool) {
			i := slices.IndexFunc(f.compile, func(c compileCost) bool { return c.api == largestClient && c.what == wholeClient })
			if i < 0 {
				return samples{}, false
			}
			return samples{each: []float64{figure(f.compile[i])}}, true
		}
	}
	const reason = "the compiler makes code for each declaration of types of its own, and in one package at once"
	return []goal{
		judge(compileNumber, "go build of GitHub's client, CPU", "≤ 25 s", "%.1f s", report.NoLimit, atMost(25), largest(func(c compileCost) float64 { return c.cpu })).because(reason),
		judge(compileNumber, "go build of GitHub's client, memory of the largest process", "≤ 1.50 GB", "%.2f GB", report.NoLimit, atMost(1.5), largest(func(c compileCost) float64 { return c.peak / 1e9 })).because(reason),
	}
}

func (f *figures) compileTable(p *report.Page) {
	if len(f.compile) == 0 {
		return
	}
	p.Line("## Compile a client\n")
	p.Line("`go build` of what `trefoil gen` writes for the description of a service, as one package.")
	p.Line("What it imports is built before, and nothing else is in the cache.")
	p.Line("CPU time is that of the command and all that it runs, memory that of the largest process, which is the compiler; each is one build.\n")
	p.Table("client of", "CPU, s", "memory, GB", "lines")
	for _, c := range f.compile {
		p.Row(fmt.Sprintf("%s: %s", c.api, c.what), fmt.Sprintf("%.1f", c.cpu), fmt.Sprintf("%.2f", c.peak/1e9), strconv.Itoa(c.lines))
	}
	p.Line("")
}
